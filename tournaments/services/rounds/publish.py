"""Publishes a round that is paired: everybody sees it, and its games are arranged."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated_list
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EntryState, RoundAction, RoundState
from tournaments.facts.rounds import RoundPublished
from tournaments.models import Entry, Match, Round
from tournaments.selectors.events import PUBLIC_ROUNDS, rounds_of
from tournaments.selectors.fixtures.windows import has_windows
from tournaments.selectors.rounds.matches import paired_matches, unseated_entries
from tournaments.services.fixtures.planning import fixtures_plan
from tournaments.services.permissions import require_event
from tournaments.services.rounds.matches import first_games_arrange, matches_made
from tournaments.services.rounds.states import NAMED, round_for_change, rounds_complete
from tournaments.services.rounds.warnings import (
    matches_changed_since,
    pairing_warnings,
    seated_entries,
    warnings_payload,
)
from tournaments.signals import event_changed


@transaction.atomic
def round_publish(*, act: Act, round_: Round, seen: int | None = None) -> Round:
    """Show a draft to everybody and arrange its games, each with its set-up. Pressed twice is once. Earlier rounds in
    which nothing is open are closed by it.

    `seen`: as in `round_for_change`. DomainError `draft_outdated` where somebody is paired who no longer plays, or
    has no seat, and `results_changed` where an earlier result changed since, unless the act says why it stays.
    """
    require_event(act, round_.stage.event, Action.PAIR)
    stream_lock(stream=round_.stage.event.stream)
    standing = Round.objects.select_related("stage__event__club").filter(pk=round_.pk).order_by("pk").first()
    if standing is not None and standing.state in PUBLIC_ROUNDS:
        return standing
    found = round_for_change(act, round_, RoundAction.PUBLISH, seen=seen)
    event, matches = found.stage.event, list(paired_matches(found))
    _check_seats(found, matches)
    _check_results(act, found)
    earlier = rounds_of(found.stage).filter(number__lt=found.number).exclude(state=RoundState.CLOSED)
    closed = rounds_complete(event, list(earlier))
    found.starts_at = found.starts_at or max(act.at, event.starts_at)  # published the day before, it isn't played yet
    published = RoundPublished(
        stage=found.stage.number,
        round=found.number,
        starts_at=found.starts_at,
        matches=matches_made(matches),
        closed=[other.number for other in closed],
        warnings=warnings_payload(pairing_warnings(found)),
    )
    fact = fact_append(act=act, stream=event.stream, fact=published)
    first_games_arrange(act, found, matches)
    Round.objects.filter(pk__in=[other.pk for other in closed]).update(state=RoundState.CLOSED)
    found.state, found.fact_number = RoundState.PUBLISHED, fact.number
    found.save(update_fields=["state", "starts_at", "fact_number"])
    if has_windows(found):
        fixtures_plan(event)
    transaction.on_commit(lambda: event_changed.send(sender=Round, event_key=event.key))
    return found


def _check_seats(round_: Round, matches: Sequence[Match]) -> None:
    """Nobody is published as paired who left since the draft, and nobody is forgotten who came."""
    gone = [entry for match in matches for entry in seated_entries(match) if _is_out_of_place(entry, match)]
    forgotten = list(unseated_entries(round_, [EntryState.ACTIVE, EntryState.PAUSED]))
    if gone or forgotten:
        people = [entry.player.name for entry in [*gone, *forgotten]]
        names = isolated_list(people[:NAMED]) + (" …" if len(people) > NAMED else "")
        message = (
            _("Paired, but no longer playing: %(names)s. Change it by hand, or discard the draft and pair again.")
            if gone
            else _("There is no seat yet for %(names)s. Pair them, give byes, or discard the draft and pair again.")
        )
        raise DomainError("draft_outdated", message % {"names": names})


def _check_results(act: Act, round_: Round) -> None:
    """Nobody publishes without knowing it what rests on results that were put right since."""
    changed = [] if act.why else matches_changed_since(round_)
    if changed:
        pairs = [
            isolated_list((entry.player.name for entry in seated_entries(match)), " – ") for match in changed[:NAMED]
        ]
        message = _(
            "Results changed since this round was paired: %(matches)s. Discard the draft and pair again, or say on the"
            " round’s page why it stays as it is."
        )
        names = ", ".join(pairs) + (" …" if len(changed) > NAMED else "")
        raise DomainError("results_changed", message % {"matches": names})


def _is_out_of_place(entry: Entry, match: Match) -> bool:
    """Who is gone has no seat at all; who pauses has a bye."""
    left = entry.state not in {EntryState.ACTIVE, EntryState.PAUSED}
    return left or (entry.state == EntryState.PAUSED and not match.bye)
