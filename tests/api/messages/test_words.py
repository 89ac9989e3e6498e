"""Texts of arguments: a language's own words, and CLDR for numbers and money."""

import pytest

from pitch import messages
from pitch.messages import (
    CARD,
    CHANGE,
    COUNT,
    DATE,
    MONEY,
    PERCENT,
    POINT,
    SCORE,
    SIDE,
    TIME,
    TYPED,
    Argument,
    ArgumentKind,
)
from pitchkeeper.messages import words
from pitchkeeper.messages.catalogues import USUAL, Catalogue, catalogue
from pitchkeeper.messages.words import Words

ENGLISH, SPANISH = catalogue("en").words, catalogue("es").words
FRENCH = Words(catalogue(USUAL).patterns | {"word.locale": "fr-FR", "word.language": "Français"})
HEBREW = Words(catalogue(USUAL).patterns | {"word.locale": "he-IL", "word.language": "עברית"})
EGYPTIAN = Words(catalogue(USUAL).patterns | {"word.locale": "ar-EG"})
CUTTERS, CUTTERS_IN_HEBREW = "Old Mill Cutters", "חותכים"


def money(minor: int, currency: str) -> Argument:
    """An amount of money."""
    return Argument(kind=MONEY, number=minor, text=currency)


@pytest.mark.parametrize(
    ("argument", "english", "french"),
    [
        (money(1_000, "USD"), "$10.00", "10,00 $US"),
        (money(-102_005, "USD"), "−$1,020.05", "−1 020,05 $US"),
        (money(-5, "EUR"), "−€0.05", "−0,05 €"),
        (money(500, "JPY"), "¥500", "500 JPY"),
        (money(1_250, "KWD"), "KWD 1.250", "1,250 KWD"),
        (Argument(kind=PERCENT, number=3_333), "33.33%", "33,33 %"),
        (Argument(kind=PERCENT, number=6_000), "60%", "60 %"),
        (Argument(kind=CHANGE, number=-3), "−3", "−3"),
        (Argument(kind=CHANGE, number=4), "+4", "+4"),
        (Argument(kind=CHANGE, number=0), "0", "0"),
        (Argument(kind=SCORE, number=-3), "−3", "−3"),
        (Argument(kind=DATE, text="2026-03-01"), "March 1, 2026", "1 mars 2026"),
        (Argument(kind=TIME, text="19:05"), "7:05 PM", "19:05"),
        (Argument(kind=TIME, text="00:00"), "12:00 AM", "00:00"),
    ],
)
def test_numbers_money_and_dates_are_those_of_the_language(
    argument: Argument, english: str, french: str
) -> None:
    assert str(ENGLISH.value(argument, "")).replace("\xa0", " ") == english
    spaces = str.maketrans("\xa0\u202f", "  ")
    assert str(FRENCH.value(argument, "")).translate(spaces) == french


@pytest.mark.parametrize(
    "argument",
    [
        money(1_000, "USD"),
        Argument(kind=PERCENT, number=3_333),
        Argument(kind=CHANGE, number=-3),
        Argument(kind=SCORE, number=52),
        Argument(kind=DATE, text="2026-03-01"),
        Argument(kind=TIME, text="19:05"),
    ],
)
def test_a_language_with_digits_of_its_own_has_those_of_the_cards(argument: Argument) -> None:
    digits = [letter for letter in str(EGYPTIAN.value(argument, "")) if letter.isdigit()]
    assert digits
    assert "".join(digits).isascii()


@pytest.mark.parametrize(
    ("card", "form", "text"),
    [
        ("KS", "", "rey de picas"),
        ("KS", "the", "el rey de picas"),
        ("QS", "The", "La reina de picas"),
        ("KS", "to", "al rey de picas"),
        ("JD", "to", "a la jota de diamantes"),
        ("HJ", "the", "el comodín alto"),
        ("HJ", "To", "Al comodín alto"),
    ],
)
def test_a_card_has_the_forms_that_a_language_needs(card: str, form: str, text: str) -> None:
    assert SPANISH.value(Argument(kind=CARD, text=card), form) == text


def test_a_form_of_a_list_is_that_of_each_of_its_things() -> None:
    cards = [Argument(kind=CARD, text=text) for text in ("2S", "5D")]
    either = Argument(kind=ArgumentKind.ANY_OF, items=tuple(cards))
    assert ENGLISH.value(either, "the") == "the 2 of spades or the 5 of diamonds"
    assert SPANISH.value(either, "The") == "El 2 de picas o el 5 de diamantes"


def test_a_suit_may_be_inflected_with_its_card() -> None:
    """As Finnish and Ukrainian do, whose cards are called by the genitive of the suit."""
    finnish = {
        "word.card": "{suit_genitive} {rank}",
        "word.rank.K": "kuningas",
        "word.suit.S.genitive": "padan",
    }
    words = Words(catalogue(USUAL).patterns | finnish)
    assert words.value(Argument(kind=CARD, text="KS"), "") == "padan kuningas"


def test_printed_cards_have_the_letters_of_the_language() -> None:
    letters = {"word.rank.J.letter": "V", "word.rank.Q.letter": "D", "word.rank.K.letter": "R"}
    french = Words(catalogue(USUAL).patterns | letters)
    cards = tuple(Argument(kind=CARD, text=text) for text in ("KS", "QH", "TC"))
    assert french.value(Argument(kind=ArgumentKind.ALL_OF, items=cards), "") == "R♠ D♥ 10♣"


def test_a_form_that_a_language_lacks_is_the_plain_word() -> None:
    assert ENGLISH.value(Argument(kind=POINT, text="high"), "genitive") == "High"
    assert ENGLISH.value(Argument(kind=COUNT, number=4), "Words") == "Four"


def test_what_was_typed_cannot_turn_the_sentence_round() -> None:
    assert ENGLISH.value(Argument(kind=TYPED, text="x\u202ey\u2066z\n"), "") == "xyz"


def test_a_name_written_the_other_way_is_kept_apart_from_what_is_around_it() -> None:
    isolate = f"\u2068{CUTTERS_IN_HEBREW}\u2069"
    assert ENGLISH.value(messages.entrant(1, CUTTERS_IN_HEBREW), "") == isolate
    assert HEBREW.value(messages.entrant(1, CUTTERS_IN_HEBREW), "") == CUTTERS_IN_HEBREW
    assert HEBREW.value(messages.entrant(1, CUTTERS), "") == f"\u2068{CUTTERS}\u2069"
    both = messages.side(0, [messages.player(0, "Zoë"), messages.player(1, CUTTERS_IN_HEBREW)])
    assert ENGLISH.value(both, "") == f"Zoë & {isolate}"
    assert (HEBREW.is_right_to_left, ENGLISH.is_right_to_left) == (True, False)


def test_a_sentence_that_a_language_lacks_is_said_in_english() -> None:
    half = Catalogue("fr", {"word.rank.A": "as", "word.locale": "fr-FR"}, catalogue(USUAL))
    took = messages.MESSAGES["point.card"](card="AS", side=messages.side(0, [messages.player(0)]))
    assert half.text(took) == "Player 1 took the ace of spades."
    assert half.patterns["point.card"] == catalogue(USUAL).patterns["point.card"]
    assert half.patterns["word.rank.A"] == "as"


def test_no_side_of_one_or_many_is_joined_otherwise_than_by_the_language() -> None:
    three = messages.side(0, [messages.player(seat, name) for seat, name in enumerate("ABC")])
    assert ENGLISH.value(three, "") == "A & B & C"
    assert words.split_place("side_n", {"side"}) == ("side", "n")
    assert ENGLISH.value(Argument(kind=SIDE), "n") == 1
