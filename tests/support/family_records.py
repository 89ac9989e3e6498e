"""Hands of the engine of the family as records, and its games as rule sets of the domain."""

from functools import cache

from msgspec import structs

from pitch.calls import Call
from pitch.cards import PACK, JokerOrder, JokerPips, JokerRank, Suit
from pitch.hand import readings
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.records import (
    Claims,
    HandRecord,
    Holding,
    Pile,
    PointClaim,
    SurplusCards,
    Trick,
)
from pitch.point_names import PointName
from pitch.rules import rulesets
from pitch.rules.choices import Draw, GameTie, Low, PitchedJoker, RestTo, Surplus, TrumpBy
from pitch.rules.options import Options, PointValue
from pitch.rules.rulesets import RuleSet
from pitch.seats import Arrangement, Seating, Table
from pitch.tricks import Follow
from pitchkeeper.messages import languages
from tests.support.family import points
from tests.support.family.games import Game
from tests.support.family.playing import Played
from tests.support.hands import NAMES


@cache
def ruleset(game: Game) -> RuleSet:
    """The rules of deal and play of a game, and its points."""
    table = Table(
        players=game.players,
        sides=_arrangement(game),
        dealt=game.dealt,
        kitty=game.kitty,
        stripped=game.stripped,
    )
    options = Options(
        tables=(table,),
        jokers=game.jokers,
        joker_rank=JokerRank(game.joker_rank),
        joker_order=JokerOrder(game.joker_order),
        joker_pips=JokerPips(game.joker_pips),
        pitched_joker=PitchedJoker(game.pitched_joker),
        off_cards=tuple(sorted(game.off_cards, key=PACK.ranks.index)),
        keep=game.keep,
        draw=Draw(game.draw),
        draw_most=game.draw_most or 4,
        rest_to=RestTo(game.rest_to),
        surplus=Surplus(game.surplus),
        follow=Follow(game.follow),
        trump_by=TrumpBy(game.trump_by),
        low=Low(game.low),
        trump_jack_pips=game.trump_jack_pips,
        game_tie=GameTie(game.game_tie),
        point_values=tuple(
            PointValue(point=PointName(point), worth=worth) for point, worth in game.point_values
        ),
    )
    return rulesets.preset("singaporemahjong").house_rules(options, game.name)


def deal(game: Game, dealer: int) -> Deal:
    """The deal of a game at its table."""
    rules = ruleset(game)
    table = rules.rules.tables[0]
    return Deal(rules, Seating(table=table, names=NAMES[: game.players]), dealer)


def record(hand: Played) -> HandRecord:
    """Everything that can be entered of a hand, but for claims and calls."""
    return HandRecord(
        dealer=hand.dealer,
        contract=Contract(pitcher=hand.pitcher, bid=Call.TWO),
        trump=Suit(hand.trump),
        piles=tuple(Pile(side=side, cards=tuple(pile)) for side, pile in enumerate(hand.piles())),
        tricks_won=tuple(hand.tricks_won()),
        holdings=tuple(Holding(seat=seat, cards=held) for seat, held in enumerate(hand.holdings)),
        tricks=tuple(
            Trick(
                leader=trick.leader,
                cards=trick.cards,
                winner=trick.winner,
                out=_out(hand, trick.played),
            )
            for trick in hand.tricks
        ),
        surplus=_surplus(hand),
    )


def of_tricks(hand: Played) -> HandRecord:
    """Only who pitched, the trump and the cards that fell, with who was out."""
    made = record(hand)
    return HandRecord(
        contract=made.contract,
        trump=made.trump,
        tricks=tuple(structs.replace(trick, leader=None, winner=None) for trick in made.tricks),
        surplus=made.surplus,
    )


def claims(hand: Played) -> Claims:
    """Return the correct claims of points and card points of a hand."""
    owners = points.owners(hand)
    said = []
    for name, owner in owners.items():
        point = PointName(name)
        is_tied = point is PointName.GAME and owner.side is None
        in_play = owner.side is not None or point is PointName.GAME
        extreme = owner.card if name in {"high", "low"} else None
        said.append(
            PointClaim(point=point, side=owner.side, card=extreme, in_play=in_play, tied=is_tied)
        )
    # Where there is no Game nobody counts pips.
    counted = tuple(points.pips(hand)) if PointName.GAME in owners else None
    return Claims(points=tuple(said), pips=counted)


def list_findings(made: HandRecord, game: Game, dealer: int) -> list[tuple[str, str]]:
    """The code and the sentence of what is odd about the play of a hand."""
    reading = readings.read(made, deal(game, dealer))
    return [
        (finding.code, languages.text(finding.message))
        for finding in reading.findings
        if finding.code != "discards_not_proven" and finding.code.partition("_")[0] != "bid"
    ]


def _arrangement(game: Game) -> Arrangement:
    if game.sides == game.players:
        return Arrangement.INDIVIDUALS
    if game.players == 4:
        return Arrangement.PARTNERS_ACROSS
    return Arrangement.THREE_PAIRS if game.sides == 3 else Arrangement.TWO_THREES


def _out(hand: Played, played: list[tuple[int, str]]) -> tuple[int, ...]:
    if hand.game.follow != "trumps_only":
        return ()
    playing = {seat for seat, _ in played}
    return tuple(seat for seat in range(hand.game.players) if seat not in playing)


def _surplus(hand: Played) -> tuple[SurplusCards, ...]:
    by_side: dict[int, tuple[str, ...]] = {}
    for seat, spare in enumerate(hand.surplus):
        side = hand.side(seat)
        by_side[side] = (*by_side.get(side, ()), *spare)
    return tuple(SurplusCards(side=side, cards=spare) for side, spare in by_side.items() if spare)
