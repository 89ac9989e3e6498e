"""Operations for exports, imports, rulebooks and pictures."""

from typing import Final

from pitchkeeper.documents.routes import (
    exports,
    imports,
    leagues,
    papers,
    pictures,
    proofs,
    rulebooks,
)
from pitchkeeper.rest import operations

HANDLERS: Final = operations.handlers(
    exports, imports, leagues, papers, pictures, proofs, rulebooks
)
