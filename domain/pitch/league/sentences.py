"""The sentences of every rule of a league, written from its format."""

from collections.abc import Callable
from typing import Final

from pitch.league.choices import (
    FeeBy,
    FinalNight,
    Guests,
    Latecomers,
    Leavers,
    Length,
    Pairing,
    PartnerKeepers,
    Ranking,
    ResultPolicy,
    ScorersMay,
    TieBreak,
    Unfinished,
)
from pitch.league.formats import Format
from pitch.messages import (
    CHOICE,
    COUNT,
    MONEY,
    PERCENT,
    TYPED,
    Message,
    Sentence,
    Sentences,
)

Writer = Callable[[Format], Sentences | None]
"""A function that returns the sentences on a topic; None if the format has no such rule."""

_ALONE: Final = Message("league_clause.alone", partners=CHOICE)
_MOVE_UP: Final = Message("league_clause.move_up")
_ONE_TO_ONE: Final = Message("league_clause.one_to_one")
_TEAMS: Final = Message("league_clause.teams", players=COUNT)
_PARTNERS: Final = Message("league_clause.partners")
_PARTNERS_HEAD: Final = Message("league_clause.partners_head")
_PARTNERS_OTHERS: Final = Message("league_clause.partners_others")
_PARTNERS_AGAIN: Final = Message("league_clause.partners_again")
_NIGHTS: Final = Message("league_clause.nights", nights=COUNT)
_FIXTURES: Final = Message("league_clause.fixtures", fixtures=COUNT, of=CHOICE)
_FIXTURES_OTHERS: Final = Message("league_clause.fixtures_others", of=CHOICE)
_MATCHES: Final = Message("league_clause.matches", matches=COUNT)
_BEST_OF: Final = Message("league_clause.best_of", needed=COUNT, matches=COUNT)
_MATCHES_KNOCK_OUT: Final = Message("league_clause.matches_knock_out", matches=COUNT)
_BEST_OF_KNOCK_OUT: Final = Message("league_clause.best_of_knock_out", matches=COUNT)
_BYES: Final = Message("league_clause.byes", of=CHOICE)
_BYES_PAY: Final = Message("league_clause.byes_pay", counting=CHOICE, pays=COUNT)
_BYES_MISSED: Final = Message("league_clause.byes_missed", of=CHOICE)
_RATE: Final = Message("league_clause.rate", of=CHOICE)
_LEAVERS: Final = Message("league_clause.leavers", of=CHOICE)
_CLOSING: Final = Message("league_clause.closing", time=TYPED)
_UNFINISHED: Final = Message("league_clause.unfinished", won_by=CHOICE)
_UNFINISHED_TIED: Final = Message("league_clause.unfinished_tied")
_FORFEIT: Final = Message("league_clause.forfeit")
_FORFEIT_BY: Final = Message("league_clause.forfeit_by", points=COUNT)
_FORFEIT_TARGET: Final = Message("league_clause.forfeit_target")
_FORFEIT_BOTH: Final = Message("league_clause.forfeit_both")
_SUBSTITUTES: Final = Message("league_clause.substitutes", of=CHOICE)
_SCORE: Final = Message("league_clause.score.team", counting=CHOICE)
_SCORE_ALONE: Final = Message("league_clause.score.alone", counting=CHOICE)
_FINAL: Final = Message("league_clause.final", night=CHOICE)
_FINAL_TIED: Final = Message("league_clause.final_tied")
_FINAL_KNOCK_OUT: Final = Message("league_clause.final_knock_out", places=COUNT)
_FINAL_GROUPS: Final = Message("league_clause.final_groups", places=COUNT)
_FIXTURES_GROUPS: Final = Message("league_clause.fixtures_groups", groups=COUNT)
_LOSSES: Final = Message("league_clause.losses", losses=COUNT)
_SEEDING: Final = Message("league_clause.seeding.season", seeding=CHOICE)
_SEEDING_GROUPS: Final = Message("league_clause.seeding.groups", seeding=CHOICE)
_ENTRY: Final = Message("league_clause.seeding.league", seeding=CHOICE)
_THIRD_PLACE: Final = Message("league_clause.third_place", third=CHOICE)
_RESET: Final = Message("league_clause.reset", reset=CHOICE)
_OTHERS: Final = Message("league_clause.others", others=CHOICE)
_ROUNDS: Final = Message("league_clause.rounds", rounds=COUNT)
_SWISS: Final = Message("league_clause.swiss", of=CHOICE)
_SWISS_FIRST: Final = Message("league_clause.swiss_first", first=CHOICE)
_BYES_KNOCK_OUT: Final = Message("league_clause.byes_knock_out")
_TIE: Final = Message("league_clause.tie.first", by=CHOICE)
_TIE_STILL: Final = Message("league_clause.tie.still", by=CHOICE)
_TIE_SHARED: Final = Message("league_clause.tie_shared", turn=CHOICE)
_FORFEIT_LATE: Final = Message("league_clause.forfeit_late", minutes=COUNT)
_RESULTS: Final = Message("league_clause.results", policy=CHOICE)
_RESULTS_OWN: Final = Message("league_clause.results_own")
_GUESTS: Final = Message("league_clause.guests", of=CHOICE)
_GUESTS_COUNT: Final = Message("league_clause.guests_count", guests=CHOICE)
_GUESTS_FEE: Final = Message("league_clause.guests_fee", fee=MONEY)
_FEE: Final = Message("league_clause.fee", fee=MONEY, of=CHOICE)
_FEE_PLAYER: Final = Message("league_clause.fee_player", fee=MONEY)
_SHARES: Final = Message("league_clause.shares", place=COUNT, share=PERCENT)
_AMOUNTS: Final = Message("league_clause.amounts", place=COUNT, amount=MONEY)
_AMOUNTS_LESS: Final = Message("league_clause.amounts_less")
_SHARING: Final = Message("league_clause.sharing", of=CHOICE)
_SHARING_REST: Final = Message("league_clause.sharing_rest")


def entrant_kind(form: Format) -> str:
    """Return the kind of entrant in the table: a team, or a player."""
    return "team" if form.pairing.is_of_teams and form.players > 1 else "player"


def _always(message: Message) -> Writer:
    """Return a writer of the same sentence in all leagues, about a team or a player."""
    return lambda form: (message(of=entrant_kind(form)),)


def _teams(form: Format) -> Sentences:
    match form.pairing:
        case Pairing.CHANGING_PARTNERS:
            return (_ALONE(partners="change"),)
        case Pairing.PROGRESSIVE:
            return _ALONE(partners="none"), _MOVE_UP()
        case Pairing.TEAMS | Pairing.SWISS | Pairing.KNOCK_OUT | Pairing.DOUBLE_KNOCK_OUT:
            teams = _TEAMS(players=form.players) if form.players > 1 else _ONE_TO_ONE()
            losses = (_LOSSES(losses=form.losses_to_be_out),) if form.is_knock_out else ()
            return teams, *losses


def _partners(form: Format) -> Sentences | None:
    if form.pairing is not Pairing.PROGRESSIVE:
        return None
    if form.keeps_partner is PartnerKeepers.NOBODY:
        return (_PARTNERS(),)
    return _PARTNERS_HEAD(), _PARTNERS_OTHERS(), _PARTNERS_AGAIN()


def _nights(form: Format) -> Sentences:
    return (_NIGHTS(nights=form.nights),)


def _fixtures(form: Format) -> Sentences:
    if form.is_knock_out:
        return (_ROUNDS(rounds=form.fixtures_a_night),)
    fixtures = _FIXTURES(fixtures=form.fixtures_a_night, of=entrant_kind(form))
    if form.pairing is Pairing.SWISS:
        first = _SWISS_FIRST(first=form.first_round)
        return fixtures, _SWISS(of=entrant_kind(form)), first
    groups = (_FIXTURES_GROUPS(groups=form.groups),) if form.groups > 1 else ()
    if not form.pairing.is_of_teams or form.fixtures_a_night == 1:
        return fixtures, *groups
    return fixtures, _FIXTURES_OTHERS(of=entrant_kind(form)), *groups


def _matches(form: Format) -> Sentences:
    """Return the number of matches of a matchup, and that of a knock-out with one of its own."""
    last = form.knock_out
    # Said also if it is the same, so that a knock-out cites the clause that the league has.
    is_own = form.has_bracket and (form.finals.matches, form.finals.length) != (None, None)
    own = _BEST_OF_KNOCK_OUT if _is_best_of(last) else _MATCHES_KNOCK_OUT
    finals = (own(matches=last.matches_a_fixture),) if is_own else ()
    # Wins are counted (S3.league.score), so all three matches are played (S3.league.games).
    if _is_best_of(form):
        needed = form.wins_needed
        return _BEST_OF(needed=needed, matches=form.matches_a_fixture), *finals
    return _MATCHES(matches=form.matches_a_fixture), *finals


def _is_best_of(form: Format) -> bool:
    return form.matches_a_fixture > 1 and form.length is Length.BEST_OF


def _byes(form: Format) -> Sentences:
    if form.is_knock_out:
        return (_BYES_KNOCK_OUT(),)
    is_late = form.late is Latecomers.BYES
    missed = (_BYES_MISSED(of=entrant_kind(form)),) if is_late else ()
    if form.bye_pays:
        return _BYES_PAY(counting=form.counting, pays=form.bye_pays), *missed
    return _BYES(of=entrant_kind(form)), *missed


def _rate(form: Format) -> Sentences | None:
    return (_RATE(of=entrant_kind(form)),) if form.ranking is Ranking.RATE else None


def _leavers(form: Format) -> Sentences | None:
    return (_LEAVERS(of=entrant_kind(form)),) if form.leavers is Leavers.LAST else None


def _closing(form: Format) -> Sentences | None:
    # The document names the hour (S3.league.time) and is silent on a match that is open then.
    return None if form.closes_at is None else (_CLOSING(time=form.closes_at),)


def _unfinished(form: Format) -> Sentences:
    won = _UNFINISHED(won_by=form.unfinished)
    return (won,) if form.unfinished is Unfinished.NOTHING else (won, _UNFINISHED_TIED())


def _forfeit(form: Format) -> Sentences:
    points = form.forfeit_points
    lost = _FORFEIT_TARGET() if points is None else _FORFEIT_BY(points=points)
    late = () if form.late_after is None else (_FORFEIT_LATE(minutes=form.late_after),)
    return _FORFEIT(), lost, _FORFEIT_BOTH(), *late


def _guests(form: Format) -> Sentences | None:
    """Return the sentences on guests; None in a league that says nothing of them."""
    if form.guests is Guests.COUNT and form.guest_fee is None:
        return None
    fee = () if form.guest_fee is None else (_GUESTS_FEE(fee=(form.guest_fee, form.currency)),)
    return _GUESTS(of=entrant_kind(form)), _GUESTS_COUNT(guests=form.guests), *fee


def _results(form: Format) -> Sentences | None:
    """Return the sentences on who reports results; None where everyone may and one is enough."""
    is_enough = form.policy is ResultPolicy.ONE
    agreed = () if is_enough else (_RESULTS(policy=form.policy),)
    own = (_RESULTS_OWN(),) if form.scorers_may is ScorersMay.OWN else ()
    return (*agreed, *own) or None


def _score(form: Format) -> Sentences:
    score = _SCORE if entrant_kind(form) == "team" else _SCORE_ALONE
    return (score(counting=form.counting),)


def _final(form: Format) -> Sentences:
    finals = form.finals
    if form.has_bracket:
        last = (
            _RESET(reset=finals.reset) if form.is_double else _THIRD_PLACE(third=finals.third_place)
        )
        if form.is_knock_out:
            return _ENTRY(seeding=finals.seeding), last
        reached = _FINAL_KNOCK_OUT(places=finals.places), _SEEDING(seeding=finals.seeding)
        if form.groups > 1:
            crosswise = _SEEDING_GROUPS(seeding=finals.seeding)
            reached = _FINAL_GROUPS(places=form.places_a_group), crosswise
        losses = _LOSSES(losses=form.losses_to_be_out)
        return *reached, losses, last, _OTHERS(others=finals.others)
    final = _FINAL(night=form.final_night)
    return (final, _FINAL_TIED()) if form.final_night is FinalNight.SEPARATE else (final,)


def _ties(form: Format) -> Sentences | None:
    """Return the sentences on tie-breaks, up to the one that plays off or shares."""
    if form.is_knock_out:
        return None
    sentences = list[Sentence]()
    for tie_break in form.tie_breaks:
        if tie_break is TieBreak.SHARE:
            break
        sentences.append((_TIE_STILL if sentences else _TIE)(by=tie_break))
        if tie_break is TieBreak.PLAY_OFF:
            return tuple(sentences)
    return *sentences, _TIE_SHARED(turn="later" if sentences else "first")


def _fee(form: Format) -> Sentences | None:
    if form.fee == 0:
        return None
    if form.fee_by is FeeBy.PLAYER and form.players_per_entrant > 1:
        return (_FEE_PLAYER(fee=(form.fee, form.currency)),)
    return (_FEE(fee=(form.fee, form.currency), of=entrant_kind(form)),)


def _prize(form: Format) -> Sentences | None:
    prizes = form.prizes
    if prizes.shares:
        return tuple(
            _SHARES(place=place, share=share) for place, share in enumerate(prizes.shares, 1)
        )
    if prizes.amounts:
        amounts = ((amount, form.currency) for amount in prizes.amounts)
        first, *rest = (_AMOUNTS(place=place, amount=each) for place, each in enumerate(amounts, 1))
        return first, *rest, _AMOUNTS_LESS()
    return None


def _sharing(form: Format) -> Sentences | None:
    if not form.prizes.shares and not form.prizes.amounts:
        return None
    return _SHARING(of=entrant_kind(form)), _SHARING_REST()


# Clauses are cited by these names in exports that people keep, so a topic keeps its name.
SENTENCES: Final[dict[str, Writer]] = {
    "league.teams": _teams,
    "league.partners": _partners,
    "league.nights": _nights,
    "league.fixtures": _fixtures,
    "league.matches": _matches,
    "league.byes": _byes,
    "league.closing": _closing,
    "league.unfinished": _unfinished,
    "league.forfeit": _forfeit,
    "league.substitutes": _always(_SUBSTITUTES),
    "league.guests": _guests,
    "league.results": _results,
    "league.score": _score,
    "league.rate": _rate,
    "league.leavers": _leavers,
    "league.final": _final,
    "league.ties": _ties,
    "league.fee": _fee,
    "league.prize": _prize,
    "league.sharing": _sharing,
}
"""The writers of every topic, in the order of the clauses."""
