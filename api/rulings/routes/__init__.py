"""The operations of rule sets and rulings."""

from typing import Final

from api.http import operations
from api.rulings.routes import rulesets, rulings

HANDLERS: Final = operations.handlers(rulesets, rulings)
