"""The presets that stand for others in the gate stand for all of them."""

from tests.support.representatives import ALL, REPRESENTATIVE, fewest


def test_every_rule_that_a_preset_has_is_that_of_one_that_stands_for_all() -> None:
    pairs = frozenset().union(*(ALL[preset] for preset in REPRESENTATIVE))
    assert [preset for preset in ALL if not ALL[preset] <= pairs] == []
    assert len(REPRESENTATIVE) < len(ALL)


def test_whoever_has_a_rule_alone_stands_for_it() -> None:
    first, two, three = frozenset({("low", 1)}), frozenset({("low", 2)}), frozenset({("low", 3)})
    assert fewest({"a": first, "b": first | two, "c": three}) == ("b", "c")
