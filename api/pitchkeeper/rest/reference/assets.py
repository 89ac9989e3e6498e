"""Assets: the style and scripts of the reference, and two files of the Swagger UI package."""

import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pitchkeeper.rest import files
from pitchkeeper.rest.files import File

FOLDER: Final = "/docs/files"
_OWN: Final = Path(__file__).with_name("files")
_SWAGGER: Final = ("swagger-ui.css", "swagger-ui-bundle.js")


@cache
def all_files() -> Mapping[str, File]:
    """Return every file by its address, which contains its digest, so it never changes."""
    # Located, not imported: the package would load a template engine for the sake of two files.
    spec = importlib.util.find_spec("swagger_ui")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("The swagger-ui-py package is not installed; run make again.")
    static = Path(spec.submodule_search_locations[0]) / "static"
    paths = [*sorted(_OWN.iterdir()), *(static / name for name in _SWAGGER)]
    contents = [(path.name, path.read_bytes()) for path in paths]
    return {
        f"{FOLDER}/{files.digest(content)}/{name}": files.file(
            content, name, caching=files.IMMUTABLE
        )
        for name, content in contents
    }


def address(name: str) -> str:
    """Return the address of a file."""
    return next(path for path in all_files() if path.endswith(f"/{name}"))
