"""Descriptions of types: their fields and the docstrings below them, which Python does not keep."""

import ast
import inspect
import sys
from enum import EnumType
from functools import cache
from typing import Any

from msgspec import Struct


class Field(Struct, frozen=True):
    """A field as the source of its class has it."""

    declaration: str
    """Its name, type and default, as in `listed: Listed = Listed.ALL`."""
    description: str
    """The docstring below it; empty if there is none."""


def describe(kind: type[Any]) -> str:
    """Return the docstring of a type, then its fields with their docstrings, or its choices."""
    if isinstance(kind, EnumType):
        parts = [str(choice.value) for choice in kind]
    else:
        parts = [f"{field.declaration}\n    {field.description}" for field in fields(kind).values()]
    return "\n".join(part.rstrip() for part in (inspect.cleandoc(kind.__doc__ or ""), "", *parts))


def fields(kind: type[Struct]) -> dict[str, Field]:
    """Return the fields of a struct that stand in its source, by name in their order."""
    declared: dict[str, Field] = {}
    # From base to subclass, because a subclass may describe an inherited field anew.
    for owner in reversed(kind.__mro__):
        if issubclass(owner, Struct) and owner is not Struct:
            declared |= _in_module(owner.__module__).get(owner.__name__, {})
    return {name: declared[name] for name in kind.__struct_fields__ if name in declared}


@cache
def _in_module(name: str) -> dict[str, dict[str, Field]]:
    """Return the fields of all classes of a module, by class."""
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    return {node.name: _in_class(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _in_class(node: ast.ClassDef) -> dict[str, Field]:
    found = {}
    for field, below in zip(node.body, [*node.body[1:], None], strict=True):
        match field:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                kind = f"{name}: {ast.unparse(_plain(annotation))}"
                default = "" if value is None else f" = {ast.unparse(value)}"
                found[name] = Field(kind + default, _docstring(below))
    return found


def _docstring(node: ast.stmt | None) -> str:
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split())
    return ""


def _plain(annotation: ast.expr) -> ast.expr:
    """Return a type without its bounds."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, *_])):
            return kind
        case ast.BinOp(left=left, op=op, right=right):
            return ast.BinOp(_plain(left), op, _plain(right))
    return annotation
