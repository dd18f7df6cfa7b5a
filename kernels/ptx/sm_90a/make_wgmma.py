#!/usr/bin/env python3
"""Writes wgmma.mma_async for every format, N and operand layout: inline assembly cannot be put together by a template.

    make_wgmma.py > wgmma_instructions.cuh

Each becomes a specialisation Wgmma<Format, N, Layout> with issue(accumulators, a, b): one asynchronous instruction that adds
A (64 x K) times B (K x N) to the accumulators. PTX ISA 8.0, sm_90a.
"""
# format: (accumulator type, A and B type, K, C++ type of an accumulator register, its constraint, immediates after scale-d)
FORMATS = {
    "f16": ("f32", "f16", 16, "float", "f", True),
    "f16_in_f16": ("f16", "f16", 16, "std::uint32_t", "r", True),
    "bf16": ("f32", "bf16", 16, "float", "f", True),
    "tf32": ("f32", "tf32", 8, "float", "f", False),
    "e4m3": ("f32", "e4m3", 32, "float", "f", False),
    "e5m2": ("f32", "e5m2", 32, "float", "f", False),
    "s8": ("s32", "s8", 32, "std::int32_t", "r", None),
    "u8": ("s32", "u8", 32, "std::int32_t", "r", None),
}
WIDTHS = [8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256]


def immediates(transposable, registers):
    """Scale of A and B (floats), then their transposition (16-bit formats; A in registers has none)."""
    if transposable is None:
        return ""
    scale = ", 1, 1"
    return scale + (", 0" if registers else ", 0, 0") if transposable else scale


def instruction(name, n, registers):
    accumulator, operand, k, cpp, constraint, transposable = FORMATS[name]
    count = n // 4 if accumulator == "f16" else n // 2
    d = ", ".join(f"%{i}" for i in range(count))
    a = "{" + ", ".join(f"%{count + i}" for i in range(4)) + "}" if registers else f"%{count}"
    b = f"%{count + (4 if registers else 1)}"
    outputs = ", ".join(f'"+{constraint}"(d[{i}])' for i in range(count))
    inputs = ", ".join(f'"r"(a[{i}])' for i in range(4)) if registers else '"l"(a)'
    argument = "const std::uint32_t (&a)[4]" if registers else "std::uint64_t a"
    layout = "registers" if registers else "shared"
    return f"""template <>
struct Wgmma<WgmmaFormat::{name}, {n}, WgmmaA::{layout}> {{
  static constexpr int k = {k}, registers = {count};
  using Register = {cpp};
  __device__ __forceinline__ static void issue(Register (&d)[registers], {argument}, std::uint64_t b) {{
    asm volatile(
        "{{\\n\\t.reg .pred p;\\n\\tsetp.eq.u32 p, 0, 0;\\n\\t"
        "wgmma.mma_async.sync.aligned.m64n{n}k{k}.{accumulator}.{operand}.{operand} "
        "{{{d}}}, {a}, {b}, p{immediates(transposable, registers)};\\n\\t}}"
        : {outputs}
        : {inputs}, "l"(b));
  }}
}};
"""


def main():
    print("// Made by make_wgmma.py; do not edit.\n#pragma once\n\nnamespace assay::ptx {\n")
    for name, (_, _, _, _, _, transposable) in FORMATS.items():
        for n in WIDTHS:
            for registers in (False, True):
                print(instruction(name, n, registers))
    print("}  // namespace assay::ptx")


if __name__ == "__main__":
    main()
