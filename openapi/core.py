"""Write the core of the contract as it is served: `python -m openapi.core FILE`."""

import sys
from pathlib import Path

from pitchkeeper.rest.reference import contract

if __name__ == "__main__":
    whole = Path("openapi/openapi.json").read_bytes()
    Path(sys.argv[1]).write_bytes(contract.parse(whole).core())
