"""Catalogue, tests and entries say the same: every claim has a test, every test a claim, no label hides in another."""

import itertools
import unittest

import host

import entries

OF_THE_SUITE = {"hardware", "replay", "host", "sass"}


def labels_within_labels(labels):
    """Pairs of which `ctest -L first` would also select the second."""
    return [(a, b) for a, b in itertools.permutations(sorted(labels), 2) if a in b]


class Catalogue(unittest.TestCase):
    def setUp(self):
        self.claims = entries.read_claims(host.SOURCE / "expectations")

    def test_every_claim_has_a_test_and_every_test_a_claim(self):
        listed = host.run(host.program("assay-claims"), "--list-claims")
        self.assertEqual(listed.returncode, 0, listed.stdout)
        self.assertEqual(sorted(listed.stdout.split()), sorted(self.claims))

    def test_every_sweep_named_exists(self):
        listed = host.run(host.program("assay-sweep"), "list")
        self.assertEqual(listed.returncode, 0, listed.stdout)
        for name, claim in self.claims.items():
            for sweep in claim["sweeps"]:
                self.assertIn(sweep, listed.stdout, name)

    def test_no_label_hides_in_another(self):
        labels = OF_THE_SUITE.union(*(claim["labels"] for claim in self.claims.values()))
        self.assertEqual(labels_within_labels(labels), [])
        self.assertEqual(labels_within_labels({"mma", "wgmma"}), [("mma", "wgmma")])  # the check can fail

    def test_claims_carry_their_family_and_none_of_the_suite_s_labels(self):
        for name, claim in self.claims.items():
            self.assertIn(claim["sweeps"][0].split(".")[0], claim["labels"], name)
            self.assertFalse(OF_THE_SUITE.intersection(claim["labels"]), name)

    def test_no_number_in_a_name(self):
        for name in self.claims:
            self.assertRegex(name, r"^[A-Z][A-Za-z]*\.[A-Z][A-Za-z]*$")


if __name__ == "__main__":
    host.main()
