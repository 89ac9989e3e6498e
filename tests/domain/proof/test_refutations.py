"""An impossible record has a refutation that a checker follows which knows nothing of Pitch."""

import random
from collections.abc import Iterator
from itertools import chain, combinations, islice

import pytest

import pitch
from pitch import Call, Deal, HandRecord, Refutation
from pitch.findings import Finding, FindingKind
from pitch.hand import verdicts
from pitch.hand.auctions import Contract
from pitch.hand.proofs import Witness
from pitch.hand.records import Claims, Holding, Listed, Pile, PointClaim, Trick
from pitch.messages import MESSAGES, Sentence
from pitch.point_names import PointName
from pitch.proof import fits, provers, solver, statements
from pitch.proof.cases import Case
from pitch.proof.certificates import NothingToProve
from pitch.proof.fits import Fit
from pitch.proof.formula import layouts
from pitch.proof.refutations import derivations
from pitch.proof.refutations.variable_names import name_variables
from pitch.proof.solver import OutOfWork
from pitchkeeper.messages import languages
from pitchkeeper.messages.catalogues import LANGUAGES
from tests.support import hands, lrat
from tests.support.family import entries
from tests.support.family import hands as family
from tests.support.family.books import BOOKS, prairie
from tests.support.family.deals import deal_of
from tests.support.lrat import ProofRefused
from tests.support.oracles import certificates as replays
from tests.support.oracles.truth import random_hand, slipped
from tests.support.searches import share, some

GAMES = {**BOOKS, "prairie-smear 3": prairie(3), "prairie-smear 8": prairie(8)}
Impossible = tuple[HandRecord, Deal, Refutation]


def refute(records: Iterator[tuple[HandRecord, Deal]]) -> Iterator[Impossible]:
    """The impossible records, with a refutation for each of their findings."""
    for record, deal in records:
        proof = provers.prove(record, deal)
        findings = verdicts.judge(record, deal, proof).findings
        for number, finding in enumerate(findings):
            if finding.prevents_scoring():
                certificate = pitch.certify(record, deal, proof, number)
                assert isinstance(certificate, Refutation)
                facts = {fact.pointer for fact in certificate.legend.facts} - {"/trump"}
                assert all(is_named(fact, finding) for fact in facts), (facts, finding)
                yield record, deal, certificate


def is_named(pointer: str, finding: Finding) -> bool:
    """Whether a finding names an entry, or what it is a part of."""
    return any(f"{pointer}/".startswith(f"{fact}/") for fact in finding.facts)


def of_family(name: str) -> Iterator[tuple[HandRecord, Deal]]:
    """Records of a game, each with something entered wrong."""
    game, seed = GAMES[name], 0
    while True:
        hand, chance = family.hand(game, seed), random.Random(seed)
        yield (
            entries.with_slip(entries.part(hand, chance), hand, chance),
            deal_of(game, hand.dealer),
        )
        seed += 1


def of_table(table: pitch.Table) -> Iterator[tuple[HandRecord, Deal]]:
    """Records of a table under the rules of four points, each with something entered wrong."""
    chance = random.Random(f"{table.players} {table.sides.value}")
    while True:
        hand = random_hand(chance, table)
        record = slipped(hand.part(), chance, hand.deal.players, hand.deal.sides)
        yield record, hand.deal


def check(record: HandRecord, deal: Deal, refutation: Refutation) -> None:
    """Fail unless a refutation is checked, is in words, and no longer follows if it is damaged."""
    lrat.check(refutation.formula, refutation.proof)
    check_words(deal, refutation)
    for damage in damages(refutation, random.Random(refutation.proof)):
        with pytest.raises(ProofRefused):
            lrat.check(*damage)


def check_words(deal: Deal, refutation: Refutation) -> None:
    """Fail unless each number has a sentence, and each premise a rule, an entry or a meaning."""
    legend = refutation.legend
    header, *lines = refutation.formula.splitlines()
    assert header == f"p cnf {header.split()[2]} {len(legend.premises)}"
    assert [f"{' '.join(map(str, premise.literals))} 0" for premise in legend.premises] == lines
    assert int(header.split()[2]) <= len(legend.variables)
    terms = [term.literal for term in chain.from_iterable(legend.lists)]
    assert max(map(abs, terms), default=0) <= len(legend.variables)
    facts = {premise.fact for premise in legend.premises} - {""}
    assert facts | {"/trump"} >= {fact.pointer for fact in legend.facts} >= facts
    rules = {clause.id for clause in legend.rules}
    assert rules >= {premise.rule for premise in legend.premises if premise.rule}
    sentences = {
        *(variable.sentence for variable in legend.variables),
        *chain.from_iterable(premise.sentences for premise in legend.premises),
    }
    for language in LANGUAGES:
        with languages.using(language):
            assert all(map(languages.text, sentences))


def damages(refutation: Refutation, chance: random.Random) -> Iterator[tuple[str, str]]:
    """A refutation with one thing changed, in each way after which a step cannot follow."""
    formula, proof = refutation.formula.splitlines(), refutation.proof.splitlines()
    at = chance.randrange(len(proof))
    number, *words = proof[at].split()
    end = words.index("0")
    literals, reasons = words[:end], words[end + 1 : -1]
    last = int(reasons[-1])
    # The end is missing, or a step that another one names.
    yield text(formula), text(proof[:-1])
    if at < len(proof) - 1:
        yield text(formula), text(proof[:at] + proof[at + 1 :])
    # A step lacks the reason that contradicts its opposite, or has one that comes after it.
    lacking = " ".join([number, *literals, "0", *reasons[:-1], "0"])
    yield text(formula), text([*proof[:at], lacking, *proof[at + 1 :]])
    later = " ".join([number, *literals, "0", *reasons[:-1], number, "0"])
    yield text(formula), text([*proof[:at], later, *proof[at + 1 :]])
    # The premise that contradicts it says the opposite.
    if last < len(formula):
        opposite = " ".join(str(-int(word)) for word in formula[last].split())
        yield text([*formula[:last], opposite, *formula[last + 1 :]]), text(proof)


def text(lines: list[str]) -> str:
    return "\n".join([*lines, ""])


@pytest.mark.search
@pytest.mark.parametrize("name", some(list(GAMES), 4))
def test_refutations_of_every_preset_are_checked(name: str) -> None:
    for impossible in islice(refute(of_family(name)), share(4, 25)):
        check(*impossible)


@pytest.mark.search
@pytest.mark.parametrize("table", some(hands.EVERY_TABLE, 2), ids=lambda table: f"{table.players}")
def test_refutations_of_every_table_are_checked(table: pitch.Table) -> None:
    for impossible in islice(refute(of_table(table)), share(10, 25)):
        check(*impossible)


def test_a_first_lead_that_is_no_trump_is_refuted_by_the_rules_of_the_lead() -> None:
    deal = hands.deal("mb-lounge")
    record = HandRecord(trump=pitch.Suit.SPADES, tricks=(Trick(leader=0, cards=("7H",)),))
    refutation = pitch.certify(record, deal)
    assert isinstance(refutation, Refutation)
    assert [fact.pointer for fact in refutation.legend.facts] == ["/trump", "/tricks/0/cards/0"]
    assert "mb-lounge/play.trump" in {clause.id for clause in refutation.legend.rules}
    assert pitch.certify(record, deal) == refutation


def test_without_a_trump_suit_each_is_refuted() -> None:
    deal = hands.deal("mb-lounge")
    record = HandRecord(tricks=(Trick(leader=0, cards=("7H", "7H")),))
    refutation = pitch.certify(record, deal)
    assert isinstance(refutation, Refutation)
    check(record, deal, refutation)
    assert refutation.legend.premises[0].literals == (1, 2, 3, 4)
    suits = {
        dict(meaning.sentence.arguments)["suit"].text for meaning in refutation.legend.variables[:4]
    }
    assert suits == {"C", "D", "H", "S"}


@pytest.mark.parametrize("name", ["pitch31", "pedro", "joker-pitch", "prairie-smear 8"])
def test_a_variable_is_true_of_a_hand_just_if_its_sentence_is(name: str) -> None:
    game = GAMES[name]
    hand = family.hand(game, 1)
    deal, record = deal_of(game, hand.dealer), entries.part(hand, random.Random(1))
    facts = statements.from_record(record, deal)
    case = Case(facts, deal, solver.fresh(layouts.from_deal(deal)))
    fit = case.fit(case.everything())
    assert isinstance(fit, Fit)
    names = name_variables(case.formula, {}, deal, fit.trump)
    true = {
        sentence
        for variable, (is_so, sentence) in names.items()
        if fit.model.holds(variable) is is_so
    }
    codes = {"proof.played", "proof.fell", "proof.tricks", "statement.leader", "statement.winner"}
    deeds = set(list_deeds(fits.to_witness(fit, case.formula), deal))
    assert {sentence.code for sentence in deeds} == codes
    assert {sentence for sentence in true if sentence.code in codes} == deeds


def list_deeds(witness: Witness, deal: Deal) -> Iterator[Sentence]:
    """What the players of a hand did, in the sentences of variables."""
    won = [0] * deal.sides
    for number, trick in enumerate(witness.tricks, 1):
        seats = [(trick.leader + turn) % deal.players for turn in range(deal.players)]
        players = [seat for seat in seats if seat not in trick.out]
        for seat, card in zip(players, trick.cards, strict=True):
            argument = deal.pack.card_argument(card)
            yield MESSAGES["proof.played"](player=deal.player(seat), card=argument, trick=number)
            yield MESSAGES["proof.fell"](card=argument, trick=number)
        yield MESSAGES["statement.leader"](player=deal.player(trick.leader), trick=number)
        yield MESSAGES["statement.winner"](player=deal.player(trick.winner), trick=number)
        side = deal.side_of(trick.winner)
        won[side] += 1
        yield MESSAGES["proof.tricks"](side=deal.side(side), least=won[side])


def test_a_possible_record_has_a_deal_and_play_instead() -> None:
    record = HandRecord(trump=pitch.Suit.SPADES, tricks=(Trick(leader=0, cards=("7S",)),))
    witness = pitch.certify(record, hands.deal("mb-lounge"))
    assert isinstance(witness, Witness)
    assert replays.violations(witness) == []
    assert witness.tricks[0].cards[0] == "7S"


LOWER = HandRecord(calls=(Call.FOUR, Call.THREE, Call.PASS, Call.PASS), trump=pitch.Suit.SPADES)


def test_a_hand_that_was_not_played_has_nothing_to_prove() -> None:
    with pytest.raises(NothingToProve):
        pitch.certify(hands.PASSED, hands.deal("setback"))


@pytest.mark.parametrize("finding", [1, 63])
def test_a_finding_that_is_not_there_has_nothing_to_prove(finding: int) -> None:
    with pytest.raises(NothingToProve):
        pitch.certify(LOWER, hands.deal("mb-lounge"), finding=finding)


def test_a_suspicious_finding_has_nothing_to_prove() -> None:
    calls = (Call.THREE, Call.PASS, Call.PASS, Call.FOUR)
    record = HandRecord(calls=calls, trump=pitch.Suit.SPADES)
    deal = hands.deal("mb-lounge")
    assert [finding.kind for finding in pitch.judge(record, deal).findings] == [
        FindingKind.SUSPICIOUS
    ]
    with pytest.raises(NothingToProve):
        pitch.certify(record, deal, finding=0)


def claim_record(*points: PointClaim) -> HandRecord:
    return HandRecord(claims=Claims(points=points))


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (LOWER, "illegal_call"),
        (HandRecord(calls=(Call.THREE, *[Call.PASS] * 4)), "too_many_calls"),
        (
            HandRecord(calls=LOWER.calls[:1], contract=Contract(pitcher=1, bid=Call.THREE)),
            "contract_contradicts_calls",
        ),
        (HandRecord(contract=Contract(pitcher=0, bid=Call.TWO)), "contract_not_allowed"),
        (HandRecord(piles=(Pile(side=0, cards=("AS", "KS", "AS")),)), "card_twice_in_pile"),
        (HandRecord(holdings=(Holding(seat=0, cards=("AS", "AS")),)), "card_twice_in_holding"),
        (claim_record(PointClaim(point=PointName.OFF_JACK, side=0)), "point_not_in_rules"),
        (claim_record(PointClaim(point=PointName.GAME, card="AS")), "point_has_no_card"),
        (claim_record(PointClaim(point=PointName.JACK, card="AS")), "claimed_card_brings_another"),
        (claim_record(PointClaim(point=PointName.HIGH, tied=True)), "point_cannot_be_tied"),
        (claim_record(PointClaim(point=PointName.HIGH, in_play=False)), "point_always_in_play"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_takes_no_search_is_refuted_by_one_rule(record: HandRecord, code: str) -> None:
    deal = hands.deal("mb-lounge")
    findings = hands.prove(record, deal).findings
    number, finding = next(at for at in enumerate(findings) if at[1].code == code)
    refutation = pitch.certify(record, deal, finding=number)
    assert isinstance(refutation, Refutation)
    check(record, deal, refutation)
    *entries, rule = refutation.legend.premises
    assert all(is_named(premise.fact, finding) for premise in entries)
    assert rule.literals == tuple(-at for at in range(1, len(entries) + 1))
    assert rule.sentences == finding.sentences
    assert rule.rule == "".join(finding.clauses[:1])


def test_each_finding_has_a_refutation_of_its_own_facts() -> None:
    """Without a choice it is of the first that takes a search."""
    deal = hands.deal("mb-lounge")
    lists = (("AS", "KS", "AS"), ("KS",))
    piles = (Pile(side=side, cards=cards, listed=Listed.SOME) for side, cards in enumerate(lists))
    record = HandRecord(trump=pitch.Suit.SPADES, piles=tuple(piles))
    findings = hands.prove(record, deal).findings
    assert [finding.code for finding in findings] == ["card_twice_in_pile", "card_in_two_piles"]
    twice, in_two = (pitch.certify(record, deal, finding=number) for number in range(2))
    assert isinstance(twice, Refutation)
    assert isinstance(in_two, Refutation)
    entries = [fact.pointer for fact in twice.legend.facts]
    assert entries == ["/piles/0/cards/0", "/piles/0/cards/2"]
    entries = [fact.pointer for fact in in_two.legend.facts]
    assert entries == ["/trump", "/piles/0/cards/1", "/piles/1/cards/0"]
    assert pitch.certify(record, deal) == in_two


def test_a_search_ends_after_so_many_conflicts() -> None:
    """Seven cards are no six, which clauses say only in many words."""
    cards, places = range(7), range(6)
    clauses = [[card * 6 + place + 1 for place in places] for card in cards]
    for place in places:
        clauses += ([-(a * 6 + place + 1), -(b * 6 + place + 1)] for a, b in combinations(cards, 2))
    for limit in (10, 0, -1):
        with pytest.raises(OutOfWork):
            derivations.refute(clauses, limit)
    derivation, conflicts = derivations.refute(clauses, 20_000)
    assert derivation.core == tuple(range(len(clauses)))
    assert 10 < conflicts <= 20_000
