"""A tournament report file (TRF) becomes an event: its players, its rounds as they were paired, its results. It is made
by the services that people use, so that its facts hold as those of any event, and say that it was brought in."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.services.permissions import require_club
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.names import clean_name
from tournaments.enums import ByeKind
from tournaments.models import Entry, Event, Round, Stage
from tournaments.selectors.event_lists import club_events
from tournaments.selectors.events import event_by_key, stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.preview import Preview, list_preview
from tournaments.services.events.create import NAME_LENGTH, event_create
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.enter import results_enter
from tournaments.services.rounds.change import PlannedTable, tables_set
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.trf import Document, TrfError, read_trf
from tournaments.trf.played import PlayedGame, PlayedRound, meetings_of_all, played_rounds

MOST_LETTERS = 300_000
MOST_PLAYERS, MOST_ROUNDS = 200, 30
# All of it is one transaction. SQLite lets nobody else write meanwhile, and others wait for 20 seconds at most.
MOST_GAMES = {"sqlite": 500, "postgresql": 3000}
MOST_SECONDS = {"sqlite": 10, "postgresql": 90}
_DAY = "%Y/%m/%d"
_NOON = 12
_POINTS = ("win", "draw", "loss", "pairing_bye", "half_bye", "zero_bye", "full_bye", "forfeit_win", "forfeit_loss")
_PRESETS = {1: "round-robin-evening", 2: "double-round-robin"}  # by how often everybody met everybody
_SWISS = "swiss-evening"


@dataclass(frozen=True, slots=True)
class Report:
    """A file as it was read. `players` is its list, in the order of starting numbers: line 3 is number 3. `preset`: how
    the event is played, which follows from who met whom."""

    document: Document
    players: str
    rounds: tuple[PlayedRound, ...]
    preset: str

    @property
    def games(self) -> int:
        return sum(len(round_.games) for round_ in self.rounds)

    @property
    def byes(self) -> int:
        return sum(len(round_.byes) for round_ in self.rounds)

    @property
    def forfeits(self) -> int:
        return sum(game.is_forfeit for round_ in self.rounds for game in round_.games)

    @property
    def open_games(self) -> int:
        return sum(game.is_open for round_ in self.rounds for game in round_.games)

    @property
    def odd_points(self) -> tuple[int, ...]:
        """The players who got points besides those of their results, which aren't brought in."""
        return tuple(sorted(self.document.abnormal_by_player))


@dataclass(frozen=True, slots=True)
class ReportLook:
    """What bringing a report in would do: the event's name and day, the report, and its players line by line."""

    name: str
    starts_at: datetime
    report: Report
    preview: Preview


def report_read(text: str) -> Report:
    """Invalid `report_unreadable` with the line and column, `report_too_large`, `report_empty`."""
    if len(text) > MOST_LETTERS:
        raise _too_large()
    try:
        document = read_trf(text.removeprefix("\ufeff"))
        if len(document.players) > MOST_PLAYERS or document.rounds_paired > MOST_ROUNDS:
            raise _too_large()
        rounds = played_rounds(document)
    except TrfError as error:
        message = _("Line %(line)d, column %(column)d: %(what)s") % {
            "line": error.line,
            "column": error.column,
            "what": error.message,
        }
        raise Invalid("report_unreadable", message, fields={"text": message}) from None
    if not document.players:
        nobody = _("There are no players in this file. Each has a line that begins with 001.")
        raise Invalid("report_empty", nobody, fields={"text": nobody})
    lines = {player.number: player.place.line for player in document.players}
    written = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    players = "\n".join(written[lines[number] - 1] for number in sorted(lines))
    report = Report(document, players, rounds, _PRESETS.get(meetings_of_all(document), _SWISS))
    most = MOST_GAMES[connection.vendor]
    if report.games > most:
        message = _("At most %(games)d games at a time.") % {"games": most}
        raise Invalid("report_too_large", message, fields={"text": message})
    return report


def _too_large() -> Invalid:
    message = _("At most %(players)d players, %(rounds)d rounds and %(letters)d characters at a time.") % {
        "players": MOST_PLAYERS,
        "rounds": MOST_ROUNDS,
        "letters": MOST_LETTERS,
    }
    return Invalid("report_too_large", message, fields={"text": message})


def report_look(*, act: Act, club_slug: str, text: str, name: str = "") -> ReportLook:
    """What would happen. Nothing stays of it. NotAllowed; Invalid as `report_read`, and for a name that can't be."""
    require_club(act, club_by_slug(club_slug), Action.MANAGE_EVENT)
    report = report_read(text)
    with transaction.atomic():
        event = _event_make(act, club_slug, report, name)
        look = ReportLook(event.name, event.starts_at, report, list_preview(event=event, text=report.players))
        transaction.set_rollback(True)
    return look


@transaction.atomic
def report_bring_in(
    *,
    act: Act,
    club_slug: str,
    text: str,
    name: str = "",
    choices: Mapping[int, str] | None = None,
    seen: str | None = None,
) -> Event:
    """The event of a report, running, with all its rounds and results: all of it or nothing. Its games aren't rated.

    `choices` and `seen` as in `entries_add`: line 3 is the player with starting number 3. Invalid as `report_read`,
    `players_missing` where somebody would be left out, `report_round` where a round can't be, `report_slow`;
    DomainError as `entries_add`.
    """
    require_club(act, club_by_slug(club_slug), Action.MANAGE_EVENT)
    report, until = report_read(text), time.monotonic() + MOST_SECONDS[connection.vendor]
    act = act.because(act.why or gettext("Imported from a tournament report file."))
    event = _event_make(act, club_slug, report, name)
    entered = entries_add(act=act, stage=stage_of(event), text=report.players, choices=choices, seen=seen)
    if len(entered) != len(report.document.players):
        raise Invalid(
            "players_missing",
            _("Every player of the file has to be entered, each once: the others’ games were against them."),
        )
    event = event_start(act=act, event=event_by_key(event.key))
    entries = {entry.number: entry for entry in Entry.objects.filter(event=event) if entry.number is not None}
    for round_ in report.rounds:
        if time.monotonic() > until:
            message = _("This event takes longer to import than a page may.")
            raise Invalid("report_slow", message)
        _round_bring_in(act, stage_of(event_by_key(event.key)), round_, entries)
    return event_by_key(event.key)


def _event_make(act: Act, club_slug: str, report: Report, name: str) -> Event:
    document = report.document
    latest = club_events(club_by_slug(club_slug).key).first()
    zone = latest.time_zone if latest else settings.TIME_ZONE
    event = event_create(
        act=act,
        club_slug=club_slug,
        name=(clean_name(name) or clean_name(document.name) or gettext("Imported event"))[:NAME_LENGTH],
        starts_at=_starts_at(document, act, zone),
        time_zone=zone,
        preset=report.preset,
        rated=False,
        rounds=max(document.planned_rounds or 0, len(report.rounds), 1) if report.preset == _SWISS else None,
    )
    points = {field: getattr(document.scoring, field) for field in _POINTS}
    changes = {"seeding": "entry", "starter": "pairing", "unconfirmed_counts": True, "late_entry": "zero", **points}
    return event_settings_change(act=act, stage=stage_of(event), changes=changes)


def _starts_at(document: Document, act: Act, zone: str) -> datetime:
    """Noon of the day that the file names (042), else now."""
    said = "".join(document.header.get("042", ("",))[:1]).strip()
    try:
        day = datetime.strptime(said, _DAY)  # noqa: DTZ007 -- a day; its zone is the event's
    except ValueError:
        return act.at
    return day.replace(hour=_NOON, tzinfo=ZoneInfo(zone))


def _round_bring_in(act: Act, stage: Stage, played: PlayedRound, entries: Mapping[int, Entry]) -> None:
    try:
        round_ = round_pair(act=act, stage=stage, number=played.number)
        round_ = tables_set(act=act, round_=round_, tables=_tables(played, entries))
        round_ = round_publish(act=act, round_=round_)
        _results_enter(act, round_, played.games)
    except DomainError as refusal:
        message = _("Round %(round)d can’t be imported: %(why)s") % {"round": played.number, "why": refusal.message}
        raise Invalid("report_round", message, fields={"text": message}) from None


def _tables(played: PlayedRound, entries: Mapping[int, Entry]) -> Sequence[PlannedTable]:
    tables = [PlannedTable((entries[game.first], entries[game.second])) for game in played.games]
    byes = [PlannedTable((entries[number],), ByeKind(kind.value)) for number, kind in sorted(played.byes.items())]
    return [*tables, *byes]


def _results_enter(act: Act, round_: Round, games: Sequence[PlayedGame]) -> None:
    lines = [f"{table} {_typed(game)}" for table, game in enumerate(games, 1) if not game.is_open]
    if not lines:
        return
    outcome = results_enter(act=act, round_=round_, text="\n".join(lines))
    for refused in outcome.refused:
        raise Invalid(refused.code, refused.message)


def _typed(game: PlayedGame) -> str:
    """The result as the desk types it."""
    if game.is_forfeit:
        return f"{game.winner}+" if game.winner else "--"
    return str(game.winner) if game.winner else "="
