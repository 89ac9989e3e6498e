"""Import a generated Python client and read an answer of each kind.

`python -m openapi.python_client FOLDER CONTRACT`
"""

import importlib
import json
import pkgutil
import sys
from pathlib import Path

from openapi import tomorrow


def main(folder: str, path: str) -> None:
    """Import all modules, then read and write every answer."""
    sys.path.insert(0, folder)
    client = importlib.import_module("pitchkeeper_client")
    names = [
        module.name for module in pkgutil.walk_packages(client.__path__, "pitchkeeper_client.")
    ]
    for name in names:
        importlib.import_module(name)
    print(f"{len(names)} modules of the Python client import.")
    models = sys.modules["pitchkeeper_client.models"]
    answers = tomorrow.answers(json.loads(Path(path).read_text(encoding="utf-8")))
    for name, answer in answers.items():
        read = getattr(models, name).from_dict(answer).to_dict()
        # The client writes the time zone of an instant in another form.
        if json.loads(json.dumps(read).replace('+00:00"', 'Z"')) != answer:
            sys.exit(f"The Python client reads {name} as {read} instead of {answer}.")
    print(f"{len(answers)} answers with new values and fields are read by the Python client.")


if __name__ == "__main__":
    main(*sys.argv[1:])
