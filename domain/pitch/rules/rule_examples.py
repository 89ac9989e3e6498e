"""Examples of the rules with cards and numbers, computed by the rules themselves."""

from typing import Final

from pitch import calls, tricks
from pitch.cards import Suit
from pitch.messages import BID, CARD, CHANGE, COUNT, Message, Sentences, all_of
from pitch.point_names import PointName
from pitch.rules import packs
from pitch.rules.bid_sentences import written_bid
from pitch.rules.choices import MadeScores
from pitch.rules.options import Rules
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
