"""The checker of proofs accepts a proof that follows, and no other."""

import pytest

from tests.support import lrat
from tests.support.lrat import ProofRefused

FORMULA = """c At least two of three, and never two at once.
p cnf 3 6
1 2 0 1 3 0 2 3 0
-1 -2 0
-1 -3 0
-2 -3 0
"""
PROOF = """c Without 1 there would be 2 and 3; with it there is neither.
7 1 0 1 2 6 0
7 d 1 2 0
8 0 7 4 5 3 0
"""


def test_a_proof_that_follows_is_accepted() -> None:
    lrat.check(FORMULA, PROOF)


@pytest.mark.parametrize(
    ("line", "replacement", "reason"),
    [
        ("7 1 0", "7 -1 0", "no literal"),
        ("1 2 6 0", "1 6 0", "no contradiction"),
        ("1 2 6 0", "6 1 2 0", "no literal"),
        ("1 2 6 0", "1 2 6 3 0", "after the contradiction"),
        ("1 2 6 0", "-1 2 6 0", "unit propagation"),
        ("1 2 6 0", "1 2 6", "one zero"),
        ("1 2 6 0", "1 2 0 6 0", "one zero"),
        ("1 2 6 0", "1 2 9 0", "9"),
        ("d 1 2 0", "d 3 0", "3"),
        ("8 0 7", "7 0 7", "not above 7"),
        ("8 0 7 4 5 3 0", "", "before the empty clause"),
        ("8 0", "eight 0", "eight"),
    ],
)
def test_a_changed_proof_is_refused(line: str, replacement: str, reason: str) -> None:
    assert PROOF.count(line) == 1
    with pytest.raises(ProofRefused, match=reason):
        lrat.check(FORMULA, PROOF.replace(line, replacement))


@pytest.mark.parametrize(
    ("line", "replacement"),
    [("3 6", "2 6"), ("3 6", "3 7"), ("-2 -3 0", "-2 -3"), ("p cnf", "p sat"), ("1 2 0", "1 x 0")],
)
def test_a_formula_that_is_not_one_is_refused(line: str, replacement: str) -> None:
    with pytest.raises(ProofRefused, match=r"formula|header"):
        lrat.check(FORMULA.replace(line, replacement, 1), PROOF)


def test_another_formula_is_not_shown_by_the_same_proof() -> None:
    with pytest.raises(ProofRefused, match="no contradiction"):
        lrat.check(FORMULA.replace("-2 -3 0", "-2 3 0"), PROOF)
