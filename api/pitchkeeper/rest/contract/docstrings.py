"""Docstrings: what the source says of a type and of each of its fields."""

import ast
import inspect
import sys
from functools import cache

from msgspec import Struct


def for_type(kind: type) -> str:
    """What a type is, without the breaks and the margin that it has in the source."""
    paragraphs = inspect.cleandoc(kind.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def for_fields(kind: type[Struct]) -> dict[str, str]:
    """What stands below the fields of a struct, by their names in JSON; its own come last."""
    said: dict[str, str] = {}
    # A struct that extends another may say more of a field than that does.
    for owner in reversed(kind.__mro__):
        if issubclass(owner, Struct) and owner is not Struct:
            said |= _in_module(owner.__module__).get(owner.__name__, {})
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {encoded: said[name] for name, encoded in names if name in said}


@cache
def _in_module(name: str) -> dict[str, dict[str, str]]:
    """The docstrings of the fields of all classes of a module; Python itself forgets them."""
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    return {node.name: _in_class(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _in_class(node: ast.ClassDef) -> dict[str, str]:
    said = {}
    for field, below in zip(node.body, node.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                said[name] = " ".join(text.split())
    return said
