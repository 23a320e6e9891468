"""Another player, a reserve, goes on in the place of somebody who leaves (G15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.services.games import seats_reassign
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import EntryState, EventState
from tournaments.facts.entries import EntryTakenOver
from tournaments.models import Entry, MatchGame, MatchSeat
from tournaments.selectors.entries import GONE
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.overseers import Step, refuse_overseen
from tournaments.services.entries.links import personal_link_replace
from tournaments.services.entries.open_games import forfeited_on_leaving, games_take_up, open_games_lock
from tournaments.services.entries.reassign import Whose, own_entry, player_of, rating_of, require_reason
from tournaments.services.entries.states import is_own
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Game


def entry_take_over(*, act: Act, entry: Entry, whose: Whose, counts_former: bool) -> Entry:
    """As `entry_pass_on`, for an event of its own. DomainError where what stands above the event does it."""
    refuse_overseen(entry.event, Step.TAKE_OVER)
    return entry_pass_on(act=act, entry=entry, whose=whose, counts_former=counts_former)


@transaction.atomic
def entry_pass_on(*, act: Act, entry: Entry, whose: Whose, counts_former: bool) -> Entry:
    """Another player goes on in the entry's place, with a reason (`act.why`): they play the games that nobody has
    played yet, those included that were forfeited when the entry left. What was played stays the former player's, in
    ratings and on pages; its points count for the entry where `counts_former`, else it starts from zero. The personal
    link is a new one. Twice is once. NotAllowed `own_entry`; DomainError `not_running`, `no_games_left`; Invalid
    `reason_missing`, `no_such_player`, `entered_already`."""
    event = entry.event
    require_event(act, event, Action.RULE)
    forfeited = forfeited_on_leaving(entry) if entry.state in GONE else []
    links = open_games_lock(entry)
    stream_lock(stream=event.stream)
    found = Entry.objects.select_related("event__club", "player__user").get(pk=entry.pk)
    _require_possible(act, found)
    if whose.player == found.player.key:
        return found
    games = [*(link.game for link in links), *forfeited]
    if not games:
        raise DomainError(
            "no_games_left",
            _("%(name)s has no game left that somebody else could play.") % {"name": isolated(found.player.name)},
        )
    player, was = player_of(act, event, whose), found.player
    if act.actor.kind == "user" and player.user is not None and player.user.key == act.actor.key:
        raise own_entry()
    games_take_up(act=act, games=forfeited)
    found.player, found.rating = player, rating_of(event, found, player)
    found.counts_former, found.state = counts_former, EntryState.ACTIVE
    fact = EntryTakenOver(
        entry=found.key,
        was=was.key,
        player=player.key,
        rating=found.rating,
        games=[game.key for game in games],
        counts_former=counts_former,
    )
    row = fact_append(act=act, stream=event.stream, fact=fact)
    _former_seats(found, games).update(former_player=was)
    found.save(update_fields=["player", "rating", "counts_former", "state"])
    seats_reassign(stream=event.stream, games=games, was=was, player=player, fact_number=row.number)
    personal_link_replace(act=act, entry=found)
    transaction.on_commit(lambda: event_changed.send(sender=Entry, event_key=event.key))
    return found


def _require_possible(act: Act, entry: Entry) -> None:
    if is_own(act, entry):
        raise own_entry()
    if entry.event.state != EventState.RUNNING or entry.number is None:
        raise DomainError(
            "not_running", _("The event isn’t running, so there is nothing to take over: change the list instead.")
        )
    require_reason(act)


def _former_seats(entry: Entry, games: Sequence[Game]) -> QuerySet[MatchSeat]:
    """The seats of the entry that stay with its former player: those of byes, and of matches with a game that isn't
    among these."""
    own = MatchSeat.objects.filter(
        entry=entry, is_void=False, round__state__in=PUBLIC_ROUNDS, former_player__isnull=True
    )
    links = MatchGame.objects.filter(match__seats__in=own, game__is_void=False)
    goes_on = links.filter(game__in=games).values("match")
    stays = links.exclude(game__in=games).values("match")
    return own.filter(Q(match__in=stays) | ~Q(match__in=goes_on))
