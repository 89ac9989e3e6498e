"""Each description of a schema and of its fields stands alone, as generated clients show it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from tests.contract.test_schemas import SCHEMAS

LEANING: Final = re.compile(
    r"(What|Who|Whom|Whose|Whoever|Whether|Where|When|How|Which|Why|Of|That|Those|These|This|It|Its"
    r"|They|Their|Them|As|By|For|From|In|With|If|Null|None|Also|The (same|other|others|one|ones))\b"
)
"""A clause put first, or a word that stands for a noun of another sentence."""
FEW: Final = 4
"""So many words may describe fields of different names: "Matches won."."""
Field = dict[str, Any]


def fields() -> Iterator[tuple[str, str, Field]]:
    """Yield every schema's name with each of its fields."""
    for name, schema in SCHEMAS.items():
        for field, field_schema in schema.get("properties", {}).items():
            yield name, field, field_schema


def kind(field: Field) -> object:
    """Return what values a field has, apart from bounds and from null."""
    if "$ref" in field:
        return field["$ref"].removesuffix("View")
    if "anyOf" in field:
        return kind(field["anyOf"][0])
    types = field["type"]
    type_ = types if isinstance(types, str) else types[0]
    return (type_, kind(field["items"])) if "items" in field else type_


def test_a_text_that_leans_on_another_is_noticed() -> None:
    assert LEANING.match("Of them the settled ones.")
    assert LEANING.match("The other one.")
    assert not LEANING.match("The opponent's number.")
    assert not LEANING.match("Items of the page.")
    assert kind({"type": ["integer", "null"], "maximum": 7}) == "integer"
    assert kind({"type": "array", "items": {"$ref": "#/PointView"}}) == ("array", "#/Point")


def test_every_field_and_every_schema_has_a_description() -> None:
    assert len(list(fields())) > 1600
    assert [
        (name, field)
        for name, field, field_schema in fields()
        if not field_schema.get("description")
    ] == []
    assert [name for name, schema in SCHEMAS.items() if not schema.get("description")] == []


def test_no_description_leans_on_another() -> None:
    texts = {
        f"{name}.{field}": field_schema["description"] for name, field, field_schema in fields()
    }
    texts |= {name: schema["description"] for name, schema in SCHEMAS.items()}
    assert {name: text for name, text in texts.items() if LEANING.match(text)} == {}


def test_a_description_of_a_field_is_one_line_of_sentences() -> None:
    """Generators put it into comments of many languages."""
    for name, field, field_schema in fields():
        text = field_schema["description"]
        assert re.fullmatch(r"[A-Z][^\n]*\.", text), (name, field, text)
        assert text.count("`") % 2 == 0, (name, field, text)
        assert "*/" not in text, (name, field, text)


def test_fields_that_share_a_description_have_the_same_name_and_the_same_values() -> None:
    """The dealer of a hand is described alike wherever it is; the pitcher is not."""
    users: dict[str, set[tuple[str, object]]] = defaultdict(set)
    for _, field, field_schema in fields():
        if len(field_schema["description"].split()) > FEW:
            users[field_schema["description"]].add((field, kind(field_schema)))
    assert len(users) > 900
    assert {text: places for text, places in users.items() if len(places) > 1} == {}


def test_ids_and_times_have_an_example() -> None:
    formatted_fields = [
        field_schema for _, _, field_schema in fields() if field_schema.get("format", "") in FORMATS
    ]
    assert len(formatted_fields) > 100
    assert [
        field_schema for field_schema in formatted_fields if not field_schema.get("examples")
    ] == []


FORMATS: Final = {"uuid", "date", "date-time"}
