"""The package, unpacked to a read-only folder with a space in its name, holds the entries of the build tree and runs."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import host

NOBODY = 65534


def entries_of(folder: pathlib.Path, suite: pathlib.Path) -> dict[str, dict]:
    """Hardware and replay entries as ctest sees them, the suite's own place taken out."""
    said = host.run("ctest", "--test-dir", folder, "--show-only=json-v1", "-L", "^(hardware|replay)$").stdout
    entries = {}
    for test in json.loads(said[said.index("{"):])["tests"]:
        properties = {each["name"]: each["value"] for each in test["properties"] if each["name"] != "WORKING_DIRECTORY"}
        command = [word.replace(str(suite), "SUITE") for word in test["command"]]
        entries[test["name"]] = properties | {"command": command}
    return entries


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for program in ("assay", "assay-claims", "assay-sweep"):
            host.program(program)
        folder = tempfile.TemporaryDirectory(prefix="assay package ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.folder.chmod(0o755)
        packed = host.run("cpack", "-G", "TGZ", "--config", host.BUILD / "CPackConfig.cmake", "-B", cls.folder / "packed")
        assert packed.returncode == 0, packed.stdout
        (archive,) = (cls.folder / "packed").glob("*.tar.gz")
        (cls.folder / "un packed").mkdir()
        subprocess.run(["tar", "-xzf", archive, "-C", cls.folder / "un packed"], check=True)
        (cls.suite,) = (cls.folder / "un packed").iterdir()
        host.run("chmod", "-R", "a-w", cls.suite)
        cls.addClassCleanup(host.run, "chmod", "-R", "u+w", cls.suite)
        cls.start = cls.folder / "start"  # ctest writes its log where it starts, so not into the package
        cls.start.mkdir()
        cls.start.chmod(0o777)
        (cls.start / "CTestTestfile.cmake").write_text(f'subdirs("{cls.suite}")\n')

    def as_a_user(self, *command, **environment):
        """Without root's right to write anywhere, and with nothing of ours in the environment."""
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        clean = {key: value for key, value in os.environ.items() if not key.startswith("ASSAY_")}
        return host.run(*command, cwd=self.start, env=clean | environment, **user)

    def test_name(self):
        self.assertRegex(self.suite.name, r"^assay-\d+\.\d+\.\d+-linux-x86_64$")

    def test_entries_are_those_of_the_build_tree(self):
        here = entries_of(host.BUILD / "tests", host.BUILD)
        there = entries_of(self.suite, self.suite)
        recordings = str(host.SOURCE / "fixtures/recordings")
        for entry in here.values():
            entry["command"] = [word.replace(recordings, "SUITE/share/assay/recordings") for word in entry["command"]]
        self.assertTrue(there)
        self.assertEqual(here, there)

    def test_nothing_names_the_place_where_it_was_built(self):
        for file in self.suite.rglob("*"):
            if file.is_file():
                data = file.read_bytes()
                for place in (host.SOURCE, host.BUILD):
                    named = re.search(rb"(?<![\w./-])" + re.escape(str(place).encode()) + b"/", data)
                    self.assertIsNone(named, f"{file.name} names {place}")

    def test_listing(self):
        listed = self.as_a_user("ctest", "-N")
        self.assertEqual(listed.returncode, 0, listed.stdout)
        self.assertIn("run.begin", listed.stdout)
        self.assertNotIn("Could not find executable", listed.stdout)

    def test_replay(self):
        if not any((self.suite / "share/assay/recordings").iterdir()):
            self.skipTest("skipped: no recording is shipped yet")
        replayed = self.as_a_user("ctest", "-j4", "-L", "^replay$", "-R", "h200", "--no-tests=error", "--output-on-failure")
        self.assertEqual(replayed.returncode, 0, replayed.stdout)
        self.assertIn("100% tests passed", replayed.stdout)
        conform = self.as_a_user(self.suite / "bin/conform", "--replay")
        self.assertEqual(conform.returncode, 0, conform.stdout)

    def test_hardware_entries_are_red_without_a_gpu(self):
        done = self.as_a_user("ctest", "-L", "async_copy", CUDA_VISIBLE_DEVICES="", ASSAY_RUNS=str(self.start / "runs"))
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"run\.end.*Failed")


if __name__ == "__main__":
    host.main()
