"""No module of the page imports itself by way of others: what begins first would have to guess."""

import os
import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

from pitchkeeper.settings import ROOT

_SOURCE: Final = ROOT / "web" / "src"
# What is imported as types alone is gone once the page is built.
_IMPORT: Final = re.compile(
    r"^(?:import|export) (?!type )(?:[^;']*? from )?'(\.[^']+)'", re.MULTILINE
)


def modules() -> list[Path]:
    """Every module that people write; the client is made from the contract."""
    found = [*_SOURCE.rglob("*.ts"), *_SOURCE.rglob("*.tsx")]
    return [path for path in found if _SOURCE / "client" not in path.parents]


def imported(module: Path) -> set[Path]:
    """The modules of the page that one of them imports to run."""
    named = _IMPORT.findall(module.read_text())
    bases = [Path(os.path.normpath(module.parent / name)) for name in named]
    files = {base.with_name(base.name + end) for base in bases for end in (".ts", ".tsx")}
    return {file for file in files if file.is_file()}


def test_no_module_of_the_page_imports_itself() -> None:
    graph = {module: imported(module) for module in modules()}
    assert sum(map(len, graph.values())) > len(graph)
    # Refuses a circle, and names those that are in it.
    order = list(TopologicalSorter(graph).static_order())
    assert order.index(_SOURCE / "places.ts") < order.index(_SOURCE / "Page.tsx")
