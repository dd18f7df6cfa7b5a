"""Who may include whom: the table of docs/architecture.md, and a violation that must be noticed."""

import pathlib
import re
import unittest

import host

# The first folder that fits decides. Patterns of files; `{family}` stands for the family's own folder.
MAY_INCLUDE = {
    "expectations/": ["expectations/"],
    "kernels/ptx/": ["kernels/ptx/"],
    "kernels/encoding/": ["kernels/encoding/"],
    "kernels/{family}/": ["kernels/(ptx|encoding|memory)/", "kernels/{family}/"],
    "fixtures/device/": ["fixtures/device/", "fixtures/recording/"],
    "fixtures/recording/": ["fixtures/recording/", "expectations/parameters.h"],
    "fixtures/estimate/": ["fixtures/estimate/", "fixtures/recording/", "expectations/parameters.h"],
    "fixtures/verdict/": ["fixtures/(verdict|estimate|recording)/", "expectations/"],
    "fixtures/report/": ["fixtures/(report|verdict|estimate|recording)/", "expectations/"],
    "fixtures/sweep/": ["fixtures/(sweep|device|estimate|recording)/", "expectations/parameters.h"],
    "fixtures/claim/": ["fixtures/", "expectations/"],
    "conformance/{family}/": [r"conformance/({family}/|\w+\.h)", "fixtures/", "expectations/", "kernels/encoding/"],
    "conformance/": ["conformance/", "fixtures/", "expectations/"],
    "ctest/": ["ctest/", "conformance/", "fixtures/", "expectations/"],
}
OURS = re.compile(r"^(expectations|fixtures|kernels|conformance|ctest)/")
CUDA = re.compile(r"^(cuda|nvml|cupti|cooperative_groups|curand|cublas|device_launch)")
# Those who know both kernels and fixtures: the sweeps, and the bench and the clock meter that they share.
SWEEPS = re.compile(r"^conformance/(\w+/\w+_(sweeps?|bench)(_test)?|sweep_main|clock_meter)\.(h|cpp)$")
MAY_USE_CUDA = re.compile(r"^(kernels|fixtures/device|fixtures/sweep)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def allowed_patterns(file: str) -> list[str]:
    for folder, patterns in MAY_INCLUDE.items():
        match = re.match(folder.replace("{family}", r"(?P<family>\w+)"), file)
        if match:
            family = match.groupdict().get("family", "")
            return [pattern.replace("{family}", family) for pattern in patterns]
    raise AssertionError(f"{file}: no layer; add its folder to the table in {__file__}")


def fault(file: str, included: str) -> str:
    """Why `file` may not include `included`; empty when it may."""
    if CUDA.match(included) and not (MAY_USE_CUDA.match(file) or SWEEPS.match(file)):
        return f"{file} includes <{included}>: this layer is free of CUDA"
    if not OURS.match(included):
        return ""
    allowed = allowed_patterns(file)
    if SWEEPS.match(file):
        allowed.append("kernels/")
    if any(re.match(pattern, included) for pattern in allowed):
        return ""
    return f"{file} includes {included}: its layer may include only {', '.join(allowed)}"


def faults(root: pathlib.Path, files: list[pathlib.Path]) -> list[str]:
    found = []
    for file in files:
        for included in INCLUDE.findall(file.read_text(encoding="utf-8")):
            found.append(fault(file.relative_to(root).as_posix(), included))
    return [each for each in found if each]


class Layers(unittest.TestCase):
    def test_every_include_goes_downwards(self):
        files = host.sources("*.h", "*.cpp", "*.cu", "*.cuh")
        self.assertTrue(files)
        self.assertEqual(faults(host.SOURCE, files), [])

    def test_a_violation_is_noticed(self):
        planted = {
            "fixtures/estimate/a.cpp": '#include "fixtures/verdict/verdict.h"',
            "fixtures/verdict/a.cpp": "#include <cuda_runtime.h>",
            "kernels/mma/a.cu": '#include "fixtures/recording/recording.h"',
            "kernels/mma/b.cu": '#include "kernels/async_copy/async_copy.h"',
            "conformance/mma/mma_claims.cpp": '#include "kernels/mma/mma.h"',
            "conformance/mma/mma_model.cpp": '#include "conformance/l2/l2_model.h"',
            "ctest/tool/run.cpp": '#  include "kernels/mma/mma.h"',
        }
        fine = {
            "conformance/mma/mma_sweeps.cpp": '#include "kernels/mma/mma.h"\n#include <cuda_runtime.h>',
            "kernels/mma/c.cu": '#include "kernels/ptx/mma.cuh"',
        }
        with host.temporary_folder() as root:
            for name, text in (planted | fine).items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            found = faults(root, sorted(file for file in root.rglob("*") if file.is_file()))
        self.assertEqual(sorted(each.split()[0] for each in found), sorted(planted))

    def test_a_new_folder_needs_a_layer(self):
        with self.assertRaises(AssertionError):
            fault("fixtures/novelty/a.cpp", "fixtures/recording/recording.h")


if __name__ == "__main__":
    host.main()
