"""Typesetting by Typst: short documents in this process, long ones in a process of their own.

Typst never frees its layout cache, some 30 KB per table cell; a process that ends frees it all. A
process starts in a tenth of a second and loads nothing but Typst and its fonts.
"""

import importlib.util
import os
import subprocess  # nosec B404
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec
import typst
from msgspec import Struct

from pitchkeeper.documents import typefaces

Standard = Literal["ua-1", "1.7"]
Template = Literal["papers", "night_papers", "score", "standings"]
Picture = Literal["png", "svg"]
_FOLDER: Final = Path(__file__).parent
TEMPLATES: Final[dict[Template, bytes]] = {
    name: (_FOLDER / "lettering.typ").read_bytes() + (_FOLDER / f"{name}.typ").read_bytes()
    for name in get_args(Template)
}
"""The templates, each with the lettering that all share in front."""
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
            folder
            for spec in map(importlib.util.find_spec, _FONT_PACKAGES)
            if spec
            for folder in spec.submodule_search_locations or ()
        ),
    ],
)
"""The fonts of Typst and of packages, and the machine's own for letters that these lack.

Loaded on import, because loading holds the interpreter's lock and would block the event loop.
"""
_SECONDS: Final = 60
"""The timeout of a process; the longest document takes 5 s on a quiet machine."""
_NICENESS: Final = 5
"""Documents give way to the requests of people who play."""
_THREAD: Final = ThreadPoolExecutor(
    1, thread_name_prefix="typesetting", initializer=os.nice, initargs=(_NICENESS,)
)
"""A thread for nothing else, because Linux counts niceness by thread, and never takes it back.

Typst does not hold the interpreter's lock, so nobody waits for a thread that gives way; and a
second one would take the processor from the requests of people who play.
"""
_NOT_MET: Final = 3
"""The exit status of a process for StandardNotMet."""


class StandardNotMet(Exception):
    """Typst cannot set this document by that standard."""


class ProcessFailed(Exception):
    """The process took too long or was killed."""


class Job(Struct, frozen=True):
    """A document to set, as the inputs of a template."""

    template: Template
    inputs: dict[str, str]
    standard: Standard
    at: datetime
    """The creation time in the PDF."""


def compile_pdf(job: Job) -> bytes:
    """Return the PDF, set in the thread that gives way. Raises StandardNotMet."""
    return _THREAD.submit(_compile, job).result()


def _compile(job: Job) -> bytes:
    try:
        return typst.compile(
            TEMPLATES[job.template],
            sys_inputs=job.inputs,
            font_paths=_FONTS,
            pdf_standards=job.standard,
            timestamp=job.at,
        )
    except typst.TypstError as error:
        raise StandardNotMet(str(error)) from error


def compile_picture(template: Template, inputs: dict[str, str], picture: Picture) -> bytes:
    """Return a document of one page as a picture, with a pixel for each point."""
    return typst.compile(
        TEMPLATES[template], sys_inputs=inputs, font_paths=_FONTS, format=picture, ppi=72
    )


def compile_in_process(job: Job) -> bytes:
    """Return the PDF, set in a separate process. Raises StandardNotMet or ProcessFailed."""
    try:
        process = subprocess.run(  # noqa: S603  # nosec B603
            [sys.executable, "-m", __name__],
            input=msgspec.json.encode(job),
            capture_output=True,
            timeout=_SECONDS,
            env={"PYTHONPATH": os.pathsep.join(sys.path)},
            check=False,
        )
    except subprocess.TimeoutExpired as timeout:
        raise ProcessFailed from timeout
    if process.returncode == _NOT_MET:
        raise StandardNotMet(process.stderr.decode())
    if process.returncode:
        raise ProcessFailed
    return process.stdout


def main() -> None:
    """Read a job from standard input and write its PDF to standard output."""
    os.nice(_NICENESS)
    try:
        content = _compile(msgspec.json.decode(sys.stdin.buffer.read(), type=Job))
    except StandardNotMet as error:
        sys.stderr.write(str(error))
        sys.exit(_NOT_MET)
    sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main()
