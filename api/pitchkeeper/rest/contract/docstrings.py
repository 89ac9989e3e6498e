"""Docstrings of types and of their fields, from the source."""

import ast
import inspect
import sys
from functools import cache

from msgspec import Struct


def for_type(kind: type) -> str:
    """Return the docstring of a type, without line breaks and margin."""
    paragraphs = inspect.cleandoc(kind.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def for_fields(kind: type[Struct]) -> dict[str, str]:
    """Return the docstrings of the fields of a struct, by their names in JSON."""
    docs: dict[str, str] = {}
    # From base to subclass, because a subclass may describe an inherited field anew.
    for owner in reversed(kind.__mro__):
        if issubclass(owner, Struct) and owner is not Struct:
            docs |= _in_module(owner.__module__).get(owner.__name__, {})
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {encoded: docs[name] for name, encoded in names if name in docs}


@cache
def _in_module(name: str) -> dict[str, dict[str, str]]:
    """Return the field docstrings of all classes of a module; Python does not keep them."""
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    return {node.name: _in_class(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _in_class(node: ast.ClassDef) -> dict[str, str]:
    docs = {}
    for field, below in zip(node.body, node.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                docs[name] = " ".join(text.split())
    return docs
