"""Certain points, questions and repairs of a record, proven again by other means."""

import random
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Finding, FindingKind, Status
from pitch.hand import auction_record, results, verdicts
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.needs import Ask
from pitch.hand.points import Certainty
from pitch.hand.proofs import Replacement
from pitch.hand.records import (
    Claims,
    HandRecord,
    Holding,
    Listed,
    Pile,
    PointClaim,
    Trick,
)
from pitch.hand.verdicts import Verdict
from pitch.messages import Sentence
from pitch.point_names import PointName
from pitch.proof import provers
from pitch.proof.provers import SearchLimits
from pitch.rules.choices import GameTie, Low
from pitch.seats import CARDS_EACH, Table
from pitchkeeper.messages import languages
from tests.support import claims as told
from tests.support.hands import EVERY_TABLE, codes, deal, prove
from tests.support.oracles import certificates, clauses, second_opinion
from tests.support.oracles.truth import Hand, assert_true, hand_of, slipped
from tests.support.searches import share

SOME = settings(max_examples=share(150, 15), derandomize=True, database=None)
FEW = settings(max_examples=share(40, 10), derandomize=True, database=None)
seeds = st.integers(0, 2**32)
tables = st.sampled_from(EVERY_TABLE)


TOO_MANY = Sentence("undecided.endings.too_many")


@SOME
@given(seeds, tables)
def test_what_a_search_finds_certain_is_true(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    verdict, true = prove(hand.part(), hand.deal), hand.scored
    assert_true(verdict, hand)
    assert not verdict.outcomes or true.deltas in [list(way.deltas) for way in verdict.outcomes]


def with_owner(record: HandRecord, point: str, side: int | None, hand: Hand) -> HandRecord | None:
    """The record with one point claimed for a side; none where it claims that point already."""
    claims = record.claims or Claims()
    if claims.find(PointName(point)) is not None or (side is None and point == "game"):
        return None
    claim = told.claim_point(PointName(point), side)
    return structs.replace(record, claims=told.with_point(claims, claim))


@FEW
@given(seeds, tables)
def test_a_point_can_go_to_exactly_those_whom_another_engine_allows(
    seed: int, table: Table
) -> None:
    hand = hand_of(seed, table)
    record = hand.part()
    verdict = prove(record, hand.deal)
    assume(verdict.status is Status.OPEN and set(verdict.undecided) <= {TOO_MANY})
    assert verdict.points is not None
    pitchers = auction_record.pitchers(record, hand.deal)
    for point in verdict.points:
        name = point.point.value
        for side in (*range(hand.sides), None):
            question = with_owner(record, name, side, hand)
            if question is None or (side is None and name in {"high", "low"}):
                continue
            facts = set(certificates.leaves(question))
            can_be = second_opinion.can_be(question, hand.deal, facts, pitchers)
            is_possible = point.may_be_nobody if side is None else side in point.possible
            assert can_be in {None, is_possible}, (name, side, record)


def answer(record: HandRecord, verdict: Verdict, hand: Hand) -> HandRecord:
    """The record with all that is asked for answered truthfully."""
    true, complete = hand.scored, hand.whole()
    claims = record.claims or Claims()
    for need in verdict.needs:
        match need.ask:
            case Ask.CONTRACT:
                record = structs.replace(record, contract=complete.contract)
            case Ask.TRUMP:
                record = structs.replace(record, trump=complete.trump)
            case Ask.PILE:
                rest = tuple(pile for pile in record.piles if pile.side != need.side)
                turned = next(pile for pile in complete.piles if pile.side == need.side)
                record = structs.replace(record, piles=(*rest, turned))
            case Ask.TRUMPS:
                turned = next(pile for pile in complete.piles if pile.side == need.side)
                record = with_counts(record, turned, hand.trump)
            case Ask.LOW_DEALT_TO:
                record = structs.replace(record, low_dealt_to=true.low_seat)
            case Ask.TRICKS_WON:
                record = structs.replace(record, tricks_won=hand.tricks_won())
            case Ask.POINT:
                side = {"high": true.high, "low": true.low, "jack": true.jack}[str(need.point)]
                claim = PointClaim(
                    point=PointName(str(need.point)), side=side, in_play=side is not None
                )
                claims = told.with_point(claims, claim)
            case Ask.PIPS:
                claims = structs.replace(claims, pips=tuple(true.pips))
            case Ask.TAKEN:
                counts = map(true.owners.count, range(hand.sides))
                claims = structs.replace(claims, taken=tuple(counts))
            case Ask.WHO_TOOK:
                side = next(p.side for p in complete.piles if need.card in p.cards)
                some = Pile(side=side, cards=(need.card or "",), listed=Listed.SOME)
                record = with_pile(record, some)
            case _:
                raise AssertionError(need)
    return structs.replace(record, claims=claims if claims != Claims() else record.claims)


def with_counts(record: HandRecord, turned: Pile, trump: str) -> HandRecord:
    """The record with the trumps of a pile counted, and those listed that were left out."""
    trumps = tuple(card for card in turned.cards if card[1] == trump)
    piles = tuple(
        structs.replace(
            pile, cards=tuple(dict.fromkeys((*pile.cards, *trumps))), trumps=len(trumps)
        )
        if pile.side == turned.side
        else pile
        for pile in record.piles
    )
    return structs.replace(record, piles=piles)


def with_pile(record: HandRecord, more: Pile) -> HandRecord:
    own = [pile for pile in record.piles if pile.side == more.side]
    rest = tuple(pile for pile in record.piles if pile.side != more.side)
    cards = tuple(dict.fromkeys((*(own[0].cards if own else ()), *more.cards)))
    whole = structs.replace(own[0] if own else more, cards=cards)
    return structs.replace(record, piles=(*rest, whole))


@SOME
@given(seeds, tables)
def test_answering_what_is_asked_settles_the_hand(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    record = hand.part()
    verdict = prove(record, hand.deal)
    assume(set(verdict.undecided) <= {TOO_MANY})
    assert (verdict.needs == ()) == (verdict.status is Status.SETTLED)
    after = prove(answer(record, verdict, hand), hand.deal)
    assert after.status is Status.SETTLED, (record, verdict.needs)
    assert list(after.deltas or ()) == hand.scored.deltas


@SOME
@given(seeds, tables)
def test_nothing_is_asked_that_the_other_answers_make_idle(seed: int, table: Table) -> None:
    """Whichever answer is missing, two ways to end agree on the others and pay differently."""
    hand = hand_of(seed, table)
    record = hand.part()
    proof = provers.prove(record, hand.deal)
    verdict = verdicts.judge(record, hand.deal, proof)
    asks = [need.point for need in verdict.needs]
    if verdict.pitcher is None or verdict.bid is None or None in asks:
        return
    contract = Contract(pitcher=verdict.pitcher, bid=verdict.bid)
    ways = [(end.owners, end.tricks) for end in proof.endings]
    for missing in asks if proof.is_complete else ():
        paid: dict[tuple[int | None, ...], set[tuple[int, ...]]] = {}
        for owners, tricks in ways:
            places = [told.FOUR.index(ask) for ask in asks if ask not in {None, missing}]
            owners_after = tuple(owners[place] for place in places)
            result = results.score(contract, owners, tricks, hand.deal)
            paid.setdefault(owners_after, set()).add(result.deltas)
        assert max(map(len, paid.values())) > 1, missing


@SOME
@given(seeds, tables)
def test_every_repair_makes_the_record_possible(seed: int, table: Table) -> None:
    hand, chance = hand_of(seed, table), random.Random(seed)
    record = hand.part()
    for _ in range(3):
        record = slipped(record, chance, hand.deal.players, hand.sides)
    verdict = prove(record, hand.deal)
    assert len(verdict.repairs) <= 5
    for repair in verdict.repairs:
        repaired = apply(record, repair.change)
        assert repaired != record
        findings = prove(repaired, hand.deal).findings
        assert not any(map(Finding.prevents_scoring, findings)), repair


def apply(record: HandRecord, change: Replacement) -> HandRecord:
    """The record after one step of RFC 6902."""
    body = msgspec.json.decode(msgspec.json.encode(record))
    if change.op == "move":
        assert change.source is not None
        source, i = follow(body, change.source)
        target, j = follow(body, change.path)
        target.insert(int(j), source.pop(int(i)))
    else:
        holder, key = follow(body, change.path)
        value = msgspec.json.decode(change.value or "null")
        holder[int(key) if isinstance(holder, list) else key] = value
    return msgspec.convert(body, HandRecord)


def follow(body: Any, pointer: str) -> tuple[Any, str]:
    *steps, last = pointer.split("/")[1:]
    for step in steps:
        body = body[int(step)] if isinstance(body, list) else body[step]
    return body, last


@SOME
@given(seeds, tables)
def test_a_card_read_wrong_is_offered_back(seed: int, table: Table) -> None:
    """One card of a whole log read as its neighbour: what it was is among the repairs."""
    hand, chance = hand_of(seed, table), random.Random(seed)
    log = tuple(Trick(cards=tuple(trick)) for _, trick in hand.tricks)
    i, j = chance.randrange(CARDS_EACH), chance.randrange(table.players)
    card = log[i].cards[j]
    cards = {card for trick in log for card in trick.cards}
    rank = "23456789TJQKA".index(card[0])
    near = [
        r + card[1]
        for r in "23456789TJQKA"[max(rank - 1, 0) : rank + 2]
        if r + card[1] not in cards
    ]
    assume(near)
    wrong = structs.replace(log[i], cards=(*log[i].cards[:j], near[0], *log[i].cards[j + 1 :]))
    piles = hand.whole().piles
    record = structs.replace(
        hand.whole(), tricks=(*log[:i], wrong, *log[i + 1 :]), piles=piles, low_dealt_to=None
    )
    verdict = prove(record, hand.deal)
    assert verdict.status is Status.IMPOSSIBLE
    changes = [(repair.change.path, repair.change.value) for repair in verdict.repairs]
    assert (f"/tricks/{i}/cards/{j}", f'"{card}"') in changes


def with_revokes(seed: int, table: Table) -> tuple[HandRecord, Deal, int]:
    """A whole log in which everybody plays whatever they like, and the revokes counted by hand."""
    chance = random.Random(seed)
    dealt = deal(hand_of(seed, table).deal.ruleset, table.players, table.sides)
    cards = chance.sample(clauses.DECK, 6 * table.players)
    holdings = [cards[seat :: table.players] for seat in range(table.players)]
    trump, leader, revokes = holdings[0][0][1], 0, 0
    log, order = [], "23456789TJQKA"
    for number in range(CARDS_EACH):
        plays: list[str] = []
        for turn in range(table.players):
            hand = holdings[(leader + turn) % table.players]
            card = hand[0] if number == 0 and turn == 0 else chance.choice(hand)
            hand.remove(card)
            led = plays[0][1] if plays else card[1]
            revokes += card[1] not in {led, trump} and any(card_[1] == led for card_ in hand)
            plays.append(card)
        led = plays[0][1]
        best = max(plays, key=lambda c: (c[1] == trump, c[1] == led, order.index(c[0])))
        log.append(Trick(leader=leader, cards=tuple(plays)))
        leader = (leader + plays.index(best)) % table.players
    return HandRecord(trump=Suit(trump), tricks=tuple(log)), dealt, revokes


@SOME
@given(seeds, tables)
def test_the_fewest_revokes_of_a_whole_log_are_those_that_were_played(
    seed: int, table: Table
) -> None:
    record, dealt, revokes = with_revokes(seed, table)
    verdict = prove(record, dealt)
    if Sentence("undecided.fewest_reneges") in verdict.undecided:
        assert revokes > 5
        return
    assert verdict.revokes == revokes
    kinds = {finding.kind for finding in verdict.findings}
    assert kinds == ({FindingKind.VIOLATION} if revokes else set())
    witness = provers.witness(record, dealt)
    assert witness is not None
    assert sum("revokes" in wrong for wrong in certificates.violations(witness)) == revokes


@FEW
@given(seeds, tables, st.sampled_from([1, 5, 40]))
def test_too_little_work_leaves_things_open_and_says_so(seed: int, table: Table, work: int) -> None:
    """With hardly any work a verdict says less than with plenty, and never anything else."""
    hand, chance = hand_of(seed, table), random.Random(seed)
    record = hand.part()
    if chance.random() < 0.5:
        record = slipped(record, chance, hand.deal.players, hand.sides)
    little = SearchLimits(decision=work, certainty=work, conflict=work, repairs=work)
    hasty, full = prove(record, hand.deal, little), prove(record, hand.deal)
    if hasty.status is Status.IMPOSSIBLE or not hasty.undecided:
        assert hasty.status is full.status
    if hasty.status is not Status.IMPOSSIBLE is not full.status:
        assert hasty.points is not None
        assert full.points is not None
        for less, more in zip(hasty.points, full.points, strict=True):
            assert set(more.possible) <= set(less.possible)
        assert hasty.deltas is None or hasty.deltas == full.deltas


@pytest.mark.search
@pytest.mark.parametrize(("low", "tie"), list(product(Low, GameTie)))
def test_one_pile_of_two_is_enough_when_all_holdings_are_known(low: Low, tie: GameTie) -> None:
    """Entering only one side's pile settles the hand wherever it logically does."""
    table = Table(players=2)
    for seed in range(share(40, 4)):
        hand = Hand("setback", table, seed, low=low, tie=tie, forced=None)
        complete = hand.whole()
        record = structs.replace(
            complete,
            piles=complete.piles[:1],
            holdings=tuple(
                Holding(seat=seat, cards=cards) for seat, cards in enumerate(hand.holdings)
            ),
            low_dealt_to=None,
        )
        verdict = prove(record, hand.deal)
        assert verdict.status is Status.SETTLED
        assert list(verdict.deltas or ()) == hand.scored.deltas


def test_an_ace_of_trumps_in_hand_is_high_before_a_card_is_played() -> None:
    dealt = deal("mb-lounge")
    record = HandRecord(trump=Suit.SPADES, holdings=(Holding(seat=1, cards=("AS",)),))
    verdict = prove(record, dealt)
    assert verdict.points is not None
    high = told.point(verdict.points, "high")
    assert (high.state, high.side) == (Certainty.CERTAIN, 1)
    assert languages.text(high.why).startswith("However the cards lay")


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (HandRecord(calls=(Call.ONE,)), "illegal_call"),
        (HandRecord(contract=Contract(pitcher=0, bid=Call.TWO)), "contract_not_allowed"),
        (
            HandRecord(piles=(Pile(side=1, cards=("3S", "4S", "3S"), listed=Listed.SOME),)),
            "card_twice_in_pile",
        ),
    ],
)
def test_what_no_search_can_see_still_makes_a_hand_impossible(facts: HandRecord, code: str) -> None:
    """An auction against the rules, or a list with a card twice, beside facts that can be."""
    record = structs.replace(facts, holdings=(Holding(seat=1, cards=("AS",)),))
    verdict = prove(record, deal("mb-lounge"))
    assert (verdict.status, codes(verdict)) == (Status.IMPOSSIBLE, [code])
    assert verdict.revokes is None


def test_every_slip_of_a_record_is_told() -> None:
    """Two cards in two piles each: two findings, each with its own two facts."""
    record = HandRecord(
        piles=(
            Pile(side=0, cards=("AS", "KS", "QS"), listed=Listed.SOME),
            Pile(side=1, cards=("AS", "2S", "QS"), listed=Listed.SOME),
        )
    )
    verdict = prove(record, deal("mb-lounge"))
    assert [finding.facts for finding in verdict.findings] == [
        ("/piles/0/cards/0", "/piles/1/cards/0"),
        ("/piles/0/cards/2", "/piles/1/cards/2"),
    ]
