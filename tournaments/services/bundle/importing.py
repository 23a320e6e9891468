"""A bundle as an event of this service: facts as they are, rows as the facts say, tables worked out anew."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import club_by_key, clubs_by_key
from games.selectors.players import player_clubs
from games.services.clubs import free_slug
from games.services.editions import edition_restore
from games.services.permissions import require_club
from games.services.restore import PlayerValues, club_restore, games_restore, players_restore
from games.signals import result_changed
from games.values.state import shown
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed, NotFound
from magistrar_site.shared.facts import Difference
from magistrar_site.shared.service_unavailable import is_taken
from magistrar_site.shared.services.chain import facts_restore
from magistrar_site.shared.services.facts import fact_append, stream_name
from ratings.services.pools import pool_of_club
from tournaments.facts.clubs import EventImported
from tournaments.facts.life import EventDeleted
from tournaments.facts.state import ReplayedEvent, ReplayedState
from tournaments.facts.walk import Walk
from tournaments.models import Event
from tournaments.selectors.entries import hidden_from
from tournaments.services.bundle.document import BundleError, People, PlayerLine, Read, bundle_decode
from tournaments.services.bundle.rows import event_rows_create
from tournaments.services.events.create import require_room
from tournaments.services.fixtures.planning import fixtures_plan
from tournaments.services.verify.facts import facts_differences
from tournaments.signals import event_changed, event_restored

if TYPE_CHECKING:
    from games.models import Club


@dataclass(frozen=True, slots=True)
class BundleLook:
    """A bundle before it is brought in. `club` is empty where the names were left out; `first` is the first difference,
    None where the facts hold; `refusal` is why the actor can't bring it in, None where they can;
    `is_worked_out` is false where the facts weren't looked at, because of that."""

    event: str
    name: str
    club: str
    state: str
    starts_at: datetime | None
    time_zone: str
    entries: int
    rounds: int
    head: tuple[int, str]
    first: Difference | None
    notes: tuple[str, ...]
    refusal: DomainError | None
    is_worked_out: bool = True

    @property
    def may_come_in(self) -> bool:
        return self.first is None and self.refusal is None


def event_import(*, act: Act, data: bytes) -> Event:
    """Take an event over from another service, or back from a backup, with its club, players and games.

    Clubs and players are matched by key and made where they are missing; known ones stay as they are. The actor has to
    own the club. Invalid `bad_bundle` for what is none, `bundle_differs` where its facts don't hold; DomainError
    `event_exists`, `event_deleted`, `foreign_pool`, `foreign_players`, `keys_taken`; NotAllowed.
    """
    read = bundle_read(data)
    _require_owner(act, read)
    state, walk = ReplayedState(), Walk()
    first = next(facts_differences(read.stream, read.facts, read.head, walk, state), None)
    if first is not None:
        raise _differs(first)
    return bundle_restore(act=act, read=read, state=state, walk=walk)


def _differs(first: Difference) -> Invalid:
    return Invalid(
        "bundle_differs", _("The bundle’s facts don’t fit together. First at %(what)s.") % {"what": str(first)}
    )


def bundle_read(data: bytes) -> Read:
    """The content of a file. Invalid `bad_bundle` for what is none, with the line."""
    try:
        read = bundle_decode(data)
        if read.is_public:
            raise Invalid(
                "public_bundle",
                _(
                    "This is the public part of an event, for verifying it. Only the whole bundle can be imported: ask"
                    " those who run the event."
                ),
            )
        return read
    except BundleError as error:
        line = _("line %(line)d: ") % {"line": error.line} if error.line else ""
        raise Invalid(
            "bad_bundle", _("This isn’t an event bundle: %(why)s") % {"why": f"{line}{error.message}"}
        ) from None


def _unread_look(read: Read, refusal: DomainError) -> BundleLook:
    """A look at a file that its sender may not bring in: nothing of what its facts say."""
    return BundleLook(
        event=read.event,
        name=f"#{read.event[:6]}",
        club=read.people.club.name if read.people else "",
        state="",
        starts_at=None,
        time_zone="UTC",
        entries=0,
        rounds=0,
        head=read.head,
        first=None,
        notes=(),
        refusal=refusal,
        is_worked_out=False,
    )


def unproven(read: Read) -> tuple[str, ...]:
    """What the file says beside its facts, which hold keys in place of names: anybody may have changed it."""
    if read.people is None:
        return ()
    return (
        gettext(
            "Names aren’t proven: those of the club and the players stand beside the facts, so somebody "
            "may have changed them. Compare them with what the players know."
        ),
    )


def bundle_look(*, act: Act, data: bytes) -> BundleLook:
    """The contents of a file, whether its facts hold, and whether the actor could bring it in. Changes nothing. Where
    the event's club is here and isn't the actor's, the facts aren't worked out. Invalid `bad_bundle`."""
    read = bundle_read(data)
    try:
        _require_owner(act, read)
    except NotAllowed as error:
        return _unread_look(read, error)
    state, walk = ReplayedState(), Walk()
    first = next(facts_differences(read.stream, read.facts, read.head, walk, state), None)
    refusal = None
    if first is None:
        try:
            with transaction.atomic():
                _admit(act, read, state)
                transaction.set_rollback(True)  # a club that would be founded isn't
        except DomainError as error:
            refusal = error
    said, people = state.event, read.people
    return BundleLook(
        event=read.event,
        name=(said.name if said else None) or f"#{read.event[:6]}",
        club=people.club.name if people else "",
        state=said.state if said else "",
        starts_at=said.starts_at if said else None,
        time_zone=said.columns["time_zone"] if said else "UTC",
        entries=len(state.entries),
        rounds=len(state.rounds),
        head=read.head,
        first=first,
        notes=(*walk.notes, *unproven(read)),
        refusal=refusal,
    )


def _require_owner(act: Act, read: Read) -> None:
    """NotAllowed where it is clear from the first fact that the actor may not bring the event in. It costs little, so
    it is asked before everything is worked out anew; `_admit` asks once more, of what the facts said."""
    if act.actor.kind not in {"user", "system"}:
        raise NotAllowed("sign_in", _("Sign in first: the event’s club needs an owner."))
    club = clubs_by_key([str(read.facts[0].payload.get("club", ""))])
    for known in club.values():
        require_club(act, known, Action.MANAGE_ROLES)


def bundle_restore(*, act: Act, read: Read, state: ReplayedState, walk: Walk) -> Event:
    """Write a bundle whose facts hold; `state` and `walk` are what they say. As `event_import`: of two at once one is
    refused, and two events at once both come in. Invalid `bundle_differs` for a value that no row can hold."""
    # Somebody took the address or founded the club just now: a second try sees that.
    with suppress(DataError, IntegrityError):
        return _restored(act, read, state, walk)
    try:
        return _restored(act, read, state, walk)
    except (DataError, IntegrityError) as error:
        if is_taken(error):
            raise DomainError(
                "keys_taken", _("Something in the bundle is here already under the same key, as part of another event.")
            ) from None
        raise _differs(Difference(0, "the event’s rows", "values that can be kept", shown(error))) from None


@transaction.atomic
def _restored(act: Act, read: Read, state: ReplayedState, walk: Walk) -> Event:
    said, club = state.the_event(), _admit(act, read, state)
    people = {player.key: player for player in read.people.players} if read.people else {}
    players_restore(act=act, club=club, players=_players(state, people))
    for edition in state.editions.values():
        edition_restore(act=act, system=edition.system, key=edition.key, data=edition.data, title=edition.title)
    facts_restore(stream=read.stream, facts=read.facts)
    games = games_restore(stream=read.stream, games=state.games.values())
    event = event_rows_create(club=club, slug=_slug(said), state=state, games=games, pairings=walk.pairings)
    fact = EventImported(event=read.event, number=read.head[0], digest=read.head[1])
    fact_append(act=act, stream=stream_name("club", club.key), fact=fact)
    names = {key: people[key].name if key in people and not people[key].erased else "" for key in state.players()}
    event_restored.send(sender=Event, act=act, event_key=event.key, names=names)
    _tell(event, state)
    return event


def event_exists() -> DomainError:
    return DomainError("event_exists", _("This event is here already."))


def _admit(act: Act, read: Read, state: ReplayedState) -> Club:
    """The club that takes the event, where the actor may bring it in. As `event_import`."""
    if Event.objects.filter(key=read.event).exists():
        raise event_exists()
    if any(fact.kind == EventDeleted.kind for fact in read.facts):
        raise DomainError("event_deleted", _("This event was deleted, so it isn’t brought in again."))
    club = _club(act, state.the_event().club, read.people)
    _check_pools(act, state)
    _check_players(act, club, state.players())
    _other_clubs(act, {prize.club for prize in state.prizes.values() if prize.club})
    return club


def _club(act: Act, key: str, people: People | None) -> Club:
    """The event's club: the one that is here, where the actor owns it; else a new one that the actor owns."""
    try:
        club: Club = club_by_key(key)
    except NotFound:
        if act.actor.kind != "user":
            raise NotAllowed("sign_in", _("Sign in first: the event’s club needs an owner.")) from None
        line = people.club if people and people.club.key == key else None
        return club_restore(act=act, key=key, name=line.name if line else "", place=line.place if line else "")
    require_club(act, club, Action.MANAGE_ROLES)
    require_room(act, club)
    return club


def _check_pools(act: Act, state: ReplayedState) -> None:
    """Its games may move the ratings of the club's own pool, nobody else's."""
    own = pool_of_club(club_key=state.the_event().club, system=state.the_event().system).key
    pools = {state.the_event().columns["pool"], *(game.pool for game in state.games.values())}
    if not pools <= {"", own} and not act.actor.staff:
        raise DomainError(
            "foreign_pool",
            _("The event is rated in a pool that isn’t the club’s own: whoever runs this service has to import it."),
        )


def _check_players(act: Act, club: Club, keys: list[str]) -> None:
    """What a bundle says may be made up: it becomes part of the record of the club's own players only. Nor does it tell
    the club the name of somebody of no club who hides it."""
    are_foreign = set(player_clubs(keys).values()) - {None, club.key} or hidden_from(club, keys)
    if are_foreign and not act.actor.staff:
        raise DomainError(
            "foreign_players",
            _("Players of other clubs took part: whoever runs this service has to import the event."),
        )


def _other_clubs(act: Act, keys: set[str]) -> None:
    """Clubs that only a prize category names; who runs the service may make them known."""
    for key in sorted(keys - set(clubs_by_key(keys))):
        if not act.actor.staff:
            raise DomainError(
                "foreign_clubs",
                _("A prize is for a club that isn’t here: whoever runs this service has to import the event."),
            )
        club_restore(act=act, key=key, name="")


def _players(state: ReplayedState, people: Mapping[str, PlayerLine]) -> list[PlayerValues]:
    return [
        PlayerValues(key, line.name, line.club, line.bot, line.hides_name, line.under_16, line.erased)
        if (line := people.get(key)) is not None
        else PlayerValues(key)
        for key in state.players()
    ]


def _slug(said: ReplayedEvent) -> str:
    """A readable address, as for a new event. The one that it had elsewhere may be taken here."""
    name = said.name or ""
    taken = set(Event.objects.filter(slug__startswith=free_slug(name, set(), said.key)).values_list("slug", flat=True))
    return free_slug(name, taken, said.key)


def _tell(event: Event, state: ReplayedState) -> None:
    """News for tables and ratings: one game speaks for all of its pool. What is due for fixtures is planned here."""
    fixtures_plan(event)
    transaction.on_commit(lambda: event_changed.send(sender=Event, event_key=event.key))
    for pool, key in {game.pool: game.key for game in state.games.values() if game.pool}.items():
        news = {"game_key": key, "stream": event.stream, "pool": pool}
        transaction.on_commit(partial(result_changed.send, sender=Event, **news))
