"""Deal and play of the whole family: legal hands have no finding, revokes are found."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from msgspec import structs

from pitch.findings import Status
from pitch.hand import readings, verdicts
from pitch.hand.records import HandRecord, Pile, SurplusCards, Trick
from pitch.messages import Refusal
from pitch.proof import provers
from pitchkeeper.messages import languages
from tests.support import family_records
from tests.support.family import hands, packs, playing, points
from tests.support.family.books import BOOKS
from tests.support.family.games import Game
from tests.support.family.playing import Played
from tests.support.searches import share


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
        thrown = () if follow == "trumps_only" else ("on_first_trick",)
        surplus = ("burned", *thrown, *(("to_opponents",) if sides == 2 else ()))
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


def _seeds(game: Game, count: int) -> range:
    """Seeds of hands of a game: one, or in `make certify` so many; each game has others."""
    first = GAMES.index(game)
    return range(first, first + share(count, 25))


@pytest.mark.search
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_legal_hand_has_no_finding(game: Game) -> None:
    for seed in _seeds(game, 4):
        hand = hands.hand(game, seed, seed % game.players, prudence=0.5).played
        entry = family_records.record(hand)
        for part in _parts(entry, random.Random(seed)):
            assert family_records.list_findings(part, game, hand.dealer) == []


def _parts(entry: HandRecord, chance: random.Random) -> Iterator[HandRecord]:
    """A record, and what some tables would enter of it."""
    yield entry
    yield structs.replace(entry, piles=(), tricks_won=None, holdings=())
    yield structs.replace(entry, tricks=(), holdings=())
    yield structs.replace(entry, tricks=(), tricks_won=None)
    some = tuple(trick if chance.random() < 0.5 else Trick() for trick in entry.tricks)
    yield structs.replace(entry, piles=entry.piles[:1], tricks=some, tricks_won=None)
    yield structs.replace(entry, trump=None, holdings=entry.holdings[:1])


@pytest.mark.search
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_cards_that_fell_tell_who_led_and_who_won(game: Game) -> None:
    for seed in _seeds(game, 4):
        hand = hands.hand(game, seed, seed % game.players, prudence=0.5).played
        entry = family_records.of_tricks(hand)
        reading = readings.read(entry, family_records.deal(game, hand.dealer))
        assert [f.code for f in reading.findings if f.code != "discards_not_proven"] == []
        piles = [frozenset(pile) for pile in reading.captures.cards]
        assert piles == [frozenset(pile) for pile in hand.piles()]


@pytest.mark.search
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_true_claims_are_never_contradicted(game: Game) -> None:
    """Neither by the cards, nor by tricks, nor by each other."""
    for seed in _seeds(game, 6):
        hand = hands.hand(game, seed, seed % game.players, prudence=0.5).played
        claims = family_records.claims(hand)
        entry = structs.replace(family_records.record(hand), claims=claims)
        for part in (*_parts(entry, random.Random(seed)), HandRecord(claims=claims)):
            assert family_records.list_findings(part, game, hand.dealer) == []


def _with_a_revoke(game: Game, seed: int) -> tuple[Played, str] | None:
    """A hand with one card that was not open to its player, and what shows it; None if none is.

    The card of the suit led that was kept back is played later, by a legal play.
    """
    chance = random.Random(seed)
    hand = hands.deal(game, chance, game.players - 1, seed % game.players, prudence=0.5)
    holdings, leader, revoker = [list(cards) for cards in hand.holdings], hand.pitcher, None
    for number in range(game.keep):
        plays: list[tuple[int, str]] = []
        for turn in range(game.players):
            seat = (leader + turn) % game.players
            so_far = [card for _, card in plays]
            options = playing.may_play(game, holdings[seat], so_far, hand.trump, opens=number == 0)
            wrong = [card for card in holdings[seat] if card not in options]
            if revoker is None and plays and options and number and chance.random() < 0.7:
                if game.follow == "trumps_only":
                    revoker = "folded_with_a_trump"
                    continue
                if wrong:
                    options, revoker = wrong, "revoke"
            if options:
                card = chance.choice(options)
                holdings[seat].remove(card)
                plays.append((seat, card))
        if not plays:
            break
        leader = packs.winner(plays, hand.trump, game)
        hand.tricks.append(playing.Trick(plays, leader))
    is_visible = game.follow != "trumps_only" or not any(
        packs.suit(card, hand.trump, game) == hand.trump for cards in holdings for card in cards
    )
    return (hand, revoker) if revoker and is_visible else None


@pytest.mark.search
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_revoke_is_found_when_its_later_cards_are_entered(game: Game) -> None:
    attempts = (_with_a_revoke(game, seed) for seed in range(12))
    revokes = [*islice(filter(None, attempts), share(12, 25))]
    assert revokes
    for hand, code in revokes:
        entry = family_records.of_tricks(hand)
        assert code in {code for code, _ in family_records.list_findings(entry, game, hand.dealer)}


@pytest.mark.parametrize(
    ("name", "entry", "sentence", "pointer"),
    [
        (
            "play-smear",
            HandRecord(piles=(Pile(side=0, cards=("HJ",)),)),
            "Under these rules there are no jokers.",
            "/piles/0/cards/0",
        ),
        (
            "setback-six",
            HandRecord(tricks=(Trick(cards=("AS", "LJ")),)),
            "Under these rules there is only one joker.",
            "/tricks/0/cards/1",
        ),
        (
            "setback-six",
            HandRecord(surplus=(SurplusCards(side=0, cards=("AS",)),)),
            "Under these rules nobody has trumps to spare.",
            "/surplus",
        ),
        (
            "setback-six",
            HandRecord(tricks=(Trick(cards=("AS",), out=(1,)),)),
            "Under these rules everybody plays to every trick, so nobody is out.",
            "/tricks/0/out",
        ),
    ],
)
def test_what_a_game_does_not_have_is_refused_by_its_name_and_place(
    name: str, entry: HandRecord, sentence: str, pointer: str
) -> None:
    deal = family_records.deal(replace(BOOKS[name], name=name), 3)
    with pytest.raises(Refusal) as error:
        entry.check(deal.ruleset, deal.seating.table)
    assert (languages.text(error.value.message), error.value.pointer) == (sentence, pointer)


def test_a_stripped_card_is_refused_by_the_game_and_the_number_of_players() -> None:
    game = BOOKS["prairie-smear"]
    game_rules = replace(game, name="prairie-smear", stripped=tuple("2345678"))
    deal = family_records.deal(game_rules, 0)
    entry = HandRecord(piles=(Pile(side=0, cards=("2C",)),))
    with pytest.raises(Refusal) as error:
        entry.check(deal.ruleset, deal.seating.table)
    players = deal.seating.table.players
    sentence = f"Under these rules {players} play without the 2 of clubs."
    assert languages.text(error.value.message) == sentence


def test_a_trump_that_is_in_no_pile_is_named_where_all_are_captured() -> None:
    """In Pedro the dealer takes the rest of the pack and keeps every trump."""
    hand = hands.hand(BOOKS["pedro"], 1).played
    entry = family_records.record(hand)
    by_piles = structs.replace(entry, tricks=(), tricks_won=None, holdings=(), surplus=())
    side = next(i for i, pile in enumerate(by_piles.piles) if f"5{hand.trump}" in pile.cards)
    cards = tuple(card for card in by_piles.piles[side].cards if card != f"5{hand.trump}")
    piles = tuple(
        structs.replace(pile, cards=cards) if i == side else pile
        for i, pile in enumerate(by_piles.piles)
    )
    findings = dict(
        family_records.list_findings(structs.replace(by_piles, piles=piles), hand.game, hand.dealer)
    )
    assert "somebody took the 5 of" in findings["trump_not_captured"]


@pytest.mark.search
@pytest.mark.parametrize("low", ["dealt", "captured"])
@pytest.mark.parametrize("name", ["pitch31", "trickster-ten", "ten-point", "pedro"])
def test_a_log_without_its_surplus_is_settled_as_it_was_or_asked_about(name: str, low: str) -> None:
    """Only a point card among the surplus can be missed; all others fell in the tricks."""
    game = replace(BOOKS[name], low=low)
    candidates = (hands.hand(game, seed).played for seed in range(200))
    with_surplus = [hand for hand in candidates if any(hand.surplus)]
    assert with_surplus
    for hand in with_surplus[: share(8)]:
        entry = structs.replace(family_records.of_tricks(hand), surplus=())
        deal = family_records.deal(game, hand.dealer)
        owners = points.owners(hand)
        for proof in (None, provers.prove(entry, deal)):
            verdict = verdicts.judge(entry, deal, proof)
            assert verdict.status is not Status.IMPOSSIBLE
            assert (verdict.status is Status.OPEN) == bool(verdict.needs)
            for point in verdict.points or ():
                assert point.is_open or point.side == owners[point.point].side
