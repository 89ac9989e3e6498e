"""Clauses are cited by topic: one that no rulebook has would be left out without a word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from api.settings import ROOT
from domain import point_names
from domain.point_names import PointName
from domain.rules.sentences import SENTENCES

TOPIC = re.compile(rf"({'|'.join({topic.split('.')[0] for topic in SENTENCES})})\.[a-z-]+")


def named(source: Path) -> Iterator[tuple[str, str]]:
    """Every text of a module that reads as a topic, and where it stands."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Constant) and TOPIC.fullmatch(str(node.value)):
            yield f"{source.name}:{node.lineno}", str(node.value)


def test_every_topic_that_is_named_is_one_of_a_rulebook() -> None:
    modules = [*(ROOT / "domain").rglob("*.py"), *(ROOT / "api").rglob("*.py")]
    found = [each for module in modules for each in named(module)]
    assert len({topic for _, topic in found}) > len(SENTENCES) // 2
    assert [(place, topic) for place, topic in found if topic not in SENTENCES] == []


def test_every_point_has_a_topic_of_a_rulebook() -> None:
    assert [point for point in PointName if point_names.topic(point) not in SENTENCES] == []
