"""Format of C++, and scripts without a shellcheck finding."""

import unittest

import host

SCRIPTS = ("ctest/conform", "ctest/selftest", "ctest/setup.sh", "ctest/package/conform", ".ci/run")


class Style(unittest.TestCase):
    def test_clang_format(self):
        if "version 14." not in host.run(host.tool("clang-format"), "--version").stdout:
            self.skipTest("skipped: other versions than clang-format 14 break lines elsewhere")
        files = host.sources("*.h", "*.cpp", "*.cu", "*.cuh")
        found = host.run(host.tool("clang-format"), "--dry-run", "-Werror", *files, cwd=host.SOURCE)
        self.assertEqual(found.returncode, 0, found.stdout[-4000:])

    def test_shellcheck(self):
        found = host.run(host.tool("shellcheck"), "-x", *SCRIPTS, cwd=host.SOURCE)
        self.assertEqual(found.returncode, 0, found.stdout)

    def test_sources_are_of_a_readable_length(self):
        """A hint, never a failure: files over 300 lines."""
        for file in host.sources("*.h", "*.cpp", "*.cu", "*.cuh", "*.py"):
            lines = file.read_text(encoding="utf-8").count("\n")
            if lines > 300:
                print(f"{file.relative_to(host.SOURCE)}: {lines} lines; could it be split?")


if __name__ == "__main__":
    host.main()
