"""Options: the fields in which the rules of Pitch differ, as plain data."""

from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Final, get_args, get_origin

from msgspec import UNSET, Meta, UnsetType, structs

from pitch import calls
from pitch.calls import MOST_BID, Call
from pitch.cards import JokerOrder, JokerPips, JokerRank, OffRank
from pitch.messages import BID, RANK, all_of, any_of
from pitch.point_names import DEALT, PointName
from pitch.rules.bearings import (
    AUCTION,
    CALL,
    CONTRACT,
    OUT,
    PAY,
    PLAY,
    POINTS,
    REMEDY,
    SCORE,
    SLAM,
    TRICK,
    Bearing,
    Option,
)
from pitch.rules.choices import (
    AllPass,
    BiddingRounds,
    CallOutOfTurn,
    Draw,
    ExposedCard,
    GameTie,
    GoingOut,
    Low,
    MadeScores,
    Misdeal,
    PitchedJoker,
    RestTo,
    Revoke,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamOpen,
    SlamReward,
    SlamSet,
    Surplus,
    TrumpBy,
)
from pitch.seats import CARDS_EACH, MOST_TRICKS, Table
from pitch.tricks import Follow
from pitch.types import Value

Points = Annotated[int, Meta(ge=1, le=100)]
RENEGE_LOSES: Final = 2
UNBID_RENEGE_LOSES: Final = 2
"""The cost of a renege in a hand without a bid, as Foster's Complete Hoyle has it."""
MISDEAL_GIVES: Final = 1
TABLE_TALK_LOSES: Final = 2


class PointValue(Value, frozen=True):
    """A point that a hand can pay, and its worth."""

    point: PointName
    """The name of a point that a hand can pay."""
    worth: Points
    """The number of points that the winner of this point scores."""


FOUR_POINTS: Final = tuple(
    PointValue(point=point, worth=1)
    for point in (PointName.HIGH, PointName.LOW, PointName.JACK, PointName.GAME)
)
"""The points of a hand of Pitch (S0.points) in counting order."""
PointValues = Annotated[
    tuple[PointValue, ...],
    Meta(
        min_length=1,
        max_length=len(PointName),
        description="The points of a hand in counting order, each once.",
    ),
]
Target = Annotated[int, Meta(ge=1, le=1000, description="The score that wins the match.")]
Jokers = Annotated[int, Meta(ge=0, le=2)]
OffCards = Annotated[tuple[OffRank, ...], Meta(max_length=6)]
HandSize = Annotated[int, Meta(ge=1, le=MOST_TRICKS)]
HandCount = Annotated[int, Meta(ge=1, le=200, description="A fixed number of hands.")]
Bids = Annotated[
    tuple[Call, ...], Meta(max_length=MOST_BID, description="Bids by number, low to high.")
]
Tables = Annotated[tuple[Table, ...], Meta(min_length=1, max_length=16)]


_has_slam: Final = attrgetter("has_slam")


# The hash is cached because packs, deals and formulas are looked up by whole rules.
class Rules(Value, frozen=True, cache_hash=True):
    """All choices of a rule set."""

    # A choice added later needs a default here, so that the hashes of older rule sets stay.

    tables: Tables
    """The tables that may play; the first with a number of players is the usual one."""
    bids: Annotated[Bids, Option(AUCTION, listed_as=all_of(BID))]
    """The bids by number that are open to everybody; the slam, if any, ranks above them."""
    dealer_alone_bids: Annotated[Bids, Option(AUCTION, listed_as=any_of(BID))]
    """The bids by number that are open to the dealer if everyone else passed."""
    dealer_matches: Annotated[Bids, Option(AUCTION, listed_as=any_of(BID))] = ()
    """The bids that the dealer may steal by calling the same."""
    dealer_matches_slam: Annotated[bool, Option(AUCTION)] = False
    """True if the dealer may steal the slam by calling the same."""
    dealer_may_raise: Annotated[bool, Option(AUCTION)] = True
    """True if the dealer may outbid the others."""
    ascending: Annotated[bool, Option(AUCTION)] = True
    """True if a bid must exceed the bids before it."""
    all_pass: Annotated[AllPass, Option(AUCTION)] = AllPass.FORCED
    """The consequence if everyone before the dealer passes."""
    four_by_tabling: Annotated[bool, Option(CALL)] = False
    """True if a card placed face up in turn is a bid of four, and the lead."""
    trump_by: Annotated[
        TrumpBy, Option(CALL | TRICK | REMEDY | CONTRACT, allowed_by=("four_by_tabling",))
    ] = TrumpBy.FIRST_CARD
    """The act that fixes the trump suit."""
    point_values: PointValues = FOUR_POINTS
    """The points that a hand pays, in counting order."""
    low: Annotated[Low, Option(POINTS)] = Low.CAPTURED
    """The player who gets Low."""
    trump_jack_pips: Annotated[bool, Option(POINTS)] = True
    """True if the jack of trumps counts for Game."""
    game_tie: Annotated[GameTie, Option(POINTS)] = GameTie.NOBODY
    """The side that gets Game if the high count is tied."""
    slam: Annotated[
        SlamBid, Option(CALL | CONTRACT | SLAM, allowed_by=("follow", "slam_needs"))
    ] = SlamBid.NONE
    """The name of the slam, if there is one."""
    slam_needs: Annotated[
        SlamNeeds, Option(POINTS | SLAM, allowed_by=("follow",), matters=_has_slam)
    ] = SlamNeeds.ALL_TRICKS_AND_POINTS
    """The tricks and points that the pitcher must take to make the slam."""
    slam_reward: Annotated[SlamReward, Option(SCORE | SLAM, matters=_has_slam)] = SlamReward.MATCH
    """The reward of a slam that is made."""
    # A player who may not win by the slam "simply scores 4 points" (S4.pitch.neg).
    slam_scores: Annotated[Points, Option(PAY | SLAM, matters=_has_slam)] = 4
    """The points for a slam that is made."""
    # A slam that fails is "effectively the same as a 5 point bid" (S2.smudge.fail).
    slam_loses: Annotated[
        Points,
        Option(
            PAY | SLAM,
            matters=lambda rules: rules.has_slam and rules.slam_set is not SlamSet.TARGET,
        ),
    ] = 5
    """The points that a slam costs if it fails."""
    negative_scores: Annotated[bool, Option(SCORE)] = True
    """True if a score may fall below zero."""
    target: Target | None = 11
    """The score that wins a match by these rules; none if a fixed number of hands is played."""
    target_may_change: bool = False
    """True if a match may have another target without a house rule."""
    hands: HandCount | None = None
    """The fixed number of hands after which the most points win; none if there is a target."""
    going_out: Annotated[GoingOut, Option(OUT)] = GoingOut.PITCHER_MADE_FIRST
    """The sides that may win by reaching the target."""
    several_out: Annotated[SeveralOut, Option(OUT)] = SeveralOut.HIGHEST_OR_PLAY_ON
    """The winner if several sides reach the target in one hand."""
    call_out_of_turn: Annotated[CallOutOfTurn, Option(CALL | REMEDY)] = CallOutOfTurn.CAPPED
    """The penalty for a bid out of turn."""
    led_card_stands: Annotated[bool, Option(TRICK | REMEDY)] = True
    """True if a card that was led in turn may not be pulled back."""
    revoke: Annotated[Revoke, Option(TRICK | REMEDY)] = Revoke.SET_BACK
    """The remedy of a renege once its trick is turned over."""
    revoke_loses: Annotated[
        Points, Option(matters=lambda rules: rules.revoke is Revoke.POINTS_LOST)
    ] = RENEGE_LOSES
    """The points that a renege costs, if it costs a fixed number."""
    misdeal: Annotated[Misdeal, Option(REMEDY)] = Misdeal.SAME_DEALER
    """The remedy of a misdeal by the dealer."""
    misdeal_gives: Annotated[
        Points, Option(matters=lambda rules: rules.misdeal is Misdeal.POINTS_TO_OTHERS)
    ] = MISDEAL_GIVES
    """The points for each of the other sides, if a misdeal gives them any."""
    exposed_card: Annotated[ExposedCard, Option(REMEDY)] = ExposedCard.REDEAL
    """The remedy of a card exposed in the deal."""
    table_talk_loses: Points = TABLE_TALK_LOSES
    """The points that table talk costs after a warning."""
    jokers: Jokers = 0
    """The number of jokers in the deck."""
    joker_rank: Annotated[
        JokerRank, Option(PLAY | TRICK | REMEDY, matters=lambda rules: rules.jokers > 0)
    ] = JokerRank.ABOVE_TEN
    """The rank of jokers among the trumps."""
    joker_order: Annotated[
        JokerOrder, Option(PLAY | TRICK, matters=lambda rules: rules.jokers > 1)
    ] = JokerOrder.MARKED
    """The higher of two jokers in one trick."""
    joker_pips: Annotated[JokerPips, Option(PLAY, matters=lambda rules: rules.jokers > 0)] = (
        JokerPips.NONE
    )
    """The number that each joker adds to the count for Game."""
    pitched_joker: Annotated[
        PitchedJoker,
        Option(
            PLAY | TRICK | REMEDY,
            matters=lambda rules: rules.jokers > 0 and rules.trump_by is TrumpBy.FIRST_CARD,
        ),
    ] = PitchedJoker.BARRED
    """The effect of a joker as the first card led, if that card makes trump."""
    off_cards: Annotated[OffCards, Option(PLAY | TRICK | REMEDY, listed_as=all_of(RANK))] = ()
    """The ranks, low to high, whose other card of the trump color is a trump too."""
    keep: HandSize = CARDS_EACH
    """The number of cards that each player plays from, and so of tricks in a hand."""
    draw: Annotated[Draw, Option(PLAY)] = Draw.NONE
    """The cards that players exchange before play."""
    draw_most: Annotated[HandSize, Option(matters=lambda rules: rules.draw is Draw.ANY)] = 4
    """The most cards that a player may exchange, if any may be."""
    rest_to: Annotated[
        RestTo, Option(PLAY, matters=lambda rules: rules.draw is Draw.NON_TRUMPS)
    ] = RestTo.NOBODY
    """The player who takes the cards remaining after the draw."""
    surplus: Annotated[
        Surplus, Option(PLAY, matters=lambda rules: rules.draw is Draw.NON_TRUMPS)
    ] = Surplus.BURNED
    """The fate of trumps beyond the number that a player plays from."""
    follow: Annotated[
        Follow, Option(PLAY | TRICK | REMEDY, allowed_by=("slam_needs", "surplus"))
    ] = Follow.FOLLOW_OR_TRUMP
    """The legal plays of a player who holds the suit led."""
    bidding_rounds: Annotated[BiddingRounds, Option(AUCTION)] = BiddingRounds.ONE
    """The number of bids that a player may make."""
    made_scores: Annotated[MadeScores, Option(PAY, allowed_by=("several_out",))] = (
        MadeScores.ALL_TAKEN
    )
    """The score of the pitching side for a bid that it made."""
    slam_set: Annotated[
        SlamSet, Option(PAY | TRICK | REMEDY | SLAM, allowed_by=("slam",), matters=_has_slam)
    ] = SlamSet.POINTS
    """The cost of a slam that fails."""
    slam_open: Annotated[SlamOpen, Option(AUCTION | SLAM, matters=_has_slam)] = SlamOpen.ANYONE
    """The players who may bid the slam, by their score before the hand."""

    @property
    def has_slam(self) -> bool:
        """Whether there is a slam."""
        return self.slam is not SlamBid.NONE

    @property
    def slam_may_decide(self) -> bool:
        """Whether a slam may win or lose the match, whatever the scores are."""
        wins = self.slam_reward is not SlamReward.POINTS
        return self.has_slam and (wins or self.slam_set is SlamSet.MATCH)

    @property
    def slam_bids(self) -> tuple[Call, ...]:
        """The slam as a bid; none if there is no slam."""
        return (Call(self.slam.value),) if self.has_slam else ()

    @property
    def least_bid(self) -> Call:
        """The lowest bid by number that anybody can make."""
        return min((*self.bids, *self.dealer_alone_bids), key=calls.rank)

    @property
    def revoke_penalty(self) -> int:
        """The points that a renege costs, if it costs a fixed number."""
        return self._penalty(self.revoke_loses, RENEGE_LOSES)

    @property
    def unbid_revoke_penalty(self) -> int:
        """The points that a renege costs in a hand without a bid to lose."""
        return self._penalty(UNBID_RENEGE_LOSES, UNBID_RENEGE_LOSES)

    @property
    def misdeal_penalty(self) -> int:
        """The points for each of the other sides, if a misdeal gives them any."""
        return self._penalty(self.misdeal_gives, MISDEAL_GIVES)

    @property
    def table_talk_penalty(self) -> int:
        """The points that table talk costs after a warning."""
        return self._penalty(self.table_talk_loses, TABLE_TALK_LOSES)

    def _penalty(self, points: int, usual: int) -> int:
        # The usual numbers are of games with bids from two. A number that the rules choose stays.
        return points if points != usual else usual * max(2, calls.rank(self.least_bid)) // 2

    @property
    def dealt_points(self) -> frozenset[PointName]:
        """The points that go to the player who was dealt their card, not to its captor."""
        return DEALT if self.low is Low.DEALT else frozenset()

    @property
    def asks_for_scores(self) -> bool:
        """Return whether the calls or the pay of a hand depend on the scores before it."""
        or_zero = self.slam_reward is SlamReward.MATCH_OR_ZERO
        return self.has_slam and (or_zero or self.slam_open is not SlamOpen.ANYONE)

    @property
    def worths(self) -> dict[PointName, int]:
        """The worth of each point, by its name."""
        return {value.point: value.worth for value in self.point_values}

    @property
    def total(self) -> int:
        """The worth of all points of a hand together, and so the highest bid by number."""
        return sum(value.worth for value in self.point_values)

    @property
    def points(self) -> tuple[PointName, ...]:
        """The points of a hand in counting order."""
        return tuple(value.point for value in self.point_values)

    def floor_score(self, score: int) -> int:
        """Return a score, or 0 if it is negative and the rules have no negative scores."""
        return score if self.negative_scores else max(0, score)


def _option(field: structs.FieldInfo) -> Option:
    parts = get_args(field.type)
    kind, *notes = parts if get_origin(field.type) is Annotated else (field.type,)
    entry = next((note for note in notes if isinstance(note, Option)), Option())
    return structs.replace(
        entry,
        name=field.name,
        key=field.encode_name,
        kind=kind,
        choice_type=parts[0] if NoneType in parts else field.type,
        default=field.default,
    )


OPTIONS: Final = {field.name: _option(field) for field in structs.fields(Rules)}
"""All options by field name, in the order of the rules."""


def bearing_on(*parts: Bearing) -> tuple[str, ...]:
    """Return the options that bear on any of some parts, those of the first part first."""
    names = (option.name for part in parts for option in OPTIONS.values() if option.on & part)
    return tuple(dict.fromkeys(names))


class Options(Value, frozen=True, omit_defaults=True):
    """Choices to change in a preset; absent options stay as they are."""

    # The fields of `Rules`, each absent unless chosen: an option has one entry, beside its field. A
    # choice is never null, because a target and a number of hands replace each other.
    __annotations__ = {name: option.choice_type | UnsetType for name, option in OPTIONS.items()}
    vars().update(dict.fromkeys(OPTIONS, UNSET))

    if TYPE_CHECKING:

        def __init__(self, **choices: object) -> None: ...


NO_OPTIONS: Final = Options()


def choices_in(options: Options) -> dict[str, object]:
    """Return the choices by the field names of `Rules`, without absent options."""
    return {name: value for name, value in structs.asdict(options).items() if value is not UNSET}


def apply_options(rules: Rules, options: Options) -> Rules:
    """Return the rules with some choices; a fixed number of hands replaces a target."""
    choices = choices_in(options)
    if "hands" in choices:
        choices.setdefault("target", None)
    elif "target" in choices:
        choices["hands"] = None
    return structs.replace(rules, **choices)
