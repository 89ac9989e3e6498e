"""Every sentence can be said in every language, of every card, name and number, and reads well."""

import re
import time
from itertools import permutations

import pytest
from icu4py.messageformat import MessageFormat

from pitch import calls, messages
from pitch.calls import Call
from pitch.hand.checks import revokes
from pitch.hand.deals import Deal
from pitch.messages import BID, CARD, COUNT, MESSAGES, SIDE, Message, all_of, any_of
from pitch.rules import rulesets
from pitch.rules.options import Options
from pitch.seats import Seating
from pitchkeeper.app import OPERATIONS
from pitchkeeper.messages.catalogues import USUAL, Catalogue, catalogue
from pitchkeeper.messages.patterns import BadPattern, Place, places
from pitchkeeper.messages.words import WORD
from tests.support import patterns
from tests.support.patterns import CATALOGUES, OF_ALL, PLAYERS

CODES = sorted(MESSAGES)
LONGEST = 120
WRITTEN_CARD = re.compile(r"\b([2-9TJQKA][CDHS]|[HL]J)\b")

assert OPERATIONS, "whoever says something has been imported"


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_code_has_a_text_and_every_text_a_code(language: str) -> None:
    entries = CATALOGUES[language].entries
    assert {code for code in entries if not code.startswith(WORD)} == set(MESSAGES)
    assert entries.keys() >= OF_ALL
    assert list(entries) == sorted(entries), "codes are sorted, so that two people seldom collide"


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_sentence_is_about_the_same_in_every_language(language: str) -> None:
    entries = CATALOGUES[language].patterns
    for code in CODES:
        arguments = set(MESSAGES[code].parameters) - patterns.FOR_PROGRAMS.get(code, set())
        assert patterns.arguments(code, entries[code]) == arguments, code
        try:
            MessageFormat(entries[code], language)
        except Exception as error:
            raise AssertionError(code) from error


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_sentence_reads_well_of_everything_that_it_can_be_about(language: str) -> None:
    for code in CODES:
        if code == messages.AS_WRITTEN.code:
            continue
        for text in patterns.spoken(CATALOGUES[language], code):
            code_and_text = (code, text)
            assert text.strip() == text != "", code_and_text
            assert "  " not in text, code_and_text
            assert not re.search(r"[{}_#]", text), code_and_text
            assert not WRITTEN_CARD.search(re.sub(r"\S*[♣♦♥♠]", "", text)), code_and_text
            assert not patterns.slips(text, language), code_and_text
            assert len(text) <= LONGEST, code_and_text


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_sentence_is_too_long_for_a_phone_whatever_the_names(language: str) -> None:
    catalogue = CATALOGUES[language]
    for code in CODES:
        longest = max(patterns.spoken(catalogue, code, patterns.LONG), key=len)
        assert len(longest) <= LONGEST, (len(longest), code, longest)


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("trump", ["D", "S"])
def test_a_renege_is_told_in_one_line_whatever_the_cards(language: str, trump: str) -> None:
    """Of a player with a name of eight letters, in a pack with every off-card and two jokers."""
    rules = rulesets.preset("singaporemahjong")
    house = rules.house_rules(Options(jokers=2, off_cards=tuple("359JKA")))
    table = house.table_for(4)
    seating = Seating(table=table, names=("Margaret", "Bob", "Cid", "Dee"))
    deal = Deal(house, seating, dealer=0)
    suits = deal.pack.ranking(trump).suits
    for card, thrown in permutations(deal.pack.cards, 2):
        if suits[card] != suits[thrown]:
            sentence = revokes.revoke_conflict(0, thrown, card, suits[card], 5, trump, deal)
            text = CATALOGUES[language].text(sentence.message)
            assert len(text) <= LONGEST, text


@pytest.fixture(scope="module")
def disguised() -> Catalogue:
    """English in letters of its own."""
    return Catalogue("en", patterns.pseudo(catalogue(USUAL).patterns))


def test_nothing_of_a_sentence_escapes_the_catalogue(disguised: Catalogue) -> None:
    for code in CODES:
        for text in patterns.spoken(disguised, code):
            assert patterns.find_escape(text) is None, (code, text)


@pytest.fixture
def scratch() -> Catalogue:
    """A catalogue of a test's own messages."""
    usual = catalogue(USUAL).patterns
    return Catalogue(
        "en",
        usual
        | {
            "test.pile": "{side} took {tricks, plural, =0 {no tricks} one {# trick} "
            "other {# tricks}} but {side_n, plural, one {has} other {have}} "
            "{cards, plural, one {# card} other {# cards}}.",
            "test.both": "Both {sides} have the {card}.",
            "test.bid": "Bid {bids}.",
            "test.fit": "These fit: {cards}.",
            "test.tricks": "A hand has {tricks_words}.",
        },
    )


def message(code: str, **parameters: messages.Parameter) -> Message:
    """A message that only one test knows."""
    message = Message(code, **parameters)
    del MESSAGES[code]
    return message


ANN_AND_CID = messages.side(0, (PLAYERS[0], messages.player(2, "Cid")))
BOB_AND_DEE = messages.side(1, (PLAYERS[1], messages.player(3, "Dee")))


def test_how_many_a_side_is_of_decides_the_verb(scratch: Catalogue) -> None:
    pile = message("test.pile", side=SIDE, tricks=COUNT, cards=COUNT)
    alone = messages.side(0, (PLAYERS[0],))
    assert (
        scratch.text(pile(side=ANN_AND_CID, tricks=0, cards=1))
        == "Ann & Cid took no tricks but have 1 card."
    )
    assert scratch.text(pile(side=alone, tricks=1, cards=8)) == "Ann took 1 trick but has 8 cards."


def test_two_sides_of_two_are_told_apart(scratch: Catalogue) -> None:
    both = message("test.both", sides=all_of(SIDE), card=CARD)
    assert (
        scratch.text(both(sides=[ANN_AND_CID, BOB_AND_DEE], card="TS"))
        == "Both Ann & Cid and Bob & Dee have the 10 of spades."
    )


def test_who_gave_no_name_is_a_player_by_the_place(scratch: Catalogue) -> None:
    both = message("test.both", sides=all_of(SIDE), card=CARD)
    nameless = [messages.side(side, (messages.player(side),)) for side in range(2)]
    assert (
        scratch.text(both(sides=nameless, card="HJ"))
        == "Both Player 1 and Player 2 have the high joker."
    )


@pytest.mark.parametrize(
    ("bids", "text"),
    [
        (["pass"], "pass"),
        (["two", "three", "four"], "two, three or four"),
        (["three", "four", "5"], "3, 4 or 5"),
        (["pass", messages.range_argument(BID, "30", "62"), "moon"], "pass, 30 to 62 or moon"),
        (calls.alternatives(calls.bids(2, 7)), "2 to 7"),
        (calls.alternatives((*calls.bids(2, 7), Call.MOON)), "2 to 7 or moon"),
        (calls.alternatives(calls.bids(2, 4)), "two, three or four"),
        (calls.alternatives((Call.PASS,)), "pass"),
        (
            calls.alternatives((Call.PASS, *calls.bids(1, 4), Call.SMUDGE)),
            "pass, one, two, three, four or smudge",
        ),
        (calls.alternatives((Call.PASS, *calls.bids(30, 62))), "pass or 30 to 62"),
        (calls.alternatives((*calls.bids(4, 10), Call.MOON)), "4 to 10 or moon"),
        (calls.alternatives((Call.PASS, *calls.bids(1, 5))), "pass or 1 to 5"),
        (calls.alternatives((*calls.bids(2, 4), *calls.bids(6, 10))), "2, 3, 4 or 6 to 10"),
        (calls.alternatives((calls.bid(9), calls.bid(10))), "9 or 10"),
    ],
)
def test_bids_are_said_as_players_say_them(
    scratch: Catalogue, bids: list[object], text: str
) -> None:
    assert scratch.text(message("test.bid", bids=any_of(BID))(bids=bids)) == f"Bid {text}."


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (["TS"], "10 of spades"),
        (["KS", "2C"], "king of spades and 2 of clubs"),
        (["KS", "TS", "9S"], "K♠ 10♠ 9♠"),
        (["KS", "TS", "HJ"], "K♠, 10♠ and high joker"),
        (["KS", "J", "2C"], "K♠, joker and 2♣"),
    ],
)
def test_two_cards_are_said_in_words_and_three_as_they_are_printed(
    scratch: Catalogue, cards: list[str], text: str
) -> None:
    fit = message("test.fit", cards=all_of(CARD))
    assert scratch.text(fit(cards=cards)) == f"These fit: {text}."


def test_small_numbers_are_spoken_where_a_sentence_asks_for_it(scratch: Catalogue) -> None:
    tricks = message("test.tricks", tricks=COUNT)
    assert scratch.text(tricks(tricks=6)) == "A hand has six."
    assert scratch.text(tricks(tricks=14)) == "A hand has 14."


def test_spanish_joins_by_the_sound_of_what_follows() -> None:
    bid = message("test.bid", bids=any_of(BID))(bids=["three", "four"])
    spanish = catalogue("es").patterns | {"test.bid": "{bids}", "test.both": "{sides}"}
    assert Catalogue("es", spanish).text(bid) == "tres o cuatro"
    eights = message("test.bid", bids=any_of(BID))(bids=["7", "8"])
    assert Catalogue("es", spanish).text(eights) == "7 u 8"
    elevens = message("test.bid", bids=any_of(BID))(bids=["10", "11"])
    assert Catalogue("es", spanish).text(elevens) == "10 u 11"
    for name in ("Inés", "Hilda"):
        both = message("test.both", sides=all_of(SIDE))(
            sides=[ANN_AND_CID, messages.side(1, (messages.player(1, name),))]
        )
        assert Catalogue("es", spanish).text(both) == f"Ann & Cid e {name}"


def test_a_sentence_that_nobody_says_any_more_is_told_by_its_code() -> None:
    former = messages.Sentence("test.former", (("card", messages.Argument(kind=CARD, text="KS")),))
    assert catalogue(USUAL).text(former) == "test.former"


def test_a_sentence_is_put_into_words_in_ten_microseconds(scratch: Catalogue) -> None:
    both = message("test.both", sides=all_of(SIDE), card=CARD)(
        sides=[ANN_AND_CID, BOB_AND_DEE], card="TS"
    )
    scratch.text(both)
    spent = []
    for _ in range(20):
        began = time.thread_time()
        for _ in range(500):
            scratch.text(both)
        spent.append((time.thread_time() - began) / 500)
    assert min(spent) < 10e-6


def test_a_pattern_says_what_it_has_places_for() -> None:
    pattern = (
        "{side} took {n, plural, =0 {nothing} other {# of {cards}}}. {a, select, b {} other {x}}"
    )
    assert list(places(pattern)) == [
        Place("side", None, ()),
        Place("n", "plural", (("=0", "nothing"), ("other", "# of {cards}"))),
        Place("cards", None, ()),
        Place("a", "select", (("b", ""), ("other", "x"))),
    ]


@pytest.mark.parametrize(
    "pattern", ["{a", "a}", "{}", "{a b}", "{a, plural}", "{a, plural, other}", "it's '{a}'"]
)
def test_a_pattern_that_would_be_read_otherwise_is_refused(pattern: str) -> None:
    with pytest.raises(BadPattern):
        list(places(pattern))
