"""Write the samples of the reference to be compiled: `python -m openapi.sample_files FOLDER`.

There is a function for each operation, and beside them the quick start's programs.
"""

import re
import sys
from pathlib import Path
from typing import Final

from pitchkeeper import settings
from pitchkeeper.rest.reference import contract, samples
from pitchkeeper.rest.reference.contract import Operation

_HEADS: Final = {
    "TypeScript": "export {};\n",
    "Kotlin": "import java.net.HttpURLConnection\nimport java.net.URI\n",
}
_FILES: Final = {"TypeScript": "samples.ts", "Kotlin": "Samples.kt"}
_START: Final = {
    "typescript": "quickstart.ts",
    "kotlin": "Quickstart.kt",
    "python": "quickstart.py",
}


def _function(language: str, operation: Operation, text: str) -> str:
    names = ["api", "token", *re.findall(r"\{(\w+)\}", operation.path)]
    if language == "Kotlin":
        head = ", ".join(f"{name}: String" for name in names)
        return f"fun {operation.id}({head}) {{\n{text}\n}}\n"
    head = ", ".join(f"{name}: string" for name in names)
    return f"export async function {operation.id}({head}) {{\n{text}\n}}\n"


def main(folder: Path) -> None:
    """Write a file of all samples and one of the quick start in each language."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = contract.parse(settings.CONTRACT.read_bytes())
    texts = dict(_HEADS)
    for operation in whole.operations.values():
        for sample in samples.samples(whole, operation):
            if sample.language in texts:
                texts[sample.language] += _function(sample.language, operation, sample.text)
    for language, text in texts.items():
        (folder / _FILES[language]).write_text(text, encoding="utf-8")
    guide = (settings.GUIDES / "quickstart.md").read_text(encoding="utf-8")
    for language, name in _START.items():
        block = re.search(rf"^```{language}\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
        if block is None:
            sys.exit(f"The quick start has nothing in {language}.")
        (folder / name).write_text(block[1], encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
