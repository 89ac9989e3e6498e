"""Conditions: what would have to be otherwise for another ruling, in a sentence each."""

from collections.abc import Mapping
from typing import Any, Final

from pitch import calls
from pitch.messages import (
    BID,
    CHOICE,
    COUNT,
    RANK,
    TYPED,
    Message,
    Sentence,
    Sentences,
    all_of,
    any_of,
)

_PRESET: Final = Message("hinge.preset", name=TYPED)
_CHOSEN: Final = {
    option: Message(f"hinge.{option}", value=CHOICE)
    for option in (
        *("all_pass", "ascending", "bidding_rounds", "call_out_of_turn", "dealer_matches_slam"),
        *("dealer_may_raise", "draw", "exposed_card", "follow", "four_by_tabling", "game_tie"),
        *("going_out", "joker_order", "joker_pips", "joker_rank", "led_card_stands", "low"),
        *("made_scores", "misdeal", "negative_scores", "pitched_joker", "rest_to", "revoke"),
        *("several_out", "slam", "slam_needs", "slam_open", "slam_reward", "slam_set", "surplus"),
        *("trump_by", "trump_jack_pips"),
    )
}
_NUMBERS: Final = {
    option: Message(f"hinge.{option}", points=COUNT) for option in ("slam_scores", "slam_loses")
}
_LISTS: Final = {
    "bids": Message("hinge.bids", listed=all_of(BID)),
    "dealer_alone_bids": Message("hinge.dealer_alone_bids", listed=any_of(BID)),
    "dealer_matches": Message("hinge.dealer_matches", listed=any_of(BID)),
    "off_cards": Message("hinge.off_cards", listed=all_of(RANK)),
}
_NOTHING: Final = {option: Message(f"hinge.{option}.none") for option in _LISTS}


def of_document(name: str) -> Sentence:
    """That a document is played by."""
    return _PRESET(name=name)


def of_options(chosen: Mapping[str, Any]) -> Sentences:
    """That options are chosen so; a sentence for each."""
    return tuple(_of(option, value) for option, value in chosen.items())


def _of(option: str, value: Any) -> Sentence:
    if option in _NUMBERS:
        return _NUMBERS[option](points=value)
    if option not in _LISTS:
        said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        return _CHOSEN[option](value=said)
    if not value:
        return _NOTHING[option]()
    return _LISTS[option](listed=value if option == "off_cards" else calls.alternatives(value))
