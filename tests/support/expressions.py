"""Expressions: every regular expression of the code, wherever it is written."""

import ast
import importlib
import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pitchkeeper.settings import ROOT

METHODS = frozenset({"search", "match", "fullmatch", "finditer", "findall", "sub"})


class Expression(Struct, frozen=True):
    """A regular expression, where it is written, and what is done with it."""

    place: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


def expressions() -> Iterator[Expression]:
    """All of them, compiled or not, and those that msgspec searches texts for."""
    for path in sorted(path for room in ("api", "domain") for path in (ROOT / room).rglob("*.py")):
        name = path.relative_to(ROOT)
        source = path.read_text()
        if "import re\n" in source or "pattern=" in source:
            module = importlib.import_module(".".join(name.with_suffix("").parts[1:]))
            yield from _written(ast.parse(source), str(name), vars(module))
            yield from _listed(str(name), vars(module))


def _written(tree: ast.Module, name: str, namespace: dict[str, Any]) -> Iterator[Expression]:
    methods_used = _uses(tree)
    for node in ast.walk(tree):
        place = f"{name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.AnnAssign) and _is_re(node.value) and node.value is not None:
            value = _value(node.value, namespace)
            if isinstance(value, re.Pattern):
                methods = methods_used.get(ast.unparse(node.target), set()) & METHODS
                yield Expression(place, value, frozenset(methods) or METHODS)
        elif _is_searched(node, namespace):
            yield Expression(
                place,
                re.compile(_value(node.args[0], namespace)),  # type: ignore[attr-defined]
                frozenset({node.func.attr}),  # type: ignore[attr-defined]
            )
        elif isinstance(node, ast.keyword) and node.arg == "pattern":
            yield Expression(
                place, re.compile(_value(node.value, namespace)), frozenset({"search"})
            )


def _listed(name: str, namespace: dict[str, Any]) -> Iterator[Expression]:
    """Yield the expressions that are in a table of their module."""
    tables = (value for value in list(namespace.values()) if isinstance(value, tuple))
    for row in (row for table in tables for row in table if isinstance(row, tuple)):
        for each in row:
            if isinstance(each, re.Pattern):
                yield Expression(
                    f"{name}:{each.pattern[:40]}", each, frozenset({"match", "search"})
                )


def _is_searched(node: ast.AST, namespace: dict[str, Any]) -> bool:
    """Return whether a call searches with an expression of its module, not one passed to it."""
    if not (isinstance(node, ast.Call) and _is_re(node)):
        return False
    is_search = node.func.attr in METHODS  # type: ignore[attr-defined]
    names = {each.id for each in ast.walk(node.args[0]) if isinstance(each, ast.Name)}
    return is_search and names <= namespace.keys()


def _uses(tree: ast.Module) -> dict[str, set[str]]:
    """Return the uses of every name."""
    uses: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            uses.setdefault(node.value.id, set()).add(node.attr)
    return uses


def _is_re(node: ast.expr | None) -> bool:
    """Return whether it calls the module of regular expressions."""
    # Not a method of its result, as in `re.sub(...).lower()`.
    return (
        isinstance(node, ast.Call) and re.fullmatch(r"re\.\w+", ast.unparse(node.func)) is not None
    )


def _value(node: ast.expr, namespace: dict[str, Any]) -> Any:
    """Return the value of an expression in its module."""
    return eval(ast.unparse(node), namespace)  # noqa: S307
