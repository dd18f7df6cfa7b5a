#!/usr/bin/env python3
"""What Assay costs and how well it repeats: judging, recording, measuring on this GPU, building. A table, no verdict.

    cmake --build build --target benchmark         judging, the recording, and three runs if there is a GPU
    ctest/benchmark.py --suite DIR                 the same with an unpacked package
    ctest/benchmark.py --build                     and the time of a clean build and of a small rebuild

Nothing is asserted: `goal` is what we want on a quiet machine with an H200.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml

SOURCE = pathlib.Path(__file__).resolve().parents[1]
REPETITIONS = 5
PROCESSES = 3
BUILD_JOBS = 2
TOUCHED = SOURCE / "conformance/async_copy/async_copy_claims.cpp"
LDGSTS = ("AsyncCopy.LdgstsPlateau",)
TMA = ("AsyncCopy.TmaPlateau", "AsyncCopy.TmaWarpsPlateau")


class Unusable(Exception):
    """Why a part was left out."""


def row(what: str, measured: str, goal: str = "") -> None:
    print(f"{what:<44} {measured:>30}  {goal}".rstrip(), flush=True)


def run(*command, **options) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


def timed(*command, **options) -> tuple[float, subprocess.CompletedProcess]:
    start = time.perf_counter()
    done = run(*command, **options)
    return time.perf_counter() - start, done


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def median_seconds(*command) -> float:
    return statistics.median(timed(*command)[0] for _ in range(REPETITIONS))


def program(suite: pathlib.Path, name: str) -> pathlib.Path:
    file = suite / "bin" / name
    if not file.exists():
        raise Unusable(f"there is no {file}; build the target suite, or name an unpacked package by --suite")
    return file


def shipped_recording(suite: pathlib.Path) -> pathlib.Path:
    packed = suite / "share/assay/recordings"
    found = sorted((packed if packed.is_dir() else SOURCE / "fixtures/recordings").glob("h200-*"))
    if not found:
        raise Unusable("there is no shipped recording h200-*")
    return found[-1]


def judging(suite: pathlib.Path) -> None:
    recording = shipped_recording(suite)
    judge = (program(suite, "assay"), "judge", "--run", recording)
    text = run(*judge).stdout
    total = re.search(r"^total\s+(\d+)", text, re.MULTILINE)
    if not total:
        raise Unusable(last_line(text))
    claims = int(total.group(1))
    row("recording", recording.name)
    row("judging all of it", f"{median_seconds(*judge):.3f} s, {claims} claims", "< 0.5 s")
    each = {}
    claims_program = program(suite, "assay-claims")
    for name in run(claims_program, "--list-claims").stdout.split():
        each[name] = median_seconds(claims_program, "--run", recording, f"--gtest_filter={name}")
    slowest = max(each, key=each.get)
    row("one claim in a process of its own, median", f"{1e3 * statistics.median(each.values()):.0f} ms")
    row(f"  slowest, {slowest}", f"{1e3 * each[slowest]:.0f} ms")


def recording_size(suite: pathlib.Path) -> None:
    files = list(shipped_recording(suite).iterdir())
    largest = max(files, key=lambda file: file.stat().st_size)
    row("size of the recording", f"{sum(file.stat().st_size for file in files) / 1024:.0f} KiB, {len(files)} files")
    name = largest.name.removesuffix(".recording.jsonl.gz")
    row(f"  largest, {name}", f"{largest.stat().st_size / 1024:.0f} KiB")


def best_of(run_folder: pathlib.Path, claims: tuple[str, ...]) -> float:
    """The highest estimate of these claims, in their unit."""
    lines = (run_folder / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()
    verdicts = [json.loads(line) for line in lines]
    values = [e["value"] for v in verdicts if v["claim"] in claims for e in v["estimates"] if e["value"] is not None]
    if not values:
        raise Unusable(f"{run_folder.name}: no estimate of {' or '.join(claims)}")
    return max(values)


def sweep_seconds(run_folder: pathlib.Path) -> dict[str, float]:
    cases = xml.parse(run_folder / "junit.xml").getroot().iter("testcase")
    return {case.get("name"): float(case.get("time")) for case in cases if case.get("name").startswith("sweep.")}


def percent_spread(values: list[float]) -> float:
    return 100 * (max(values) - min(values)) / statistics.median(values)


def list_of(values, form: str) -> str:
    return " ".join(format(value, form) for value in values)


def measuring(suite: pathlib.Path) -> None:
    devices = run(program(suite, "assay-sweep"), "devices")
    if devices.returncode != 0:
        raise Unusable(last_line(devices.stdout))
    with tempfile.TemporaryDirectory(prefix="assay-benchmark-") as folder:
        walls, runs = [], []
        for index in range(PROCESSES):
            runs.append(pathlib.Path(folder) / f"run{index}")
            wall, done = timed(program(suite, "assay"), "conform", "-L", "async_copy", "--run", runs[-1])
            walls.append(wall)
            row(f"conform -L async_copy, run {index + 1}", f"{wall:.1f} s, exit code {done.returncode}", "<= 20 s")
            if not (runs[-1] / "verdicts.jsonl").exists():
                raise Unusable(last_line(done.stdout))
        seconds = [sweep_seconds(each) for each in runs]
        for name in seconds[0]:
            row(f"  {name}", list_of((of_run.get(name, 0) for of_run in seconds), ".2f") + " s")
        for title, claims, goal in (("LDGSTS", LDGSTS, 4.41), ("TMA", TMA, 4.57)):
            plateaus = [best_of(each, claims) for each in runs]
            row(f"plateau of {title}", list_of(plateaus, ".3f") + " TB/s", f">= {goal} TB/s")
            row("  spread of the processes", f"{percent_spread(plateaus):.2f} %", "< 1 %")


def configure_options(suite: pathlib.Path) -> list[str]:
    """Where the build tree found its tools, so that a second one finds them without a search."""
    cache = suite / "CMakeCache.txt"
    text = cache.read_text(encoding="utf-8") if cache.exists() else ""
    names = "CMAKE_CUDA_COMPILER|ASSAY_CUOBJDUMP|ASSAY_NVML_INCLUDE|ASSAY_CUDA"
    found = re.findall(rf"^({names}):\w+=(.+)$", text, re.MULTILINE)
    return [f"-D{name}={value}" for name, value in found if not value.endswith("NOTFOUND")]


def building(suite: pathlib.Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_COMPILER_LAUNCHER")}
    with tempfile.TemporaryDirectory(prefix="assay-benchmark-") as folder:
        configure = ("cmake", "--preset", "release", "-B", folder, *configure_options(suite))
        build = ("cmake", "--build", folder, "--parallel", BUILD_JOBS)
        total = 0.0
        for step in (configure, build):
            seconds, done = timed(*step, cwd=SOURCE, env=environment)
            if done.returncode != 0:
                raise Unusable(last_line(done.stdout))
            total += seconds
        row(f"clean configure and build, {BUILD_JOBS} jobs", f"{total:.0f} s", "< 240 s")
        before = TOUCHED.stat()
        os.utime(TOUCHED)
        try:
            seconds, done = timed(*build, cwd=SOURCE, env=environment)
        finally:
            os.utime(TOUCHED, ns=(before.st_atime_ns, before.st_mtime_ns))
        row(f"rebuild after {TOUCHED.name}", f"{seconds:.1f} s", "5 s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", type=pathlib.Path, default=SOURCE / "build", help="build tree or unpacked package")
    parser.add_argument("--build", action="store_true", help="time a clean build, too; minutes")
    options = parser.parse_args()
    row("what", "measured", "goal")
    parts = {"judging": judging, "recording": recording_size, "measuring": measuring}
    if options.build:
        parts["building"] = building
    for name, part in parts.items():
        try:
            part(options.suite.resolve())
        except (Unusable, OSError) as reason:
            print(f"{name} left out: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
