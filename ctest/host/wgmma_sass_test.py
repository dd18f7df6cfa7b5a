"""The timed code of every wgmma kernel: its instruction in the expected count, the waits it says, and nothing that competes."""

import os
import re
import unittest

import host

FORMATS = {  # of ptx::WgmmaFormat in its order: mnemonic, K
    "f16": ("HGMMA", 16), "f16_in_f16": ("HGMMA", 16), "bf16": ("HGMMA", 16), "tf32": ("HGMMA", 8),
    "e4m3": ("QGMMA", 32), "e5m2": ("QGMMA", 32), "s8": ("IGMMA", 32), "u8": ("IGMMA", 32)}
KERNEL = re.compile(r"void assay::kernels::(stream|batch|steady)<\(assay::ptx::WgmmaFormat\)(\d), (\d+), "
                    r"\(assay::ptx::WgmmaA\)(\d)(?:, (\d+))?(?:, (\d+))?>")
INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,5}\*/\s+(?:@!?U?P\d+\s+)?(.*?)\s*;", re.MULTILINE)
MEMORY = re.compile(r"^(LD|ST|LDS|STS|LDG|STG|LDL|STL|ATOM|RED)\b")


def counts(kernel: str, first: str, second: str) -> tuple[int, int, set[int]]:
    """Matrix instructions and groups in the timed code, and how many groups each wait leaves in flight."""
    if kernel == "stream":
        return 16, 2, {0}  # eight before the loop and eight a trip
    if kernel == "batch":
        return int(first), 1, {0}
    return int(first) * int(second), int(first), {0, int(first) - 1}


def fault(name: str, sass: str) -> str:
    """What is wrong with a kernel, given its demangled name and its SASS; empty when nothing is."""
    kernel, number, n, in_registers, first, second = KERNEL.match(name).groups()
    mnemonic, k = list(FORMATS.values())[int(number)]
    code = INSTRUCTION.findall(sass)
    if any(re.match(r"(LDL|STL)\b", each) for each in code):
        return "it spills"
    clocks = [i for i, each in enumerate(code) if "SR_CLOCKLO" in each]
    if len(clocks) != 2:
        return f"{len(clocks)} clock reads instead of 2"
    timed = code[clocks[0] + 1:clocks[1]]
    instructions, groups, waits = counts(kernel, first, second)
    matrix = [each for each in timed if "GMMA." in each]
    if any(not each.startswith(f"{mnemonic}.64x{n}x{k}.") for each in matrix):
        return f"not only {mnemonic}.64x{n}x{k}: {matrix}"
    if len(matrix) != instructions or sum("gsb0" in each for each in matrix) != groups:
        return f"{len(matrix)} instructions instead of {instructions}, or not {groups} groups"
    if any(("gdesc" in each.split(",")[1]) == (in_registers == "1") for each in matrix):
        return "A comes from elsewhere"
    found = {int(each.split()[-1], 16) for each in timed if each.startswith("WARPGROUP.DEPBAR")}
    if found != waits:
        return f"waits until {found} groups are in flight instead of {waits}"
    if any(MEMORY.match(each) for each in timed):
        return "memory is accessed in what is timed"
    return ""


RIGHT = """
        /*0010*/                   CS2R R2, SR_CLOCKLO ;
        /*0020*/                   WARPGROUP.ARRIVE ;
        /*0030*/                   HGMMA.64x128x16.F32 R24, gdesc[UR8], R24 ;
        /*0040*/                   HGMMA.64x128x16.F32 R24, gdesc[UR8], R24, gsb0 ;
        /*0050*/                   WARPGROUP.DEPBAR.LE gsb0, 0x0 ;
        /*0060*/              @!P0 BRA 0x30 ;
        /*0070*/                   CS2R R6, SR_CLOCKLO ;
"""
NAME = "void assay::kernels::batch<(assay::ptx::WgmmaFormat)0, 128, (assay::ptx::WgmmaA)0, 2>(assay::...)"


class WgmmaSass(unittest.TestCase):
    def test_faults_are_seen(self):
        self.assertEqual(fault(NAME, RIGHT), "")
        for right, wrong, words in (
                ("HGMMA.64x128x16", "HGMMA.64x64x16", "not only HGMMA.64x128x16"),
                ("HGMMA", "QGMMA", "not only"),
                ("R24, gdesc[UR8], R24 ;", "R24, gdesc[UR8], R24, gsb0 ;", "or not 1 groups"),
                ("gdesc[UR8], R24 ;", "gdesc[UR8], R24 ;\n        /*0031*/   HGMMA.64x128x16.F32 R24, gdesc[UR8], R24 ;",
                 "3 instructions instead of 2"),
                ("R24, gdesc[UR8], R24 ;", "R24, R88, gdesc[UR8], R24 ;", "A comes from elsewhere"),
                ("gsb0, 0x0", "gsb0, 0x1", "waits until {1}"),
                ("WARPGROUP.ARRIVE", "LDG.E R4, [R2]", "memory is accessed"),
                ("WARPGROUP.ARRIVE", "STL [R1], R4", "it spills"),
                ("CS2R R6, SR_CLOCKLO", "NOP", "1 clock reads")):
            with self.subTest(words):
                self.assertIn(words, fault(NAME, RIGHT.replace(right, wrong)))

    def test_every_kernel(self):
        cuobjdump = os.environ.get("ASSAY_CUOBJDUMP") or host.tool("cuobjdump")
        text = host.run(cuobjdump, "-sass", "-arch", "sm_90a", host.program("assay-sweep")).stdout
        names = host.run(host.tool("c++filt"), input=text).stdout
        kernels = re.split(r"^\s+Function : ", names, flags=re.MULTILINE)[1:]
        faults, seen = [], {}
        for each in kernels:
            name, _, sass = each.partition("\n")
            if match := KERNEL.match(name):
                seen[match[1]] = seen.get(match[1], 0) + 1
                if found := fault(name, sass):
                    faults.append(f"{name}: {found}")
        self.assertEqual(faults, [])
        self.assertEqual(seen, {"stream": 8 * 2 * 14, "batch": 8 * 2 * 14 + 5 * 2 * 3 * 9, "steady": 4 * 2 * 3 * 9})


if __name__ == "__main__":
    host.main()
