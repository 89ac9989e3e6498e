"""Typesetting: Typst, for a short paper here, and for a long one in a process of its own.

Typst keeps what it has laid out, some 30 KB a cell, and gives it back to nobody; a process that
ends gives it all back. It begins in a tenth of a second and loads nothing but Typst and its fonts.
"""

import importlib.util
import os
import subprocess  # nosec B404
import sys
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

import msgspec
import typst
from msgspec import Struct

from pitchkeeper.documents import typefaces

Standard = Literal["ua-1", "1.7"]
_TEMPLATE: Final = (Path(__file__).parent / "papers.typ").read_bytes()
_FONT_PACKAGES: Final = (
    "noto_cjk_sans_jp_regular",
    "fontpkg_noto_sans_arabic",
    "fontpkg_noto_sans_devanagari",
)
_FONTS: Final = typst.Fonts(
    include_system_fonts=True,
    font_paths=[
        str(typefaces.FOLDER),
        *(
            place
            for spec in map(importlib.util.find_spec, _FONT_PACKAGES)
            if spec
            for place in spec.submodule_search_locations or ()
        ),
    ],
)
"""The fonts that Typst and packages bring, and those of the machine for what these lack.

Loaded with this module, because no other thread runs meanwhile, not even the event loop.
"""
_SECONDS: Final = 60
"""How long a process may take; the longest paper takes 5 on a quiet machine."""
_NICENESS: Final = 5
"""Whoever waits for a long paper waits rather than those who play."""
_REFUSED: Final = 3
"""The exit status that says that Typst refused."""


class StandardNotMet(Exception):
    """Typst does not set this by that standard."""


class ProcessFailed(Exception):
    """The process took too long, or was ended before it was done."""


class Job(Struct, frozen=True):
    """What Typst is to set."""

    inputs: dict[str, str]
    """What the template reads."""
    standard: Standard
    at: datetime
    """When the document was made."""


def compile_pdf(job: Job) -> bytes:
    """Return the PDF. Raises StandardNotMet."""
    try:
        return typst.compile(
            _TEMPLATE,
            sys_inputs=job.inputs,
            font_paths=_FONTS,
            pdf_standards=job.standard,
            timestamp=job.at,
        )
    except typst.TypstError as refused:
        raise StandardNotMet(str(refused)) from refused


def compile_in_process(job: Job) -> bytes:
    """Return the PDF, set in a process of its own. Raises StandardNotMet or ProcessFailed."""
    try:
        done = subprocess.run(  # noqa: S603  # nosec B603
            [sys.executable, "-m", __name__],
            input=msgspec.json.encode(job),
            capture_output=True,
            timeout=_SECONDS,
            env={"PYTHONPATH": os.pathsep.join(sys.path)},
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise ProcessFailed from late
    if done.returncode == _REFUSED:
        raise StandardNotMet(done.stderr.decode())
    if done.returncode:
        raise ProcessFailed
    return done.stdout


def main() -> None:
    """Set the paper that comes in."""
    os.nice(_NICENESS)
    try:
        made = compile_pdf(msgspec.json.decode(sys.stdin.buffer.read(), type=Job))
    except StandardNotMet as refused:
        sys.stderr.write(str(refused))
        sys.exit(_REFUSED)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
