"""Pitch from Python: typed requests, a queue for devices without signal, live score sheets."""

from . import types
from .connection import Client, Refused, Unreachable
from .delivery import Refusal, questions
from .live import with_lines
from .queue import CommandQueue, FileStorage, Storage, new_id

__all__ = [
    "Client",
    "CommandQueue",
    "FileStorage",
    "Refusal",
    "Refused",
    "Storage",
    "Unreachable",
    "new_id",
    "questions",
    "types",
    "with_lines",
]
