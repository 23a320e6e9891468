"""Every component on one page, in both colour schemes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.enums import GameState
from games.pages.registry import GAME_PAGES
from games.selectors.scores import GameScore
from games.templatetags.plots import Plot, PlotLine
from games.web.forms import StyleForm
from tournaments.formats.core.possible_places.values import Guarantee, PossiblePlace
from tournaments.formats.core.tiebreaks.catalogue import catalogue
from tournaments.formats.core.tiebreaks.tie_break import TieBreak
from tournaments.models import Stage
from tournaments.models.numbers import DEFAULT_SYSTEM, number_columns
from tournaments.selectors.rounds.pairings import PairingRow, SeatRow
from tournaments.selectors.series.views import BagRow, SeriesGameRow, SeriesView
from tournaments.selectors.standings.crosstables import CrossCell, CrossRow, Meeting, RoundCell
from tournaments.selectors.standings.tables import Column, StandingsRow, StandingsView
from tournaments.web import style_samples

TOKENS = ["bg", "card", "text", "muted", "line", "accent", "ok", "warn", "bad"]
SYMBOLS = ["side-white", "side-black", "starter", "ok", "wait", "warn", "bad", "info", "search", "scheme"]
SYMBOLS += ["plus", "minus", "up", "down", "next", "print"]
NAMES = ["Anna Adler", "Bruno Öztürk-Wackernagel", "Chloé van den Berg"]
SCORE = number_columns(DEFAULT_SYSTEM)[0].key
KEYS = ["anna00000000", "bruno0000000", "chloe0000000"]


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    wrong = StyleForm({"name": "", "agree": "on", "side": "white", "count": "3"}, prefix="wrong")
    wrong.is_valid()
    wrong.add_error(None, _("Two of these answers don’t go together."))
    context = {
        "panes": [
            {
                "scheme": scheme,
                "form": StyleForm(prefix=scheme, initial={"count": 2}),
                "wrong": wrong,
                "slots": style_samples.bracket_round(first),
            }
            for scheme, first in (("light", 1), ("dark", 11))
        ],
        "tokens": TOKENS,
        "symbols": SYMBOLS,
        "pairings": [_pairing(1, GameState.AGREED), _pairing(2, GameState.EXPECTED), _bye()],
        "table": StandingsView(
            stage=Stage(format="swiss", options={}),
            after_round=2,
            made_from=0,
            columns=tuple(Column(code, _tie_breaks()[code]) for code in ("HON", "DE")),
            rows=_rows(),
        ),
        "cross": _cross(),
        "by_round": _by_round(),
        "pages": Paginator(range(90), 30).page(2),
        "moment": datetime(2026, 3, 6, 18, 0, tzinfo=UTC),
        "series": _series(),
        "rating": _rating(),
        "points": {1380: 1, 1430: 4, 1490: 9, 1512: 12, 1570: 6, 1640: 2},
        "hall_lines": style_samples.hall_lines(),
        "event_card": style_samples.event_card(),
        "games": list(GAME_PAGES.values()),
    }
    return render(request, "site/styleguide.html", context)


def _pairing(table: int, state: GameState) -> PairingRow:
    done = state == GameState.AGREED
    game = GameScore(
        pk=table,
        key="game00000000",
        state=state,
        system=DEFAULT_SYSTEM,
        starter=1,
        edition="",
        pool="",
        players={1: (KEYS[0], NAMES[0]), 2: (KEYS[1], NAMES[1])},
        kind="played" if done else "",
        grade="sheet" if done else "",
        winner=1 if done else None,
        places={1: 1, 2: 2} if done else {},
        numbers={SCORE: {1: 24, 2: -3}} if done else {},
    )
    seats = (
        SeatRow("entry0000001", KEYS[0], NAMES[0], True, "white", 1),
        SeatRow("entry0000002", KEYS[1], NAMES[1], False, "black", 2),
    )
    return PairingRow("match0000000", table, "", seats, game, not done, 1)


def _bye() -> PairingRow:
    seat = SeatRow("entry0000003", KEYS[2], NAMES[2], False)
    return PairingRow("match0000001", 3, _("bye"), (seat,), None, False, 1)


def _rows() -> tuple[StandingsRow, ...]:
    return tuple(
        StandingsRow(
            f"entry000000{n}",
            KEYS[n],
            NAMES[n],
            n + 1,
            5 - n,
            3,
            2 - n // 2,
            n % 2,
            n // 2,
            (str(61 - 33 * n), "–"),
            n == 1,
            deducted=n // 2,
            possible=PossiblePlace(n + 1, 1 + n // 2, 2 + n // 2, n < 2, 2, guarantees=(Guarantee(1, 1, 1 + n // 2),)),
        )
        for n in range(3)
    )


def _cross() -> list[CrossRow]:
    met = CrossCell(is_self=False, meetings=(Meeting("game00000000", 1, 2, "1", "24:−3"),))
    still_open = CrossCell(is_self=False, meetings=(Meeting("game00000000"),))
    itself = CrossCell(is_self=True)
    cells = [(itself, met, still_open), (met, itself, met), (still_open, met, itself)]
    return [CrossRow(n + 1, KEYS[n], NAMES[n], n + 1, 5 - n, cells[n]) for n in range(3)]


def _by_round() -> list[CrossRow]:
    met = RoundCell(1, Meeting("game00000000", 1, 2, "1", "24:−3"), NAMES[1], 2)
    bye = RoundCell(2, bye=_("bye"), bye_points=2)
    return [CrossRow(n + 1, KEYS[n], NAMES[n], n + 1, 5 - n, rounds=(met, bye)) for n in range(3)]


def _series() -> SeriesView:
    state, now = GameState.AGREED, GameState.EXPECTED
    played = SeriesGameRow(1, "game00000000", state, "24 : −3", 0, 0, (0, 0), None, False, False, True, False)
    following = SeriesGameRow(2, "game00000001", now, "", 1, None, (0, 1), None, False, False, True, False)
    bags = (BagRow(NAMES[1], "white", 1, NAMES[1]), BagRow(NAMES[0], "black", 0, NAMES[0]))
    return SeriesView(
        match_key="match0000000",
        best_of=5,
        needed=3,
        has_goldens=True,
        names=(NAMES[0], NAMES[1]),
        entries=("entry0000001", "entry0000002"),
        won=(1, 0),
        to_win=(2, 3),
        drawn=0,
        scores=(24, -3),
        winner=None,
        ending="",
        games=(played, following),
        next_game=following,
        next_bags=bags,
        rest_forfeited="",
        takes_friendlies=False,
    )


def _rating() -> Plot:
    values = (1500, 1520, 1512, 1531, 1555, 1540)
    line = PlotLine(_("Rating"), [(float(value), str(value)) for value in values])
    return Plot(_("A rating over five games"), _("Game"), [str(number) for number in range(6)], [line], finest=5)


def _tie_breaks() -> Mapping[str, TieBreak]:
    return catalogue(number_columns(DEFAULT_SYSTEM))
