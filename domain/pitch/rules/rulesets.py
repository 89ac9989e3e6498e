"""Rule sets: a name and a choice for every option, identified by their content."""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import structs

from pitch import calls, point_names, seats
from pitch.calls import Call
from pitch.messages import (
    ARRANGEMENT,
    BID,
    CHOICE,
    COUNT,
    POINT,
    SCORE,
    TYPED,
    Message,
    Refusal,
    Sentence,
    any_of,
)
from pitch.rules import called_partners, packs
from pitch.rules.bearings import SLAM
from pitch.rules.choices import (
    FORMER_NEEDS,
    FOUR_TRICKS,
    NAMED_TRUMPS,
    PITCHER_ALONE,
    AllPass,
    BiddingRounds,
    MadeScores,
    Misdeal,
    Revoke,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamOpen,
    SlamSet,
)
from pitch.rules.options import (
    OPTIONS,
    Options,
    Rules,
    apply_options,
    bearing_on,
    choices_in,
)
from pitch.rules.presets.catalogue import PRESETS
from pitch.seats import Table
from pitch.tricks import Follow
from pitch.types import Value

_NO_PRESET = Message("problem.unknown_preset", name=TYPED)
_PLAYED_TO = Message("problem.fixed_target.score", rules=TYPED, target=SCORE)
_PLAYED_FOR = Message("problem.fixed_target.hands", rules=TYPED)
_NOT_SO_MANY = Message(
    "problem.table_not_allowed.players", rules=TYPED, players=any_of(COUNT), asked=COUNT
)
_NOT_ARRANGED = Message(
    "problem.table_not_allowed.sides",
    rules=TYPED,
    players=COUNT,
    ways=any_of(ARRANGEMENT),
    asked=ARRANGEMENT,
)

CUSTOM_NAME: Final = "House rules"
_ALL_TRICKS: Final = (SlamNeeds.ALL_TRICKS, SlamNeeds.ALL_TRICKS_AND_POINTS)


_IN_TURN: Final = Message("problem.contradictory_options.in_turn")
_TARGET_OR_HANDS: Final = Message("problem.contradictory_options.target_or_hands")
_PITCHER_OUT: Final = Message("problem.contradictory_options.pitcher_out")
_SEATS: Final = Message(
    "problem.contradictory_options.seats", sides=CHOICE, needed=COUNT, players=COUNT
)
_TABLE_TWICE: Final = Message("problem.contradictory_options.table_twice")
_POINT_TWICE: Final = Message("problem.contradictory_options.point_twice", point=POINT)
_NO_BIDS: Final = Message("problem.contradictory_options.no_bids")
_STEALS: Final = Message("problem.contradictory_options.steals")
_STEALS_SLAM: Final = Message("problem.contradictory_options.steals_slam")
_TABLING_FOUR: Final = Message("problem.contradictory_options.tabling_four")
_TABLING_TRUMP: Final = Message("problem.contradictory_options.tabling_trump")
_STUCK: Final = Message("problem.contradictory_options.stuck")
_ROUNDS: Final = Message("problem.contradictory_options.rounds")
_SLAM_TARGET: Final = Message("problem.contradictory_options.slam_target")
_NO_SLAM: Final = Message("problem.contradictory_options.no_slam")
_REVOKE: Final = Message("problem.contradictory_options.revoke")
_MISDEAL: Final = Message("problem.contradictory_options.misdeal")
_NUMBERS: Final = Message("problem.contradictory_options.numbers")
_BIDS_RISE: Final = Message("problem.contradictory_options.bids_rise")
_FOUR_TRICKS: Final = Message("problem.contradictory_options.four_tricks", tricks=COUNT)
_ALL_TRICKS_PROMISED: Final = Message("problem.contradictory_options.all_tricks")
_NO_JOKER: Final = Message("problem.contradictory_options.no_joker", point=POINT, jokers=COUNT)
_BEYOND: Final = Message("problem.contradictory_options.beyond", rules=TYPED, points=COUNT, bid=BID)
_NO_OFF_CARD: Final = Message("problem.contradictory_options.no_off_card", point=POINT)


class UnknownPreset(Refusal, has_message=False):
    """There is no preset of that name."""


class ContradictoryOptions(Refusal, has_message=False):
    """The options contradict one another."""


class TableNotAllowed(Refusal, has_message=False):
    """The rule set is not for that many players in that arrangement."""


class NotInPack(Refusal, has_message=False):
    """There is no such card in the deck."""


class FixedTarget(Refusal, has_message=False):
    """The rule set fixes the target; another target is a house rule."""


class RuleSet(Value, frozen=True, cache_hash=True):
    """A preset, or a preset with house rules; equal content is the same rule set."""

    preset: str
    name: str
    rules: Rules

    @property
    def is_preset(self) -> bool:
        """Whether this is the rule set of a document, unchanged."""
        return self.preset in PRESETS and self == preset(self.preset)

    def with_target(self, target: int) -> "RuleSet":
        """Return this rule set with another target; raises FixedTarget unless tables choose it."""
        if target == self.rules.target:
            return self
        if not self.rules.target_may_change:
            fixed = self.rules.target
            why = (
                _PLAYED_TO(rules=self.name, target=fixed) if fixed else _PLAYED_FOR(rules=self.name)
            )
            hint = "Another target is a house rule: give it in options."
            raise FixedTarget(why, pointer="/target", hint=hint)
        return structs.replace(self, rules=structs.replace(self.rules, target=target, hands=None))

    @property
    @lru_cache(maxsize=256)  # noqa: B019
    def hash(self) -> str:
        """The SHA-256 of a rule set's content, 64 hexadecimal digits.

        Choices at their default do not count, so an option added later leaves old hashes alone.
        """
        choices: dict[str, object] = {
            option.key: getattr(self.rules, option.name)
            for option in OPTIONS.values()
            if getattr(self.rules, option.name) != option.default
        }
        needs = self.rules.slam_needs
        if "slamNeeds" in choices:
            choices["slamNeeds"] = FORMER_NEEDS.get(needs, needs)
        content = {"preset": self.preset, "name": self.name, "rules": choices}
        return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()

    def house_rules(self, options: Options, name: str | None = None) -> "RuleSet":
        """Return the rule set with some options changed, each to a choice or to its word in JSON.

        Raises msgspec.ValidationError, with the place, for what is no choice of an option, and
        ContradictoryOptions for choices that contradict each other or the rules.
        """
        # A struct is made of any values, and the rules compare choices by identity.
        options = msgspec.convert(msgspec.to_builtins(options), Options)
        if not choices_in(options) and name is None:
            return self
        _check_options(self.rules, options)
        rules = apply_options(self.rules, options)
        check_rules(rules, self.name)
        # Options that change nothing leave the document with its name and hash.
        if rules == self.rules and name is None:
            return self
        return RuleSet(
            preset=self.preset,
            name=CUSTOM_NAME if name is None else name,
            rules=_with_defaults(rules),
        )

    def table_for(self, players: int, arrangement: seats.Arrangement | None = None) -> Table:
        """Return the table for a number of players; the usual one without an arrangement.

        Raises TableNotAllowed, which names the tables of the rule set, if it has no such table.
        """
        allowed = [table for table in self.rules.tables if table.players == players]
        if not allowed:
            numbers = sorted({table.players for table in self.rules.tables})
            raise TableNotAllowed(
                _NOT_SO_MANY(rules=self.name, players=numbers, asked=players),
                pointer="/players",
            )
        if arrangement is None:
            # The first arrangement of a document for a number of players is the usual one.
            return allowed[0]
        for table in allowed:
            if table.sides is arrangement:
                return table
        ways = [table.sides for table in allowed]
        why = _NOT_ARRANGED(rules=self.name, players=players, ways=ways, asked=arrangement)
        raise TableNotAllowed(why, pointer="/sides")


@lru_cache
def preset(preset_id: str) -> RuleSet:
    """Return the rule set of a document by its id; raises UnknownPreset if there is none."""
    document = PRESETS.get(preset_id)
    if document is None:
        raise UnknownPreset(_NO_PRESET(name=preset_id), pointer="/preset")
    return RuleSet(preset=preset_id, name=document.name, rules=document.rules)


def list_presets() -> tuple[RuleSet, ...]:
    """Return the rule sets of all documents."""
    return tuple(preset(preset_id) for preset_id in PRESETS)


def minimal_options(ruleset: RuleSet) -> Options:
    """Return the fewest options that turn its preset into a rule set."""
    base, idle = preset(ruleset.preset).rules, _idle(ruleset.rules)
    options = {
        name: getattr(ruleset.rules, name)
        for name in OPTIONS
        if name not in idle and getattr(ruleset.rules, name) not in {None, getattr(base, name)}
    }
    return Options(**options)


def check_cards(ruleset: RuleSet, table: Table, named: Iterable[tuple[str, str]]) -> None:
    """Raise NotInPack, with its pointer, for the first card that the pack of a table lacks."""
    known = packs.for_table(ruleset.rules, table).card_set
    for pointer, card in named:
        if card not in known:
            raise NotInPack(
                packs.explain_absence(ruleset.rules, table, card, ruleset.name), pointer=pointer
            )


def check_rules(rules: Rules, name: str = CUSTOM_NAME) -> None:
    """Raise ContradictoryOptions for rules that contradict themselves."""
    _check_tables(rules)
    _check_points(rules)
    for option, reason in (*packs.contradictions(rules), *called_partners.contradictions(rules)):
        _refuse(option, reason)
    for lists in _BIDS:
        _check_bids(lists.key, getattr(rules, lists.name), rules.total, name)
    _check_auction(rules)
    in_order = rules.several_out is SeveralOut.COUNTING_ORDER
    if in_order and rules.made_scores is MadeScores.BID_ONLY:
        _refuse("madeScores", _IN_TURN())
    if (rules.target is None) == (rules.hands is None):
        _refuse("hands", _TARGET_OR_HANDS())
    is_shared = rules.several_out is not SeveralOut.HIGHEST_OR_PLAY_ON
    if is_shared and rules.going_out in PITCHER_ALONE:
        _refuse("severalOut", _PITCHER_OUT())


def _check_tables(rules: Rules) -> None:
    for table in rules.tables:
        needed = seats.players_needed(table.sides)
        if needed not in {None, table.players}:
            seating = _SEATS(sides=table.sides, needed=needed, players=table.players)
            _refuse("tables", seating)
    if len({(table.players, table.sides) for table in rules.tables}) < len(rules.tables):
        _refuse("tables", _TABLE_TWICE())


def _check_points(rules: Rules) -> None:
    listed = rules.points
    if len(set(listed)) < len(listed):
        twice = next(point for point in listed if listed.count(point) > 1)
        _refuse("pointValues", _POINT_TWICE(point=twice))
    for point in listed:
        if point_names.JOKERS.get(point, rules.jokers) != rules.jokers:
            _refuse("pointValues", _NO_JOKER(point=point, jokers=rules.jokers))
        rank = point_names.OFF_RANKS.get(point)
        if rank is not None and rank not in rules.off_cards:
            _refuse("pointValues", _NO_OFF_CARD(point=point))


def _check_auction(rules: Rules) -> None:
    """Refuse choices of the auction and the slam that contradict one another."""
    if not rules.bids:
        _refuse("bids", _NO_BIDS())
    # The dealer matches the highest bid, which is one of the open bids.
    if not set(rules.dealer_matches) <= set(rules.bids):
        _refuse("dealerMatches", _STEALS())
    if rules.dealer_matches_slam and not rules.has_slam:
        _refuse("dealerMatchesSlam", _STEALS_SLAM())
    if rules.four_by_tabling and Call.FOUR not in rules.bids:
        _refuse("fourByTabling", _TABLING_FOUR())
    if rules.four_by_tabling and rules.trump_by in NAMED_TRUMPS:
        _refuse("fourByTabling", _TABLING_TRUMP())
    has_bid = rules.dealer_alone_bids or (rules.has_slam and rules.slam_open is SlamOpen.ANYONE)
    if rules.all_pass is AllPass.FORCED and not has_bid:
        _refuse("dealerAloneBids", _STUCK())
    # Otherwise the same bid could be repeated in every round.
    if rules.bidding_rounds is BiddingRounds.UNTIL_PASSED and not rules.ascending:
        _refuse("biddingRounds", _ROUNDS())
    if rules.has_slam and rules.slam_set is SlamSet.TARGET and rules.target is None:
        _refuse("slamSet", _SLAM_TARGET())
    if rules.has_slam and rules.slam_needs is SlamNeeds.FOUR_TRICKS and rules.keep < FOUR_TRICKS:
        _refuse("slamNeeds", _FOUR_TRICKS(tricks=rules.keep))
    if rules.has_slam and rules.follow is Follow.TRUMPS_ONLY and rules.slam_needs in _ALL_TRICKS:
        _refuse("slamNeeds", _ALL_TRICKS_PROMISED())


def _check_options(base: Rules, options: Options) -> None:
    choices = choices_in(options)
    if "hands" in choices and "target" in choices:
        _refuse("hands", _TARGET_OR_HANDS())
    if choices.get("slam", base.slam) is SlamBid.NONE:
        for option in _SLAM_OPTIONS:
            if option in choices:
                _refuse(OPTIONS[option].key, _NO_SLAM())
    if "revoke_loses" in choices and choices.get("revoke", base.revoke) is not Revoke.POINTS_LOST:
        _refuse("revokeLoses", _REVOKE())
    misdeal = choices.get("misdeal", base.misdeal)
    if "misdeal_gives" in choices and misdeal is not Misdeal.POINTS_TO_OTHERS:
        _refuse("misdealGives", _MISDEAL())


def _check_bids(option: str, bids: tuple[Call, ...], total: int, name: str) -> None:
    if any(calls.number(bid) is None for bid in bids):
        _refuse(option, _NUMBERS())
    if list(bids) != sorted(set(bids), key=calls.rank):
        _refuse(option, _BIDS_RISE())
    if bids and (calls.number(bids[-1]) or 0) > total:
        _refuse(option, _BEYOND(rules=name, points=total, bid=bids[-1]))


def _refuse(option: str, reason: Sentence) -> None:
    raise ContradictoryOptions(reason, pointer=f"/options/{option}")


def _with_defaults(rules: Rules) -> Rules:
    """Return the rules with every option without meaning at its default."""
    # Rules that play alike then have the same hash.
    return structs.replace(rules, **{name: OPTIONS[name].default for name in _idle(rules)})


def _idle(rules: Rules) -> set[str]:
    """Return the options that have no meaning beside the other choices."""
    return {option for option, matters in _CONDITIONAL.items() if not matters(rules)}


_BIDS: Final = tuple(option for option in OPTIONS.values() if option.is_bids)
_SLAM_OPTIONS: Final = tuple(option for option in bearing_on(SLAM) if option != "slam")
_CONDITIONAL: Final = {name: option.matters for name, option in OPTIONS.items() if option.matters}
