"""The contract speaks of the game as those who play it do."""

import re
from collections.abc import Iterator

from tests.contract.test_examples import list_examples
from tests.support.operations import DOCUMENT
from tests.support.patterns import slips

CODE = re.compile(r"`[^`]*`")


def prose() -> Iterator[tuple[str, str]]:
    """Every description and summary that people read, without the names in it."""
    for place, part in list_examples(DOCUMENT):
        for name in ("description", "summary"):
            if isinstance(text := part.get(name), str):
                yield f"{place}/{name}", CODE.sub("", text)


def test_a_name_is_set_aside_and_a_word_is_not() -> None:
    assert slips(CODE.sub("", "`revoke` of `GameTie`")) == []
    assert slips("Pips of an entrant") == ["Pips", "entrant"]


def test_the_contract_speaks_as_players_do() -> None:
    texts = list(prose())
    assert len(texts) > 1500
    slips_by_place = {place: slips(text) for place, text in texts}
    assert {place: words for place, words in slips_by_place.items() if words} == {}
