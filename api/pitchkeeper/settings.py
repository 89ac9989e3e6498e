"""Settings of a server, from the environment."""

import ipaddress
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct, structs

from pitchkeeper import addresses
from pitchkeeper.addresses import Database
from pitchkeeper.rate_limits import RateLimit, RateLimits

_PACKAGE: Final = Path(__file__).resolve().parent
_IN_A_WHEEL: Final = _PACKAGE / "resources"
"""In an installed package the resources lie within it, in the project beside the packages."""
IS_INSTALLED: Final = _IN_A_WHEEL.is_dir()
ROOT: Final = _IN_A_WHEEL if IS_INSTALLED else _PACKAGE.parents[1]
MIGRATIONS: Final = ROOT / "migrations"
CONTRACT: Final = ROOT / "openapi" / "openapi.json"
WORKFLOWS: Final = ROOT / "openapi" / "arazzo.yaml"
GUIDES: Final = ROOT / "docs"
PAGE: Final = ROOT / "web" / "built"
VERSION: Final = "1.0.0"
"""The version of the contract and of the server."""
CONNECTIONS: Final = 8192
"""The most connections of a worker: twice its streams, so that others have room."""
METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder of counts; prometheus_client reads it when imported."""
_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.\-\[\]:]+")
_ADDRESS: Final = re.compile(rf"{_ORIGIN.pattern}(/[A-Za-z0-9._~-]+)*")
_RATE_LIMIT: Final = re.compile(
    r"(?P<name>[a-z-]+)=(?P<quota>[1-9]\d{0,6})/(?P<seconds>[1-9]\d{0,4})"
)
_APP_URL: Final = re.compile(r"[a-z][a-z0-9+.-]*://[A-Za-z0-9.:_-]+(/[A-Za-z0-9._~-]+)*")
_APPLE_APP: Final = re.compile(r"[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+")
_ANDROID_APP: Final = re.compile(
    r"(?P<package>[A-Za-z]\w*(?:\.[A-Za-z]\w*)+)=(?P<fingerprint>[0-9A-F]{2}(?::[0-9A-F]{2}){31})",
    re.ASCII,
)
_WILDCARDS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""The wildcard addresses, each with the loopback address that it includes."""
_MIN_TOKEN_LENGTH: Final = 16


class BadSetting(Exception):
    """A variable of the environment has an invalid value."""


class AndroidApp(Struct, frozen=True):
    """An Android app: its package and the fingerprint of its certificate."""

    package: str
    fingerprint: str


class Settings(Struct, frozen=True):
    """The settings of a server: its address, workers, data and limits."""

    host: str
    port: int
    workers: int
    database: Database | None
    """The PostgreSQL to use; None for the embedded one."""
    database_wait: int
    """Seconds that the start waits for an unavailable database."""
    state: Path
    """The folder of the embedded PostgreSQL."""
    trusted_proxies: tuple[str, ...]
    """Addresses and networks whose forwarding headers are trusted."""
    cors_origins: tuple[str, ...]
    """Web sites whose scripts may call the API."""
    metrics_token: str | None
    """The token for the metrics; without it only this machine can read them."""
    traces: str | None
    """The OpenTelemetry collector of traces."""
    public_url: str | None
    """The beginning of shared links; None for an address of this machine."""
    app_url: str | None
    """The beginning of links that open an app of the phone."""
    apple_apps: tuple[str, ...]
    """iOS apps that may open the links of invites, each by its team and name."""
    android_apps: tuple[AndroidApp, ...]
    """Android apps that may open the links of invites."""
    rate_limits: RateLimits

    @property
    def is_for_the_network(self) -> bool:
        """Whether the server listens on every address of the machine, for other devices too."""
        return self.host in _WILDCARDS

    @property
    def address(self) -> str:
        """The address to open in a browser on this machine."""
        host = _WILDCARDS.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def read(environment: Mapping[str, str]) -> Settings:
    """Return the settings of an environment. Raises BadSetting, which names the variable."""
    return Settings(
        host=_text(environment, "HOST", "127.0.0.1"),
        port=_number(environment, "PORT", 8000, most=65535),
        workers=_number(environment, "WORKERS", 1, most=64),
        database=_database(environment),
        database_wait=_number(environment, "DATABASE_WAIT", 60, most=3600),
        state=Path(_text(environment, "PITCHKEEPER_STATE", str(_default_state(environment)))),
        trusted_proxies=tuple(_proxy(part) for part in _list(environment, "TRUSTED_PROXIES")),
        cors_origins=tuple(_origin(part) for part in _list(environment, "CORS_ORIGINS")),
        metrics_token=_secret(environment, "METRICS_TOKEN"),
        traces=_address(environment, "OTEL_EXPORTER_OTLP_ENDPOINT"),
        public_url=_address(environment, "PUBLIC_URL"),
        app_url=_app_url(environment),
        apple_apps=tuple(_apple(part) for part in _list(environment, "APPLE_APPS")),
        android_apps=tuple(_android(part) for part in _list(environment, "ANDROID_APPS")),
        rate_limits=_rate_limits(_list(environment, "RATE_LIMITS")),
    )


def _default_state(environment: Mapping[str, str]) -> Path:
    """Return a folder in the project, or of the user if the server is installed."""
    if not IS_INSTALLED:
        return ROOT / ".state"
    folder = environment.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(folder) / "pitchkeeper"


def _database(environment: Mapping[str, str]) -> Database | None:
    names = ("DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_COMMON_URL")
    url, direct_url, common_url = (environment.get(name) or None for name in names)
    if direct_url and not url:
        raise BadSetting("DATABASE_DIRECT_URL is set without DATABASE_URL, whose pooler it passes.")
    if common_url and not url:
        raise BadSetting("DATABASE_COMMON_URL is set without DATABASE_URL, the server's entrance.")
    connections = _number(
        environment, "DATABASE_CONNECTIONS", addresses.CONNECTIONS, least=2, most=1000
    )
    seconds = _number(environment, "STATEMENT_TIMEOUT", addresses.STATEMENT_SECONDS, most=3600)
    return Database(url, direct_url, connections, seconds, common_url) if url else None


def _text(environment: Mapping[str, str], name: str, default: str) -> str:
    value = environment.get(name, default).strip()
    if not value:
        raise BadSetting(f"{name} is empty; leave it unset for {default}.")
    return value


def _address(environment: Mapping[str, str], name: str) -> str | None:
    address = environment.get(name, "").strip().rstrip("/")
    if address and not _ADDRESS.fullmatch(address):
        raise BadSetting(f"{name} must be like https://pitch.example, not {address!r}.")
    return address or None


def _number(
    environment: Mapping[str, str], name: str, default: int, *, most: int, least: int = 1
) -> int:
    text = _text(environment, name, str(default))
    # isdigit is true of characters such as a superscript 2, which int cannot parse.
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise BadSetting(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return int(text)


def _list(environment: Mapping[str, str], name: str) -> list[str]:
    parts = environment.get(name, "").split(",")
    return [part.strip() for part in parts if part.strip()]


def _proxy(text: str) -> str:
    # Strict: 10.0.0.1/8 could mean the machine or the network.
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        raise BadSetting(
            f"TRUSTED_PROXIES must name addresses or networks such as 10.0.0.0/8, not {text!r}."
        ) from None


def _origin(text: str) -> str:
    if not _ORIGIN.fullmatch(text):
        raise BadSetting(f"CORS_ORIGINS must name origins such as https://a.example, not {text!r}.")
    return text


def _app_url(environment: Mapping[str, str]) -> str | None:
    url = environment.get("APP_URL", "").strip().rstrip("/")
    if url and not _APP_URL.fullmatch(url):
        raise BadSetting(f"APP_URL must be like pitch://open, not {url!r}.")
    return url or None


def _apple(text: str) -> str:
    if not _APPLE_APP.fullmatch(text):
        raise BadSetting(f"APPLE_APPS must be like A1B2C3D4E5.example.pitch, not {text!r}.")
    return text


def _android(text: str) -> AndroidApp:
    match = _ANDROID_APP.fullmatch(text)
    if match is None:
        raise BadSetting(
            "ANDROID_APPS must be like example.pitch=14:6D:..., a package and the SHA-256 of "
            f"its certificate, not {text!r}."
        )
    return AndroidApp(match["package"], match["fingerprint"])


def _secret(environment: Mapping[str, str], name: str) -> str | None:
    secret = environment.get(name, "").strip()
    if secret and len(secret) < _MIN_TOKEN_LENGTH:
        raise BadSetting(f"{name} must have at least {_MIN_TOKEN_LENGTH} characters.")
    return secret or None


def _rate_limits(parts: list[str]) -> RateLimits:
    """Return the default limits with some replaced, each stated as name=quota/seconds."""
    limits = structs.asdict(RateLimits())
    fields = {limit.name: field for field, limit in limits.items()}
    for part in parts:
        match = _RATE_LIMIT.fullmatch(part)
        if match is None or match["name"] not in fields:
            raise BadSetting(
                f"RATE_LIMITS must be like device=600/60 with one of {', '.join(fields)}, "
                f"not {part!r}."
            )
        name = match["name"]
        limits[fields[name]] = RateLimit(name, int(match["quota"]), int(match["seconds"]))
    return RateLimits(**limits)
