"""Assets: our style and scripts, and two files of Swagger UI as its package ships them."""

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
    """Every file by its address; what it says is in the address, so that it never changes."""
    # Found and not imported: the package would bring a template engine for the sake of two files.
    spec = importlib.util.find_spec("swagger_ui")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("The swagger-ui-py package is not installed; run make again.")
    static = Path(spec.submodule_search_locations[0]) / "static"
    paths = [*sorted(_OWN.iterdir()), *(static / name for name in _SWAGGER)]
    read = [(path.name, path.read_bytes()) for path in paths]
    return {
        f"{FOLDER}/{files.digest(content)}/{name}": files.file(
            content, name, caching=files.IMMUTABLE
        )
        for name, content in read
    }


def address(name: str) -> str:
    """Where a file is."""
    return next(each for each in all_files() if each.endswith(f"/{name}"))
