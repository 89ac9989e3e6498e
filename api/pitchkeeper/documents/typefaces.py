"""Typefaces: Besley for figures read across the table, Atkinson Hyperlegible Next for the rest.

`web/build/typefaces.mjs` reduces them to the letters that are needed: TrueType files for PDF, and
WOFF2 files that are embedded in pages and pictures. Atkinson strikes its zeros, so that a 10 reads
like a 1 and a slashed O; the zero is that of Figtree, which is as wide as its digits.
"""

import base64
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "typefaces"
TEXT: Final = "Atkinson Hyperlegible Next"
FIGURE: Final = "Besley"
_WEIGHTS: Final = {TEXT: "400 700", FIGURE: "650"}
_FILES: Final = {TEXT: "atkinson.woff2", FIGURE: "besley.woff2"}


@cache
def style(*names: str) -> str:
    """Return CSS rules that embed typefaces, so that a file needs nothing else."""
    zero = _rule(TEXT, "zero.woff2", ";unicode-range:U+30") if TEXT in names else ""
    return "".join(_rule(name, _FILES[name]) for name in names) + zero


def _rule(name: str, file: str, letters: str = "") -> str:
    content = base64.b64encode((FOLDER / file).read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{name}";font-weight:{_WEIGHTS[name]};'
        f"src:url(data:font/woff2;base64,{content}){letters}}}"
    )
