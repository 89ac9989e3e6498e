"""The rulebook of a rule set, which a table can print, with examples by the rules themselves."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs

from pitch import calls, point_names, tricks
from pitch.cards import Suit
from pitch.messages import (
    BID,
    CARD,
    CHANGE,
    CHOICE,
    COUNT,
    POINT,
    TYPED,
    Message,
    Sentence,
    Sentences,
    all_of,
)
from pitch.point_names import PointName
from pitch.rules import clauses, packs
from pitch.rules.bid_sentences import written_bid
from pitch.rules.choices import MadeScores
from pitch.rules.clauses import Clause
from pitch.rules.options import Rules
from pitch.rules.point_sentences import ABSENT
from pitch.rules.presets.catalogue import PRESETS, Basis
from pitch.rules.rulesets import RuleSet
from pitch.tricks import Follow

_TRICK: Final = Message("example.trick", cards=all_of(CARD), card=CARD)
_COUNT: Final = Message("example.count", cards=all_of(CARD), count=COUNT)
_MADE: Final = Message("example.made", bid=BID, points=COUNT, change=CHANGE)
_SET: Final = Message("example.set", bid=BID, points=COUNT, change=CHANGE)

# Tens and higher only, because a stripped pack may have no others.
_ONE_TRUMP: Final = ("KD", "AD", "TS", "QD")
_TRUMPS: Final = ("JS", "TS", "KS", "QS")
_COUNTED: Final = ("AC", "TD", "JS")


def for_chapter(chapter: str, rules: Rules) -> Sentences:
    """Return the examples of a chapter of the rulebook, named by the prefix of its topics."""
    match chapter:
        case "play":
            return _trick(rules)
        case "score":
            return *_count(rules), *_scores(rules)
        case _:
            return ()


def _trick(rules: Rules) -> Sentences:
    played = _TRUMPS if rules.follow is Follow.TRUMPS_ONLY else _ONE_TRUMP
    if not _are_dealt(played, rules):
        return ()
    best = tricks.winning_card(played, Suit.SPADES, packs.full_pack(rules))
    return (_TRICK(cards=played, card=best),)


def _count(rules: Rules) -> Sentences:
    if PointName.GAME not in rules.worths or not _are_dealt(_COUNTED, rules):
        return ()
    counts = packs.full_pack(rules).pips
    # Spades are trump in this example.
    skipped = {"JS"} if not rules.trump_jack_pips else set[str]()
    return (_COUNT(cards=_COUNTED, count=sum(counts[c] for c in _COUNTED if c not in skipped)),)


def _scores(rules: Rules) -> Sentences:
    """Return the pay of the lowest bid if it is made, and its cost if it fails."""
    number = calls.number(rules.bids[0]) or 0
    taken = min(number + 1, rules.total)
    pays = taken if rules.made_scores is MadeScores.ALL_TAKEN else number
    bid = written_bid(rules.bids[0], rules)
    return (
        _MADE(bid=bid, points=taken, change=pays),
        _SET(bid=bid, points=number - 1, change=-number),
    )


def _are_dealt(cards: tuple[str, ...], rules: Rules) -> bool:
    return all(packs.for_table(rules, table).card_set.issuperset(cards) for table in rules.tables)


_SOURCE: Final = Message("rulebook.source", kind=CHOICE, document=TYPED)
_HASH: Final = Message("rulebook.hash", hash=TYPED)
_MARKS: Final = Message("rulebook.marks")
_OURS: Final = Message("rulebook.ours", scope=CHOICE)
_MARK: Final = Message("rulebook.mark", basis=CHOICE)
_POINTS: Final = Message("rulebook.points")
_POINT: Final = Message("rulebook.point")
_FOR: Final = Message("rulebook.for")
_WORTH: Final = Message("rulebook.worth")
_POINT_NAME: Final = Message("rulebook.point_name", point=POINT)
_POINT_CARD: Final = Message("rulebook.point_card", point=POINT)
_POINT_WORTH: Final = Message("rulebook.point_worth", worth=COUNT)
_NOTE: Final = Message("rulebook.absent")
_TOTAL: Final = Message("rulebook.total")
_ALL_POINTS: Final = Message("rulebook.all_points")
_SLAM: Final = Message("heading.rulebook.slam", slam=BID)
_HEADINGS: Final = {
    "table": Message("heading.rulebook.table"),
    "bid": Message("heading.rulebook.bid"),
    "play": Message("heading.rulebook.play"),
    "score": Message("heading.rulebook.score"),
    "win": Message("heading.rulebook.win"),
    "irregular": Message("heading.rulebook.irregular"),
}
_CHAPTERS: Final = ("table", "bid", "slam", "play", "score", "win", "irregular")
"""The chapters in the order of a hand, each named by the prefix of its topics."""


class MarkedClause(Struct, frozen=True):
    """A clause with its mark; a clause without a mark is as its chapter says."""

    clause: Clause
    mark: Sentence | None


class Chapter(Struct, frozen=True):
    """A chapter of a rulebook: the clauses on one part of the game."""

    name: str
    heading: Sentence
    note: Sentence | None
    """The basis of clauses without a mark, unless they are as written."""
    clauses: tuple[MarkedClause, ...]
    examples: Sentences


class PointTable(Struct, frozen=True):
    """The points of a hand: a caption, three heads, and rows of three cells, the total last."""

    caption: Sentence
    heads: tuple[Sentence, Sentence, Sentence]
    rows: tuple[tuple[Sentence, Sentence, Sentence], ...]
    note: Sentence
    """What goes for the cards of all points, so that no clause of the rulebook repeats it."""


class Rulebook(Struct, frozen=True):
    """The printed rulebook of a rule set."""

    name: str
    source: Sentence
    marks: Sentence
    """An explanation of the marks of clauses."""
    points: PointTable
    """The table of points, which players look for first."""
    fingerprint: Sentence
    """The hash of the rule set."""
    chapters: tuple[Chapter, ...]


def write_rulebook(ruleset: RuleSet) -> Rulebook:
    """Return the rulebook of a rule set."""
    document = PRESETS[ruleset.preset].document
    kind = "preset" if ruleset.is_preset else "house"
    return Rulebook(
        name=ruleset.name,
        source=_SOURCE(kind=kind, document=document),
        marks=_MARKS(),
        points=_points(ruleset),
        fingerprint=_HASH(hash=ruleset.hash),
        chapters=tuple(_chapters(ruleset)),
    )


def mark_clause(clause: Clause, unmarked: Basis = Basis.TEXT) -> Sentence | None:
    """Return the mark of a clause by its basis; None if its basis goes unmarked."""
    return None if clause.basis is unmarked else _MARK(basis=clause.basis)


def _chapters(ruleset: RuleSet) -> Iterable[Chapter]:
    rules, listed = ruleset.rules, clauses.list_clauses(ruleset)
    # The clauses on points go in the order of the table of points.
    order = {point_names.topic(point): position for position, point in enumerate(rules.points)}
    for name in _CHAPTERS:
        own = [_without_note(clause) for clause in listed if clause.topic.startswith(f"{name}.")]
        if name == "slam" and not rules.has_slam:
            continue
        if name == "score":
            own.sort(key=lambda clause: order.get(clause.topic, len(order)))
        heading = _SLAM(slam=rules.slam) if name == "slam" else _HEADINGS[name]()
        ours = sum(clause.basis is Basis.DEFAULT for clause in own)
        # A chapter that is mostly ours says so once, and marks the rest.
        is_ours = 2 * ours > len(own)
        unmarked = Basis.DEFAULT if is_ours else Basis.TEXT
        yield Chapter(
            name=name,
            heading=heading,
            note=_OURS(scope="all" if ours == len(own) else "most") if is_ours else None,
            clauses=tuple(MarkedClause(each, mark_clause(each, unmarked)) for each in own),
            examples=for_chapter(name, rules),
        )


def _without_note(clause: Clause) -> Clause:
    """Return a clause without the sentence that the table of points has for all of them."""
    own = tuple(sentence for sentence in clause.sentences if sentence != ABSENT)
    return structs.replace(clause, sentences=own)


def _points(ruleset: RuleSet) -> PointTable:
    rows = [
        (_POINT_NAME(point=point), _POINT_CARD(point=point), _POINT_WORTH(worth=worth))
        for point, worth in ruleset.rules.worths.items()
    ]
    total = (_TOTAL(), _ALL_POINTS(), _POINT_WORTH(worth=ruleset.rules.total))
    return PointTable(_POINTS(), (_POINT(), _FOR(), _WORTH()), (*rows, total), _NOTE())
