"""The presets read, and a selection that matches nothing is an error."""

import json
import unittest

import host


class Presets(unittest.TestCase):
    def setUp(self):
        self.presets = json.loads((host.SOURCE / "CMakePresets.json").read_text())

    def test_cmake_and_ctest_list_them(self):
        for command, names in ((["cmake", "--list-presets=all"], "configurePresets"),
                               (["ctest", "--list-presets"], "testPresets")):
            listed = host.run(*command, cwd=host.SOURCE)
            self.assertEqual(listed.returncode, 0, listed.stdout)
            for preset in self.presets[names]:
                if not preset.get("hidden"):
                    self.assertIn(f'"{preset["name"]}"', listed.stdout)

    def test_every_label_is_matched_whole(self):
        for preset in self.presets["testPresets"]:
            for condition in preset.get("filter", {}).values():
                self.assertRegex(condition["label"], r"^\^\w+\$$")

    def test_nothing_selected_is_an_error(self):
        (base,) = [preset for preset in self.presets["testPresets"] if preset["name"] == "base"]
        self.assertEqual(base["execution"]["noTestsAction"], "error")
        with host.temporary_folder() as folder:
            (folder / "CTestTestfile.cmake").write_text('add_test(a "true")\n')
            nothing = ["ctest", "--test-dir", folder, "-R", "none"]
            self.assertEqual(host.run(*nothing).returncode, 0)  # what ctest does when it is not told
            self.assertNotEqual(host.run(*nothing, "--no-tests=error").returncode, 0)


if __name__ == "__main__":
    host.main()
