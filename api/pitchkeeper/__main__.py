"""The command `pitchkeeper`: serve, back up, restore and check."""

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pitchkeeper import launcher, settings
from pitchkeeper.addresses import Database
from pitchkeeper.database import backups, cluster, migrator
from pitchkeeper.database.backups import BackupFailed
from pitchkeeper.database.cluster import ClusterFailed
from pitchkeeper.database.migrator import MigrationFailed
from pitchkeeper.launcher import AddressTaken
from pitchkeeper.settings import BadSetting, Settings


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; exit with one sentence if it cannot run."""
    options = _parser().parse_args(arguments)
    try:
        _run(options, settings.read(os.environ))
    except BadSetting as bad:
        sys.exit(_fail(bad, 2))
    except (AddressTaken, BackupFailed, ClusterFailed, MigrationFailed) as failed:
        sys.exit(_fail(failed, 1))
    except KeyboardInterrupt:
        sys.exit(130)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pitchkeeper",
        description="Keep score of Pitch / Setback played with real cards.",
        epilog="Settings are variables of the environment, such as HOST, PORT and DATABASE_URL.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("serve", help="start the database, migrate and serve (the default)")
    backup = commands.add_parser("backup", help="save all that the server keeps, while it runs")
    restore = commands.add_parser("restore", help="go back to what was saved")
    for command in (backup, restore):
        command.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="give up what is there already")
    commands.add_parser("check", help="say whether the database answers and is up to date")
    commands.add_parser("openapi", help="print the contract that is served")
    return parser


def _run(options: argparse.Namespace, config: Settings) -> None:
    match options.command:
        case "backup":
            with _database(config) as database:
                backups.save(database.direct, options.file, _tell)
        case "restore":
            with _database(config) as database:
                backups.restore(database.direct, options.file, _tell, replace=options.replace)
        case "check":
            with _database(config) as database:
                missing = asyncio.run(migrator.missing(database.direct, settings.MIGRATIONS))
            if missing:
                raise MigrationFailed(f"Missing until the next start: {', '.join(missing)}.")
            print("The database answers and is up to date.")
        case "openapi":
            print(settings.CONTRACT.read_text(), end="")
        case _:
            launcher.run(config)


@contextmanager
def _database(config: Settings) -> Iterator[Database]:
    """Yield the database of the settings, or start the embedded one."""
    if config.database:
        yield config.database
    else:
        with cluster.run(config.state) as url:
            yield Database(url)


def _fail(failed: Exception, status: int) -> int:
    _tell(f"pitchkeeper: {failed}")
    return status


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
