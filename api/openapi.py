"""Write the contract: `python -m api.openapi openapi/openapi.json`."""

import sys
from pathlib import Path

from api import app

if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(app.contract_text())
