"""Import every module of a generated Python client: `import_client.py FOLDER`."""

import importlib
import pkgutil
import sys

if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    client = importlib.import_module("pitchkeeper_client")
    names = [
        module.name for module in pkgutil.walk_packages(client.__path__, "pitchkeeper_client.")
    ]
    for name in names:
        importlib.import_module(name)
    print(f"{len(names)} modules of the Python client import.")
