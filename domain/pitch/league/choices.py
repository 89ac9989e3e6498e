"""The choices in which leagues differ, one enumeration each."""

from enum import StrEnum


class Pairing(StrEnum):
    """The kind of sides that meet."""

    TEAMS = "teams"
    """Fixed teams meet each other."""
    CHANGING_PARTNERS = "changing_partners"
    """Players are ranked alone, with another partner in every fixture."""
    PROGRESSIVE = "progressive"
    """Winners move up a table after every fixture."""
    SWISS = "swiss"
    """Fixed teams of nearly equal scores meet, round by round."""
    KNOCK_OUT = "knock_out"
    """Fixed teams, of whom the loser of a fixture is out."""
    DOUBLE_KNOCK_OUT = "double_knock_out"
    """Fixed teams, who are out when they have lost twice."""

    @property
    def is_of_teams(self) -> bool:
        """Return whether fixed sides meet, not players who change partners."""
        return self not in {Pairing.CHANGING_PARTNERS, Pairing.PROGRESSIVE}

    @property
    def is_by_slot(self) -> bool:
        """Return whether each slot follows from the results of the one before."""
        return self in {Pairing.PROGRESSIVE, Pairing.SWISS}


class PartnerKeepers(StrEnum):
    """The players who keep their partner when winners move up."""

    HEAD_WINNERS = "head_winners"
    """The winners at the head and the pair that comes up to them; all others change."""
    NOBODY = "nobody"


class Length(StrEnum):
    """The length of a matchup: all its matches, or until it is decided."""

    ALL = "all"
    BEST_OF = "best_of"


class Counting(StrEnum):
    """The quantity that the standings add up."""

    MATCHES_WON = "matches_won"
    FIXTURES_WON = "fixtures_won"
    POINTS = "points"
    """The sum of the scores at the end of every match."""


class Unfinished(StrEnum):
    """The payment of a match that closing time ended."""

    NOTHING = "nothing"
    LEADER_WINS = "leader_wins"


class FinalNight(StrEnum):
    """The role of the last night: like the others, or a separate final."""

    ORDINARY = "ordinary"
    SEPARATE = "separate"
    """The nights before it decide the pairings; it alone decides the places."""
    KNOCK_OUT = "knock_out"
    """The first of the season meet, and the loser of a fixture is out."""
    DOUBLE_KNOCK_OUT = "double_knock_out"
    """The first of the season meet, and are out when they have lost twice."""

    @property
    def is_drawn(self) -> bool:
        """Return whether the last night is a final that the nights before it decide."""
        return self is not FinalNight.ORDINARY


class FirstRound(StrEnum):
    """The first round of a league by scores, before anyone has one."""

    HALVES = "halves"
    """The first of the upper half meets the first of the lower, and so on."""
    NEIGHBOURS = "neighbours"
    """The first meets the second, the third the fourth, and so on."""
    DRAWN = "drawn"


class Seeding(StrEnum):
    """The order in which those who reach a knock-out are placed in it."""

    STANDINGS = "standings"
    """By the standings; without any, in the order of their numbers."""
    DRAW = "draw"


class ThirdPlace(StrEnum):
    """The third place of a knock-out."""

    PLAYED = "played"
    """The losers of the semi-finals meet."""
    SHARED = "shared"
    """Those who go out in the same round share their places."""


class SecondFinal(StrEnum):
    """The second final of a double knock-out, after the unbeaten side lost the first."""

    PLAYED = "played"
    NOT_PLAYED = "not_played"


class Others(StrEnum):
    """The last night of those who are not in its knock-out."""

    PLAY_ON = "play_on"
    """They meet those near them in the standings, and it counts for the season."""
    STOP = "stop"


class TieBreak(StrEnum):
    """A way to separate teams or players with an equal score, or to leave them tied."""

    HEAD_TO_HEAD = "head_to_head"
    MATCHES_WON = "matches_won"
    POINT_DIFFERENCE = "point_difference"
    PLAY_OFF = "play_off"
    SHARE = "share"


class FeeBy(StrEnum):
    """The debtor of the fee of a night: a team, or each of its players."""

    ENTRANT = "entrant"
    PLAYER = "player"


class Ranking(StrEnum):
    """The quantity that orders the standings."""

    SCORE = "score"
    RATE = "rate"
    """The score divided by the matchups, for nights of which not everybody plays as many."""


class Leavers(StrEnum):
    """The places of those who left the league."""

    AS_OTHERS = "as_others"
    LAST = "last"
    """Behind all who stayed."""


class Latecomers(StrEnum):
    """The worth of the rounds that were played before a team or player joined the league."""

    NOTHING = "nothing"
    BYES = "byes"
    """As many byes, also when byes are dealt."""


class Guests(StrEnum):
    """The worth of a matchup with a guest for those who are ranked."""

    COUNT = "count"
    VOID = "void"
    """Counts for nothing."""


class ResultPolicy(StrEnum):
    """The players who must agree to the result of a matchup."""

    ONE = "one"
    """Nobody: one report is enough, and the last one counts."""
    BOTH_SIDES = "both_sides"
    OWNER = "owner"
    """The owner or an organizer, who confirms it."""


class ScorersMay(StrEnum):
    """The matchups that a device with a team or player may report."""

    OWN = "own"
    """Only those in which it plays."""
    ALL = "all"
