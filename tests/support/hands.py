"""Records in a few words."""

from collections.abc import Iterable

from msgspec import structs

from pitch.calls import Call
from pitch.cards import PACK, Suit
from pitch.findings import Finding
from pitch.hand import verdicts
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord, Listed, Pile
from pitch.hand.verdicts import Verdict
from pitch.match.matches import Hand, Match
from pitch.proof import provers
from pitch.proof.provers import SearchLimits
from pitch.rules import packs, rulesets
from pitch.rules.options import FOUR_POINTS, NO_OPTIONS, Options
from pitch.rules.rulesets import RuleSet
from pitch.seats import Arrangement, Seating, Table
from pitchkeeper.messages import languages
from tests.support import claims as told

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
EVERY_TABLE = (
    *(Table(players=players) for players in range(2, 9)),
    Table(players=4, sides=Arrangement.PARTNERS_ACROSS),
    Table(players=6, sides=Arrangement.THREE_PAIRS),
    Table(players=6, sides=Arrangement.TWO_THREES),
)
PASSED = HandRecord(calls=(Call.PASS,) * 4)
ALL_PRESETS = tuple(ruleset.preset for ruleset in rulesets.list_presets())
PRESETS = tuple(
    ruleset.preset
    for ruleset in rulesets.list_presets()
    if ruleset.rules.point_values == FOUR_POINTS and packs.full_pack(ruleset.rules) == PACK
)
"""The presets of four points, which go with every table; `tests.domain.family` asks all."""


def deal(
    ruleset: RuleSet | str,
    players: int = 4,
    sides: Arrangement | None = None,
    options: Options = NO_OPTIONS,
    dealer: int | None = None,
) -> Deal:
    """A deal whose dealer is the last seat."""
    rules = rulesets.preset(ruleset) if isinstance(ruleset, str) else ruleset
    rules = rules.house_rules(options)
    table = rules.table_for(players, sides)
    last = players - 1 if dealer is None else dealer
    return Deal(rules, Seating(table=table, names=NAMES[:players]), last)


def anywhere(preset: str, options: Options = NO_OPTIONS) -> RuleSet:
    """A preset that may be played at every table."""
    at_home = rulesets.preset(preset).house_rules(Options(tables=EVERY_TABLE))
    return at_home.house_rules(options)


def piles(*by_side: str, how: Listed = Listed.ALL) -> tuple[Pile, ...]:
    """Piles by side, each as `AS TH 2C`."""
    return tuple(
        Pile(side=side, cards=tuple(cards.split()), listed=how)
        for side, cards in enumerate(by_side)
    )


def with_trumps_counted(record: HandRecord) -> HandRecord:
    """A record whose piles have no more trumps than they list."""
    new_piles = (
        structs.replace(pile, trumps=sum(card[1] == record.trump for card in pile.cards))
        for pile in record.piles
    )
    return structs.replace(record, piles=tuple(new_piles))


def record(pitcher: int, bid: str, trump: str, *by_side: str) -> HandRecord:
    """A hand of which every trump, ten, jack, queen, king and ace is listed."""
    return with_trumps_counted(
        HandRecord(
            contract=Contract(pitcher=pitcher, bid=Call(bid)),
            trump=Suit(trump),
            piles=piles(*by_side, how=Listed.SCORING),
        )
    )


def claim_points(
    pitcher: int,
    bid: str,
    points: str,
    tricks: tuple[int, ...] | None = None,
) -> HandRecord:
    """Return a hand known by its points: the sides of High, Low, Jack, Game, `-` for nobody."""
    owners = (None if side == "-" else int(side) for side in points)
    return HandRecord(
        contract=Contract(pitcher=pitcher, bid=Call(bid)),
        tricks_won=tricks,
        claims=told.claims(*map(told.claim_point, told.FOUR, owners)),
    )


def judge(record: HandRecord, dealt: Deal) -> Verdict:
    """Return the verdict on a record."""
    return verdicts.judge(record, dealt)


def prove(record: HandRecord, dealt: Deal, limits: SearchLimits = provers.USUAL) -> Verdict:
    """Return the verdict on a record over all deals and plays."""
    return verdicts.judge(record, dealt, provers.prove(record, dealt, limits))


def blocking(findings: Iterable[Finding]) -> list[str]:
    """The sentences of the findings that prevent scoring."""
    return [languages.text(finding.message) for finding in findings if finding.prevents_scoring()]


def codes(verdict: Verdict) -> list[str]:
    """The codes of what was found."""
    return [finding.code for finding in verdict.findings]


def match(preset: str, options: Options | None = None, players: int = 4) -> Match:
    """A match dealt first by the last seat."""
    ruleset = rulesets.preset(preset).house_rules(options or Options())
    table = ruleset.table_for(players)
    return Match(ruleset, Seating(table=table, names=NAMES[:players]), players - 1)


def number_hands(*records: HandRecord) -> tuple[Hand, ...]:
    """Return records as the hands of a match, from 1 on."""
    return tuple(
        Hand(number=number, record=record) for number, record in enumerate(records, start=1)
    )
