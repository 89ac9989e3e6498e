"""The second engine of the family is right itself: sources, legal records, known statistics."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.support.family import hands, playing, points, transcripts
from tests.support.family.books import BOOKS, prairie
from tests.support.family.games import Game
from tests.support.family.hands import Hand
from tests.support.searches import share

GAMES = {**BOOKS, **{f"prairie-smear {n}": prairie(n) for n in range(3, 9)}}


@pytest.mark.parametrize(
    ("record", "bid", "pips", "changes"),
    [
        ("play-smear", "three", (13, 30), (3, 2)),
        ("setback-six", "four", (31, 19), (4, 1)),
        ("pitch31", "6", None, (7, 3)),
    ],
)
def test_legal_records_are_legal_and_score(
    record: str, bid: str, pips: tuple[int, int] | None, changes: tuple[int, int]
) -> None:
    hand = transcripts.LEGAL[record]
    assert playing.faults(hand) == []
    assert points.score(hand, bid).changes == changes
    assert pips is None or points.pips(hand) == list(pips)


@pytest.mark.parametrize(
    ("record", "bid", "option", "changes"),
    [
        ("play-smear", "three", {"low": "captured"}, (4, 1)),
        ("setback-six", "four", {"made_scores": "all_taken"}, (5, 1)),
        ("pitch31", "6", {"low": "captured"}, (8, 2)),
        ("pitch31", "6", {"surplus": "burned"}, (7, 3)),
    ],
)
def test_a_legal_record_scores_otherwise_by_another_rule(
    record: str, bid: str, option: dict[str, str], changes: tuple[int, int]
) -> None:
    hand = transcripts.LEGAL[record]
    hand = replace(hand, game=replace(hand.game, **option))  # type: ignore[arg-type]
    assert points.score(hand, bid).changes == changes


def test_hands_of_another_scorer_score_alike() -> None:
    """The test of smaclell/smear.game, score.spec.ts; the revokes in it count for nothing."""
    success, failure = transcripts.PLAY_SMEAR_SCORED, transcripts.PLAY_SMEAR_SET
    assert points.pips(success) == [18, 25]
    assert points.score(success, "three").changes == (3, 1)
    assert len(playing.faults(success)) == 5
    assert points.pips(failure) == [17, 27]
    assert points.score(failure, "three").changes == (-3, 3)
    assert len(playing.faults(failure)) == 3


WORKED = [
    # preset, bid, points of both sides, score changes, whose example
    ("pitch31", "6", (7, 3), (7, 3), "Pitch31: bid 6, take 7"),
    ("pitch31", "7", (5, 5), (-7, 5), "Pitch31: bid 7, take 5"),
    ("pitch31", "moon", (10, 0), (20, 0), "Pitch31: moon made"),
    ("pitch31", "moon", (8, 2), (-20, 2), "Pitch31: moon, take 8"),
    ("pitch31", "four", (10, 0), (10, 0), "Pitch31: bid 4, take 10"),
    ("trickster-ten", "6", (7, 3), (7, 3), "made up"),
    ("trickster-ten", "8", (7, 3), (-8, 3), "made up"),
    ("smear-ten", "6", (7, 3), (7, 3), "made up"),
    ("smear-ten", "6", (7, 2), (7, 2), "made up: Game is tied"),
    ("prairie-smear", "three", (3, 2), (3, 2), "made up"),
    ("setback-six", "four", (5, 1), (4, 1), "made up"),
    ("setback-six", "four", (3, 3), (-4, 3), "made up"),
    ("pedro", "9", (11, 3), (11, 3), "made up"),
    ("pedro-california", "10", (9, 7), (-10, 7), "made up"),
    ("pidro", "10", (8, 6), (-10, 6), "Pidro guide of marcelfahle/pidro-backend"),
    ("king-pedro", "45", (46, 16), (46, 16), "made up"),
    ("pawnee", "6", (6, 4), (6, 4), "made up"),
    ("catch-five", "5", (6, 3), (6, 3), "made up"),
]


@pytest.mark.parametrize(("name", "bid", "taken", "changes", "source"), WORKED)
def test_worked_examples_come_to_what_they_say(
    name: str, bid: str, taken: tuple[int, int], changes: tuple[int, int], source: str
) -> None:
    """What is not made up has its numbers from the source named."""
    game = replace(BOOKS.get(name, BOOKS["trickster-ten"]), sides=2)
    assert points.score_bid(game, 0, bid, taken, tricks=6, tricks_played=6).changes == changes, (
        source
    )


OUT = [
    # preset, scores before, bid of side 0, points by side in counting order, winner, whose
    ("pitch31", (20, 25), "four", [(0, 4), (1, 6)], 1, "Pitch31: others at 25 take 6"),
    ("pitch31", (27, 25), "four", [(0, 4), (1, 6)], 0, "Pitch31: unless the bidders are there"),
    ("ten-point", (46, 50), "6", [(0, 7), (1, 3)], 0, "made up"),
    ("ten-point", (30, 50), "6", [(0, 7), (1, 3)], None, "made up"),
    ("joker-pitch", (5, 9, 9), "two", [(1, 1), (0, 1), (0, 1), (2, 1), (2, 1)], 1, "made up"),
    ("pedro", (56, 56), "7", [(0, 8), (1, 6)], 0, "made up"),
    ("smear-ten", (45, 47), "6", [(0, 7), (1, 5)], 0, "52 each: the pitching side"),
    ("smear-ten", (45, 48), "6", [(0, 7), (1, 5)], 1, "53 is more than 52"),
    ("nine-card", (21, 21), "four", [(0, 4), (1, 2)], 0, "made up"),
]


@pytest.mark.parametrize(("name", "before", "bid", "plays", "winner", "source"), OUT)
def test_worked_examples_end_as_they_say(
    name: str,
    before: tuple[int, ...],
    bid: str,
    plays: list[tuple[int, int]],
    winner: int | None,
    source: str,
) -> None:
    game = BOOKS[name]
    taken = tuple(sum(w for s, w in plays if s == side) for side in range(len(before)))
    result = points.score_bid(game, 0, bid, taken, tricks=3, tricks_played=6)
    assert points.winner(game, before, result, 0, list(plays)) == winner, source


@pytest.mark.parametrize(
    ("stands", "bid", "taken", "after"), [(3, "7", (5, 5), -4), (5, "moon", (8, 2), -15)]
)
def test_scores_may_fall_below_zero(
    stands: int, bid: str, taken: tuple[int, int], after: int
) -> None:
    """Pitch31: at 3, a bid of 7 set; at 5, a failed moon."""
    game, before = BOOKS["pitch31"], (stands, 0)
    result = points.score_bid(game, 0, bid, taken, tricks=6, tricks_played=6, before=before)
    assert points.after(game, before, result.changes)[0] == after


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_random_hands_are_legal_and_whole(game: Game) -> None:
    for seed in range(share(500, 10)):
        hand = hands.hand(game, seed, seed % game.players)
        assert playing.faults(hand.played) == []
        assert {len(holding) for holding in hand.played.holdings} == {game.keep}
        assert sum(hand.score.taken) <= game.total


@pytest.mark.search
def test_ten_point_hands_are_as_often_as_was_counted() -> None:
    """Of 20,000 hands 13 burned a point, 28.7 % had surplus; 1.3, 30.2, 68.5 % had 4, 5, 6 tricks.

    The longest suit is named and points are kept before other trumps.
    """
    number = share(20_000, 25)
    counts: Counter[object] = Counter()
    for seed in range(number):
        hand = hands.prudent(BOOKS["ten-point"], seed)
        counts["burned"] += any(owner.side is None for owner in points.owners(hand).values())
        counts["surplus"] += any(hand.surplus)
        counts[len(hand.tricks)] += 1
    # Four standard deviations either way, and those of the counts that are compared with.
    for what, part in {"surplus": 0.287, 4: 0.013, 5: 0.302, 6: 0.685}.items():
        deviation = (part * (1 - part) * (1 / number + 1 / 20_000)) ** 0.5
        assert abs(counts[what] / number - part) < 4 * deviation, (what, counts)
    assert counts["burned"] <= 4 + number * 0.0013


def test_the_same_seed_is_the_same_hand() -> None:
    """What a failure names can be played again."""
    first, second = (hands.hand(BOOKS["pitch31"], 7) for _ in range(2))
    assert isinstance(first, Hand)
    assert first == second
