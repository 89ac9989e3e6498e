"""Settings: what the environment may say about a server."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

ROOT: Final = Path(__file__).resolve().parent.parent
MIGRATIONS: Final = ROOT / "migrations"


class BadSetting(Exception):
    """A variable of the environment has a value that cannot be used."""


class Settings(Struct, frozen=True):
    """Where to serve, with how many workers, and where the data is."""

    host: str
    port: int
    workers: int
    database_url: str | None
    """Another PostgreSQL to use; without it the embedded one."""
    state: Path
    """The folder of the embedded PostgreSQL."""

    @property
    def address(self) -> str:
        """The address that people open."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def read(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; refused with a sentence that names the variable."""
    return Settings(
        host=_text(environment, "HOST", "127.0.0.1"),
        port=_number(environment, "PORT", 8000, most=65535),
        workers=_number(environment, "WORKERS", 1, most=64),
        database_url=environment.get("DATABASE_URL") or None,
        state=Path(_text(environment, "PITCHKEEPER_STATE", str(ROOT / ".state"))),
    )


def _text(environment: Mapping[str, str], name: str, usual: str) -> str:
    value = environment.get(name, usual).strip()
    if not value:
        raise BadSetting(f"{name} is empty; leave it unset for {usual}.")
    return value


def _number(environment: Mapping[str, str], name: str, usual: int, *, most: int) -> int:
    text = _text(environment, name, str(usual))
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise BadSetting(f"{name} must be a whole number from 1 to {most}, not {text!r}.")
    return int(text)
