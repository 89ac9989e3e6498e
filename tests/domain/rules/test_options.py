"""An option is known by its entry beside its field in the rules."""

from typing import get_type_hints

from msgspec import UnsetType

from pitch.rules.options import OPTIONS, Options, Rules


def test_every_option_of_the_rules_can_be_chosen_with_the_same_choices() -> None:
    """Stated twice, because a type checker sees no class that is made of another."""
    chosen, kinds = get_type_hints(Options), get_type_hints(Rules)
    assert list(chosen) == list(OPTIONS)
    for name, kind in kinds.items():
        # An option left out is unset, so null need not be chosen.
        assert chosen[name] | None == kind | UnsetType | None, name


def test_what_allows_an_option_is_an_option() -> None:
    for option in OPTIONS.values():
        assert {*option.allowed_by} <= {*OPTIONS}, option.name
