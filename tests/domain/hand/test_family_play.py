"""Deal and play of the whole family: legal hands have no finding, revokes are found."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from msgspec import structs

from api.messages import languages
from domain.errors import Refusal
from domain.findings import Status
from domain.hand import readings, records, verdicts
from domain.hand.records import HandRecord, Pile, SurplusCards, Trick
from domain.point_names import PointName
from domain.proof import provers
from tests.support import family_records
from tests.support.family import hands, packs, playing, points
from tests.support.family.books import BOOKS
from tests.support.family.games import Game
from tests.support.family.playing import Played
from tests.support.family.transcripts import LEGAL


def _combinations() -> Iterator[Game]:
    """Games of every way to follow, to rank jokers, to draw and to spare trumps."""
    chance = random.Random(13)
    for number in range(120):
        players = chance.choice((2, 3, 4, 4, 4, 5, 6))
        sides = 2 if players == 4 and chance.random() < 0.7 else players
        follow = chance.choice(("follow_or_trump", "follow_suit", "trumps_only"))
        trump_by = chance.choice(("first_card", "named_and_led", "named"))
        draw = chance.choice(("none", "any") if trump_by == "first_card" else ("non_trumps",))
        ranks = ("above_ten", "lowest", "highest", *(() if follow == "trumps_only" else ("apart",)))
        surplus = ("burned", "on_first_trick", *(("to_opponents",) if sides == 2 else ()))
        joker_rank = chance.choice(ranks)
        # A joker apart is no trump, so it cannot be the lead that makes one.
        ways = ("barred",) if joker_rank == "apart" else ("barred", "spades", "names_any")
        yield Game(
            name=f"game {number}",
            players=players,
            sides=sides,
            jokers=chance.randrange(3),
            joker_rank=joker_rank,
            joker_order=chance.choice(("marked", "first_played", "last_played")),
            pitched_joker=chance.choice(ways),
            off_cards=chance.choice(((), ("J",), ("5",), ("3", "J", "A"))),
            dealt=chance.choice((6, 8)) if draw == "non_trumps" else 6,
            draw=draw,
            draw_most=4 if draw == "any" else None,
            rest_to=chance.choice(("nobody", "pitcher", "dealer")) if draw != "none" else "nobody",
            surplus=chance.choice(surplus),
            trump_by=trump_by,
            follow=follow,
        )


GAMES = (*BOOKS.values(), *_combinations())


def _found(made: HandRecord, game: Game, dealer: int) -> list[tuple[str, str]]:
    reading = readings.read(made, family_records.deal(game, dealer))
    return [
        (finding.code, languages.text(finding.message))
        for finding in reading.findings
        if finding.code != "discards_not_proven" and finding.code.partition("_")[0] != "bid"
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_legal_hand_has_no_finding(game: Game) -> None:
    for seed in range(4):
        hand = hands.hand(game, seed, seed % game.players, prudence=0.5).played
        made = family_records.record(hand)
        for part in _parts(made, random.Random(seed)):
            assert _found(part, game, hand.dealer) == []


def _parts(made: HandRecord, chance: random.Random) -> Iterator[HandRecord]:
    """A record, and what some tables would enter of it."""
    yield made
    yield structs.replace(made, piles=(), tricks_won=None, holdings=())
    yield structs.replace(made, tricks=(), holdings=())
    yield structs.replace(made, tricks=(), tricks_won=None)
    some = tuple(trick if chance.random() < 0.5 else Trick() for trick in made.tricks)
    yield structs.replace(made, piles=made.piles[:1], tricks=some, tricks_won=None)
    yield structs.replace(made, trump=None, holdings=made.holdings[:1])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_cards_that_fell_tell_who_led_and_who_won(game: Game) -> None:
    for seed in range(4):
        hand = hands.hand(game, seed, seed % game.players, prudence=0.5).played
        made = family_records.of_tricks(hand)
        reading = readings.read(made, family_records.deal(game, hand.dealer))
        assert [f.code for f in reading.findings if f.code != "discards_not_proven"] == []
        piles = [frozenset(pile) for pile in reading.captured.cards]
        assert piles == [frozenset(pile) for pile in hand.piles()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_true_claims_are_never_contradicted(game: Game) -> None:
    """By the cards, by tricks or by each other: D-7, D-13, D-15 and D-16 by the rules at hand."""
    for seed in range(6):
        hand = hands.hand(game, seed, seed % game.players, prudence=0.5).played
        said = family_records.claims(hand)
        made = structs.replace(family_records.record(hand), claims=said)
        for part in (*_parts(made, random.Random(seed)), HandRecord(claims=said)):
            assert _found(part, game, hand.dealer) == []


def _with_a_revoke(game: Game, seed: int) -> tuple[Played, str] | None:
    """A hand with one card that was not open to its player, and what shows it; None if none is.

    The card of the suit led that was kept back is played later, by a legal play.
    """
    chance = random.Random(seed)
    hand = hands.deal(game, chance, game.players - 1, seed % game.players, prudence=0.5)
    held, leader, kept = [list(cards) for cards in hand.holdings], hand.pitcher, None
    for number in range(game.keep):
        played: list[tuple[int, str]] = []
        for turn in range(game.players):
            seat = (leader + turn) % game.players
            so_far = [card for _, card in played]
            options = playing.may_play(game, held[seat], so_far, hand.trump, opens=number == 0)
            wrong = [card for card in held[seat] if card not in options]
            if kept is None and played and options and number and chance.random() < 0.7:
                if game.follow == "trumps_only":
                    kept = "folded_with_a_trump"
                    continue
                if wrong:
                    options, kept = wrong, "revoke"
            if options:
                card = chance.choice(options)
                held[seat].remove(card)
                played.append((seat, card))
        if not played:
            break
        leader = packs.winner(played, hand.trump, game)
        hand.tricks.append(playing.Trick(played, leader))
    is_shown = game.follow != "trumps_only" or not any(
        packs.suit(card, hand.trump, game) == hand.trump for cards in held for card in cards
    )
    return (hand, kept) if kept and is_shown else None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_revoke_is_found_when_its_later_cards_are_entered(game: Game) -> None:
    planted = 0
    for seed in range(12):
        found = _with_a_revoke(game, seed)
        if found is None:
            continue
        hand, code = found
        planted += 1
        made = family_records.of_tricks(hand)
        assert code in {code for code, _ in _found(made, game, hand.dealer)}
    assert planted


@pytest.mark.parametrize("name", LEGAL)
def test_the_fully_legal_records_are_legal(name: str) -> None:
    """L1, L3 and L4 of the research: found by random search with an engine of its own."""
    hand = LEGAL[name]
    assert _found(family_records.record(hand), hand.game, hand.dealer) == []
    assert _found(family_records.of_tricks(hand), hand.game, hand.dealer) == []


@pytest.mark.parametrize(
    ("name", "won", "pips"),
    [("L1", [2, 1, 0, 0, 3, 2], (13, 30)), ("L3", [0, 0, 1, 2, 1, 1], (31, 19))],
)
def test_the_winners_and_pips_of_the_legal_records(
    name: str, won: list[int], pips: tuple[int, int]
) -> None:
    hand = LEGAL[name]
    made = family_records.of_tricks(hand)
    reading = readings.read(made, family_records.deal(hand.game, hand.dealer))
    assert [trick.winner for trick in hand.tricks] == won
    assert tuple(each.least for each in reading.pips) == pips
    assert tuple(each.most for each in reading.pips) == pips


def _changed(name: str, trick: int, place: int, card: str) -> list[tuple[str, str]]:
    """What is found when one card of a legal record is another."""
    hand = LEGAL[name]
    made = family_records.of_tricks(hand)
    old = made.tricks[trick]
    cards = tuple(card if i == place else each for i, each in enumerate(old.cards))
    tricks = tuple(
        structs.replace(old, cards=cards) if i == trick else each
        for i, each in enumerate(made.tricks)
    )
    return _found(structs.replace(made, tricks=tricks), hand.game, hand.dealer)


def _played_as(name: str, changes: Mapping[int, tuple[str, ...]]) -> list[str]:
    """What the revokes are of a legal record with other cards in some tricks, led as before."""
    hand = LEGAL[name]
    made = family_records.record(hand)
    tricks = tuple(
        Trick(leader=trick.leader, cards=changes.get(i, trick.cards))
        for i, trick in enumerate(made.tricks)
    )
    told = HandRecord(contract=made.contract, trump=made.trump, tricks=tricks)
    found = _found(told, hand.game, hand.dealer)
    return [message for code, message in found if code == "revoke"]


def test_the_jick_kept_back_on_a_trump_lead_is_explained() -> None:
    """L1: seat 0 plays a spade to the third trick, led in hearts, and the jick to the last."""
    told = _played_as("L1", {2: ("7H", "9D", "9S", "KS"), 5: ("2S", "JD", "KC", "AS")})
    assert told == [
        (
            "Ann threw the king of spades on hearts, but had the jack of diamonds, a heart here. "
            "A renege, or entered wrong?"
        )
    ]


def test_a_ruff_by_who_can_follow_is_a_revoke_where_following_is_strict() -> None:
    """L3: seat 1 ruffs the second trick, led in diamonds, and plays the six to the fourth."""
    changes = {1: ("TD", "TS", "9H", "7D"), 3: ("6D", "AS", "8S", "AD")}
    assert _played_as("L3", changes) == [
        (
            "Bob threw the 10 of spades on diamonds, but had the 6 of diamonds on trick 4. "
            "A renege, or entered wrong?"
        )
    ]


def test_the_off_jack_does_not_follow_its_printed_suit() -> None:
    """With spades trump the jack of clubs follows no club, so who has a club revokes with it."""
    game = BOOKS["setback-six"]
    tricks = (
        Trick(leader=0, cards=("QS", "5S", "7S", "8S")),
        Trick(leader=3, cards=("TC", "2D", "JC", "9C")),
        Trick(leader=1, cards=("4C", "5C", "6C", "3D")),
    )
    made = family_records.of_tricks(LEGAL["L3"])
    told = _found(structs.replace(made, tricks=tricks), game, 3)
    assert [message for code, message in told if code == "revoke"] == [
        (
            "The jack of clubs is a spade here, and Bob had the 4 of clubs for clubs. "
            "A renege, or entered wrong?"
        )
    ]


def test_l4_with_a_plain_card_is_no_play() -> None:
    # The trump that it was played for is then in no pile, where all trumps are captured (N1).
    found = [code for code, _ in _changed("L4", 1, 1, "6C")]
    assert found == ["plain_card_played", "trump_not_captured"]


def test_l4_with_who_is_out_left_unsaid_still_scores_what_is_entered() -> None:
    """Nobody can tell whose three cards those are, so nothing is held against anybody."""
    hand = LEGAL["L4"]
    made = family_records.record(hand)
    tricks = tuple(structs.replace(trick, out=()) for trick in made.tricks)
    assert _found(structs.replace(made, tricks=tricks), hand.game, hand.dealer) == []


@pytest.mark.parametrize(
    ("trick", "cards", "code"),
    [
        (0, ("5D", "2D", "AD", "4D"), "surplus_elsewhere"),
        (2, ("LJ", "KD", "3D", "3H"), "trick_size"),
    ],
)
def test_l4_with_one_card_too_many_is_told_which(
    trick: int, cards: tuple[str, ...], code: str
) -> None:
    hand = LEGAL["L4"]
    made = family_records.record(hand)
    changed = structs.replace(made.tricks[trick], cards=cards)
    tricks = tuple(changed if i == trick else each for i, each in enumerate(made.tricks))
    found = _found(
        HandRecord(contract=made.contract, trump=made.trump, tricks=tricks, surplus=made.surplus),
        hand.game,
        hand.dealer,
    )
    assert code in {code for code, _ in found}


def test_ten_point_has_four_to_six_tricks_and_all_sixteen_trumps() -> None:
    """N1 and N2: who takes the rest keeps every trump, and all of them are played."""
    deal = family_records.deal(LEGAL["L4"].game, 3)
    assert (deal.least_tricks, deal.tricks) == (4, 6)
    assert deal.has_all_trumps
    assert deal.least_trumps == 16


@pytest.mark.parametrize(("won", "is_wrong"), [((2, 1), True), ((2, 2), False), ((4, 3), True)])
def test_tricks_of_trumps_alone_lie_within_bounds(won: tuple[int, int], is_wrong: bool) -> None:
    deal_of = LEGAL["L4"].game
    found = _found(HandRecord(tricks_won=won), deal_of, 3)
    assert ([code for code, _ in found] == ["wrong_trick_total"]) is is_wrong


def test_a_plain_card_in_a_pile_of_trumps_is_named() -> None:
    """N2: nothing but trumps is captured where nothing else is played."""
    made = family_records.record(LEGAL["L4"])
    pile = structs.replace(made.piles[0], cards=(*made.piles[0].cards, "AC"))
    found = _found(
        HandRecord(contract=made.contract, trump=made.trump, piles=(pile,)), LEGAL["L4"].game, 3
    )
    assert [code for code, _ in found] == ["plain_card_in_pile"]


@pytest.mark.parametrize(
    ("name", "made", "said", "pointer"),
    [
        (
            "play-smear",
            HandRecord(piles=(Pile(side=0, cards=("HJ",)),)),
            "By play-smear there are no jokers.",
            "/piles/0/cards/0",
        ),
        (
            "setback-six",
            HandRecord(tricks=(Trick(cards=("AS", "LJ")),)),
            "By setback-six there is only one joker.",
            "/tricks/0/cards/1",
        ),
        (
            "setback-six",
            HandRecord(surplus=(SurplusCards(side=0, cards=("AS",)),)),
            "By setback-six nobody has trumps to spare.",
            "/surplus",
        ),
        (
            "setback-six",
            HandRecord(tricks=(Trick(cards=("AS",), out=(1,)),)),
            "By setback-six everybody plays to every trick, so nobody is out.",
            "/tricks/0/out",
        ),
    ],
)
def test_what_a_game_does_not_have_is_refused_by_its_name_and_place(
    name: str, made: HandRecord, said: str, pointer: str
) -> None:
    deal = family_records.deal(replace(BOOKS[name], name=name), 3)
    with pytest.raises(Refusal) as refused:
        records.check(made, deal.ruleset, deal.seating.table)
    assert (languages.text(refused.value.message), refused.value.pointer) == (said, pointer)


def test_a_stripped_card_is_refused_by_the_game_and_the_number_of_players() -> None:
    game = BOOKS["prairie-smear"]
    stripped = replace(game, name="prairie-smear", stripped=tuple("2345678"))
    deal = family_records.deal(stripped, 0)
    made = HandRecord(piles=(Pile(side=0, cards=("2C",)),))
    with pytest.raises(Refusal) as refused:
        records.check(made, deal.ruleset, deal.seating.table)
    players = deal.seating.table.players
    told = f"By prairie-smear, {players} play without the 2 of clubs."
    assert languages.text(refused.value.message) == told


def test_a_trump_that_is_in_no_pile_is_named_where_all_are_captured() -> None:
    """N1 in Pedro: the dealer takes the rest of the pack and keeps every trump."""
    hand = hands.hand(BOOKS["pedro"], 1).played
    made = family_records.record(hand)
    told = structs.replace(made, tricks=(), tricks_won=None, holdings=(), surplus=())
    side = next(i for i, pile in enumerate(told.piles) if f"5{hand.trump}" in pile.cards)
    left = tuple(card for card in told.piles[side].cards if card != f"5{hand.trump}")
    piles = tuple(
        structs.replace(pile, cards=left) if i == side else pile
        for i, pile in enumerate(told.piles)
    )
    found = dict(_found(structs.replace(told, piles=piles), hand.game, hand.dealer))
    assert "somebody took the 5 of" in found["trump_not_captured"]


@pytest.mark.parametrize("low", ["dealt", "captured"])
@pytest.mark.parametrize("name", ["pitch31", "trickster-ten", "ten-point", "pedro"])
def test_a_log_without_its_surplus_is_settled_as_it_was_or_asked_about(name: str, low: str) -> None:
    """Only a point card among the surplus can be missed; all others fell in the tricks (N1, N3)."""
    game = replace(BOOKS[name], low=low)
    played = (hands.hand(game, seed).played for seed in range(200))
    spared = [each for each in played if any(each.surplus)]
    assert spared
    for hand in spared[:8]:
        told = structs.replace(family_records.of_tricks(hand), surplus=())
        deal = family_records.deal(game, hand.dealer)
        owners = points.owners(hand)
        for proof in (None, provers.prove(told, deal)):
            verdict = verdicts.verdict(told, deal, proof)
            assert verdict.status is not Status.IMPOSSIBLE
            assert (verdict.status is Status.OPEN) == bool(verdict.needs)
            for point in verdict.points or ():
                assert point.is_open or point.side == owners[point.point].side


def test_l4_without_its_surplus_is_settled_for_no_point_card_is_missing() -> None:
    hand = LEGAL["L4"]
    deal = family_records.deal(hand.game, 3)
    whole = family_records.of_tricks(hand)
    told = structs.replace(whole, surplus=())
    of_all, of_tricks = (
        verdicts.verdict(made, deal, provers.prove(made, deal)) for made in (whole, told)
    )
    assert (of_tricks.status, of_tricks.deltas) == (Status.SETTLED, of_all.deltas)
    # The high joker in its place: nobody saw it fall, and who had too many tells whose it is.
    last = structs.replace(told.tricks[-1], cards=("4D",))
    hidden = structs.replace(told, tricks=(*told.tricks[:-1], last))
    assert verdicts.verdict(hidden, deal).status is Status.OPEN
    proven = verdicts.verdict(hidden, deal, provers.prove(hidden, deal))
    joker = next(each for each in proven.points or () if each.point is PointName.HIGH_JOKER)
    assert (proven.status, joker.side) == (Status.SETTLED, 1)
