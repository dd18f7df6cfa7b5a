"""The generator of CTest's entries, on a small catalogue: what stands in the files, and what ctest makes of them."""

import json
import os
import unittest

import host

CLAIMS = """
[Copy.Saturates]
sweeps = ["copy.throughput"]
labels = ["copy", "throughput"]
planted = { column = "ns", factor = 2 }

[Copy.IsRight]
kind = "exact"
sweeps = ["copy.throughput", "copy.latency"]
labels = ["copy", "functional"]
architectures = ["sm_90"]

[Copy.Said]
kind = "statement"
"""
H200 = """
architecture = "sm_90"
[Copy.Saturates]
method = "assay-1"
"""
B200 = """
architecture = "sm_100"
[Copy.Saturates]
method = "published-2026-03"
"""
# Stands in for every program: says how it was called, and skips what is named in SKIP.
PROGRAM = """#!/bin/sh
echo "called: $*"
case " $SKIP " in *" $1 "*) exit 77;; esac
"""


class Entries(unittest.TestCase):
    def setUp(self):
        folder = host.temporary_folder()
        self.folder = folder.__enter__()
        self.addCleanup(folder.__exit__, None, None, None)
        self.write("claims/copy.toml", CLAIMS)
        self.write("sku/h200.toml", H200)
        self.write("sku/b200.toml", B200)
        for date in ("2026-01-01", "2026-02-01"):
            for sweep in ("copy.throughput", "copy.latency"):
                self.record(date, sweep)

    def write(self, name, text):
        file = self.folder / "expectations" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def record(self, date, sweep):
        folder = self.folder / f"recordings/h200-{date}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{sweep}.recording.jsonl.gz").touch()

    def generate(self):
        return host.run("python3", host.SOURCE / "ctest/entries.py", "--expectations", self.folder / "expectations",
                        "--recordings", self.folder / "recordings", "--build-tree", self.folder / "build",
                        "--package", self.folder / "package")

    def generated(self):
        made = self.generate()
        self.assertEqual(made.returncode, 0, made.stdout)
        return json.loads(host.run("ctest", "--show-only=json-v1", cwd=self.folder / "package").stdout)["tests"]

    def suite(self):
        """The package with programs that only say how they were called."""
        tests = self.generated()
        for name in ("assay", "assay-sweep", "assay-claims"):
            file = self.folder / "package/bin" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(PROGRAM)
            file.chmod(0o755)
        return tests

    def ctest(self, *arguments, **environment):
        path = {"PATH": os.environ["PATH"]}
        return host.run("ctest", "--no-tests=error", *arguments, cwd=self.folder / "package", env=path | environment)

    def test_names(self):
        names = [test["name"] for test in self.generated()]
        self.assertEqual(sorted(names), sorted([
            "run.begin", "sweep.copy.throughput", "sweep.copy.latency", "Copy.Saturates", "Copy.IsRight", "run.end",
            "replay.h200.Copy.Saturates", "planted.h200.Copy.Saturates", "replay.h200.Copy.IsRight",
            "replay.b200.Copy.Saturates", "planted.b200.Copy.Saturates"]))

    def test_every_entry_has_a_limit_and_labels(self):
        for test in self.generated():
            properties = {each["name"]: each["value"] for each in test["properties"]}
            self.assertGreater(properties["TIMEOUT"], 0, test["name"])
            self.assertEqual(properties["SKIP_RETURN_CODE"], 77, test["name"])
            self.assertNotIn("SKIP_REGULAR_EXPRESSION", properties)  # it would beat a failure
            if test["name"].startswith(("replay.", "planted.")):
                self.assertEqual(properties["LABELS"], ["replay"])
            else:
                self.assertIn("hardware", properties["LABELS"])
                if not test["name"].startswith("run."):  # so that run.end waits for it
                    self.assertIn("run", properties["FIXTURES_REQUIRED"])
            self.assertEqual(properties.get("RUN_SERIAL", False), test["name"].startswith("sweep."))

    def test_a_claim_pulls_in_its_sweeps_and_the_run(self):
        self.suite()
        listed = self.ctest("-N", "-R", "^Copy.IsRight").stdout
        for name in ("run.begin", "sweep.copy.throughput", "sweep.copy.latency", "Copy.IsRight", "run.end"):
            self.assertIn(f": {name}\n", listed)
        self.assertNotIn("Copy.Saturates", listed)

    def test_order_and_arguments(self):
        self.suite()
        said = self.ctest("-V", "-j4", "-L", "copy").stdout
        self.assertIn("100% tests passed", said)
        order = [said.index(f"called: {words}") for words in
                 ("begin --root", "run copy.throughput --root", "--root ", "end --root")]
        self.assertLess(order[0], order[1])
        self.assertLess(order[1], said.index("--gtest_filter=Copy.Saturates"))
        self.assertLess(max(said.rindex("--gtest_filter=Copy.Saturates"), said.rindex("--gtest_filter=Copy.IsRight")),
                        said.rindex("called: end --root"))

    def test_run_folder_is_beside_the_suite_or_where_the_user_says(self):
        self.suite()
        self.assertIn(f"begin --root {self.folder}/package/runs", self.ctest("-V", "-R", "run.begin").stdout)
        self.assertIn(f"begin --root {self.folder}/package/runs",
                      self.ctest("-V", "-R", "run.begin", ASSAY_RUNS="").stdout)
        self.assertIn("begin --root /elsewhere", self.ctest("-V", "-R", "run.begin", ASSAY_RUNS="/elsewhere").stdout)

    def test_ctest_may_start_in_the_folder_of_the_entries(self):
        self.suite()
        said = host.run("ctest", "--test-dir", self.folder / "package/tests", "-V", "-R", "run.begin").stdout
        self.assertIn(f"begin --root {self.folder}/package/runs", said)

    def test_a_skipped_begin_still_runs_the_end(self):
        self.suite()
        said = self.ctest("-V", "-L", "copy", SKIP="begin").stdout
        self.assertIn("called: end", said)

    def test_newest_recording_serves_the_replay(self):
        self.suite()
        said = self.ctest("-V", "-R", "replay.h200.Copy.Saturates").stdout
        self.assertIn(f"--run {self.folder}/package/share/assay/recordings/h200-2026-02-01", said)
        self.assertNotIn("called: begin", said)

    def test_a_family_measured_alone_leaves_the_others_their_recordings(self):
        self.record("2026-03-01", "copy.throughput")
        self.suite()
        replays = self.ctest("-V", "-R", "replay.h200").stdout
        self.assertIn("h200-2026-03-01 --gtest_filter=Copy.Saturates", replays)
        self.assertIn("h200-2026-02-01 --gtest_filter=Copy.IsRight", replays)

    def test_without_its_recording_a_band_of_ours_is_missed_and_an_exact_claim_waits(self):
        for file in (self.folder / "recordings").rglob("*.gz"):
            file.unlink()
        names = [test["name"] for test in self.generated()]
        self.assertIn("replay.h200.Copy.Saturates", names)
        self.assertNotIn("replay.h200.Copy.IsRight", names)

    def test_faults_name_file_and_key(self):
        for text, words in (
            ("[Copy.A]\nsweeps = []\nlabels = ['copy']\n", "Copy.A.sweeps: must be a list"),
            ("[Copy.A]\nsweeps = ['copy']\nlabels = ['copy']\n", "Copy.A.sweeps: 'copy' must match"),
            ("[Copy.A]\nsweeps = ['copy.a']\nlabels = ['a;b']\n", "Copy.A.labels: 'a;b' must match"),
            ("[Copy.A\n", "line 1"),
            ("[Copy.Saturates]\nsweeps = ['copy.a']\nlabels = ['copy']\n", "is in another file"),
        ):
            self.write("claims/other.toml", text)
            made = self.generate()
            self.assertEqual(made.returncode, 1, text)
            self.assertIn("other.toml", made.stdout)
            self.assertIn(words, made.stdout)

    def test_an_empty_catalogue_is_a_fault(self):
        self.write("claims/copy.toml", "")
        made = self.generate()
        self.assertEqual(made.returncode, 1)
        self.assertIn("no claim", made.stdout)


if __name__ == "__main__":
    host.main()
