"""Sentences about records of every rule set, correct and not, in every language."""

import random
import re
from collections.abc import Iterator

import pytest

from pitch.hand import verdicts
from pitch.messages import Sentence
from pitch.proof import provers
from pitch.proof.provers import BRIEF
from pitch.rulings import hands as rulings
from pitchkeeper.messages.catalogues import LANGUAGES, catalogue
from tests.support import patterns
from tests.support.family import entries, hands
from tests.support.family.books import BOOKS
from tests.support.family.deals import deal_of
from tests.support.searches import share, some
from tests.support.sentences import list_sentences

LONGEST = 120
CARD = re.compile(r"\b([2-9TJQKA][CDHS]|[HL]J)\b")
RAW = re.compile(r"[{}_#\\^]")
"""Of names of the program, patterns and regular expressions."""


def generate_sentences(name: str) -> Iterator[Sentence]:
    """Every sentence of some records of a rule set, and of the rulings on them."""
    game = BOOKS[name]
    for seed in range(share(40, 20)):
        hand, chance = hands.hand(game, seed), random.Random(seed)
        deal = deal_of(game, hand.dealer)
        right = entries.part(hand, chance)
        for record in (right, entries.with_slip(right, hand, chance)):
            verdict = verdicts.judge(record, deal, provers.prove(record, deal, BRIEF))
            yield from list_sentences(verdict)
            yield rulings.state_outcome(verdict, deal)
            yield from rulings.list_details(verdict, deal)


@pytest.mark.search
@pytest.mark.parametrize("name", some(list(BOOKS), 4))
def test_all_that_is_said_is_fit_for_a_table(name: str) -> None:
    for sentence in dict.fromkeys(generate_sentences(name)):
        for language in LANGUAGES:
            text = catalogue(language).text(sentence)
            assert not RAW.search(text), text
            assert not CARD.search(re.sub(r"\S*[♣♦♥♠]", "", text)), text
            assert not patterns.slips(text, language), text
            assert len(text) <= LONGEST, (len(text), sentence.code, text)
