"""What the desk reads of what it did: whose result it was, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.core.multiplayer import written_placing
from games.engine.registry import game_system
from games.enums import UNPLAYED_STATES, GameState
from magistrar_site.shared.isolates import isolated, isolated_list
from tournaments.models import MatchGame
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.desk import DeskGame
from tournaments.selectors.rounds.desk_acts import DeskAct


@dataclass(frozen=True)
class SaidAct:
    """Something that the desk did, in a sentence, and what the button for taking it back sends."""

    text: str
    undo: str
    what: str


def said_acts(acts: Sequence[DeskAct], games: Sequence[DeskGame]) -> list[SaidAct]:
    """The acts that are about these games, in their order."""
    by_key = {game.key: game for game in games}
    known = [(act, by_key[act.game_key]) for act in acts if act.game_key in by_key]
    return [
        SaidAct(
            said_result(game), f"{act.submission or act.game_key}:{act.number}", "accept" if act.submission else "entry"
        )
        for act, game in known
    ]


def table_words(game: DeskGame) -> str:
    """ "Table 4", or "Table 4, game 2"."""
    if game.best_of > 1:
        return _("Table %(table)d, game %(number)d") % {"table": game.table, "number": game.number}
    return _("Table %(table)d") % {"table": game.table}


def desk_place(link: MatchGame) -> str:
    """The address of a game's line in the desk's list of results; of the game's own page in an earlier stage, of which
    the desk has no list."""
    match, stage = link.match, link.match.round.stage
    if stage != stage_of(stage.event):
        return reverse("tournaments:game", args=[link.game.key])
    line = f"table-{match.table}" + (f"-{link.number}" if link.number > 1 else "")
    return f"{reverse('tournaments:results_desk', args=[stage.event.slug])}?round={match.round.number}#{line}"


def said_result(game: DeskGame) -> str:
    """ "Table 4: Anna won 23 : 13." """
    return f"{table_words(game)}: {result_words(game)}"


def result_words(game: DeskGame) -> str:
    """How a game ended, as one would say it; the scores with the winner's first."""
    result, seats = game.result, game.seats
    names = [isolated(seat.name) for seat in seats]
    if not result.has_result or game.state in UNPLAYED_STATES:
        return _("no result.") if game.state != GameState.ANNULLED else _("annulled.")
    if result.is_forfeit:
        won = next((name for name, seat in zip(names, seats, strict=True) if seat.seat == result.winner), "")
        return _("%(name)s won by forfeit.") % {"name": won} if won else _("nobody came.")
    if len(seats) > 2:
        by_seat = {seat.seat: isolated(seat.name) for seat in seats}
        order = sorted(by_seat)
        return written_placing([result.places[seat] for seat in order], [by_seat[seat] for seat in order]) + "."
    first, second = seats if seats[0].seat == result.winner or result.winner is None else reversed(seats)
    score = ""
    if result.points:
        score = " : ".join(str(result.points[seat.seat]).replace("-", "−") for seat in (first, second))
        score += _further_numbers(game, first.seat, second.seat)
    if result.winner is None:
        words = {"names": isolated_list((seat.name for seat in seats), " – "), "score": score}
        return (_("%(names)s tied %(score)s.") if score else _("%(names)s tied.")) % words
    if not score:
        return _("%(name)s won.") % {"name": isolated(first.name)}
    return _("%(name)s won %(score)s.") % {"name": isolated(first.name), "score": score}


def _further_numbers(game: DeskGame, first: int, second: int) -> str:
    """The numbers that were typed behind the score, as they are typed: " (3-2)"; empty where they aren't known."""
    system = game_system(game.system)
    known = [game.result.numbers.get(spec.key, {}) for spec in system.numbers[1 : system.typed_numbers]]
    pairs = [f"{each[first]}-{each[second]}" for each in known if first in each and second in each]
    return f" ({' '.join(pairs)})" if pairs else ""
