"""Claims in a few words."""

from typing import Any

from msgspec import structs

from pitch.hand.points import Point, Points, PointSide
from pitch.hand.records import Claims, PointClaim
from pitch.point_names import PointName

FOUR = (PointName.HIGH, PointName.LOW, PointName.JACK, PointName.GAME)


def high(side: int | None = None, card: str | None = None) -> PointClaim:
    """Return a claim of High for a side."""
    return PointClaim(point=PointName.HIGH, side=side, card=card)


def low(side: int | None = None, card: str | None = None) -> PointClaim:
    """Return a claim of Low for a side."""
    return PointClaim(point=PointName.LOW, side=side, card=card)


def jack(side: int | None = None, *, in_play: bool = True) -> PointClaim:
    """Return a claim of the jack of trumps for a side."""
    return PointClaim(point=PointName.JACK, side=side, in_play=in_play)


def game(side: int | None = None, *, tied: bool = False) -> PointClaim:
    """Return a claim of Game for a side."""
    return PointClaim(point=PointName.GAME, side=side, tied=tied)


def claim_point(point: PointName, side: int | None) -> PointClaim:
    """Return a claim of one of the four points for a side, or that nobody has it."""
    if point is PointName.GAME:
        return game(side, tied=side is None)
    is_absent = point is PointName.JACK and side is None
    return PointClaim(point=point, side=side, in_play=not is_absent)


def claims(*points: PointClaim | None, **rest: Any) -> Claims:
    """Return claims of points, with other fields by name."""
    return Claims(points=tuple(claim for claim in points if claim is not None), **rest)


def with_point(claims: Claims, new: PointClaim) -> Claims:
    """Claims with what is said of one point put in its place, or added."""
    points = [new if claim.point is new.point else claim for claim in claims.points]
    if claims.find(new.point) is None:
        points.append(new)
    return structs.replace(claims, points=tuple(points))


def point(points: Points | None, name: str) -> Point:
    """The point of a name, of which there has to be one."""
    assert points is not None
    return next(candidate for candidate in points if candidate.point == name)


def point_sides(*owners: int | None) -> tuple[PointSide, ...]:
    """Return the sides that took High, Low, Jack and Game."""
    return tuple(PointSide(point=name, side=side) for name, side in zip(FOUR, owners, strict=True))


def listed(**points: dict[str, Any]) -> list[dict[str, Any]]:
    """Points by their names as the contract lists them."""
    return [{"point": name} | about for name, about in points.items()]


def point_named(points: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """The point of a name among those of an answer."""
    return next(point for point in points if point["point"] == name)


def sides(**by_name: int | None) -> list[dict[str, Any]]:
    """The sides of points by their names as the contract lists them."""
    return [{"point": name, "side": side} for name, side in by_name.items()]
