"""Decides who goes on from a match of a bracket where its games leave it open: an arbiter, or lots."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import Decider, EventState
from tournaments.facts.brackets import MatchDecided
from tournaments.models import Entry, Match
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import OPEN_STATES, match_by_key
from tournaments.selectors.stage_rules import lot_of_match
from tournaments.services.brackets.follow import bracket_games_lock, bracket_moves, bracket_of_stage, follow
from tournaments.services.permissions import refuse_own, require_event
from tournaments.services.rounds.states import require_reason
from tournaments.signals import event_changed
from tournaments.snapshots import stage_snapshot


@transaction.atomic
def match_decide(*, act: Act, match_key: str, advances: str = "", by_lots: bool = False) -> Match:
    """Say who goes on from a match of a bracket: an entry by key, with a reason; or lots, where its games are played
    and leave it open (a tie that H7 leaves to lots). Neither takes a decision back. What follows from it moves at once.
    Results, scores and ratings stay as they were played. Decided twice the same is once.

    NotAllowed, for who plays in the match, too; DomainError `not_a_bracket`, `match_void`, `still_playing`,
    `not_drawn` (lots for a match that has a winner); Invalid `not_in_match`, `reason_missing`.
    """
    found = match_by_key(match_key)
    stage, event = found.round.stage, found.round.stage.event
    require_event(act, event, Action.RULE)
    refuse_own(act, found)
    bracket_games_lock(stage)
    stream_lock(stream=event.stream)
    match = match_by_key(match_key)
    _check_decidable(match)
    entries = {seat.entry.key: seat.entry for seat in match.seats.all()}
    chosen, decider = _chosen(act, match, entries, advances, by_lots)
    if (match.goes_on, match.goes_on_by) == (chosen, decider):
        return match
    fact = MatchDecided(match=match.key, goes_on=chosen.key if chosen else None, by=decider, entries=list(entries))
    fact_append(act=act, stream=event.stream, fact=fact)
    match.goes_on, match.goes_on_by = chosen, decider
    Match.objects.filter(pk=match.pk).update(goes_on=chosen, goes_on_by=decider)
    follow(act, stage, bracket_moves(stage))
    transaction.on_commit(lambda: event_changed.send(sender=Match, event_key=event.key))
    return match


def _chosen(
    act: Act, match: Match, entries: dict[str, Entry], advances: str, by_lots: bool
) -> tuple[Entry | None, str]:
    if by_lots:
        if not is_tied(match):
            raise DomainError("not_drawn", _("The games of this match have a winner, so there is nothing to draw for."))
        return entries[lot_of_match(match.round.stage.event.seed, match.key, entries)], Decider.LOTS.value
    require_reason(act)
    if not advances:
        return None, ""
    if advances not in entries:
        raise Invalid(
            "not_in_match", _("Say which of the two advances."), fields={"goes_on": _("Choose one of the two.")}
        )
    return entries[advances], Decider.RULING.value


def is_tied(match: Match) -> bool:
    """Whether the match is played and nobody goes on from it by its games."""
    stage = match.round.stage
    format_ = bracket_of_stage(stage)
    if format_ is None or match.bracket is None or is_open(match):
        return False
    standing = format_.standing(stage_snapshot(stage).state, stage.options)
    return match.bracket in standing.ready or match.goes_on_by == Decider.LOTS


def is_open(match: Match) -> bool:
    return any(link.game.state in OPEN_STATES for link in match.games.all())


def _check_decidable(match: Match) -> None:
    stage = match.round.stage
    if bracket_of_stage(stage) is None:
        raise DomainError("not_a_bracket", _("Players advance from a match only in a bracket."))
    if match.is_void or match.bye or match.round.state not in PUBLIC_ROUNDS:
        raise DomainError("match_void", _("This isn’t a valid match between two players."))
    if stage.event.state != EventState.RUNNING:
        raise DomainError("not_running", _("This event isn’t running."))
    if is_open(match):
        raise DomainError(
            "still_playing", _("A game of this match has no result yet. Wait for it, or rule on that game first.")
        )
