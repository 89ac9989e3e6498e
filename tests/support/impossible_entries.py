"""Records that cannot be: each with its table, and the code and class of its finding."""

from typing import Any, Final

from tests.support.phones import Json

FOUR: Final = {"contract": {"pitcher": 0, "bid": "four"}}
THREE: Final = {"contract": {"pitcher": 0, "bid": "three"}}


def pile(side: int, cards: str, listed: str = "all") -> Json:
    """A pile as `AS TH 2C`."""
    return {"side": side, "cards": cards.split(), "listed": listed}


def scoring(side: int, cards: str, trumps: int) -> Json:
    """A pile of which everything from the ten up is listed, and its trumps are counted."""
    return {**pile(side, cards, "scoring"), "trumps": trumps}


def holding(seat: int, cards: str) -> Json:
    """Return the holding of a player, written as `AS TH 2C`."""
    return {"seat": seat, "cards": cards.split()}


def log(*tricks: str, **more: Any) -> Json:
    """Tricks as `AS 2S 4S KD`; more facts of the record beside them."""
    return {"tricks": [{"cards": trick.split()} for trick in tricks], **more}


def claim(*points: Json, **more: Any) -> Json:
    """Return claims of points, with more claims of the record beside them."""
    return {"claims": {"points": [*points], **more}}


LEFT = "AS 3S 4H 5H KS 6H 7H 8H 9H 2C 3C 4C"
RIGHT = "2S TD 3D 4D 5D 6D 7D 8D 9D JD QD KD"
REST = "2S TD 3D 4D 5D 6D 7D 8D 9D JD QD KD 2C 3C 4C 5C 6C 7C 8C 9C"
PAIRS: Final = {"ruleset": "mb-lounge", "players": 4}
ALONE: Final = {"ruleset": "rules-guru", "players": 4, "sides": "individuals"}
DUEL: Final = {"ruleset": "rules-guru", "players": 2}
TRIO: Final = {"ruleset": "rules-guru", "players": 3}
SEVEN: Final = {"ruleset": "rules-guru", "players": 7}
EIGHT: Final = {"ruleset": "rules-guru", "players": 8}
DEALT: Final = {"ruleset": "singaporemahjong", "players": 4, "options": {"low": "dealt"}}

IMPOSSIBLE: Final = [
    # Cards, piles and claims that contradict each other.
    (PAIRS, {"piles": [pile(0, "AS 2S 3S AS")]}, "card_twice_in_pile", "physical"),
    (
        PAIRS,
        {"piles": [pile(0, "AS", "some"), pile(1, "AS", "some")]},
        "card_in_two_piles",
        "physical",
    ),
    (PAIRS, {"holdings": [holding(0, "AS"), holding(1, "AS")]}, "card_in_two_holdings", "physical"),
    (
        PAIRS,
        {"piles": [pile(0, LEFT), pile(1, "TD 2D 3D 4D")]},
        "wrong_card_total",
        "physical",
    ),
    (PAIRS, {"piles": [pile(0, "AS 2S 3S")]}, "pile_size", "physical"),
    (PAIRS, {"tricksWon": [4, 3]}, "wrong_trick_total", "arithmetic"),
    (
        PAIRS,
        {"tricksWon": [4, 2], "piles": [pile(0, LEFT)]},
        "tricks_contradict_pile",
        "arithmetic",
    ),
    (PAIRS, {"claims": {"pips": [50, 40]}}, "pips_over_deck", "arithmetic"),
    (PAIRS, {"holdings": [holding(0, "2S 3S 4S 5S 6S 7S 8S")]}, "holding_size", "physical"),
    (
        PAIRS,
        {
            "trump": "S",
            "piles": [pile(0, LEFT), pile(1, RIGHT)],
            **claim({"point": "high", "side": 1}),
        },
        "high_claimed_by_another",
        "arithmetic",
    ),
    (
        PAIRS,
        {
            "trump": "S",
            "piles": [pile(0, "JS", "some")],
            **claim({"point": "jack", "inPlay": False}),
        },
        "jack_was_in_play",
        "arithmetic",
    ),
    (
        PAIRS,
        {
            "trump": "S",
            "piles": [pile(0, LEFT), pile(1, RIGHT)],
            **claim({"point": "jack", "side": 0}),
        },
        "jack_claimed_by_another",
        "arithmetic",
    ),
    # The auction.
    (PAIRS, {"calls": ["pass", "pass", "pass", "two", "pass"]}, "too_many_calls", "ruleset"),
    (PAIRS, {"calls": ["one"]}, "illegal_call", "ruleset"),
    (PAIRS, {"calls": ["three", "three"]}, "illegal_call", "ruleset"),
    (PAIRS, {"calls": ["four", "pass", "pass", "four"]}, "illegal_call", "ruleset"),
    (PAIRS, {"calls": ["pass", "pass", "pass", "pass"]}, "illegal_call", "ruleset"),
    (
        PAIRS,
        {"calls": ["pass", "three", "pass", "pass"], **THREE},
        "contract_contradicts_calls",
        "arithmetic",
    ),
    (
        {"ruleset": "setback", "players": 4},
        {"calls": ["pass"] * 4, "trump": "S"},
        "played_after_all_passed",
        "ruleset",
    ),
    # Who took what.
    (
        PAIRS,
        {
            "trump": "H",
            "piles": [
                pile(0, LEFT.replace("H", "D").replace("9D", "9C")),
                pile(1, "2S 4S 5S 6S 7S 8S 9S TS JS QS JC QC"),
            ],
        },
        "no_trump_in_play",
        "ruleset",
    ),
    (
        ALONE,
        FOUR
        | {
            "trump": "S",
            "piles": [
                scoring(0, "", 0),
                scoring(1, "7S TH", 1),
                scoring(2, "TD", 0),
                scoring(3, "", 0),
            ],
        },
        "lone_trump_not_pitchers",
        "award",
    ),
    (
        PAIRS,
        {
            "trump": "S",
            "holdings": [holding(1, "AS")],
            "piles": [pile(0, "AS 5S 6S 7S", "some")],
            **claim({"point": "high", "side": 0}),
        },
        "no_fair_play_fits",
        "award",
    ),
    (
        PAIRS,
        FOUR | {"trump": "S", "piles": [pile(0, "AS 4H 5H 6H"), pile(1, REST)]},
        "two_trumps_apart",
        "violation",
    ),
    (
        ALONE,
        FOUR
        | {
            "trump": "S",
            "piles": [
                scoring(0, "AS TH", 1),
                scoring(1, "KS", 1),
                scoring(2, "QS 4S", 2),
                scoring(3, "", 0),
            ],
        },
        "trumps_spread_too_thin",
        "violation",
    ),
    (
        PAIRS,
        FOUR
        | claim(
            {"point": "high", "side": 0, "card": "QS"},
            {"point": "low", "side": 1, "card": "TS"},
            {"point": "jack", "inPlay": False},
        ),
        "too_few_ranks_between",
        "violation",
    ),
    (
        PAIRS,
        claim({"point": "high", "side": 0, "card": "TS"}, {"point": "jack"}),
        "jack_beyond_high_or_low",
        "arithmetic",
    ),
    (
        PAIRS,
        claim({"point": "low", "side": 0, "card": "JS"}, {"point": "jack", "inPlay": False}),
        "jack_is_high_or_low",
        "arithmetic",
    ),
    (
        PAIRS,
        {"tricksWon": [6, 0], **claim({"point": "game", "tied": True}, pips=[9, 9])},
        "six_tricks_without_game",
        "arithmetic",
    ),
    (
        PAIRS,
        {"tricksWon": [6, 0], **claim({"point": "high", "side": 1})},
        "point_without_a_trick",
        "arithmetic",
    ),
    # Card points.
    (
        DUEL,
        {"tricksWon": [1, 5], "claims": {"pips": [17, 20]}},
        "pips_impossible_for_tricks",
        "arithmetic",
    ),
    (
        EIGHT,
        {"claims": {"pips": [43, 0, 0, 0, 0, 0, 0, 0]}},
        "pips_total_impossible",
        "arithmetic",
    ),
    (
        PAIRS,
        claim({"point": "high", "side": 0, "card": "AS"}, pips=[3, 50]),
        "pips_below_named_cards",
        "arithmetic",
    ),
    # Piles.
    (
        SEVEN,
        {
            "trump": "S",
            "piles": [scoring(0, "AS KS", 2), *(scoring(s, "", 0) for s in range(1, 7))],
        },
        "too_few_trumps",
        "physical",
    ),
    (
        TRIO,
        FOUR | {"trump": "S", "piles": [pile(1, "4D 9C KH")]},
        "pile_without_a_pair",
        "award",
    ),
    (
        DUEL,
        {
            "trump": "C",
            "lowDealtTo": 0,
            "piles": [pile(0, "2C 3D 9D TC"), pile(1, "2D 2H 3S 6C 7D 7S TH TS")],
        },
        "no_legal_play_fits",
        "violation",
    ),
    # Piles and holdings.
    (
        PAIRS,
        {"trump": "S", "holdings": [holding(0, "AS 3S 4H 5H KS 6H")], "piles": [pile(0, LEFT)]},
        "holding_and_pile_disagree",
        "physical",
    ),
    (
        PAIRS,
        {"trump": "S", "holdings": [holding(1, "AS")], "piles": [pile(0, "AS 3S 4H 5H")]},
        "top_trump_from_another_hand",
        "award",
    ),
    (
        PAIRS,
        FOUR | {"trump": "S", "holdings": [holding(0, "AH 3H 4H 5H 6H 7H")]},
        "pitcher_without_trump",
        "ruleset",
    ),
    (
        DUEL,
        FOUR
        | {
            "trump": "S",
            "holdings": [holding(0, "AS KS QS 2H 3H 4H"), holding(1, "2S 3S 2D 3D 4D 5D")],
            "tricksWon": [2, 4],
        },
        "top_trumps_won_too_few",
        "award",
    ),
    # The order of play.
    (
        ALONE,
        FOUR | {"trump": "S", "tricks": [{"leader": 1, "cards": ["AS"]}]},
        "wrong_first_leader",
        "ruleset",
    ),
    (
        ALONE,
        FOUR | {"tricks": [{"cards": ["AS", "2S", "3S", "4S"]}, {"leader": 2}]},
        "wrong_leader",
        "award",
    ),
    (
        ALONE,
        FOUR | {"tricks": [{"cards": ["AS", "2S", "3S", "4S"], "winner": 3}]},
        "wrong_trick_winner",
        "award",
    ),
    (ALONE, FOUR | log("AS 2S 3S 4S 5S"), "trick_size", "physical"),
    (ALONE, FOUR | log("AS 2S 3S 4S", "AS"), "card_played_twice", "physical"),
    (PAIRS, FOUR | log("AS 2S 3S 4S", trump="H"), "first_lead_is_no_trump", "arithmetic"),
    (ALONE, FOUR | log("AS 2S 3S 4S", trump="H"), "first_lead_is_no_trump", "violation"),
    (ALONE, FOUR | log("AS 2S 3S 4S", "KH 2H 3D 4H", "QH 5C 5H 6C"), "revoke", "violation"),
    (ALONE, FOUR | log("AS 2S KD 4S", "KS 3S 5S 6S"), "revoke", "violation"),
    (
        ALONE,
        FOUR | log("AS 2S 3S 4S", trump="S", piles=[pile(1, "AS", "some")]),
        "card_captured_elsewhere",
        "award",
    ),
    (DEALT, THREE | log("AS 2S 3S 4S", lowDealtTo=3), "low_dealt_elsewhere", "arithmetic"),
]
