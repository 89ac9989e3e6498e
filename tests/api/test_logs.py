"""What a library says reads like what we say."""

import json
import logging

import pytest

from api import logs


def test_a_library_s_failure_is_one_line_without_local_variables() -> None:
    secret = "pk_" + "a" * 32
    with pytest.raises(IndexError) as failed:
        secret[len(secret)]
    reason = (failed.type, failed.value, failed.tb)
    record = logging.LogRecord("asyncpg", logging.WARNING, __file__, 1, "lost %s", ("it",), reason)
    written = logs.library_formatter().format(record)
    assert "\n" not in written
    assert secret not in written
    line = json.loads(written)
    assert (line["event"], line["level"], line["logger"]) == ("lost it", "warning", "asyncpg")
    assert line["exception"][0]["exc_type"] == "IndexError"
