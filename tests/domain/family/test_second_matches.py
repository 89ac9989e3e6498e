"""Matches of every game: the sheet has the scores and the winner of the second engine."""

import pytest

from pitch.hand.records import HandRecord
from pitch.match import sheets
from pitch.match.matches import Hand, Match
from pitch.match.steps import Standing
from pitch.seats import Seating
from tests.support.family import entries, matches
from tests.support.family.books import BOOKS
from tests.support.family.deals import Kind, kind_of, preset_kinds
from tests.support.family.matches import Turn
from tests.support.hands import NAMES
from tests.support.searches import share, some

PRESETS = preset_kinds()
KINDS = {
    **{name: kind_of(game) for name, game in BOOKS.items()},
    **{name: PRESETS[name] for name in some(list(PRESETS), 3)},
}


@pytest.mark.search
@pytest.mark.parametrize("name", KINDS)
def test_a_match_has_the_same_scores_and_winner(name: str) -> None:
    kind: Kind = KINDS[name]
    for seed in range(share(60, 30)):
        told = matches.match(kind.game, seed)
        seating = Seating(table=kind.table, names=NAMES[: kind.table.players])
        match = Match(kind.ruleset, seating, told.turns[0].dealer)
        entries = tuple(
            Hand(number=number, record=record(turn)) for number, turn in enumerate(told.turns, 1)
        )
        sheet = sheets.fold_sheet(match, entries)
        for line, turn in zip(sheet.lines, told.turns, strict=True):
            assert line.scores == turn.scores, (line, turn)
            assert line.dealer == turn.dealer
            is_scored = turn.hand is not None or kind.game.all_pass == "dealer_set"
            assert line.standing is (Standing.SCORED if is_scored else Standing.THROWN_IN)
        assert (sheet.winner.side if sheet.winner else None) == told.winner, told.turns[-1]


def record(turn: Turn) -> HandRecord:
    """Return the record of a deal: its calls, and the owner of each point."""
    if turn.hand is None:
        return HandRecord(calls=entries.to_calls(turn.calls))
    entry = entries.by_points(turn.hand)
    # The calls make the contract, but say nothing of a partner.
    contract = entry.contract if turn.hand.game.calls_partner else None
    return HandRecord(
        calls=entries.to_calls(turn.calls),
        contract=contract,
        claims=entry.claims,
        tricks_won=entry.tricks_won,
    )
