"""Results that are typed at the desk: each line by itself, so that one that is refused holds up no other, and all that
are right written together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.registry import game_system
from games.enums import GRADE_ORDER, UNPLAYED_STATES, Action, GameState, Grade, ResultKind
from games.selectors.games import games_by_keys
from games.services.appeals import appealed, under_appeal
from games.services.desk import DeskEntry, games_enter
from games.services.games import games_lock
from games.services.results import Verdict
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.services.facts import stream_lock
from tournaments.enums import RoundState
from tournaments.formats.registry import format_for
from tournaments.models import Event, MatchGame, Round
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.fixtures.windows import has_windows
from tournaments.selectors.rounds.desk import DeskGame, desk_games, desk_lines
from tournaments.selectors.stages import is_of_pairs
from tournaments.services.brackets.follow import bracket_games_lock, bracket_moves, follow
from tournaments.services.events.over import RESULTS_FIXED, refuse_over, refuse_over_now
from tournaments.services.fixtures.played import played_time_follow
from tournaments.services.permissions import actions_of, own_game, require_event
from tournaments.services.results.confirm import result_accept
from tournaments.services.results.deadline import CONFIRM
from tournaments.services.results.desk import Ask, DeskOutcome, Refused
from tournaments.services.results.typed import TypedLine, typed_hints, typed_line, typed_lines
from tournaments.services.results.typed_verdict import typed_verdict
from tournaments.services.rounds.states import round_begin
from tournaments.services.series.follow import series_follow

if TYPE_CHECKING:
    from games.models import Game


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who types, and what that person may: `may_rule` enters anything, others what is proven well enough."""

    act: Act
    event: Event
    may_rule: bool
    seen: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What one line is to do: an entry, or a yes to the version that waits and says the same; nothing where that was
    entered before."""

    desk: DeskGame
    entry: DeskEntry | None
    confirms: str = ""


def results_enter(*, act: Act, round_: Round, text: str, seen: Mapping[str, int] | None = None) -> DeskOutcome:
    """Results of a round as they are typed, separated by commas or lines: "12 1" (at table 12 the first player won),
    "12 2", "12 0" or "12 =" (a tie); "12 1+" (the first one wins without playing), "12 2+", "12 --" (neither came);
    "12 23:13" or "12 23:13 3-2", the game's own score, which the engine has to find possible. In a match of several
    games "12.2 1" is its second game. At a table of more than two the seats are placed: "12 1>3>2", "12 1>2=3", "12
    1>3+" (the others didn't come), "12 --".

    None of them is a ruling: each is a fact that the desk entered it. What says the same as a version that waits
    confirms it. What was entered before is replaced only where `seen` has the number of its fact, by the game's key;
    else the outcome asks. NotAllowed for who isn't the desk; DomainError `finished`; Invalid `nothing_typed`,
    `too_many_lines`. Refusals of lines: `unreadable_line`, `no_such_table`, `no_such_game`, `series_decided`,
    `typed_twice`, `needs_arbiter`, `disputed`, `appealed`, `has_result`, `round_over`, `no_such_places`,
    `places_missing`, `impossible_score`, `score_level`, `no_typed_scores`.
    """
    event = round_.stage.event
    require_event(act, event, Action.DESK)
    lines = typed_lines(text)
    refuse_over(event, finished=RESULTS_FIXED)
    with transaction.atomic():
        bracket_games_lock(round_.stage)
        at_table = _locked_games(act, round_, lines)
        refuse_over_now(event)
        reader = _Reader(act, event, Action.RULE in actions_of(act.actor, event), seen or {})
        wanted, refused, asks = _read(reader, round_, lines, at_table)
        games_enter(act=act, stream=event.stream, entries=[each.entry for each in wanted if each.entry is not None])
        for each in wanted:
            if each.confirms:
                result_accept(act=act, submission_key=each.confirms)
        _follow(act, round_, wanted)
    return DeskOutcome(tuple(each.desk.key for each in wanted), tuple(refused), tuple(asks))


def _locked_games(act: Act, round_: Round, lines: Sequence[str]) -> dict[int, list[DeskGame]]:
    """The games at the tables that the lines name, locked, by table."""
    tables = {int(line.split(".")[0].split(" ")[0]) for line in lines if line.split(".")[0].split(" ")[0].isdecimal()}
    keys = [line.pk for line in desk_lines(round_) if line.table in tables]
    games_lock(games=MatchGame.objects.filter(pk__in=keys).values_list("game_id", flat=True))
    stream_lock(stream=round_.stage.event.stream)
    found: dict[int, list[DeskGame]] = {}
    for game in desk_games(round_, act.actor, due_kind=CONFIRM, only=keys):
        found.setdefault(game.table, []).append(game)
    return found


def _read(
    reader: _Reader, round_: Round, lines: Sequence[str], at_table: Mapping[int, list[DeskGame]]
) -> tuple[list[_Wanted], list[Refused], list[Ask]]:
    found: dict[str, tuple[TypedLine, DeskGame]] = {}
    refused: dict[str, Refused] = {}
    seats = 2 if is_of_pairs(round_.stage) else 3
    hints = typed_hints(seats, has_scores=bool(game_system(reader.event.system).typed_numbers))
    for line in lines:
        try:
            typed = typed_line(line, hints=hints)
            found[line] = typed, _game_at(typed, at_table)
        except DomainError as refusal:
            refused[line] = Refused(line, refusal.message, refusal.code)
    told = Counter(game.key for _typed, game in found.values())
    rows = games_by_keys(list(told))
    entered = [game for game in rows.values() if game.state == GameState.ENTERED]
    waiting = appealed(entered) if entered else set()
    wanted: list[_Wanted] = []
    asks: list[Ask] = []
    for line, (typed, game) in found.items():
        try:
            if told[game.key] > 1:
                raise Invalid("typed_twice", _("Several results were typed for this game, so none was recorded."))
            if rows[game.key].pk in waiting:
                raise under_appeal()
            done = _wanted(reader, round_, line, typed, game, rows[game.key])
            if isinstance(done, Ask):
                asks.append(done)
            else:
                wanted.append(done)
        except DomainError as refusal:
            refused[line] = Refused(line, refusal.message, refusal.code, game.key)
    return wanted, [refused[line] for line in lines if line in refused], asks


def _game_at(typed: TypedLine, at_table: Mapping[int, list[DeskGame]]) -> DeskGame:
    """The game that a line is about: the one of that number, else the first that has no result, else the last one."""
    games = at_table.get(typed.table, [])
    if not games:
        raise Invalid("no_such_table", _("This round has no such table."))
    own = [game for game in games if not game.is_friendly]
    if typed.number is not None:
        named = next((game for game in games if game.number == typed.number), None)
        if named is None and all(game.is_settled for game in own):
            raise _series_decided()
        if named is None:
            raise Invalid("no_such_game", _("The match at this table has no such game."))
        return named
    found = next((game for game in own if not game.is_settled), None)
    if found is None and games[0].best_of > 1:
        raise _series_decided()
    return found or (own or games)[-1]


def _series_decided() -> Invalid:
    return Invalid(
        "series_decided", _("The match at this table is decided: a further game isn’t part of it. Rule on a game.")
    )


def _wanted(reader: _Reader, round_: Round, line: str, typed: TypedLine, desk: DeskGame, game: Game) -> _Wanted | Ask:
    if desk.state == GameState.CONFLICTING:
        raise DomainError("disputed", _("The players disagree about this game. Decide it, with a reason."))
    verdict = typed_verdict(typed, desk, game)
    if desk.state == GameState.SUBMITTED and desk.waiting is not None and _says_the_same(verdict, typed, desk):
        if desk.is_own:
            raise own_game()
        return _Wanted(desk, None, confirms=desk.waiting.submission_key)
    if desk.state not in (*UNPLAYED_STATES, GameState.ENTERED):
        raise Invalid("has_result", _("There is a result already. Confirm it, or rule on the game."))
    _require_proof(reader, verdict)
    if desk.state != GameState.ENTERED:
        return _Wanted(desk, DeskEntry(game, verdict))
    if _says_the_same(verdict, typed, desk):
        return _Wanted(desk, None)  # it stands already
    require_round_open(round_)
    if reader.seen.get(desk.key) != game.result_fact:
        return Ask(line, desk.key, game.result_fact)
    return _Wanted(desk, DeskEntry(game, verdict, replaces=game.result_fact))


def _require_proof(reader: _Reader, verdict: Verdict) -> None:
    """What the event asks of a result, an arbiter may do without."""
    least = reader.event.settings.least_grade
    if reader.may_rule:
        return
    if verdict.kind != ResultKind.PLAYED:
        raise NotAllowed("needs_arbiter", _("Only an arbiter can enter that somebody didn’t come."))
    if GRADE_ORDER.index(verdict.grade) < GRADE_ORDER.index(Grade(least)):
        raise NotAllowed("needs_arbiter", _("In this event games must be handed in. Only an arbiter can enter less."))


def _says_the_same(verdict: Verdict, typed: TypedLine, desk: DeskGame) -> bool:
    now = desk.result
    if verdict.kind != now.kind or verdict.places != tuple(now.places[seat] for seat in sorted(now.places)):
        return False
    specs = game_system(desk.system).numbers
    return all(
        tuple(now.numbers.get(spec.key, {}).get(seat.seat) for seat in desk.seats) == values
        for spec, values in zip(specs, typed.numbers, strict=False)
    )


def require_round_open(round_: Round) -> None:
    """DomainError `round_over` where something follows from the round’s results: they are changed by a ruling then."""
    state = Round.objects.filter(pk=round_.pk).values_list("state", flat=True).get()
    later = Round.objects.filter(stage=round_.stage, number__gt=round_.number, state__in=PUBLIC_ROUNDS)
    if state == RoundState.CLOSED or (not format_for(round_.stage.format).predetermined and later.exists()):
        raise DomainError(
            "round_over", _("This round is over. To change a result of it, decide on the game, with a reason.")
        )


def _follow(act: Act, round_: Round, wanted: Sequence[_Wanted]) -> None:
    """What entries do to their round, to matches of several games and, where one was replaced, to a bracket."""
    entries = [each for each in wanted if each.entry is not None]
    if not entries:
        return
    round_begin(act=act, round_=round_)
    series = {each.desk.key for each in entries if each.desk.best_of > 1}
    played = {each.desk.key for each in entries if each.entry and each.entry.verdict.kind == ResultKind.PLAYED}
    dated = played if has_windows(round_) else set()
    links = MatchGame.objects.filter(game__key__in=series | dated).order_by("pk")
    for link in links.select_related("game", "match__round__stage__event"):
        if link.game.key in dated:
            played_time_follow(act=act, match_game=link)
        if link.game.key in series:
            series_follow(act=act, match=link.match)
    if any(each.entry is not None and each.entry.replaces for each in entries):
        follow(act, round_.stage, bracket_moves(round_.stage))
