#!/usr/bin/env python3
"""Writes CTest's entries from the catalogue: run.begin, a sweep each, a claim each, run.end, and the replays.

One list of entries serves the build tree and the package; only where the recordings lie differs. No entry names an
absolute path of this machine, so the package runs wherever it is unpacked.
"""

import argparse
import dataclasses
import pathlib
import re
import sys
import tomllib

# Seconds until ctest kills an entry. A sweep's own watchdog (design rule 14) ends long before its limit.
TIMEOUT = {"begin": 120, "sweep": 300, "claim": 60, "end": 60, "replay": 60}

PUBLISHED = "published-"  # methods of data that others published; every other method is ours

PREAMBLE = """\
# Made by ctest/entries.py from expectations/; change those and configure again.
set(here "${CMAKE_CURRENT_LIST_DIR}")
if(here STREQUAL "")  # ctest was started in this very folder, and does not say where that is
  execute_process(COMMAND pwd OUTPUT_VARIABLE here OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
get_filename_component(suite "${here}/.." ABSOLUTE)
set(bin "${suite}/bin")
set(recordings "@RECORDINGS@")
set(runs "$ENV{ASSAY_RUNS}")
if(runs STREQUAL "")
  set(runs "${suite}/runs")
  execute_process(COMMAND test -w "${suite}" RESULT_VARIABLE read_only)
  if(read_only)
    set(runs "/tmp/assay-runs-$ENV{USER}")
  endif()
endif()
"""


class CatalogueError(Exception):
    """A fault in the expectations that leaves no entries to write."""


@dataclasses.dataclass
class Entry:
    """One CTest entry. Arguments may hold ${bin}, ${runs} and ${recordings}; values of properties are lists."""

    name: str
    command: list[str]
    timeout: int
    labels: list[str]
    properties: dict[str, list[str]] = dataclasses.field(default_factory=dict)

    def cmake(self) -> str:
        properties = {"LABELS": self.labels, "TIMEOUT": [str(self.timeout)], "SKIP_RETURN_CODE": ["77"]}
        properties |= self.properties
        values = " ".join(f'{key} "{";".join(value)}"' for key, value in properties.items())
        arguments = " ".join(f'"{argument}"' for argument in self.command)
        return f"add_test({self.name} {arguments})\nset_tests_properties({self.name} PROPERTIES {values})\n"


def read_toml(file: pathlib.Path) -> dict:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CatalogueError(f"{file}: {error}") from error


def named_tables(document: dict) -> dict[str, dict]:
    """[Family.Claim] tables of a document, by `Family.Claim`."""
    return {
        f"{family}.{claim}": table
        for family, tables in document.items()
        if family[:1].isupper() and isinstance(tables, dict)
        for claim, table in tables.items()
        if isinstance(table, dict)
    }


def read_claims(expectations: pathlib.Path) -> dict[str, dict]:
    """Every claim that has a test, by name."""
    claims: dict[str, dict] = {}
    for file in sorted((expectations / "claims").glob("*.toml")):
        for name, claim in named_tables(read_toml(file)).items():
            if name in claims:
                raise CatalogueError(f"{file}: {name}: a claim of this name is in another file; rename one")
            if claim.get("kind") != "statement":
                check_claim(file, name, claim)
                claims[name] = claim
    if not claims:
        raise CatalogueError(f"{expectations / 'claims'}: no claim in any *.toml")
    return claims


def check_claim(file: pathlib.Path, name: str, claim: dict) -> None:
    """What an entry is made of; all else about a claim is the loader's to check."""
    for key, pattern in (("sweeps", r"[a-z0-9_]+\.[a-z0-9_]+"), ("labels", r"[a-z0-9_]+")):
        values = claim.get(key)
        if not isinstance(values, list) or not values:
            raise CatalogueError(f"{file}: {name}.{key}: must be a list of at least one name")
        for value in values:
            if not isinstance(value, str) or not re.fullmatch(pattern, value):
                raise CatalogueError(f"{file}: {name}.{key}: {value!r} must match {pattern}")


def claim_command(name: str, *arguments: str) -> list[str]:
    return ["${bin}/assay-claims", *arguments, f"--gtest_filter={name}"]


def hardware_entries(claims: dict[str, dict]) -> list[Entry]:
    begin = Entry("run.begin", ["${bin}/assay-sweep", "begin", "--root", "${runs}"], TIMEOUT["begin"],
                  ["hardware"], {"FIXTURES_SETUP": ["run"]})
    end = Entry("run.end", ["${bin}/assay", "end", "--root", "${runs}"], TIMEOUT["end"],
                ["hardware"], {"FIXTURES_CLEANUP": ["run"]})
    families: dict[str, str] = {}  # the label that a sweep shares with its claims
    for claim in claims.values():
        for sweep in claim["sweeps"]:
            families[sweep] = sweep.split(".")[0]
    sweeps = [
        Entry(f"sweep.{sweep}", ["${bin}/assay-sweep", "run", sweep, "--root", "${runs}"], TIMEOUT["sweep"],
              ["hardware", family],
              {"FIXTURES_SETUP": [f"sweep.{sweep}"], "FIXTURES_REQUIRED": ["run"], "RUN_SERIAL": ["TRUE"]})
        for sweep, family in families.items()
    ]
    judged = [
        Entry(name, claim_command(name, "--root", "${runs}"), TIMEOUT["claim"], ["hardware", *claim["labels"]],
              {"FIXTURES_REQUIRED": ["run", *(f"sweep.{sweep}" for sweep in claim["sweeps"])]})
        for name, claim in claims.items()
    ]
    return [begin, *sweeps, *judged, end]


def recordings_of(recordings: pathlib.Path, sku: str) -> list[pathlib.Path]:
    """The folders <sku>-<date>, the latest first."""
    return sorted((folder for folder in recordings.glob(f"{sku}-*") if folder.is_dir()), reverse=True)


def holds(folder: pathlib.Path, sweeps: list[str]) -> bool:
    return all((folder / f"{sweep}.recording.jsonl.gz").exists() for sweep in sweeps)


def methods_of(table: dict | list | None) -> set[str]:
    """Methods of a SKU's bands on one claim: one table, or a list of them."""
    bands = table if isinstance(table, list) else [table] if table else []
    return {band.get("method", "") for band in bands}


def replay_entries(expectations: pathlib.Path, recordings: pathlib.Path, claims: dict[str, dict]) -> list[Entry]:
    """Claims that a shipped or a published recording can decide, and the same with the claim's loss planted."""
    entries = []
    for file in sorted((expectations / "sku").glob("*.toml")):
        sku = file.stem
        document = read_toml(file)
        bands = sku_bands(document)
        shipped = recordings_of(recordings, sku)
        for name, claim in claims.items():
            methods = methods_of(bands.get(name))
            published = any(method.startswith(PUBLISHED) for method in methods)
            ours = any(not method.startswith(PUBLISHED) for method in methods)
            fitting = [folder for folder in shipped if holds(folder, claim["sweeps"])]
            if published:
                entries += replay_pair(sku, name, claim, ["--published", "--sku", sku])
            elif fitting and (ours or is_exact(claim, document)):
                entries += replay_pair(sku, name, claim, ["--run", "${recordings}/" + fitting[0].name])
            elif ours and shipped:  # a band of ours without its recording: the replay says which one is missing
                entries += replay_pair(sku, name, claim, ["--run", "${recordings}/" + shipped[0].name])
    return entries


def sku_bands(document: dict) -> dict[str, dict | list]:
    return {
        f"{family}.{claim}": band
        for family, tables in document.items()
        if family[:1].isupper() and isinstance(tables, dict)
        for claim, band in tables.items()
    }


def is_exact(claim: dict, sku: dict) -> bool:
    """An exact claim needs no band, only a GPU of an architecture that it is about."""
    architectures = claim.get("architectures", [])
    return claim.get("kind") == "exact" and (not architectures or sku.get("architecture") in architectures)


def replay_pair(sku: str, name: str, claim: dict, source: list[str]) -> list[Entry]:
    pair = [Entry(f"replay.{sku}.{name}", claim_command(name, *source), TIMEOUT["replay"], ["replay"])]
    if "planted" in claim:
        pair.append(Entry(f"planted.{sku}.{name}", claim_command(name, *source, "--planted"), TIMEOUT["replay"],
                          ["replay"]))
    return pair


def write_if_changed(file: pathlib.Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--expectations", type=pathlib.Path, required=True)
    parser.add_argument("--recordings", type=pathlib.Path, required=True)
    parser.add_argument("--build-tree", type=pathlib.Path, required=True)
    parser.add_argument("--package", type=pathlib.Path, required=True)
    options = parser.parse_args()
    try:
        claims = read_claims(options.expectations)
        entries = hardware_entries(claims) + replay_entries(options.expectations, options.recordings, claims)
    except CatalogueError as error:
        print(error, file=sys.stderr)
        return 1
    text = PREAMBLE + "".join(entry.cmake() for entry in entries)
    here = options.recordings.as_posix()
    write_if_changed(options.build_tree / "tests/CTestTestfile.cmake", text.replace("@RECORDINGS@", here))
    write_if_changed(options.package / "tests/CTestTestfile.cmake",
                     text.replace("@RECORDINGS@", "${suite}/share/assay/recordings"))
    # CMAKE_CURRENT_LIST_DIR is empty in the file that ctest starts from, and set in one that subdirs() reaches.
    write_if_changed(options.package / "CTestTestfile.cmake", "subdirs(tests)\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
