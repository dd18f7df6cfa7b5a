#!/usr/bin/env python3
"""One honest line about CTest's JUnit files: 'N passed, N failed, N skipped', alone on the last line.

CTest's own closing line counts a skipped test among the passed ones, and its JUnit counts what could not run (missing
program, failed fixture) among the skipped ones. Here only a declared skip is a skip, and its reason is printed.
Exit code 1 when a test failed or none passed.
"""

import sys
import xml.etree.ElementTree as xml


def outcome(case: xml.Element) -> str:
    skipped = case.find("skipped")
    if case.get("status") == "run":
        return "passed"
    if skipped is not None and skipped.get("message", "").startswith("SKIP_"):
        return "skipped"
    return "failed"


def reason(case: xml.Element) -> str:
    """What a skipped test said last."""
    lines = [line.strip() for line in case.findtext("system-out", "").splitlines() if line.strip()]
    told = [line for line in lines if "skip" in line.lower() and not line.startswith("[")]
    return (told or lines or ["it gave no reason"])[-1]


def main(files: list[str]) -> int:
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for file in files:
        try:
            cases = xml.parse(file).getroot().iter("testcase")
        except (OSError, xml.ParseError) as error:
            print(f"{file}: {error}; ctest wrote no result")
            counts["failed"] += 1
            continue
        for case in cases:
            result = outcome(case)
            counts[result] += 1
            if result != "passed":
                print(f"{result}: {case.get('name')}" + (f": {reason(case)}" if result == "skipped" else ""))
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))
    return 0 if counts["failed"] == 0 and counts["passed"] > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
