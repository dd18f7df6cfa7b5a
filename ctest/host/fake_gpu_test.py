"""The whole suite on a GPU that is made up (assay-sweep-fake replays the shipped recording): green while the GPU is there, red
once it is gone, red when only the failed entries are run again, and red when a sweep is killed."""

import json
import os
import re
import shutil
import unittest

import host


def statuses(said: str) -> dict[str, str]:
    """ctest's word on each entry: Passed, Failed, Skipped, Not Run."""
    found = re.findall(r"Test +#\d+: (\S+) \.*\**(Passed|Failed|Skipped|Not Run|Exception|Timeout)",
                       re.sub(r"\.{3,} *", "...", said))
    return dict(found)


class FakeGpu(unittest.TestCase):
    def setUp(self):
        recordings = sorted((host.SOURCE / "fixtures/recordings").glob("h200-*"))
        if not recordings:
            self.skipTest("skipped: no recording of an H200 is shipped yet")
        folder = host.temporary_folder()
        self.folder = folder.__enter__()
        self.addCleanup(folder.__exit__, None, None, None)
        self.gpu = self.folder / "gpu.json"
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("ASSAY_")} | {
            "ASSAY_FAKE": "1", "FAKE_GPU": str(self.gpu), "FAKE_RECORDINGS": str(self.replayed(recordings[-1])),
            "ASSAY_RUNS": str(self.folder / "runs"), "ASSAY_LOCKS": str(self.folder / "locks")}
        self.make_suite()
        self.recorded_gpu = json.dumps(json.loads((recordings[-1] / "run.json").read_text())["gpu"])
        self.gpu.write_text(self.recorded_gpu)

    def replayed(self, recording):
        """One family of the recording: the fake sweep reads all that there is, each time it is called."""
        folder = self.folder / "replayed"
        folder.mkdir()
        for file in (recording / "run.json", *recording.glob("async_copy.*")):
            (folder / file.name).symlink_to(file)
        return folder

    def make_suite(self):
        """A package whose assay-sweep is the fake one."""
        self.suite = self.folder / "suite"
        shutil.copytree(host.BUILD / "package", self.suite)
        (self.suite / "bin").mkdir()
        for name in ("assay", "assay-claims"):
            shutil.copy(host.program(name), self.suite / "bin" / name)
        shutil.copy(host.BUILD / "host/assay-sweep-fake", self.suite / "bin/assay-sweep")
        (self.suite / "share/assay").mkdir(parents=True)
        (self.suite / "share/assay/expectations").symlink_to(host.SOURCE / "expectations")
        (self.suite / "share/assay/recordings").symlink_to(host.SOURCE / "fixtures/recordings")

    def ctest(self, *arguments, **environment):
        done = host.run("ctest", "--test-dir", self.suite, "--no-tests=error", "--output-on-failure", "-j2", *arguments,
                        env=self.environment | environment)
        return done.returncode, statuses(done.stdout), done.stdout

    def claims(self, statuses_of_all):
        return {name: status for name, status in statuses_of_all.items() if re.match(r"[A-Z]", name)}

    def test_green_then_red_without_the_gpu(self):
        code, status, said = self.ctest("-L", "async_copy")
        self.assertEqual(code, 0, said)
        self.assertEqual(status["run.end"], "Passed")
        self.assertIn("Passed", self.claims(status).values())

        self.gpu.unlink()
        code, status, said = self.ctest("-L", "async_copy")
        self.assertNotEqual(code, 0, said)
        self.assertEqual((status["run.begin"], status["run.end"]), ("Skipped", "Failed"), said)
        self.assertEqual(set(self.claims(status).values()), {"Skipped"}, said)
        self.assertIn("no NVIDIA GPU", said)

    def test_rerun_failed_is_red(self):
        code, status, said = self.ctest("-L", "async_copy", FAKE_FAULT="wrong")
        self.assertNotEqual(code, 0)
        failed = {name for name, each in self.claims(status).items() if each == "Failed"}
        self.assertTrue(failed, said)

        self.gpu.unlink()
        code, status, said = self.ctest("--rerun-failed")
        self.assertNotEqual(code, 0, said)
        self.assertNotIn("Passed", status.values(), said)

        self.gpu.write_text(self.recorded_gpu)  # not even with the GPU back: skipped claims had not failed
        code, status, said = self.ctest("--rerun-failed")
        self.assertNotEqual(code, 0, said)
        self.assertFalse({name for name in failed if status.get(name) == "Passed"}, said)

    def test_rerun_failed_measures_again(self):
        code, _, said = self.ctest("-R", "^AsyncCopy.LdgstsPlateau$", FAKE_FAULT="wrong")
        self.assertNotEqual(code, 0, said)
        code, status, said = self.ctest("--rerun-failed")
        self.assertEqual((code, status["AsyncCopy.LdgstsPlateau"]), (0, "Passed"), said)
        self.assertEqual(status["sweep.async_copy.ldgsts_throughput"], "Passed", said)

    def test_a_gpu_that_does_not_answer_is_red_at_once(self):
        self.gpu.write_text('{"broken": "the driver does not answer"}')
        code, status, said = self.ctest("-L", "async_copy")
        self.assertNotEqual(code, 0, said)
        self.assertEqual(status["run.begin"], "Failed", said)
        self.assertIn("the driver does not answer", said)
        self.assertEqual(set(self.claims(status).values()), {"Not Run"}, said)

    def test_a_killed_sweep_is_red(self):
        code, status, said = self.ctest("-R", "^AsyncCopy.LdgstsPlateau$", FAKE_FAULT="kill_mid_sweep")
        self.assertNotEqual(code, 0, said)
        self.assertNotIn("Passed", self.claims(status).values(), said)
        self.assertEqual(status["run.end"], "Failed", said)


if __name__ == "__main__":
    host.main()
