"""Typefaces: Besley for what is read across the table, Atkinson Hyperlegible Next for all else.

They lie beside this module, cut by `web/build/typefaces.mjs` to the letters that are needed: whole
files for paper, and packed ones that go along in what browsers show.
"""

import base64
import re
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "typefaces"
TEXT: Final = "Atkinson Hyperlegible Next"
FIGURE: Final = "Besley"
_WEIGHTS: Final = {TEXT: "400 700", FIGURE: "650"}
_LETTERS: Final = re.compile(r"(?<=base64,)[\w+/=]+")
_FILES: Final = {TEXT: "atkinson.woff2", FIGURE: "besley.woff2"}


@cache
def style(*names: str) -> str:
    """The rules of a style sheet that bring typefaces along, for a file that needs nothing else."""
    return "".join(map(_rule, names))


def cut(made: str) -> str:
    """What was made, with an ellipsis for the letters of its typefaces: for who reads it."""
    return _LETTERS.sub("...", made)


def _rule(name: str) -> str:
    packed = base64.b64encode((FOLDER / _FILES[name]).read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{name}";font-weight:{_WEIGHTS[name]};'
        f"src:url(data:font/woff2;base64,{packed})}}"
    )
