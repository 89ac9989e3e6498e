"""A rating grows with wins, gets surer with matches, and begins the same for everybody."""

import random

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from pitch.match import ratings
from pitch.match.ratings import Rating

PAIRS = (("Ann", "Cid"), ("Bob", "Dee"))
ALONE = (("Ann",), ("Bob",), ("Cid",))


def test_who_wins_gains_and_who_loses_loses_as_much() -> None:
    rated = ratings.rate_players([(PAIRS, 0)])
    assert rated["Ann"] == rated["Cid"]
    assert rated["Bob"] == rated["Dee"]
    assert rated["Ann"].skill > Rating().skill > rated["Bob"].skill
    assert round(rated["Ann"].skill + rated["Bob"].skill, 9) == 2 * Rating().skill == 50


def test_every_match_makes_a_rating_surer() -> None:
    unsure = [ratings.rate_players([(PAIRS, 0)] * many)["Ann"].uncertainty for many in range(1, 6)]
    assert unsure == sorted(unsure, reverse=True)
    assert unsure[0] < Rating().uncertainty


def test_those_who_did_not_win_are_equal() -> None:
    rated = ratings.rate_players([(ALONE, 1)])
    assert rated["Ann"] == rated["Cid"]
    assert rated["Bob"].skill > rated["Ann"].skill


def test_to_beat_the_stronger_is_worth_more() -> None:
    before = [(PAIRS, 0)] * 5
    rated = ratings.rate_players([*before, ((("Eve",), ("Ann",)), 0)])
    other = ratings.rate_players([*before, ((("Eve",), ("Bob",)), 0)])
    assert rated["Eve"].skill > other["Eve"].skill


def test_without_matches_nobody_is_rated() -> None:
    assert ratings.rate_players([]) == {}


def test_a_rating_is_to_the_last_bit_what_openskill_says_of_copies() -> None:
    """Also when there are many sides, and when all guests of one name are one player."""
    chance, model = random.Random(3), PlackettLuce()
    copied: dict[str, PlackettLuceRating] = {}
    matches = []
    for _ in range(300):
        sides = tuple(tuple(chance.choices("abcdefgh", k=2)) for _ in range(chance.randint(2, 4)))
        winner = chance.randrange(len(sides))
        matches.append((sides, winner))
        teams = [[copied.get(name) or model.rating() for name in side] for side in sides]
        ranks = [1.0 if place == winner else 2.0 for place in range(len(sides))]
        for side, team in zip(sides, model.rate(teams, ranks=ranks), strict=True):
            copied.update(zip(side, team, strict=True))
    expectation = {name: Rating(rating.mu, rating.sigma) for name, rating in copied.items()}
    assert ratings.rate_players(matches) == expectation
