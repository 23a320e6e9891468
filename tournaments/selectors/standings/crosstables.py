"""Crosstables as pages show them: everybody against everybody where everybody meets, else the rounds as columns. In the
order of the newest standings, with the results as they stand now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.core.paginator import Page, Paginator

from games.enums import GameState
from games.selectors.scores import GameScore, scores_of
from tournaments.enums import ByeKind
from tournaments.formats.core.capabilities import ListsAhead, SeatsTables
from tournaments.formats.core.points import HALF_POINTS
from tournaments.formats.registry import format_for
from tournaments.models import Event, Match, MatchGame, MatchSeat, Stage, Standing, StandingTable
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import is_idle
from tournaments.selectors.rounds.pairings import FORFEIT_MARKS, PLAYED_MARKS
from tournaments.selectors.series.matches import MatchSeries, series_of_matches
from tournaments.selectors.stage_bridge import points_of_bye
from tournaments.selectors.stages import scale_of, stage_entries
from tournaments.selectors.standings.tables import StandingsRow, lines_of, newest_table, standings_row

MOST_COLUMNS = 64  # of opponents, where not everybody meets everybody
Met = tuple[int, GameScore, "MatchSeries | None"]  # round, the last game, and the series where there is one


@dataclass(frozen=True)
class Meeting:
    """A game from the row's side against the column's, or one that wasn't set up because somebody had left (no
    `game_key`): half points (None while open), the sign for it ("1", "½", "0", by forfeit "+", "−"), and the game's own
    score as "24:10" and as two numbers, None where they are not known. At a table of more than two the points say who
    of the two was placed better. Of a match of several games (`match_key`) the sign is the games won and lost ("3–1"),
    the game its last one, the score that over the match. `is_unconfirmed`: the result waits for the opponent's word; of
    several games, one of them does."""

    game_key: str
    round: int = 0
    points: int | None = None
    mark: str = ""
    score: str = ""
    score_for: int | None = None
    score_against: int | None = None
    started: bool = False
    match_key: str = ""
    games_won: int | None = None
    games_lost: int | None = None
    is_forfeit: bool = False
    is_annulled: bool = False
    is_unconfirmed: bool = False


@dataclass(frozen=True)
class CrossCell:
    """All meetings of two, by round: a double round robin has two. Empty before they have met."""

    is_self: bool
    meetings: tuple[Meeting, ...] = ()
    is_counted: bool = True

    @property
    def last(self) -> Meeting | None:
        return self.meetings[-1] if self.meetings else None


@dataclass(frozen=True)
class RoundCell:
    """A round of the row's entry: the opponent (line and rank None before there is a table), or the kind of bye, in
    words too, and what it gives in units of the row's scale. `meeting` is None for byes and where the entry had no
    seat."""

    round: int
    meeting: Meeting | None = None
    opponent_name: str = ""
    opponent_line: int | None = None
    opponent_rank: int | None = None
    bye: str = ""
    bye_kind: str = ""
    bye_points: int = 0


@dataclass(frozen=True)
class CrossRow:
    """A line, by whose number, from 1 on, other lines name it: ranks may be shared. `cells` are in the order of the
    lines and empty where not everybody meets; then `rounds` has the cells by round. `left`: as in the standings."""

    line: int
    player_key: str
    name: str
    rank: int
    points: int
    cells: tuple[CrossCell, ...] = ()
    rounds: tuple[RoundCell, ...] = ()
    entry_key: str = ""
    is_counted: bool = True
    left: str = ""
    scale: int = HALF_POINTS


def is_matrix(table: StandingTable) -> bool:
    """Whether columns of opponents make sense: where everybody meets everybody, and at tables of more than two, where
    a round has several opponents, as long as so many lines can be looked over."""
    format_ = format_for(table.stage.format)
    return format_.predetermined or (isinstance(format_, SeatsTables) and lines_of(table).count() <= MOST_COLUMNS)


def crosstable_of(event: Event, stage: Stage | None = None) -> list[CrossRow]:
    """All lines, of a stage or of the newest that has a table."""
    table = newest_table(event, stage=stage)
    return _crosstable(event, table, lines_of(table)) if table else []


def met_count(rows: Iterable[CrossRow]) -> int:
    """How many results these lines show, one that both sides show once."""
    in_cells = [meeting for row in rows for cell in row.cells for meeting in cell.meetings]
    in_rounds = [cell.meeting for row in rows for cell in row.rounds if cell.meeting is not None]
    return len({meeting.game_key for meeting in (*in_cells, *in_rounds) if meeting.mark and meeting.game_key})


def crosstable_of_rows(table: StandingTable, rows: Collection[StandingsRow]) -> list[CrossRow]:
    """These lines of a round robin's table against each other."""
    return _against_each_other(table, rows)


def crosstable_page(
    event: Event, *, page: str | None, lines: int, stage: Stage | None = None
) -> tuple[list[CrossRow], Page[Standing] | None]:
    """All lines where everybody meets everybody, else those of the page with that number (or the first, or the last)
    with the page."""
    table = newest_table(event, stage=stage)
    if table is None or is_matrix(table):
        return (_crosstable(event, table, lines_of(table)) if table else []), None
    shown = Paginator(lines_of(table), lines).get_page(page)
    first = shown.start_index() or 1
    return _crosstable(event, table, shown.object_list, first), shown


def _crosstable(event: Event, table: StandingTable, lines: Iterable[Standing], first: int = 1) -> list[CrossRow]:
    rows = [standings_row(line, ()) for line in lines]
    if is_matrix(table):
        return _against_each_other(table, rows)
    return _round_by_round(event, table, rows, first)


def _against_each_other(table: StandingTable, rows: Collection[StandingsRow]) -> list[CrossRow]:
    links = MatchGame.objects.filter(
        match__round__stage=table.stage,
        match__round__state__in=PUBLIC_ROUNDS,
        match__is_void=False,
        game__is_void=False,
        is_friendly=False,
    ).order_by("match__round__number", "number")
    games = list(links.values_list("game_id", "match__round__number", "match_id", "match__best_of"))
    scores = scores_of(pk for pk, _round, _match, _best_of in games)
    series = _series({match for _pk, _round, match, best_of in games if best_of > 1})
    last_of_match = {match: pk for pk, _round, match, _best_of in games}
    met: dict[frozenset[str], list[Met]] = {}
    for pk, number, match, _best_of in games:
        if last_of_match[match] == pk:  # a match of several games is one meeting
            players = [key for key, _name in scores[pk].players.values()]
            for two in combinations(players, 2):
                met.setdefault(frozenset(two), []).append((number, scores[pk], series.get(match)))
    awarded, scale = _awarded_meetings(table.stage, rows), scale_of(table.stage)
    return [
        _line(number, row, scale=scale, cells=tuple(_cell(row, other, met, awarded) for other in rows))
        for number, row in enumerate(rows, 1)
    ]


def _awarded_meetings(stage: Stage, rows: Collection[StandingsRow]) -> dict[tuple[str, str], list[Meeting]]:
    """The games of players who had left by then, but are counted: won by the others without a seat to say so. By the
    keys of the row's entry and of the column's."""
    left = {row.entry_key for row in rows if row.left and row.is_counted}
    format_ = format_for(stage.format)
    if not left or not isinstance(format_, ListsAhead):
        return {}
    keys = {number: entry.key for number, entry in stage_entries(stage).items()}
    counted = {row.entry_key for row in rows if row.is_counted}
    free = MatchSeat.objects.filter(
        round__stage=stage, round__state__in=PUBLIC_ROUNDS, is_void=False, match__bye=ByeKind.FULL
    )
    awarded: dict[tuple[str, str], list[Meeting]] = {}
    for number, entry in free.order_by("round__number").values_list("round__number", "entry__key"):
        for pair in format_.games_of_round(list(keys), number, stage.options):
            players = [keys[seat] for seat in pair]
            if entry not in players or not counted.issuperset(players):
                continue
            other = players[1 - players.index(entry)]
            if other in left and entry not in left:
                awarded.setdefault((entry, other), []).append(_unplayed_meeting(number, 2))
                awarded.setdefault((other, entry), []).append(_unplayed_meeting(number, 0))
    return awarded


def _unplayed_meeting(number: int, points: int) -> Meeting:
    return Meeting(game_key="", round=number, points=points, mark=FORFEIT_MARKS[points], is_forfeit=True)


def _line(
    number: int,
    row: StandingsRow,
    *,
    scale: int,
    cells: tuple[CrossCell, ...] = (),
    rounds: tuple[RoundCell, ...] = (),
) -> CrossRow:
    return CrossRow(
        scale=scale,
        line=number,
        player_key=row.player_key,
        name=row.name,
        rank=row.rank,
        points=row.points,
        cells=cells,
        rounds=rounds,
        entry_key=row.entry_key,
        is_counted=row.is_counted,
        left=row.left,
    )


def _series(matches: Collection[int]) -> dict[int, MatchSeries]:
    return series_of_matches(list(Match.objects.filter(pk__in=matches).defer("why"))) if matches else {}


def _cell(
    row: StandingsRow,
    other: StandingsRow,
    met: Mapping[frozenset[str], list[Met]],
    awarded: Mapping[tuple[str, str], list[Meeting]],
) -> CrossCell:
    if row.entry_key == other.entry_key:
        return CrossCell(is_self=True)
    games = met.get(frozenset({row.player_key, other.player_key}), [])
    meetings = [_meeting(game, row.player_key, other.player_key, number, series) for number, game, series in games]
    meetings = sorted([*meetings, *awarded.get((row.entry_key, other.entry_key), ())], key=lambda one: one.round)
    return CrossCell(is_self=False, meetings=tuple(meetings), is_counted=row.is_counted and other.is_counted)


def _meeting(game: GameScore, player_key: str, other_key: str, number: int, series: MatchSeries | None) -> Meeting:
    seat, other = game.seat_of(player_key) or 0, game.seat_of(other_key) or 0
    if series is not None:
        return _match_meeting(series, game, seat - 1, number)
    points = game.half_points_against(seat, other)
    marks = FORFEIT_MARKS if game.forfeited & {seat, other} else PLAYED_MARKS
    own, others = game.points.get(seat), game.points.get(other)
    return Meeting(
        game_key=game.key,
        round=number,
        points=points,
        mark="" if points is None else marks[points],
        score="" if own is None or others is None else f"{own}:{others}".replace("-", "−"),
        score_for=own,
        score_against=others,
        started=game.starter == seat,
        is_forfeit=bool(game.forfeited & {seat, other}),
        is_annulled=game.state == GameState.ANNULLED,
        is_unconfirmed=game.state == GameState.SUBMITTED,
    )


def _match_meeting(series: MatchSeries, last: GameScore, seat: int, number: int) -> Meeting:
    """A match of several games from the side of a seat."""
    standing, other = series.standing, 1 - seat
    won, lost = standing.won[seat], standing.won[other]
    is_begun = bool(standing.counted) or standing.is_decided
    own, others = standing.scores[seat], standing.scores[other]
    return Meeting(
        game_key=last.key,
        round=number,
        points=(2 if standing.winner == seat else 0) if standing.is_decided else None,
        mark=f"{won}–{lost}" if is_begun else "",
        score=f"{own}:{others}".replace("-", "−") if standing.is_decided else "",
        score_for=own if standing.is_decided else None,
        score_against=others if standing.is_decided else None,
        started=last.starter == seat + 1,
        match_key=series.match.key,
        games_won=won,
        games_lost=lost,
        is_unconfirmed=any(link.game.state == GameState.SUBMITTED for link in series.own_games),
    )


@dataclass(frozen=True, slots=True)
class _Seat:
    """A seat as the database has it, without the rows around it."""

    match: int
    bye: str
    round: int
    entry: str
    player: str
    best_of: int
    bracket: int | None

    @property
    def is_idle(self) -> bool:
        return is_idle(self.bye, self.bracket)


@dataclass(frozen=True, slots=True)
class _Everybody:
    """How cells name opponents: lines and ranks by the entries' keys, names by the players'."""

    lines: Mapping[str, int]
    ranks: Mapping[str, int]
    names: Mapping[str, str]


def _round_by_round(event: Event, table: StandingTable, rows: Collection[StandingsRow], first: int) -> list[CrossRow]:
    seats = _seats(table.stage, [row.entry_key for row in rows])
    sitting: dict[int, list[_Seat]] = {}
    for seat in seats:
        sitting.setdefault(seat.match, []).append(seat)
    games = _last_games(sitting)
    series = _series({seat.match for seat in seats if seat.best_of > 1})
    ranks = dict(lines_of(table).select_related(None).values_list("entry__key", "rank"))
    everybody = _Everybody(
        lines={key: number for number, key in enumerate(ranks, 1)},
        ranks=ranks,
        names={key: name for game in games.values() for key, name in game.players.values()},
    )
    found: dict[str, dict[int, RoundCell]] = {}
    for match, those in sitting.items():
        for seat in those:
            others = [other for other in those if other.entry != seat.entry]
            cell = _round_cell(seat, others, games.get(match), everybody, table.stage, series.get(match))
            found.setdefault(seat.entry, {})[seat.round] = cell
    numbers = sorted({seat.round for seat in seats})
    all_rounds = range(1, (numbers[-1] if numbers else 0) + 1)

    def cells(row: StandingsRow) -> tuple[RoundCell, ...]:
        own = found.get(row.entry_key, {})
        return tuple(own.get(at, RoundCell(at)) for at in all_rounds)

    scale = scale_of(table.stage)
    return [_line(number, row, scale=scale, rounds=cells(row)) for number, row in enumerate(rows, first)]


def _meeting_of_round(game: GameScore, seat: _Seat, others: Sequence[_Seat], series: MatchSeries | None) -> Meeting:
    """The game of a round: against the only other one, or at a larger table the own place."""
    if len(others) == 1:
        return _meeting(game, seat.player, others[0].player, seat.round, series)
    own = game.seat_of(seat.player) or 0
    is_forfeit = own in game.forfeited
    place = f"{game.places[own]}." if own in game.places else ""
    return Meeting(
        game_key=game.key,
        round=seat.round,
        mark=FORFEIT_MARKS[0] if is_forfeit else place,
        started=game.starter == own,
        is_forfeit=is_forfeit,
        is_annulled=game.state == GameState.ANNULLED,
        is_unconfirmed=game.state == GameState.SUBMITTED,
    )


def _seats(stage: Stage, entries: Collection[str]) -> list[_Seat]:
    """The seats of all matches in which one of the entries sits."""
    standing = MatchSeat.objects.filter(round__stage=stage, round__state__in=PUBLIC_ROUNDS, is_void=False)
    matches = standing.filter(entry__key__in=entries).values("match")
    rows = standing.filter(match__in=matches).values_list(
        "match_id",
        "match__bye",
        "round__number",
        "entry__key",
        "entry__player__key",
        "match__best_of",
        "match__bracket",
    )
    return [_Seat(*row) for row in rows]


def _last_games(matches: Iterable[int]) -> dict[int, GameScore]:
    links = MatchGame.objects.filter(match__in=list(matches), game__is_void=False, is_friendly=False)
    links = links.order_by("match", "number")
    last = dict(links.values_list("match_id", "game_id"))
    scores = scores_of(last.values())
    return {match: scores[game] for match, game in last.items()}


def _round_cell(
    seat: _Seat,
    others: Sequence[_Seat],
    game: GameScore | None,
    everybody: _Everybody,
    stage: Stage,
    series: MatchSeries | None,
) -> RoundCell:
    if seat.is_idle:
        return RoundCell(seat.round)
    if seat.bye:
        kind = ByeKind(seat.bye)
        points = points_of_bye(stage.format, stage.options, kind.value, stage.event.settings)
        return RoundCell(seat.round, bye=str(kind.label), bye_kind=kind.value, bye_points=points)
    opponent = others[0] if len(others) == 1 else None
    return RoundCell(
        round=seat.round,
        meeting=_meeting_of_round(game, seat, others, series) if game else None,
        opponent_name=", ".join(everybody.names.get(other.player, "") for other in others),
        opponent_line=everybody.lines.get(opponent.entry) if opponent else None,
        opponent_rank=everybody.ranks.get(opponent.entry) if opponent else None,
    )
