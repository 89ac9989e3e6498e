"""The table of lemmas: each states its code, class, clauses and sentence, whoever asks."""

import pytest

from pitch.findings import Finding, FindingKind
from pitch.hand import lemmas
from pitch.hand.contradictions import Lemma
from pitch.point_names import PointName
from pitch.rules.sentences import SENTENCES
from pitchkeeper.messages import languages
from tests.support.hands import deal

TABLE = {name: lemma for name, lemma in vars(lemmas).items() if isinstance(lemma, Lemma)}
TOPICS = set(SENTENCES)


def test_a_lemma_names_seats_sides_and_cards_as_its_deal_does() -> None:
    table = deal("mb-lounge")
    finding = lemmas.TOP_TRUMP(table, card="AS", side=0, player=1).finding("/piles/0")
    assert finding == Finding(
        code="top_trump_from_another_hand",
        kind=FindingKind.AWARD,
        message=finding.message,
        facts=("/piles/0",),
        clauses=table.cite("play.trick"),
    )
    names = [table.side(0), table.player(1)]
    assert [dict(finding.message.arguments)[name] for name in ("side", "player")] == names


def test_a_lemma_names_every_owner_of_a_card() -> None:
    table = deal("mb-lounge")
    sentence = lemmas.CARD_IN_TWO_HOLDINGS(table, card="AS", owners=(0, 2))
    text = languages.text(sentence.message)
    assert "Ann" in text
    assert "Cid" in text


def test_a_variant_of_a_sentence_has_the_code_of_its_lemma() -> None:
    table = deal("mb-lounge")
    sentence = lemmas.NOT_IN_PILE(table, side=0, card="JS").for_point(PointName.JACK)
    assert sentence.code == "jack_claimed_by_another"
    assert sentence.citing("score.jack").finding().clauses == table.cite("score.jack")


@pytest.mark.parametrize("name", TABLE)
def test_a_lemma_rests_on_clauses_that_some_rules_have(name: str) -> None:
    assert set(TABLE[name].topics) <= TOPICS
