"""Game: to the most pips, or as the rules say of a tie."""

from typing import Final

from pitch.hand.awarding import ENTERED, Award, Facts, certain, unsettled
from pitch.hand.deals import Deal
from pitch.hand.points import Point
from pitch.messages import COUNT, SIDE, Message, Sentence, all_of
from pitch.rules.choices import GameTie

_GAME: Final = Message("point.game", side=SIDE, counted=COUNT)
_GAME_AHEAD: Final = Message("point.game.ahead", side=SIDE, counted=COUNT)
_TIE: Final = Message("point.game.tied", sides=all_of(SIDE), counted=COUNT)
_TIE_WON: Final = Message("point.game.tied_to", sides=all_of(SIDE), counted=COUNT, winner=SIDE)
_TIE_ENTERED: Final = Message("point.game.tie_entered")
_TIE_ENTERED_WON: Final = Message("point.game.tie_entered_to", winner=SIDE)


def game(award: Award, facts: Facts) -> Point:
    """Game to the most pips by the bounds of every side, else as claimed (`score.game`)."""
    counted, deal = facts.counted, facts.deal
    top = max([pip.least for pip in counted])
    reach = tuple([pip.side for pip in counted if pip.most >= top])
    if len(reach) == 1:
        first = counted[reach[0]]
        said = _GAME if first.least == first.most else _GAME_AHEAD
        why = said(side=deal.side(first.side), counted=top)
        return certain(award, first.side, None, award.further, why)
    # Game is certain as soon as every side that can still be first is counted, even if others are
    # not.
    if all(counted[side].least == counted[side].most for side in reach):
        return _tied_game(award, reach, top, facts)
    claim = facts.claims.of(award.point)
    if claim is not None and claim.side is not None:
        why = ENTERED(point=award.point, side=deal.side(claim.side))
        return certain(award, claim.side, None, award.clauses, why)
    if claim is not None and claim.tied:
        return _tied_game(award, reach, None, facts)
    return unsettled(award, award.clauses, deal, nobody=True, possible=reach)


def _tied_game(award: Award, tied: tuple[int, ...], top: int | None, facts: Facts) -> Point:
    """Game when the most pips are shared; `top` is None when only the tie itself was claimed."""
    deal, pitcher, cited = facts.deal, facts.pitcher, facts.deal.cite("score.tie")
    rule = deal.ruleset.rules.game_tie
    if rule is GameTie.NOBODY:
        return certain(award, None, None, cited, _tie(tied, top, None, deal))
    # A claimed tie does not say who shares; with two sides it can only be both.
    if (rule is not GameTie.DEALER and pitcher is None) or (top is None and deal.sides > 2):
        return unsettled(award, cited, deal, nobody=True, possible=tied)
    winner = tie_winner(tied, deal, pitcher)
    return certain(award, winner, None, cited, _tie(tied, top, winner, deal))


def _tie(tied: tuple[int, ...], top: int | None, winner: int | None, deal: Deal) -> Sentence:
    """Who share the highest count, or that somebody does, and who gets Game for it if anybody."""
    sides = tuple(map(deal.side, tied))
    if winner is None:
        return _TIE_ENTERED() if top is None else _TIE(sides=sides, counted=top)
    got = deal.side(winner)
    if top is None:
        return _TIE_ENTERED_WON(winner=got)
    return _TIE_WON(sides=sides, counted=top, winner=got)


def tie_winner(tied: tuple[int, ...], deal: Deal, pitcher: int | None) -> int | None:
    """Which of the sides that share the most pips gets Game (`score.tie`); None if none does.

    `pitcher` is the pitching seat, which it may turn on.
    """
    rule = deal.ruleset.rules.game_tie
    if rule is GameTie.NOBODY:
        return None
    pitching = None if pitcher is None else deal.side_of(pitcher)
    if rule is GameTie.OTHER_SIDE:
        others = [side for side in tied if side != pitching]
        return others[0] if len(others) == 1 else None
    favoured = deal.side_of(deal.dealer) if rule is GameTie.DEALER else pitching
    return favoured if favoured in tied else None
