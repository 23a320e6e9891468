"""An entry that is somebody else: a name on a list was matched to another player of that name. The entry, its games and
both players' ratings follow."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.people import players_by_keys
from games.services.games import games_lock, seats_reassign
from games.services.players import player_create
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import canonical, fact_append, stream_lock
from ratings.selectors.ratings import whole_ratings, whole_ratings_of_pool
from ratings.services.ratings import ratings_refresh
from tournaments.enums import EventState
from tournaments.facts.entries import EntryReassigned
from tournaments.models import Entry, Event, MatchGame
from tournaments.selectors.entries import entry_of_player, hidden_from
from tournaments.selectors.overseers import Step, refuse_overseen
from tournaments.services.entries.links import personal_link_replace
from tournaments.services.entries.states import is_own
from tournaments.services.events.rating_sources import RatingSource, source_of_start
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Player


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose an entry is: a known player by key, or somebody new by name. `renews_link`: the personal link that the
    earlier player may have opens nothing any more. `is_listed`: the player stands on a list of the caller's, so that
    a hidden name is no secret to it."""

    player: str = ""
    name: str = ""
    renews_link: bool = False
    is_listed: bool = False


@dataclass(frozen=True, slots=True)
class RatingShift:
    """How a player's whole rating would change; None: unrated."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ReassignPreview:
    """What giving an entry to another player would change: how many games move, and whose ratings. `seen` is the digest
    of what it rests on. `ratings_later`: so many games follow that nobody waits for their ratings here."""

    was: str
    now: str
    games: int
    shifts: tuple[RatingShift, ...]
    seen: str
    ratings_later: bool = False


@transaction.atomic
def entry_reassign(*, act: Act, entry: Entry, whose: Whose, seen: str | None = None) -> Entry:
    """Give an entry of an event that has started to the player who really plays, with a reason (`act.why`): all its
    games are that player's, those of rounds that were undone too. Points and pairings stay with the entry, and so does
    the personal link unless it is to be renewed. Twice is once. NotAllowed `own_entry` for whoever is one of the two.
    DomainError `not_started` (before, the list itself is put right), of what stands above the event, `claims_open`,
    `preview_changed` where `seen` isn't what it rests on now; Invalid `reason_missing`, `no_such_player`,
    `entered_already`."""
    event = entry.event
    require_event(act, event, Action.RULE)
    games = games_lock(games=_games_of(entry))  # before the stream, as whoever hands in a result
    stream_lock(stream=event.stream)
    found = Entry.objects.select_related("event__club", "player__user").get(pk=entry.pk)
    _require_possible(act, found)
    if whose.player == found.player.key:
        return found
    if seen is not None and seen != _basis(found):
        raise DomainError(
            "preview_changed", _("Something changed since this was shown. Look at it again, then confirm.")
        )
    player, was = player_of(act, event, whose), found.player
    if act.actor.kind == "user" and player.user is not None and player.user.key == act.actor.key:
        raise own_entry()
    found.player, found.rating = player, rating_of(event, found, player)
    fact = EntryReassigned(entry=found.key, was=was.key, player=player.key, rating=found.rating)
    row = fact_append(act=act, stream=event.stream, fact=fact)
    found.save(update_fields=["player", "rating"])
    if whose.renews_link:
        personal_link_replace(act=act, entry=found)
    seats_reassign(stream=event.stream, games=games, was=was, player=player, fact_number=row.number)
    transaction.on_commit(lambda: event_changed.send(sender=Entry, event_key=event.key))
    return found


def _require_possible(act: Act, entry: Entry) -> None:
    if is_own(act, entry):
        raise own_entry()
    if entry.event.state not in {EventState.RUNNING, EventState.FINISHED}:
        message = _("The event hasn’t started: remove the player from the list, and enter the right one.")
        raise DomainError("not_started", message)
    refuse_overseen(entry.event, Step.REASSIGN)
    if entry.is_claim:
        raise DomainError("claims_open", _("Say on the page of players first who signed up with this name."))
    require_reason(act)


def require_reason(act: Act) -> None:
    """Invalid `reason_missing`."""
    if not act.why:
        raise Invalid(
            "reason_missing",
            _("This needs a reason; it is kept in the log."),
            fields={"why": _("Say why, in a few words.")},
        )


def own_entry() -> NotAllowed:
    """Nobody decides whose their own entry is."""
    return NotAllowed("own_entry", _("This is about yourself: somebody else has to decide it."))


def _games_of(entry: Entry) -> list[int]:
    links = MatchGame.objects.filter(match__seats__entry=entry).order_by("game")
    return list(links.values_list("game", flat=True))


def player_of(act: Act, event: Event, whose: Whose) -> Player:
    """The player who is meant, made where it is somebody new. Invalid `no_such_player`, `entered_already`."""
    if not whose.player:  # as one that a list brings
        return player_create(act=act, name=whose.name, club=event.club)
    player = players_by_keys([whose.player]).get(whose.player)
    is_hidden = player is not None and not whose.is_listed and bool(hidden_from(event.club, [player.key]))
    if player is None or player.erased_at is not None or is_hidden:
        unknown = _("There is no such player. Choose again.")
        raise Invalid("no_such_player", unknown, fields={"whose": unknown})
    if entry_of_player(event, player.key) is not None:
        message = _("%(name)s already plays in this event with another entry.") % {"name": isolated(player.name)}
        raise Invalid("entered_already", message, fields={"whose": message})
    return player


def rating_of(event: Event, entry: Entry, player: Player) -> int:
    """The entry's rating by the source that the event started with: a list gave it to this line, whoever that is."""
    if source_of_start(event) is not RatingSource.POOL:
        return entry.rating
    return whole_ratings(event.pool, [player.key]).get(player.key, 0) if event.pool else 0


def _basis(entry: Entry) -> str:
    """SHA-256 (hex) of what the preview rests on: whose the entry is, and its games."""
    return hashlib.sha256(canonical([entry.key, entry.player.key, _games_of(entry)])).hexdigest()


def reassign_preview(*, act: Act, entry: Entry, whose: Whose) -> ReassignPreview:
    """What it would change, with all its refusals but that of a missing reason. Nothing stays of it: it is done in a
    transaction that is rolled back."""
    require_event(act, entry.event, Action.RULE)
    tried, pool, was = act if act.why else act.because("-"), entry.event.pool, entry.player
    with transaction.atomic():
        seen = _basis(entry)
        before, _is_rated = _ratings(pool)
        found = entry_reassign(act=tried, entry=entry, whose=whose)
        (after, is_rated), now = _ratings(pool), found.player
        transaction.set_rollback(True)
    changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    names = _told_apart([*players_by_keys(changed).values(), was, now], new="" if whose.player else now.key)
    shifts = [RatingShift(names.get(key, "?"), before.get(key), after.get(key)) for key in changed]
    return ReassignPreview(
        was=names[was.key],
        now=names[now.key],
        games=len(_games_of(entry)),
        shifts=tuple(sorted(shifts, key=lambda shift: (-(shift.after or shift.before or 0), shift.name))),
        seen=seen,
        ratings_later=not is_rated,
    )


def _told_apart(players: Sequence[Player], *, new: str) -> dict[str, str]:
    """The players' names by key, for a text; where two have the same one, with what their pages show beside it. `new`:
    the key of a player who isn't there yet."""
    called = Counter(name for name, _key in {(player.name, player.key) for player in players})
    names = {player.key: isolated(player.name) for player in players}
    for player in players:
        if called[player.name] < 2:
            continue
        if player.key == new:
            names[player.key] = gettext("%(name)s (new)") % {"name": isolated(player.name)}
        else:
            club = f", {isolated(player.club.name)}" if player.club else ""
            names[player.key] = f"{isolated(player.name)}{club} (#{player.key[:4]})"
    return names


def _ratings(pool: str) -> tuple[dict[str, int], bool]:
    """The pool's ratings, and whether they are worked out: much isn't waited for."""
    if not pool:
        return {}, True
    is_rated = ratings_refresh(pool_key=pool, slices=0)
    return whole_ratings_of_pool(pool), is_rated
