"""What the programs need of a machine: a glibc, no CUDA in assay-claims, and no code that a driver would have to compile."""

import os
import platform
import re
import unittest

import host

FLOOR = (2, 35)  # promised in README.md
PROGRAMS = ("assay", "assay-claims", "assay-sweep")
TARGETS = {"sm_90a", "sm_100a", "sm_103a"}


def glibc_needed(text: str) -> tuple[int, ...]:
    """The highest GLIBC_x.y among the symbols that `objdump -T` lists."""
    return max(tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([0-9.]+)", text))


class Binaries(unittest.TestCase):
    def test_glibc_floor(self):
        here = tuple(map(int, platform.libc_ver()[1].split(".")))
        for name in PROGRAMS:
            with self.subTest(name):
                needed = glibc_needed(host.run(host.tool("objdump"), "-T", host.program(name)).stdout)
                print(f"{name} needs glibc {'.'.join(map(str, needed))}")
                if here <= (2, 36):  # a newer one lends its own symbols: a package for others is made on Debian 12
                    self.assertLessEqual(needed, FLOOR)

    def test_the_floor_is_read_right(self):
        self.assertEqual(glibc_needed("GLIBC_2.9) x\n(GLIBC_2.36) arc4random\nGLIBC_2.4"), (2, 36))

    def test_only_libraries_of_glibc(self):
        for name in PROGRAMS:
            with self.subTest(name):
                listed = host.run(host.tool("objdump"), "-p", host.program(name)).stdout
                needed = set(re.findall(r"NEEDED\s+(\S+)", listed))
                self.assertLessEqual(needed, {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1",
                                              "ld-linux-x86-64.so.2"})

    def test_claims_link_no_cuda(self):
        symbols = host.run("nm", "-C", host.program("assay-claims")).stdout
        self.assertIn("assay::", symbols)
        self.assertNotRegex(symbols, r"\b(cuda|cu|nvml)[A-Z]\w+\n")
        self.assertRegex(host.run("nm", "-C", host.program("assay-sweep")).stdout, r"\bcuda[A-Z]\w+\n")  # it can fail

    def test_real_targets_only(self):
        cuobjdump = os.environ.get("ASSAY_CUOBJDUMP") or host.tool("cuobjdump")
        sweep = host.program("assay-sweep")
        self.assertNotRegex(host.run(cuobjdump, "--list-ptx", sweep).stdout, r"PTX file +\d")
        listed = host.run(cuobjdump, "--list-elf", sweep).stdout
        self.assertEqual(set(re.findall(r"\.(sm_\w+)\.cubin", listed)), TARGETS)


if __name__ == "__main__":
    host.main()
