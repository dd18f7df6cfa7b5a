"""ctest/setup.sh asks for what is absent and for nothing else. The machine under it is made of shell functions."""

import unittest

import host

# apt-get and pip are functions that write down how they were called; MACHINE says what is here.
SCRIPT = """
set -uo pipefail
source "$SOURCE/ctest/setup.sh"
cuda_home=$FOLDER/assay
apt-get() { echo "apt-get $*" >>"$FOLDER/calls"; }
python3() { echo "python3 $*" >>"$FOLDER/calls"; return "${PIP_EXIT:-0}"; }
id() { echo "$USER_ID"; }
"""
NOTHING_ABSENT = "missing_packages() { :; }; missing_wheels() { :; }\n"
TWO_PACKAGES_ABSENT = "missing_packages() { echo zlib1g-dev; echo g++; echo g++; }; missing_wheels() { :; }\n"
A_WHEEL_ABSENT = "missing_packages() { :; }; missing_wheels() { echo nvidia-nvml-dev==13.0.87; }\n"


class Setup(unittest.TestCase):
    def setUp(self):
        folder = host.temporary_folder()
        self.folder = folder.__enter__()
        self.addCleanup(folder.__exit__, None, None, None)

    def shell(self, commands, user_id=0, **environment):
        """Runs commands after setup.sh was sourced; returns the process and what was asked of apt-get and pip."""
        variables = {"PATH": f"{self.folder}/old/bin:/usr/bin:/bin", "SOURCE": str(host.SOURCE), "FOLDER": str(self.folder),
                     "HOME": str(self.folder), "USER_ID": str(user_id), **environment}
        done = host.run("bash", "-c", SCRIPT + commands, env=variables)
        calls = self.folder / "calls"
        return done, calls.read_text().splitlines() if calls.exists() else []

    def nvcc(self, path, release, runtime=True):
        """An nvcc of a release, with or without the static runtime that programs are linked with."""
        prefix = self.folder / path
        (prefix / "bin").mkdir(parents=True)
        (prefix / "lib").mkdir()
        (prefix / "bin/nvcc").write_text(f"#!/bin/sh\necho 'Cuda compilation tools, release {release}, V{release}.88'\n")
        (prefix / "bin/nvcc").chmod(0o755)
        if runtime:
            (prefix / "lib/libcudart_static.a").touch()
        return prefix / "bin/nvcc"

    def test_nothing_is_asked_for_when_all_is_there(self):
        done, calls = self.shell(NOTHING_ABSENT + "set_up")
        self.assertEqual((done.returncode, done.stdout, calls), (0, "", []))

    def test_root_installs_each_absent_package_once(self):
        done, calls = self.shell(TWO_PACKAGES_ABSENT + "set_up")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(len(calls), 2, calls)
        self.assertRegex(calls[0], r" update$")
        self.assertRegex(calls[1], r" install -y --no-install-recommends g\+\+ zlib1g-dev$")

    def test_others_are_told_a_command_that_works_on_a_fresh_machine(self):
        done, calls = self.shell(TWO_PACKAGES_ABSENT + "set_up", user_id=1000)
        self.assertEqual((done.returncode, calls), (1, []))
        self.assertIn("  sudo apt-get update && sudo apt-get install --no-install-recommends g++ zlib1g-dev\n",
                      done.stdout)

    def test_wheels_that_cannot_be_had_leave_nothing_behind(self):
        done, calls = self.shell(A_WHEEL_ABSENT + "set_up", PIP_EXIT="1")
        self.assertEqual((done.returncode, len(calls)), (1, 1), done.stdout)
        self.assertIn("pip could not install nvidia-nvml-dev==13.0.87", done.stdout)
        self.assertEqual(list((self.folder / "assay").iterdir()), [])

    def test_an_nvcc_before_13_or_without_the_static_runtime_is_none(self):
        self.nvcc("old", "12.9")  # the one in PATH
        self.nvcc("bare", "13.0", runtime=False)
        find = 'cuda_prefixes() { echo "$FOLDER/bare"; echo "$FOLDER/right"; }\nfind_nvcc'
        done, _ = self.shell(find)
        self.assertEqual(done.stdout, "")
        right = self.nvcc("right", "13.0")
        done, _ = self.shell(find)
        self.assertEqual(done.stdout.strip(), str(right))


if __name__ == "__main__":
    host.main()
