"""The arrangement of games by an event's matches: who plays, when, who starts, and with which variants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from games.engine.core.choices import open_before, said_of
from games.engine.registry import game_system
from games.values.state import ReplayedGame, shown
from magistrar_site.shared.facts import Difference
from tournaments.facts.stage_states import due_time, series_by_facts
from tournaments.models.choices import asked_choices, fixed_variants
from tournaments.models.rules import rules_read
from tournaments.selectors.series.matches import set_up_due

if TYPE_CHECKING:
    from tournaments.facts.state import ReplayedMatch, ReplayedState


def set_up_differences(
    state: ReplayedState, fact: int, game: ReplayedGame, match: ReplayedMatch, number: int
) -> Iterator[Difference]:
    """Players, seat by seat, and time of a game are those of its match. In older chains the time was the event's."""
    seated = [state.entry(key).player for key in match.entries]
    if seated != list(game.seats):
        yield Difference(fact, f"seats of game {game.key}", shown(seated), shown(list(game.seats)))
    due = due_time(state, match)
    is_older = not state.round_of(match.key).dates_games and game.played_at == state.the_event().starts_at
    if game.played_at != due and not is_older:
        yield Difference(fact, f"time of game {game.key}", due.isoformat(), game.played_at.isoformat())
    yield from series_differences(state, fact, game, match, number)


def series_differences(
    state: ReplayedState, fact: int, game: ReplayedGame, match: ReplayedMatch, number: int
) -> Iterator[Difference]:
    """R29 and H8: who starts a later game of a match, whose bag has which goldens, and what all games are played
    with."""
    if match.bye:
        return
    event = state.the_event()
    rules = rules_read(dict(event.rules))
    said = said_of(game_system(game.system).choices, game.variants)
    if match.best_of == 1 or number in match.friendly:
        fixed = fixed_variants(game.system, rules) | said
        if fixed != game.variants:
            yield Difference(fact, f"variants of game {game.key}", shown(fixed), shown(game.variants))
        return
    standing = series_by_facts(state, match)
    due = set_up_due(standing, number, rules, seed=event.seed, match_key=match.key, system=game.system, drawn=said)
    if due.starter != game.starter:
        yield Difference(fact, f"starter of game {game.key}", shown(due.starter), shown(game.starter))
    if due.variants != game.variants:
        yield Difference(fact, f"variants of game {game.key}", shown(due.variants), shown(game.variants))


def variants_differences(state: ReplayedState, fact: int, game: str, said: Mapping[str, Any]) -> Iterator[Difference]:
    """The event plays with what was said: what is chosen for seats before what is turned up for parts."""
    event = state.the_event()
    asked = asked_choices(event.system, rules_read(dict(event.rules)))
    keys = [choice.key for choice in asked]
    if not set(said) <= set(keys) or open_before(asked, said, 0) is not None:
        yield Difference(fact, f"what is drawn for game {game}", shown(keys), shown(list(said)))
