"""A paper is made once for all who may have it, and anew once what it shows has changed."""

import pytest

from pitchkeeper.documents import pdf
from pitchkeeper.documents.documents import Document
from pitchkeeper.documents.exports import Exports
from tests.support import guests, tables
from tests.support.phones import Device, Json

HAND: Json = {"contract": {"pitcher": 0, "bid": "four"}, "claims": {"taken": [4, 0]}}
FILES = ("export.json", "export.txt", "export.csv", "export.html", "export.pdf", "picture")
SPANISH = {"Accept-Language": "es"}


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the PDFs that are made."""
    titles, paper = list[str](), pdf.render

    def noting(document: Document) -> bytes:
        titles.append(document.title)
        return paper(document)

    monkeypatch.setattr(pdf, "render", noting)
    return titles


async def test_members_share_a_paper_until_the_match_changes(
    phone: Device, guest: Device, match: Json, titles: list[str]
) -> None:
    path = tables.path(match)
    await guests.let_in(phone, match, guest, "scorer")
    first = await phone.get(f"{path}/export.pdf")
    assert (await guest.get(f"{path}/export.pdf")).content == first.content
    assert len(titles) == 1
    await phone.put(f"{path}/hands/1", json=HAND)
    response = await guest.get(
        f"{path}/export.pdf", headers={"If-None-Match": first.headers["etag"]}
    )
    assert response.status_code == 200
    assert response.content != first.content
    assert len(titles) == 2
    again = await phone.get(f"{path}/export.pdf", headers={"If-None-Match": first.headers["etag"]})
    assert (again.content, len(titles)) == (response.content, 2)


async def test_whoever_has_left_gets_no_paper_that_others_had_made(
    phone: Device, guest: Device, match: Json
) -> None:
    member = await guests.let_in(phone, match, guest)
    path = tables.path(match)
    tags = {name: (await guest.get(f"{path}/{name}")).headers["etag"] for name in FILES}
    await phone.delete(f"{path}/members/{member}")
    for name, tag in tags.items():
        await phone.get(f"{path}/{name}")
        for headers in ({}, {"If-None-Match": tag}):
            assert (await guest.get(f"{path}/{name}", headers=headers)).status_code == 404


async def test_formats_themes_and_languages_are_papers_of_their_own(
    phone: Device, match: Json
) -> None:
    path = tables.path(match)
    await phone.put(f"{path}/hands/1", json=HAND)
    requests_: list[tuple[str, dict[str, str]]]
    requests_ = [(name, {}) for name in (*FILES, "picture?theme=dark", "picture?theme=light")]
    requests_ += [(name, SPANISH) for name in ("export.html", "export.pdf", "picture")]
    first = [await phone.get(f"{path}/{name}", headers=headers) for name, headers in requests_]
    assert len({response.content for response in first}) == len(requests_)
    assert len({response.headers["etag"] for response in first}) == len(requests_)
    again = [await phone.get(f"{path}/{name}", headers=headers) for name, headers in requests_]
    assert [response.content for response in again] == [response.content for response in first]


async def test_for_a_client_that_has_it_nothing_is_even_read(
    phone: Device, match: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tables.path(match)
    tags = {name: (await phone.get(f"{path}/{name}")).headers["etag"] for name in FILES}
    monkeypatch.setattr(Exports, "with_journal", None)
    for name, tag in tags.items():
        for headers in ({}, {"If-None-Match": tag}):
            answer = await phone.get(f"{path}/{name}", headers=headers)
            assert answer.status_code == (304 if headers else 200)
