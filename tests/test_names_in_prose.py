"""Names and passages that comments and docstrings cite exist, so prose cannot outlive a rename."""

import io
import re
import tokenize
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
_QUOTED = re.compile(r"`([A-Za-z_][\w.]*\w)`")
_CITED = re.compile(r"\bS\d(?:\.[a-z]\w*)+")
_PASSAGE = re.compile(r"^\| `(S\d\.[\w.]+)` \|", re.MULTILINE)
_WORD = re.compile(r"\w+(?:\.\w+)*")
_CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
_OPENING = {tokenize.ENCODING, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def parts(name: str) -> set[str]:
    return {name, *name.split(".")}


def prose_and_words(source: str) -> tuple[str, set[str]]:
    """Return the comments and docstrings of a module, and the words of its code."""
    prose, code, before = "", "", tokenize.ENCODING
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_docstring = token.type == tokenize.STRING and before in _OPENING
        if is_docstring or token.type == tokenize.COMMENT:
            prose += token.string + "\n"
        else:
            code += token.string + " "
        if token.type not in {tokenize.COMMENT, tokenize.NL}:
            before = token.type
    return prose, set().union(*map(parts, _WORD.findall(code)))


def test_every_name_in_back_quotes_exists() -> None:
    """A dotted name is in the module, package or class of its first part, if there is one."""
    modules = {
        path: path.read_text() for top in ("domain", "api") for path in (ROOT / top).rglob("*.py")
    }
    read = {path: prose_and_words(source) for path, source in modules.items()}
    members = defaultdict[str, set[str]](set)
    for path, source in modules.items():
        for owner in (path.stem, *_CLASS.findall(source)):
            members[owner] |= read[path][1]
        members[path.parent.name] |= (
            {path.stem, *read[path][1]} if path.stem == "__init__" else {path.stem}
        )
        members[path.parent.parent.name] |= {path.parent.name, path.name}
    others = [
        *ROOT.glob("api/**/*.sql"),
        *ROOT.glob("migrations/*.sql"),
        *ROOT.glob("api/pitchkeeper/messages/*.json"),
        ROOT / "openapi/openapi.json",
    ]
    words = set().union(
        members, *members.values(), *(_WORD.findall(path.read_text()) for path in others)
    )
    stale = [
        (str(path.relative_to(ROOT)), name)
        for path, (prose, _) in read.items()
        for name in _QUOTED.findall(prose)
        for owner, last in [name.split(".")[-2:] if "." in name else ("", name)]
        # A name may be the first part of others: `made_`.
        if not {name, name.rstrip("_")} & words and last not in (members.get(owner) or words)
    ]
    assert stale == []


def test_every_passage_of_a_document_that_is_cited_has_its_row() -> None:
    patterns = ("domain/**/*.py", "domain/**/*.toml", "tests/**/*.py")
    files = [path for pattern in patterns for path in ROOT.glob(pattern)]
    cited = {passage for path in files for passage in _CITED.findall(path.read_text())}
    rows = _PASSAGE.findall((ROOT / "docs/sources.md").read_text())
    assert rows == sorted(cited)
