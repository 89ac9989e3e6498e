"""An option is known by its entry beside its field in the rules."""

import msgspec
import pytest
from msgspec import UNSET, structs

from pitch.rules.options import OPTIONS, Options, Rules


def test_every_option_of_the_rules_can_be_chosen_and_is_absent_otherwise() -> None:
    fields = structs.fields(Options)
    assert [(field.name, field.encode_name) for field in fields] == [
        (field.name, field.encode_name) for field in structs.fields(Rules)
    ]
    assert all(field.default is UNSET for field in fields)
    assert msgspec.json.encode(Options()) == b"{}"


@pytest.mark.parametrize(
    "choice", ['"keep":0', '"keep":17', '"offCards":["4"]', '"low":"won"', '"target":null']
)
def test_a_choice_has_the_bounds_of_the_rules_and_is_never_null(choice: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f"{{{choice}}}", type=Options)


def test_an_option_that_does_not_exist_cannot_be_chosen() -> None:
    with pytest.raises(TypeError):
        Options(lowest="dealt")


def test_what_allows_an_option_is_an_option() -> None:
    for option in OPTIONS.values():
        assert {*option.allowed_by} <= {*OPTIONS}, option.name
