"""What the checks in this folder share. Each is a unittest script whose exit code CTest reads: 0, 1, or 77 for skipped."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("ASSAY_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
BUILD = pathlib.Path(os.environ.get("ASSAY_BINARY_DIR", SOURCE / "build"))
SKIPPED = 77

sys.path.insert(0, str(SOURCE / "ctest"))
sys.dont_write_bytecode = True


def sources(*patterns: str) -> list[pathlib.Path]:
    """Files of the project under its code folders, by glob."""
    folders = ("expectations", "fixtures", "kernels", "conformance", "ctest")
    return sorted(file for folder in folders for pattern in patterns for file in (SOURCE / folder).rglob(pattern))


def program(name: str) -> pathlib.Path:
    """A program of this build; the test is skipped in a build that does not make it."""
    file = BUILD / "bin" / name
    if not file.exists():
        raise unittest.SkipTest(f"skipped: this build has no {name}")
    return file


def tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise unittest.SkipTest(f"skipped: {name} is not installed")
    return path


def run(*command, **options) -> subprocess.CompletedProcess:
    """Runs to the end and keeps stdout and stderr together as text."""
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


@contextlib.contextmanager
def temporary_folder():
    with tempfile.TemporaryDirectory(prefix="assay test ") as folder:
        yield pathlib.Path(folder)


def main() -> None:
    result = unittest.main(exit=False, verbosity=1).result
    if not result.wasSuccessful():
        sys.exit(1)
    for _, reason in result.skipped:
        print(reason)
    sys.exit(SKIPPED if result.skipped and len(result.skipped) == result.testsRun else 0)
