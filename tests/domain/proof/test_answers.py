"""Every answer to a question leads to what entering it leads to, and the true one is listed."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Status
from pitch.hand import answers, verdicts
from pitch.hand.answers import Answer
from pitch.hand.auctions import Contract
from pitch.hand.records import Claims, HandRecord, Listed
from pitch.point_names import PointName
from pitch.proof import contests, provers
from pitch.rules.choices import GameTie
from pitch.seats import Table
from tests.support import claims as told
from tests.support.hands import EVERY_TABLE, deal, judge, piles, prove
from tests.support.oracles.strategies import with_a_card_twice
from tests.support.oracles.truth import Hand, hand_of
from tests.support.searches import share

SOME = settings(max_examples=share(80, 12), derandomize=True, database=None)
seeds = st.integers(0, 2**32)
tables = st.sampled_from(EVERY_TABLE)


def answers_for(record: HandRecord, hand: Hand) -> tuple[verdicts.Verdict, tuple[Answer, ...]]:
    proof = provers.prove(record, hand.deal)
    verdict = verdicts.judge(record, hand.deal, proof)
    assume(verdict.status is Status.OPEN)
    return verdict, answers.for_verdict(verdict, proof, hand.deal)


def with_owner(record: HandRecord, point: PointName, side: int | None) -> HandRecord:
    """The record with the answer to a question after one point in it."""
    claim = told.claim_point(point, side)
    return structs.replace(record, claims=told.with_point(record.claims or Claims(), claim))


@SOME
@given(seeds, tables)
def test_an_answer_leads_to_what_entering_it_leads_to(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    record = hand.part()
    verdict, given_answers = answers_for(record, hand)
    for answer in given_answers:
        point = verdict.needs[answer.need].point
        claim = record.claims.find(point) if record.claims and point else None
        # A point of which something is claimed already is entered otherwise, and that a tie for
        # Game is nobody's follows from it only where the rules say so of every tie.
        is_tie = point is PointName.GAME and answer.side is None
        pays_nobody = hand.deal.ruleset.rules.game_tie is GameTie.NOBODY
        if point is None or claim is not None or answer.status is None:
            continue
        if is_tie and not pays_nobody:
            continue
        after = prove(with_owner(record, point, answer.side), hand.deal)
        assert after.made == answer.made
        assert after.deltas == answer.deltas
        assert after.status is answer.status


@SOME
@given(seeds, tables)
def test_the_true_answer_is_listed_and_leads_to_the_truth(seed: int, table: Table) -> None:
    hand = hand_of(seed, table)
    verdict, given_answers = answers_for(hand.part(), hand)
    true = hand.scored
    owners = dict(zip(told.FOUR, true.owners, strict=True))
    for place, need in enumerate(verdict.needs):
        if need.point is None:
            continue
        answers = {answer.side: answer for answer in given_answers if answer.need == place}
        answer = answers[owners[need.point]]
        assert answer.made in {None, true.made}
        assert answer.deltas is None or list(answer.deltas) == true.deltas


@SOME
@given(seeds, tables)
def test_a_card_in_two_piles_was_truly_taken_by_one_of_them(seed: int, table: Table) -> None:
    """One card of a hand is listed by another side too: what it comes to is told by the answers."""
    hand = hand_of(seed, table)
    twice, taker, thief = with_a_card_twice(hand, seed)
    answers = {answer.side: answer for answer in contests.assess(twice, hand.deal, ()).answers}
    assert set(answers) == {taker, thief}
    answer = answers[taker]
    assert answer.status is not Status.IMPOSSIBLE
    assert answer.made in {None, hand.scored.made}
    assert answer.deltas is None or list(answer.deltas) == hand.scored.deltas


def test_both_outcomes_of_a_card_in_two_piles() -> None:
    """The ten is in both piles: it decides Game, and so whether the bid is made."""
    dealt = deal("setback", players=2)
    record = HandRecord(
        contract=Contract(pitcher=0, bid=Call.TWO),
        trump=Suit.SPADES,
        piles=piles("AS KS TH", "JS 2S TH KH", how=Listed.SCORING),
    )
    assert judge(record, dealt).status is Status.IMPOSSIBLE
    ours, theirs = contests.assess(record, dealt, ()).answers
    assert (ours.need, ours.side, ours.status) == (0, 0, Status.SETTLED)
    assert (ours.made, ours.deltas) == (True, (2, 2))
    assert (theirs.need, theirs.side, theirs.status) == (0, 1, Status.SETTLED)
    assert (theirs.made, theirs.deltas) == (False, (-2, 3))


def test_a_card_that_only_one_can_have_is_told_so() -> None:
    """Six cards are three whole tricks of two players, and five are none."""
    dealt = deal("setback", players=2)
    record = HandRecord(
        contract=Contract(pitcher=0, bid=Call.TWO),
        trump=Suit.SPADES,
        piles=piles("AS KS TH 4C 5C 6C", "JS 2S TH KH 7C 8C 9C"),
    )
    ours, theirs = contests.assess(record, dealt, ()).answers
    assert ours.status is Status.SETTLED
    assert (theirs.status, theirs.made, theirs.deltas) == (Status.IMPOSSIBLE, None, None)


def test_of_too_many_cards_in_two_piles_nothing_is_guessed() -> None:
    cards = "AS KS QS JS TS"
    record = HandRecord(trump=Suit.SPADES, piles=piles(cards, cards, how=Listed.SOME))
    answers = contests.assess(record, deal("setback", players=2), ()).answers
    assert len(answers) == 10
    assert {answer.status for answer in answers} == {None}
