"""Every decision about a record has a certificate that can be checked without the domain.

Of every possible record a whole hand is replayed; of every impossible one each fact of the
conflict is taken away in turn and a hand replayed that fits the others, and another engine
confirms that all of them together cannot be.
"""

import random
from collections.abc import Iterator

import pytest

from pitch.findings import Finding
from pitch.hand import auction_record, readings
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.proof import cores, fits, solver, statements
from pitch.proof.cases import Case
from pitch.proof.fits import Answers, Fit
from pitch.proof.formula import layouts
from pitch.proof.solver import OutOfWork, Solver
from pitch.proof.statements import StatementAt
from pitch.seats import Table
from tests.support.hands import EVERY_TABLE
from tests.support.oracles import certificates, second_opinion
from tests.support.oracles.truth import random_hand, slipped
from tests.support.searches import IS_THOROUGH

pytestmark = pytest.mark.search

RECORDS = 20_000 if IS_THOROUGH else 100
SLIPS = (0, 0, 0, 1, 1, 2)


def some_records(table: Table, number: int) -> list[tuple[HandRecord, Deal, bool]]:
    """Records that are partial, a third of them with something entered wrong; is it true?"""
    chance = random.Random(f"{table.players} {table.sides.value}")
    found: list[tuple[HandRecord, Deal, bool]] = []
    while len(found) < number:
        hand = random_hand(chance, table)
        record, slips = hand.part(), chance.choice(SLIPS)
        for _ in range(slips):
            record = slipped(record, chance, hand.deal.players, hand.deal.sides)
        if not any(
            map(Finding.prevents_scoring, readings.read(record, hand.deal).bidding.findings)
        ):
            found.append((record, hand.deal, slips == 0))
    return found


@pytest.mark.parametrize("table", EVERY_TABLE, ids=lambda table: f"{table.players}-{table.sides}")
def test_every_decision_is_certified(table: Table) -> None:
    open_ends = {"decision": 0, "smallest": 0, "second opinion": 0}
    engine: Solver | None = None
    kinds = {Fit: 0, fits.Misfit: 0}
    for record, deal, is_true in some_records(table, RECORDS // len(EVERY_TABLE)):
        pitchers = auction_record.pitchers(record, deal)
        stated = statements.from_record(record, deal)
        assert [each.pointer for each in stated] == certificates.leaves(record)
        engine = engine or solver.fresh(layouts.from_deal(deal))
        case = Case(stated, deal, engine)
        try:
            answer = case.fit(case.everything())
        except OutOfWork:
            open_ends["decision"] += 1
            continue
        kinds[type(answer)] += 1
        if isinstance(answer, Fit):
            replays(record, stated, case, answer, pitchers)
        else:
            assert not is_true, record
            for end in stands(record, stated, deal, engine, pitchers):
                open_ends[end] += 1
    print(kinds, open_ends)
    assert open_ends["decision"] == 0
    assert max(open_ends.values()) <= max(kinds[fits.Misfit] // 20, 1)
    assert min(kinds.values()) >= max(RECORDS // 200, 1)


def replays(
    record: HandRecord,
    stated: tuple[StatementAt, ...],
    case: Case,
    fit: Fit,
    pitchers: tuple[int, ...],
    without: int | None = None,
) -> None:
    """Fail unless the hand of a fit is legal and shows every statement but one left out."""
    shown = fits.to_witness(fit, case.formula)
    assert certificates.violations(shown) == []
    replayed = certificates.Replayed(shown, case.deal)
    for place, each in enumerate(stated):
        assert place == without or replayed.shows(record, each.pointer, pitchers), each


def stands(
    record: HandRecord,
    stated: tuple[StatementAt, ...],
    deal: Deal,
    engine: Solver,
    pitchers: tuple[int, ...],
) -> Iterator[str]:
    """Fail unless the conflict of a record is one, and a smallest; yield what is not decided."""
    case = Case(stated, deal, engine, answers=Answers())
    conflict = cores.minimal(case, case.everything())
    facts = tuple(stated[place] for place in conflict.places)
    for left_out, place in enumerate(conflict.places):
        if place in conflict.fits:
            replays(record, facts, case, conflict.fits[place], pitchers, without=left_out)
    told = second_opinion.can_be(record, deal, {fact.pointer for fact in facts}, pitchers, 5_000)
    if told is None:  # all facts of the record say more than the fewest, and are often easier
        whole = set(certificates.leaves(record))
        told = second_opinion.can_be(record, deal, whole, pitchers, 10_000)
    assert told is not True, facts
    if told is None:
        yield "second opinion"
    if conflict.unproven:
        yield "smallest"


@pytest.mark.parametrize("table", EVERY_TABLE, ids=lambda table: f"{table.players}-{table.sides}")
def test_another_engine_finds_the_same_records_possible(table: Table) -> None:
    for record, deal, _ in some_records(table, max(6, RECORDS // 200)):
        pitchers = auction_record.pitchers(record, deal)
        stated = statements.from_record(record, deal)
        case = Case(stated, deal, solver.WARM.for_layout(layouts.from_deal(deal)))
        told = second_opinion.can_be(record, deal, set(certificates.leaves(record)), pitchers)
        assert told in {None, isinstance(case.fit(case.everything()), Fit)}
