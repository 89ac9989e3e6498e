"""Proofs in any game of the family: true records are accepted, wrong ones told and mended."""

import random
from dataclasses import replace

import pytest

from domain.findings import blocks
from domain.hand import verdicts
from domain.proof import provers
from tests.domain.proof.test_provers import applied
from tests.support.family import hands, points, records
from tests.support.family.books import BOOKS, prairie
from tests.support.family.games import Game
from tests.support.family.small_games import deal_of
from tests.support.searches import share

GAMES = {**BOOKS, "prairie-smear 3": prairie(3), "prairie-smear 8": prairie(8)}


def game_of(name: str) -> Game:
    return replace(GAMES[name], joker_pips="none")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_true_can_be_and_has_its_points(name: str) -> None:
    game = game_of(name)
    for seed in range(share(20, 20)):
        hand, chance = hands.prudent(game, seed), random.Random(seed)
        deal, owners = deal_of(game, hand.dealer), points.owners(hand)
        for record in (records.whole(hand, "two"), records.part(hand, "two", chance)):
            verdict = verdicts.verdict(record, deal, provers.prove(record, deal))
            assert not any(map(blocks, verdict.findings)), record
            for point in verdict.points or ():
                side = owners[point.point.value].side
                assert point.may_be_nobody if side is None else side in point.possible, point


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_record_is_told_and_what_mends_it_can_be(name: str) -> None:
    game = game_of(name)
    for seed in range(share(20, 20)):
        hand, chance = hands.prudent(game, seed), random.Random(seed)
        deal, record = deal_of(game, hand.dealer), records.part(hand, "two", chance)
        for _ in range(2):
            record = records.slipped(record, chance, hand)
        proof = provers.prove(record, deal)
        for found in filter(blocks, proof.findings):
            assert found.facts, found
        if any(map(blocks, proof.findings)):
            assert proof.revokes is None or proof.revokes == len(proof.revoked), record
        for repair in proof.repairs:
            mended = applied(record, repair.change)
            assert not any(map(blocks, provers.prove(mended, deal).findings)), repair
