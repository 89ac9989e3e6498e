"""The addresses of the page that are printed at the start, for this machine and for phones."""

import pytest

from pitchkeeper import settings
from pitchkeeper.launcher import announcement


@pytest.mark.parametrize(
    ("environment", "lines"),
    [
        ({}, ["Pitchkeeper is ready at http://127.0.0.1:8000"]),
        (
            {"HOST": "0.0.0.0", "PORT": "8765"},  # noqa: S104
            [
                "Pitchkeeper is ready at http://127.0.0.1:8765",
                "On this network:        http://192.168.1.20:8765",
            ],
        ),
        (
            {"HOST": "::"},
            [
                "Pitchkeeper is ready at http://[::1]:8000",
                "On this network:        http://192.168.1.20:8000",
            ],
        ),
        ({"HOST": "192.168.1.20"}, ["Pitchkeeper is ready at http://192.168.1.20:8000"]),
    ],
)
def test_phones_are_told_the_address_that_they_reach(
    environment: dict[str, str], lines: list[str]
) -> None:
    *lines_before, reference = announcement(settings.read(environment), "192.168.1.20")
    assert lines_before == lines
    assert reference.endswith("/docs")


def test_a_machine_on_no_network_tells_its_own_address_only() -> None:
    lines = announcement(settings.read({"HOST": "0.0.0.0"}), None)  # noqa: S104
    assert [line.split()[0] for line in lines] == ["Pitchkeeper", "API"]
