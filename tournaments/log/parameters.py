"""What the sentences of the log are filled with: names in place of the keys that facts hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.core.judged import sole_winner
from games.engine.core.multiplayer import written_placing
from games.engine.registry import game_system
from games.enums import Grade, Role
from games.pages.refusals import REFUSALS, refusals_of
from games.pages.registry import game_pages
from games.selectors.games import seats_at, seats_of
from games.selectors.people import players_by_keys
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.facts import Members
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.models import Fact
from tournaments.enums import ByeKind, ChallengeOutcome, RoundAction
from tournaments.formats.core.points import written_points
from tournaments.models import Entry, Event, MatchGame

UNKNOWN = "?"


@dataclass(frozen=True)
class NamedGame:
    """A game with its place and its players' names, in seat order."""

    stage: int
    round: int
    table: int
    players: tuple[str, ...]

    def __str__(self) -> str:
        players = " – ".join(self.players)
        place = _("round %(round)d, table %(table)d") % {"round": self.round, "table": self.table}
        return f"{players} ({place})"


@dataclass(frozen=True)
class Names:
    """The names behind the keys: of entries, players, accounts and games; the event's game system, and why it refuses
    a document."""

    entries: Mapping[str, str]
    players: Mapping[str, str]
    users: Mapping[str, str]
    games: Mapping[str, NamedGame]
    refusals: Mapping[str, Any]
    system: str

    def actor(self, actor: str) -> str:
        """Who acted, as the organiser knows him."""
        kind, _colon, key = actor.partition(":")
        if kind == "user":
            return self.users.get(key, _("an account that is gone"))
        if kind == "link":
            return _("%(name)s (personal link)") % {"name": self.entries.get(key, UNKNOWN)}
        if kind == "system":
            return _("the service (%(task)s)") % {"task": key}
        return _("a visitor")


def names_for(event: Event, facts: Iterable[Fact]) -> Names:
    """Everything that these facts of the event name: the same number of queries for any number of them."""
    rows = list(facts)
    entries = dict(Entry.objects.filter(event=event).values_list("key", "player__name"))
    players = players_by_keys({*_values(rows, "player"), *_values(rows, "was")})
    named = [row.members for row in rows if _is_of_gone(row, entries)]
    gone = {said["entry"]: isolated(players[said["player"]].name) for said in named if said["player"] in players}
    users = users_by_keys({key for row in rows for key in _users_of(row)})
    return Names(
        entries={**gone, **{key: isolated(name) for key, name in entries.items()}},
        players={key: isolated(player.name) for key, player in players.items()},
        users={key: str(user) for key, user in users.items()},
        games=_games({key for row in rows for key in games_of_payload(row.members)}),
        # Which grade was asked for then, no fact says.
        system=event.system,
        refusals={**refusals_of(event.system), "grade_too_low": REFUSALS["grade_too_low"]},
    )


def _is_of_gone(row: Fact, entries: Mapping[str, str]) -> bool:
    """Whether it is about an entry that was taken off, and says whose it was."""
    entry, player = row.members.get("entry"), row.members.get("player")
    return isinstance(entry, str) and isinstance(player, str) and entry not in entries


def _values(rows: Iterable[Fact], member: str) -> Iterable[str]:
    return (row.members[member] for row in rows if isinstance(row.members.get(member), str))


def _users_of(row: Fact) -> Iterable[str]:
    kind, _colon, key = row.actor.partition(":")
    if kind == "user":
        yield key
    if isinstance(row.members.get("user"), str):
        yield row.members["user"]


def games_of_payload(payload: Members) -> list[str]:
    """The keys of the games that a fact with this payload is about."""
    one, many = payload.get("game"), payload.get("games")
    if isinstance(one, str):
        return [one]
    return [key for key in many if isinstance(key, str)] if isinstance(many, list) else []


def _games(keys: set[str]) -> dict[str, NamedGame]:
    games = MatchGame.objects.filter(game__key__in=keys).select_related("game", "match__round__stage")
    rows = games.defer("match__why", "match__round__engine")
    return {
        row.game.key: NamedGame(
            stage=row.match.round.stage.number,
            round=row.match.round.number,
            table=row.match.table,
            players=tuple(isolated(seat.player.name) for seat in seats_of(row.game).values()),
        )
        for row in rows.prefetch_related(seats_at("game__seats"))
    }


@dataclass(frozen=True)
class Parameters(Mapping[str, str]):
    """The parameters of one fact's sentence, looked up when the sentence asks for them: one of PARAMETERS, or else
    a member of the payload as it stands there."""

    payload: Members
    names: Names
    texts: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return PARAMETERS[name](self) if name in PARAMETERS else str(self.said(name))

    def __iter__(self) -> Any:
        return iter(PARAMETERS)

    def __len__(self) -> int:
        return len(PARAMETERS)

    def said(self, member: str) -> Any:
        return self.payload.get(member)

    def word(self, member: str) -> str:
        """A member that is a key or a word; empty where it is something else."""
        value = self.said(member)
        return value if isinstance(value, str) else ""

    def entry(self, key: str) -> str:
        return self.names.entries.get(key) or self.names.players.get(self.word("player"), UNKNOWN)

    @property
    def game(self) -> NamedGame | None:
        return self.names.games.get(self.word("game"))

    def on_seat(self, seat: Any) -> str:
        """The player on a seat of the game; the desk for none."""
        if seat is None:
            return _("The desk")
        players = self.game.players if self.game is not None else ()
        return players[seat - 1] if isinstance(seat, int) and 1 <= seat <= len(players) else UNKNOWN

    def text(self, name: str) -> str:
        return self.texts.get(name) or "–"


def _winner(of: Parameters) -> str:
    places = of.said("places")
    players = of.game.players if of.game is not None else ()
    if isinstance(places, list) and len(places) == len(players) > 2:
        return written_placing(places, players)
    seat = sole_winner(tuple(places)) if isinstance(places, list) else None
    return _("a tie") if seat is None else _("%(name)s won") % {"name": of.on_seat(seat)}


def _label(choices: Any, value: str) -> str:
    return str(choices(value).label) if value in choices.values else value or "–"


def _games_named(of: Parameters) -> str:
    return "; ".join(str(of.names.games.get(key, UNKNOWN)) for key in games_of_payload(of.payload))


def _count(value: Any) -> str:
    return str(len(value)) if isinstance(value, list) else "0"


def _drawn(of: Parameters) -> str:
    system, said = game_system(of.names.system), of.said("said")
    words = game_pages(system.key).table.said(
        system.choices, said if isinstance(said, dict) else {}, system.seat_names, of.on_seat
    )
    return ", ".join(words) or "–"


def _deducted(of: Parameters) -> str:
    points, scale = of.said("points"), of.said("scale")
    return written_points(points, scale) if isinstance(points, int) and isinstance(scale, int) and scale else "–"


def _warning(of: Parameters) -> str:
    minutes = of.said("minutes")
    if not isinstance(minutes, int) or not minutes:
        return _("a warning")
    return ngettext("a time penalty of %(count)d minute", "a time penalty of %(count)d minutes", minutes) % {
        "count": minutes
    }


def _idle_moves(of: Parameters) -> str:
    idle, left = (of.said(member) for member in ("idle", "left"))
    said = [_("%(name)s moved down") % {"name": of.entry(str(key))} for key in idle or ()]
    said += [_("%(name)s left the ladder") % {"name": of.entry(str(key))} for key in left or ()]
    return ", ".join(said) or _("nobody moved")


def _members(of: Parameters) -> str:
    return ", ".join(sorted(name.replace("_", " ") for name in of.payload if name != "details")) or "–"


PARAMETERS: Mapping[str, Callable[[Parameters], str]] = {
    "between": lambda of: " – ".join(of.entry(str(key)) for key in of.said("entries") or []),
    "black": lambda of: of.on_seat(2),
    "by": lambda of: of.on_seat(of.said("seat")),
    "bye": lambda of: _label(ByeKind, of.word("kind")),
    "challenged": lambda of: of.entry(of.word("challenged")),
    "challenger": lambda of: of.entry(of.word("challenger")),
    "change": lambda of: _label(RoundAction, of.word("change")),
    "drawn": _drawn,
    "deducted": _deducted,
    "entries": lambda of: _count(of.said("entries")),
    "entry": lambda of: of.entry(of.word("entry")),
    "game": lambda of: str(of.game or UNKNOWN),
    "games": _games_named,
    "goes_on": lambda of: of.entry(of.word("goes_on")),
    "gone": lambda of: _count(of.said("gone")),
    "grade": lambda of: _label(Grade, of.word("grade")),
    "idle_moves": _idle_moves,
    "matches": lambda of: _count(of.said("matches")),
    "members": _members,
    "name": lambda of: of.text("name"),
    "pair": lambda of: _("%(one)s and %(other)s") % dict(zip(("one", "other"), _pair(of), strict=True)),
    "outcome": lambda of: _label(ChallengeOutcome, of.word("outcome")),
    "partner": lambda of: of.entry(of.word("partner")),
    "planned": lambda of: str(of.said("planned_rounds")),
    "refusal": lambda of: str(of.names.refusals.get(of.word("refusal"), of.word("refusal"))),
    "role": lambda of: _label(Role, of.word("role")),
    "stage": lambda of: str(stage["number"] if isinstance(stage := of.said("stage"), dict) else stage),
    "starter": lambda of: of.on_seat(of.said("starter")),
    "text": lambda of: of.text("text"),
    "title": lambda of: of.text("title"),
    "user": lambda of: of.names.users.get(of.word("user"), _("an account that is gone")),
    "was": lambda of: of.names.players.get(of.word("was"), UNKNOWN),
    "white": lambda of: of.on_seat(1),
    "whose": lambda of: of.names.players.get(of.word("player"), UNKNOWN),
    "warning": _warning,
    "winner": _winner,
}


def _pair(of: Parameters) -> tuple[str, str]:
    keys = of.said("entries")
    first, second = keys if isinstance(keys, list) and len(keys) == 2 else ("", "")
    return of.entry(str(first)), of.entry(str(second))
