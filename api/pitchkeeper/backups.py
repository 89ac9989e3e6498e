"""Back all up, or go back to it: `python -m pitchkeeper.backups save FILE`, `... restore FILE`."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitchkeeper import settings
from pitchkeeper.database import backups, cluster
from pitchkeeper.database.backups import BackupFailed
from pitchkeeper.database.cluster import ClusterFailed
from pitchkeeper.settings import BadSetting


def main() -> None:
    """Do what the command line says; say in one sentence what is wrong if it cannot be done."""
    parser = argparse.ArgumentParser(prog="python -m pitchkeeper.backups", description=__doc__)
    parser.add_argument("what", choices=("save", "restore"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--replace", action="store_true", help="give up what is there already")
    asked = parser.parse_args()
    try:
        with _database() as url:
            if asked.what == "save":
                backups.save(url, asked.file, _say)
            else:
                backups.restore(url, asked.file, _say, replace=asked.replace)
    except (BackupFailed, BadSetting, ClusterFailed) as failed:
        sys.exit(f"pitchkeeper: {failed}")
    except KeyboardInterrupt:
        sys.exit(130)


@contextmanager
def _database() -> Iterator[str]:
    """The address of the database that the settings name, which is the embedded one else."""
    chosen = settings.read(os.environ)
    if chosen.database:
        yield chosen.database.direct
    else:
        with cluster.running(chosen.state) as url:
            yield url


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
