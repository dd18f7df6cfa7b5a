"""The one line at the end of ctest/selftest counts as failed whatever did not run without saying that it skips."""

import unittest

import host

SUITE = """
add_test(passes sh -c "exit 0")
add_test(skips sh -c "echo skipped: no fish; exit 77")
add_test(fails sh -c "exit 1")
add_test(crashes sh -c "kill -SEGV $$")
add_test(missing "/no/such/program")
add_test(hangs sh -c "exec sleep 9")
set_tests_properties(hangs PROPERTIES TIMEOUT 1)
set_tests_properties(passes skips fails crashes missing hangs PROPERTIES SKIP_RETURN_CODE 77)
"""


class Summary(unittest.TestCase):
    def summary(self, *selection):
        with host.temporary_folder() as folder:
            (folder / "CTestTestfile.cmake").write_text(SUITE)
            host.run("ctest", "--test-dir", folder, "--output-junit", folder / "junit.xml", *selection)
            return host.run("python3", host.SOURCE / "ctest/summary.py", folder / "junit.xml")

    def last_line(self, *selection):
        done = self.summary(*selection)
        return done.returncode, done.stdout.splitlines()[-1]

    def test_everything(self):
        self.assertEqual(self.last_line(), (1, "1 passed, 4 failed, 1 skipped"))

    def test_a_skip_is_no_failure_and_says_why(self):
        done = self.summary("-R", "passes|skips")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("skipped: skips: skipped: no fish\n", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "1 passed, 0 failed, 1 skipped")

    def test_nothing_passed_is_red(self):
        self.assertEqual(self.last_line("-R", "skips"), (1, "0 passed, 0 failed, 1 skipped"))
        self.assertEqual(self.last_line("-R", "none"), (1, "0 passed, 0 failed, 0 skipped"))

    def test_no_result_is_red(self):
        done = host.run("python3", host.SOURCE / "ctest/summary.py", "/no/such/file.xml")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "0 passed, 1 failed, 0 skipped"))


if __name__ == "__main__":
    host.main()
