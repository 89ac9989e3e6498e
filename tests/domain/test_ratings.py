"""A rating grows with wins, gets surer with matches, and begins the same for everybody."""

from domain import ratings
from domain.ratings import Rating

PAIRS = (("Ann", "Cid"), ("Bob", "Dee"))
ALONE = (("Ann",), ("Bob",), ("Cid",))


def test_who_wins_gains_and_who_loses_loses_as_much() -> None:
    rated = ratings.rated([(PAIRS, 0)])
    assert rated["Ann"] == rated["Cid"]
    assert rated["Bob"] == rated["Dee"]
    assert rated["Ann"].skill > Rating().skill > rated["Bob"].skill
    assert round(rated["Ann"].skill + rated["Bob"].skill, 9) == 2 * Rating().skill == 50


def test_every_match_makes_a_rating_surer() -> None:
    unsure = [ratings.rated([(PAIRS, 0)] * many)["Ann"].uncertainty for many in range(1, 6)]
    assert unsure == sorted(unsure, reverse=True)
    assert unsure[0] < Rating().uncertainty


def test_those_who_did_not_win_are_equal() -> None:
    rated = ratings.rated([(ALONE, 1)])
    assert rated["Ann"] == rated["Cid"]
    assert rated["Bob"].skill > rated["Ann"].skill


def test_to_beat_the_stronger_is_worth_more() -> None:
    before = [(PAIRS, 0)] * 5
    rated = ratings.rated([*before, ((("Eve",), ("Ann",)), 0)])
    other = ratings.rated([*before, ((("Eve",), ("Bob",)), 0)])
    assert rated["Eve"].skill > other["Eve"].skill


def test_without_matches_nobody_is_rated() -> None:
    assert ratings.rated([]) == {}
