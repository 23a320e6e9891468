"""Who is told of what: those who follow whom or what it is about, and those whom it is about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from news.enums import HappeningType, NoticeKind
from news.selectors.follows import followers_of
from news.values.happenings import Happening
from tournaments.selectors.happened import (
    accounts_at_match,
    accounts_in_round,
    accounts_of_entries,
    events_by_keys,
    public_games,
    public_rounds,
)

if TYPE_CHECKING:
    from magistrar_site.shared.models import Fact

OF_EVENT, OF_CLUB, OF_PLAYER = "event", "club", "player"
# Whose followers are told.
TO_FOLLOWERS: Mapping[HappeningType, tuple[str, ...]] = {
    HappeningType.EVENT_OPENED: (OF_CLUB,),
    HappeningType.EVENT_STARTED: (OF_CLUB, OF_EVENT),
    HappeningType.EVENT_FINISHED: (OF_CLUB, OF_EVENT),
    HappeningType.EVENT_REOPENED: (OF_CLUB, OF_EVENT),
    HappeningType.EVENT_CANCELLED: (OF_CLUB, OF_EVENT),
    HappeningType.EVENT_RESTORED: (OF_CLUB, OF_EVENT),
    HappeningType.ENTRY_ADDED: (OF_PLAYER,),
    HappeningType.ENTRY_WITHDRAWN: (OF_PLAYER,),
    HappeningType.ROUND_PUBLISHED: (OF_EVENT,),
    HappeningType.RESULT_RECORDED: (OF_PLAYER,),
    HappeningType.RESULT_CHANGED: (OF_PLAYER,),
    HappeningType.SEASON_OPENED: (OF_CLUB,),
    HappeningType.SEASON_PLACED: (OF_CLUB,),
    HappeningType.SEASON_STARTED: (OF_CLUB,),
    HappeningType.SEASON_CLOSED: (OF_CLUB,),
    HappeningType.SEASON_CANCELLED: (OF_CLUB,),
}
KIND_OF = {OF_EVENT: NoticeKind.EVENTS, OF_CLUB: NoticeKind.CLUBS, OF_PLAYER: NoticeKind.PLAYERS}
# Facts that tell the players of a game something of their own.
OF_OWN_GAME = frozenset(
    {"submission.received", "submission.answered", "game.ruled", "game.entered", "game.annulled", "game.reopened"}
)
OF_OWN_PLACE = frozenset({"entry.placed", "entry.taken_over"})
PERSONAL = OF_OWN_GAME | OF_OWN_PLACE | {"round.published", "match.agreed"}


@dataclass(frozen=True, slots=True)
class Told:
    """An account (primary key) is told of something; `club` is the one in whose event it is about the account itself,
    else 0."""

    user: int
    kind: NoticeKind
    source: str
    at: datetime
    club: int = 0


def followers_told(happenings: Collection[Happening]) -> list[Told]:
    """Those who follow. Three queries."""
    wanted = [row for row in happenings if row.type in TO_FOLLOWERS]
    keys = {
        OF_EVENT: {row.event.key for row in wanted if row.event is not None},
        OF_CLUB: {club for row in wanted for club in row.clubs},
        OF_PLAYER: {key for row in wanted for key in row.players},
    }
    followers = {of: followers_of(of, named) if named else {} for of, named in keys.items()}
    return [
        Told(user, KIND_OF[of], f"{row.stream}#{row.number}", row.at)
        for row in wanted
        for of in TO_FOLLOWERS[row.type]
        for key in _keys(row, of)
        for user in sorted(followers[of].get(key, ()))
    ]


def _keys(row: Happening, of: str) -> Iterable[str]:
    if of == OF_EVENT:
        return (row.event.key,) if row.event is not None else ()
    return row.clubs if of == OF_CLUB else row.players


def players_told(facts: Collection[Fact]) -> list[Told]:
    """The players whom facts of events are about, but whoever did it."""
    wanted = [fact for fact in facts if fact.kind in PERSONAL and fact.stream_id.startswith("event:")]
    events = events_by_keys({_key(fact) for fact in wanted})
    found = []
    for fact in wanted:
        event = events.get(_key(fact))
        if event is None or event.is_withheld:
            continue
        kind, accounts = _own(fact)
        found += [
            Told(user, kind, f"{fact.stream_id}#{fact.number}", fact.at, event.club.pk)
            for user, actors in sorted(accounts.items())
            if fact.actor not in actors
        ]
    return found


def _own(fact: Fact) -> tuple[NoticeKind, Mapping[int, frozenset[str]]]:
    """The kind of the notice, and the accounts with their names as actors."""
    members = fact.members
    if fact.kind == "round.published":
        place = _key(fact), members["stage"], members["round"]
        round_ = public_rounds({place[0]}).get(place)
        return NoticeKind.PAIRING, accounts_in_round(round_) if round_ is not None else {}
    if fact.kind == "match.agreed":
        is_told = members.get("change") != "played"
        return NoticeKind.DATES, accounts_at_match(members["match"]) if is_told else {}
    if fact.kind in OF_OWN_PLACE:
        return NoticeKind.PLACES, accounts_of_entries([members["entry"]])
    if (fact.kind == "submission.answered" and members.get("confirms")) or members.get("accepted") is False:
        return NoticeKind.RESULT, {}
    game = public_games({members["game"]}).get(members["game"])
    return NoticeKind.RESULT, accounts_at_match(game.match.key) if game is not None else {}


def _key(fact: Fact) -> str:
    return fact.stream_id.partition(":")[2]


def by_reader(told: Iterable[Told]) -> Iterator[Told]:
    """Each account once for the same thing: what is about the reader comes before what they follow."""
    known: set[tuple[int, str]] = set()
    for row in sorted(told, key=lambda row: not row.club):
        if (row.user, row.source) not in known:
            known.add((row.user, row.source))
            yield row
