"""The code of every tcgen05 kernel: the instruction of its kind in the expected count, for one CTA or a pair, and tensor memory
taken and given back. There is no Blackwell here to run them on, so this and the compiler are what holds them."""

import os
import re
import unittest

import host

KINDS = ("f16", "tf32", "f8f6f4", "i8", "mxf8f6f4", "mxf4", "mxf4nvf4")  # ptx::Tcgen05Kind in its order
MNEMONICS = {"f16": "UTCHMMA", "tf32": "UTCHMMA", "f8f6f4": "UTCQMMA", "i8": "UTCIMMA", "mxf8f6f4": "UTCQMMA",
             "mxf4": "UTCOMMA", "mxf4nvf4": "UTCOMMA"}
LOOP = re.compile(r"void assay::kernels::tcgen05_loop<assay::kernels::Tcgen05Instruction<\(assay::ptx::Tcgen05Kind\)(\d), "
                  r"(\d+), (\d), \(assay::ptx::Tcgen05A\)(\d)> ?>")
INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,5}\*/\s+(?:@!?U?P\d+\s+)?(.*?)\s*;", re.MULTILINE)
MEMORY = re.compile(r"^(LD|ST|LDS|STS|LDG|STG|LDL|STL|ATOM|ATOMS|RED|LDTM|STTM|UTCCP)\b")
# What is timed: batches of 1 to 10 in straight line, eight a trip of the stream, one a trip of the steady state.
TIMED = sorted([*range(1, 11), 8, 1])
OF_ARCHITECTURE = {  # kernels by kind: two groups and two places of A, twice for the two block sizes
    "sm_100a": {"f16": 4, "tf32": 4, "f8f6f4": 4, "i8": 4, "mxf8f6f4": 4, "mxf4": 4, "mxf4nvf4": 8},
    "sm_103a": {"f16": 4, "tf32": 4, "f8f6f4": 4, "mxf8f6f4": 4, "mxf4": 4, "mxf4nvf4": 8}}


def timed_sections(code: list[str]) -> list[list[str]]:
    """What lies between each first and second clock read."""
    clocks = [i for i, each in enumerate(code) if "SR_CLOCKLO" in each]
    return [code[first + 1:second] for first, second in zip(clocks[::2], clocks[1::2])]


def fault_of_matrix_instruction(text: str, kind: str, block: int, pair: bool, a_in_tensor_memory: bool) -> str:
    mnemonic, _, operands = text.partition(" ")
    expected = MNEMONICS[kind] + (".2CTA" if pair else "") + (".4X" if block == 16 else "")
    if mnemonic.replace(".BLOCK16", ".4X") != expected:  # sm_103a spells it so
        return f"{mnemonic} instead of {expected}"
    if operands.startswith("tmem" if not a_in_tensor_memory else "gdesc"):
        return "A comes from elsewhere"
    if operands.count("tmem[") - a_in_tensor_memory - 2 != (block > 0):  # D and what belongs to the descriptor
        return "not the operands of its kind: " + text
    return ""


def fault(name: str, sass: str) -> str:
    """What is wrong with a kernel, given its demangled name and its SASS; empty when nothing is."""
    number, block, group, in_tensor_memory = map(int, LOOP.match(name).groups())
    kind, pair = KINDS[number], group == 2
    code = INSTRUCTION.findall(sass)
    if any(re.match(r"(LDL|STL)\b", each) for each in code):
        return "it spills"
    if any((".2CTA" in each) != pair for each in code if re.match(r"UTC(\w+MMA|BAR|CP)\b", each)):
        return "cta_group is not the same throughout"
    sections = timed_sections(code)
    matrix = [[each for each in section if re.match(r"UTC\w+MMA", each)] for section in sections]
    if sorted(map(len, matrix)) != TIMED:
        return f"timed sections hold {sorted(map(len, matrix))} instructions instead of {TIMED}"
    for section, instructions in zip(sections, matrix):
        faults = {fault_of_matrix_instruction(each, kind, block, pair, bool(in_tensor_memory)) for each in instructions}
        faults.discard("")
        if faults:
            return "; ".join(sorted(faults))
        if any(not each.endswith(", UPT") for each in instructions):
            return "a timed instruction does not add to D"
        if sum(each.startswith("UTCBAR") for each in section) != 1:
            return "not one commit for what is timed"
        if any(MEMORY.match(each) for each in section):
            return "memory is accessed in what is timed"
    if sum(bool(re.match(r"UTC\w+MMA", each)) for each in code) != sum(TIMED) + 1:
        return "not one instruction that is not timed"
    return fault_of_allocation(code)


def fault_of_allocation(code: list[str]) -> str:
    taken = any(each.startswith("UTCATOMSWS") and "FIND_AND_SET" in each for each in code)
    given_back = any(each.startswith("UTCATOMSWS.AND") for each in code)
    return "" if taken and given_back else "tensor memory is not taken and given back"


def kernels(archive, architecture: str) -> dict[str, str]:
    """SASS by demangled name."""
    cuobjdump = os.environ.get("ASSAY_CUOBJDUMP") or host.tool("cuobjdump")
    text = host.run(cuobjdump, "-sass", "-arch", architecture, archive).stdout
    listed = host.run(host.tool("c++filt"), input=text).stdout
    found = re.split(r"^\s+Function : ", listed, flags=re.MULTILINE)[1:]
    return {name: sass for name, _, sass in (each.partition("\n") for each in found)}


def example() -> str:
    """A right kernel of kind mxf8f6f4, one CTA, A from shared memory."""
    one = "UTCQMMA gdesc[UR4], gdesc[UR10], tmem[UR6], tmem[UR12], idesc[UR13], tmem[UR14], {}"
    lines = ["UTCATOMSWS.FIND_AND_SET.ALIGN UP0, UR4, UR4", one.format("!UPT")]
    for count in TIMED:
        lines += ["CS2R R8, SR_CLOCKLO", *[one.format("UPT")] * count, "UTCBAR [UR9], URZ", "CS2R R4, SR_CLOCKLO"]
    lines.append("UTCATOMSWS.AND URZ, UR4")
    return "".join(f"        /*{16 * i:04x}*/                   {each} ;\n" for i, each in enumerate(lines))


NAME = ("void assay::kernels::tcgen05_loop<assay::kernels::Tcgen05Instruction<(assay::ptx::Tcgen05Kind)4, 32, 1, "
        "(assay::ptx::Tcgen05A)0> >(assay::...)")


class Tcgen05Sass(unittest.TestCase):
    def test_faults_are_seen(self):
        self.assertEqual(fault(NAME, example()), "")
        for right, wrong, words in (
                ("UTCQMMA", "UTCHMMA", "UTCHMMA instead of UTCQMMA"),
                ("UTCQMMA", "UTCQMMA.2CTA", "cta_group is not the same"),
                ("UTCBAR", "UTCBAR.2CTA.MULTICAST", "cta_group is not the same"),
                ("UTCQMMA gdesc[UR4]", "UTCQMMA tmem[UR4]", "A comes from elsewhere"),
                (", tmem[UR14]", "", "not the operands of its kind"),
                (", UPT", ", UP0", "does not add"),
                ("idesc[UR13], tmem[UR14], UPT ;", "idesc[UR13], tmem[UR14], UPT ;\n  /*0001*/  LDS R4, [R2] ;",
                 "memory is accessed"),
                ("UTCBAR [UR9], URZ", "NOP", "not one commit"),
                ("UTCQMMA gdesc[UR4], gdesc[UR10], tmem[UR6], tmem[UR12], idesc[UR13], tmem[UR14], !UPT", "NOP",
                 "not one instruction that is not timed"),
                ("UTCATOMSWS.AND", "NOP", "not taken and given back"),
                ("UTCATOMSWS.FIND_AND_SET", "NOP", "not taken and given back"),
                ("UTCATOMSWS.AND URZ, UR4", "STL [R1], R4", "it spills")):
            with self.subTest(words):
                self.assertIn(words, fault(NAME, example().replace(right, wrong)))
        fewer = re.sub(r"(SR_CLOCKLO ;\n)[^\n]*UTCQMMA[^\n]*\n", r"\1", example(), count=1)
        self.assertIn("timed sections hold [0, 1,", fault(NAME, fewer))
        for other in (NAME.replace("Kind)4, 32", "Kind)2, 0"), NAME.replace("32, 1,", "32, 2,"), NAME.replace("A)0", "A)1"),
                      NAME.replace("Kind)4, 32", "Kind)6, 16")):
            self.assertNotEqual(fault(other, example()), "")

    def test_every_kernel(self):
        archive = host.BUILD / "kernels" / "libassay_kernels_mma.a"
        if not archive.exists():
            self.skipTest("skipped: this build has no kernels")
        for architecture, expected in OF_ARCHITECTURE.items():
            faults, seen, allocations = [], {}, 0
            for name, sass in kernels(archive, architecture).items():
                if match := LOOP.match(name):
                    kind = KINDS[int(match[1])]
                    seen[kind] = seen.get(kind, 0) + 1
                    found = fault(name, sass)
                else:
                    allocations += "ask_twice" in name
                    found = fault_of_allocation(INSTRUCTION.findall(sass))
                if found:
                    faults.append(f"{architecture} {name}: {found}")
            self.assertEqual(faults, [])
            self.assertEqual(seen, expected)
            self.assertEqual(allocations, 1)


if __name__ == "__main__":
    host.main()
