"""The command `pitchkeeper`: serve, or look after what a server keeps."""

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
    """Run the command that is asked for; say in one sentence what is wrong if it cannot run."""
    asked = _parser().parse_args(arguments)
    try:
        _run(asked, settings.read(os.environ))
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
    for each in (backup, restore):
        each.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="give up what is there already")
    commands.add_parser("check", help="say whether the database answers and is up to date")
    commands.add_parser("openapi", help="print the contract that is served")
    return parser


def _run(asked: argparse.Namespace, chosen: Settings) -> None:
    match asked.command:
        case "backup":
            with _database(chosen) as database:
                backups.save(database.direct, asked.file, _tell)
        case "restore":
            with _database(chosen) as database:
                backups.restore(database.direct, asked.file, _tell, replace=asked.replace)
        case "check":
            with _database(chosen) as database:
                missing = asyncio.run(migrator.missing(database.direct, settings.MIGRATIONS))
            if missing:
                raise MigrationFailed(f"Missing until the next start: {', '.join(missing)}.")
            print("The database answers and is up to date.")
        case "openapi":
            print(settings.CONTRACT.read_text(), end="")
        case _:
            launcher.run(chosen)


@contextmanager
def _database(chosen: Settings) -> Iterator[Database]:
    """Give the database that the settings name, which else is the embedded one."""
    if chosen.database:
        yield chosen.database
    else:
        with cluster.running(chosen.state) as url:
            yield Database(url)


def _fail(failed: Exception, status: int) -> int:
    _tell(f"pitchkeeper: {failed}")
    return status


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
