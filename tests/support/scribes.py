"""Any transcript that can be written down, for tests that try many."""

import re
from datetime import UTC, datetime
from typing import Any

import msgspec
from hypothesis import strategies as st

from pitch.calls import Call
from pitch.cards import PACK, Suit
from pitch.hand.records import Listed
from pitch.match.matches import Policy, Settlement
from pitch.notation.transcripts import Transcript
from pitch.point_names import PointName
from pitch.rules.presets.catalogue import PRESETS, Basis
from pitch.seats import Arrangement
from pitch.tricks import Follow
from pitch.types import HIDDEN, JOINERS

Json = dict[str, Any]
_hidden = re.compile(HIDDEN)


def words(most: int) -> st.SearchStrategy[str]:
    """Any text that a name or a reason may be."""
    alphabet = st.characters(codec="utf-8").filter(lambda letter: not _hidden.match(letter))
    odd = st.sampled_from(['"', "\\", '\\"', "[Pitch", ";", "]", "Hand 1", "Jörg", "李", "♠", " "])
    return st.one_of(st.text(alphabet, min_size=1, max_size=most), odd)


def names() -> st.SearchStrategy[str]:
    """Any text that a name may be: something of it is seen."""
    return words(40).filter(lambda text: bool(text.strip(f"{JOINERS} ").strip()))


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """Any of some fields, each of which may be left out."""
    return st.fixed_dictionaries({}, optional=fields)


def sure(needed: Json, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """Some fields that are there, and any of others."""
    return st.fixed_dictionaries(needed, optional=fields)


def few(strategy: st.SearchStrategy[Any], most: int, least: int = 0) -> st.SearchStrategy[Any]:
    """A few of something."""
    return st.lists(strategy, min_size=least, max_size=most)


SEATS = st.integers(0, 7)
SIDES = st.integers(0, 7)
CARDS = few(st.sampled_from((*PACK.cards, "HJ", "LJ")), 8)
MOMENTS = st.integers(0, 4_000_000_000).map(
    lambda seconds: f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
)
RECORDS = some(
    dealer=SEATS,
    calls=few(st.sampled_from(Call), 8, 1),
    contract=sure({"pitcher": SEATS, "bid": st.sampled_from(Call)}),
    trump=st.sampled_from(Suit),
    piles=few(
        sure(
            {"side": SIDES, "cards": CARDS},
            listed=st.sampled_from(Listed),
            trumps=st.integers(0, len(PACK.ranks)),
        ),
        8,
        1,
    ),
    tricksWon=few(st.integers(0, 99), 8, 2),
    holdings=few(sure({"seat": SEATS, "cards": CARDS}), 8, 1),
    tricks=few(some(leader=SEATS, cards=CARDS, winner=SEATS, out=few(SEATS, 3)), 6, 1),
    surplus=few(sure({"side": SIDES, "cards": CARDS}), 2, 1),
    lowDealtTo=SEATS,
    claims=some(
        points=st.lists(
            sure(
                {"point": st.sampled_from(PointName)},
                side=SIDES,
                card=st.sampled_from(PACK.cards),
                inPlay=st.booleans(),
                tied=st.booleans(),
            ),
            max_size=5,
            unique_by=lambda claim: claim["point"],
        ),
        pips=few(st.integers(0, 999), 8, 2),
        taken=few(st.one_of(st.none(), st.integers(0, 999)), 8, 2),
        scores=few(st.integers(-9999, 9999), 8, 2),
        winner=SIDES,
    ),
)
OVERRULINGS = sure(
    {
        "deltas": few(st.integers(-100, 100), 8, 2),
        "made": st.sampled_from((True, False, None)),
        "reason": words(200),
    }
)
_version: Json = {"at": MOMENTS, "record": RECORDS}
_changed: Json = {"isVoid": st.booleans(), "overruled": OVERRULINGS}
DISPUTES = sure(
    {"at": MOMENTS, "reason": words(200)},
    ruling=sure(
        {"outcome": words(300), "why": words(300), "basis": st.sampled_from(Basis)},
        clauses=few(st.sampled_from(("mb-lounge/score.high", "house/bid.allpass")), 3),
    ),
    settled=sure({"at": MOMENTS, "settlement": st.sampled_from(Settlement)}, reason=words(200)),
)
HANDS = sure(
    _version,
    **_changed,
    earlier=few(sure(_version, **_changed), 3),
    disputes=few(DISPUTES, 2),
    confirmations=few(sure({"at": MOMENTS}, side=SIDES), 3),
)
ADJUSTMENTS = sure(
    {"at": MOMENTS, "side": SIDES, "points": st.integers(-100, 100), "reason": words(200)},
    afterHand=st.integers(0, 999),
    cancelled=sure({"at": MOMENTS, "reason": words(200)}),
)
_BIDS = few(st.sampled_from(Call), 4)
OPTIONS = some(
    tables=few(
        sure(
            {"players": st.integers(2, 8)},
            sides=st.sampled_from(Arrangement),
            dealt=st.integers(1, 16),
            kitty=st.integers(0, 26),
            stripped=few(st.sampled_from(PACK.ranks), 4),
        ),
        3,
        1,
    ),
    offCards=few(st.sampled_from("AKJ953"), 6),
    follow=st.sampled_from(Follow),
    jokers=st.integers(0, 2),
    bids=_BIDS,
    dealerMatches=_BIDS,
    dealerMayRaise=st.booleans(),
    allPass=st.sampled_from(("forced", "redeal_next_dealer")),
    low=st.sampled_from(("captured", "dealt")),
    target=st.integers(1, 1000),
    tableTalkLoses=st.integers(1, 100),
)
TRANSCRIPTS = sure(
    {
        "ruleset": sure(
            {"preset": st.sampled_from(sorted(PRESETS))},
            name=names(),
            options=OPTIONS,
            hash=st.text("0123456789abcdef", min_size=64, max_size=64),
        ),
        "players": few(names(), 8, 2),
        "opened": MOMENTS,
    },
    sides=st.sampled_from(Arrangement),
    firstDealer=SEATS,
    policy=st.sampled_from(Policy),
    timeZone=st.sampled_from(("UTC", "America/New_York")),
    hands=few(HANDS, 3),
    adjustments=few(ADJUSTMENTS, 2),
    result=sure({"scores": few(st.integers(-999, 999), 8, 2)}, winner=SIDES),
).map(lambda told: msgspec.convert(told, Transcript))
