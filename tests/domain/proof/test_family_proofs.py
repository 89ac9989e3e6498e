"""Proofs in any game of the family: true records are accepted, wrong ones told and mended."""

import random
from dataclasses import replace

import pytest

from pitch.cards import Suit
from pitch.findings import Finding
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord, Listed, Pile, SurplusCards
from pitch.proof import provers
from pitch.rules import rulesets
from pitch.seats import Seating
from tests.domain.proof.test_provers import apply
from tests.support.family import hands, points, records
from tests.support.family.books import BOOKS, prairie
from tests.support.family.games import Game
from tests.support.family.small_games import deal_of
from tests.support.hands import NAMES, prove
from tests.support.searches import share, some

GAMES = {**BOOKS, "prairie-smear 3": prairie(3), "prairie-smear 8": prairie(8)}


def parse_game(name: str) -> Game:
    return replace(GAMES[name], joker_pips="none")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_true_can_be_and_has_its_points(name: str) -> None:
    game = parse_game(name)
    for seed in range(share(20, 20)):
        hand, chance = hands.prudent(game, seed), random.Random(seed)
        deal, owners = deal_of(game, hand.dealer), points.owners(hand)
        for record in (records.complete_record(hand, "two"), records.part(hand, "two", chance)):
            verdict = prove(record, deal)
            assert not any(map(Finding.prevents_scoring, verdict.findings)), record
            for point in verdict.points or ():
                side = owners[point.point.value].side
                assert point.may_be_nobody if side is None else side in point.possible, point


@pytest.mark.search
@pytest.mark.parametrize("name", some(list(GAMES), 4))
def test_a_wrong_record_is_told_and_what_mends_it_can_be(name: str) -> None:
    game = parse_game(name)
    for seed in range(share(20, 20)):
        hand, chance = hands.prudent(game, seed), random.Random(seed)
        deal, record = deal_of(game, hand.dealer), records.part(hand, "two", chance)
        for _ in range(2):
            record = records.with_slip(record, chance, hand)
        proof = provers.prove(record, deal)
        for finding in filter(Finding.prevents_scoring, proof.findings):
            assert finding.facts, finding
        if any(map(Finding.prevents_scoring, proof.findings)):
            assert proof.revokes is None or proof.revokes == len(proof.revoked), record
        for repair in proof.repairs:
            repaired_record = apply(record, repair.change)
            assert not any(
                map(Finding.prevents_scoring, provers.prove(repaired_record, deal).findings)
            ), repair


def test_a_trump_next_to_one_that_was_burned_can_be_in_play() -> None:
    """Fifteen of sixteen trumps were captured and the eight was not, so the nine was."""
    ruleset = rulesets.preset("trickster-ten")
    table = ruleset.table_for(4)
    deal = Deal(ruleset, Seating(table=table, names=NAMES[:4]), 3)
    record = HandRecord(
        trump=Suit.HEARTS,
        surplus=(SurplusCards(side=0, cards=("8H",)),),
        piles=(
            Pile(side=0, cards=(), listed=Listed.SOME, trumps=9),
            Pile(side=1, cards=(), listed=Listed.SOME, trumps=6),
        ),
    )
    proof = provers.prove(record, deal)
    assert not any(map(Finding.prevents_scoring, proof.findings)), proof.findings
