"""Scores with which a match cannot end: all of those, and none with which one was played."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.findings import Finding, FindingKind
from pitch.league.fixtures import EnteredResult, PlayedMatch
from pitch.league.formats import Format
from pitch.league.leagues import League
from pitch.league.scores import final_scores
from pitch.match import matches, sheets
from pitch.match.matches import Adjustment, Hand
from pitch.rules import rulesets
from pitch.rules.choices import GoingOut
from pitch.rules.options import Options
from pitch.rules.rulesets import RuleSet
from pitchkeeper.messages import languages
from tests.support.hands import claim_points
from tests.support.oracles import folding, small_matches, walks
from tests.support.oracles.folding import Played, Ways
from tests.support.searches import share, some


def random_hand(chance: random.Random) -> Played:
    """A hand of two sides by its points."""
    pitching, bid = chance.randrange(2), chance.choice([2, 3, 4])
    points = [chance.choice([0, 1]), chance.choice([0, 1]), chance.choice([0, 1, None]), 0]
    deltas = [points.count(0), points.count(1)]
    is_success = deltas[pitching] >= bid
    if not is_success:
        deltas[pitching] = -bid
    return Played("scored", pitching, is_success, slam=False, deltas=deltas, points=points)


WAYS: Final = pytest.mark.parametrize(
    ("preset", "options", "ways"),
    [
        ("singaporemahjong", Options(), Ways(11, None, "made_first")),
        ("mb-lounge", Options(), Ways(11, None, "made_only")),
        ("mb-lounge", Options(going_out=GoingOut.PITCHER_ONLY), Ways(11, None, "pitcher")),
        ("mb-lounge", Options(going_out=GoingOut.ANYONE), Ways(11, None, "anyone")),
        ("mb-lounge", Options(hands=6), Ways(None, 6, "anyone")),
        (
            "singaporemahjong",
            Options(negative_scores=False),
            Ways(11, None, "made_first", floor=True),
        ),
        ("setback", Options(), Ways(7, None, "anyone", count=True)),
    ],
)
SEEDS: Final = settings(max_examples=share(200), derandomize=True, database=None)
Extra = tuple[int, int, int]
"""A side, the points that it is given, and after which hand."""


def find(ruleset: RuleSet, match: PlayedMatch) -> tuple[Finding, ...]:
    league = League(ruleset=ruleset, format=Format(), entrants=())
    return tuple(final_scores.find(league, EnteredResult(matches=(match,))))


def kinds(ruleset: RuleSet, match: PlayedMatch) -> set[FindingKind]:
    return {finding.kind for finding in find(ruleset, match)}


def random_match(
    ways: Ways, chance: random.Random, extras: Sequence[Extra] = ()
) -> Iterator[PlayedMatch]:
    """A match after each of its hands, until somebody has won."""
    hands = list[Played]()
    for _ in range(60):
        hands.append(random_hand(chance))
        outcome = folding.fold(ways, hands, players=2, first_dealer=0, extras=extras)
        winner = outcome.winner[0] if outcome.winner else None
        yield PlayedMatch(winner=winner, scores=tuple(outcome.scores))
        if winner is not None:
            return


@WAYS
@SEEDS
@given(seed=st.integers(0, 2**32))
def test_a_match_without_given_points_is_never_odd(
    preset: str, options: Options, ways: Ways, seed: int
) -> None:
    chance = random.Random(seed)
    extras = [(chance.randrange(2), -chance.randrange(1, 4), chance.randrange(12)) for _ in "abc"]
    ruleset = rulesets.preset(preset).house_rules(options)
    played = random_match(ways, chance, chance.choice([(), extras]))
    for match in islice(played, ways.hands):  # ties that are played on are odd
        assert kinds(ruleset, match) == set()


@WAYS
@SEEDS
@given(seed=st.integers(0, 2**32))
def test_a_match_with_given_points_is_never_impossible(
    preset: str, options: Options, ways: Ways, seed: int
) -> None:
    """Manual penalties or handicaps void the lemmas of play."""
    chance = random.Random(seed)
    extras = [(chance.randrange(2), chance.randint(-20, 30), chance.randrange(9)) for _ in "abcd"]
    ruleset = rulesets.preset(preset).house_rules(options)
    for match in random_match(ways, chance, extras):
        assert kinds(ruleset, match) <= {FindingKind.SUSPICIOUS}


@pytest.mark.search
@pytest.mark.parametrize("name", some(list(small_matches.KINDS), 3))
def test_scores_are_flagged_exactly_if_no_match_can_end_with_them(name: str) -> None:
    small = small_matches.KINDS[name]
    ruleset, ends = small_matches.ruleset(small), small_matches.ends(name)
    odd_ends = small_matches.ends_if_given(name)
    looked_at = range(small.low, 9)
    for winner, first, second in product((0, 1, None), looked_at, looked_at):
        end, match = (winner, first, second), PlayedMatch(winner=winner, scores=(first, second))
        if end in ends:
            expectation = set[FindingKind]()
        elif end in odd_ends:
            expectation = {FindingKind.SUSPICIOUS}
        else:
            expectation = {FindingKind.ARITHMETIC}
        if small.ways.hands is None:
            assert kinds(ruleset, match) == expectation, match
        else:
            assert kinds(ruleset, match) - {FindingKind.SUSPICIOUS} == expectation, match


@pytest.mark.parametrize("name", ["two hands", "two hands, from zero", "two hands, with a slam"])
def test_scores_are_odd_exactly_if_so_many_hands_cannot_pay_them(name: str) -> None:
    """Ties that were played on are odd too; slams, and that nobody won, bound scores less well."""
    small = small_matches.KINDS[name]
    ruleset, ends = small_matches.ruleset(small), walks.ends(small, plays_on=False)
    looked_at = range(small.low, 13)
    for winner, first, second in product((0, 1, None), looked_at, looked_at):
        findings = kinds(ruleset, PlayedMatch(winner=winner, scores=(first, second)))
        if (winner, first, second) in ends:
            assert findings == set()
        elif winner is not None and small.slam is None:
            assert findings, (winner, first, second)


def test_a_handicap_ends_a_match_beyond_what_hands_pay() -> None:
    """One hand, and thirty points with it: the sheet says 34 : 0, so nobody else may deny it."""
    ruleset = rulesets.preset("singaporemahjong")
    match = matches.Match.open(ruleset, ("Ann", "Bob", "Cid", "Dee"), None, first_dealer=0)
    hands = [Hand(number=1, record=claim_points(0, "four", "0000"))]
    given_points = Adjustment(side=0, points=30, reason="handicap", after_hand=1)
    sheet = sheets.fold_sheet(match, hands, [given_points])
    assert sheet.winner is not None
    final = PlayedMatch(winner=sheet.winner.side, scores=sheet.scores)
    (finding,) = find(ruleset, final)
    assert (final.scores, finding.kind) == ((34, 0), FindingKind.SUSPICIOUS)
    assert languages.text(finding.message) == (
        "Match 1: no last hand to 11 leaves 34 to 0, unless points were given, as for a handicap."
    )


def test_eleven_all_can_be_final() -> None:
    """A pitcher who made the bid wins with 11 whatever the others have."""
    ruleset = rulesets.preset("singaporemahjong")
    match = matches.Match.open(ruleset, ("Ann", "Bob", "Cid", "Dee"), None, first_dealer=0)
    records = [
        *[claim_points(0, "four", "0000"), claim_points(1, "four", "1111")] * 2,
        claim_points(1, "two", "11-0"),
        claim_points(0, "two", "00-1"),
    ]
    sheet = sheets.fold_sheet(
        match, [Hand(number=n, record=record) for n, record in enumerate(records, 1)]
    )
    assert sheet.winner is not None
    assert (sheet.winner.side, sheet.scores) == (0, (11, 11))
    final = PlayedMatch(winner=sheet.winner.side, scores=(11, 11))
    assert find(ruleset, final) == ()
