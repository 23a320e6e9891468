"""Saying at the table what a game is played with: what each seat has, and what is turned up for one part after the
other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.core.choices import (
    Choice,
    Choices,
    contradiction,
    joined,
    open_before,
    said_of,
    values_by_part,
)
from games.engine.registry import game_system
from games.enums import UNPLAYED_STATES, Action
from games.facts.games import GameVariantsSaid
from games.pages.choices import choice_faults
from games.pages.core.table import TableWords
from games.pages.registry import game_pages
from games.selectors.choices import may_be_said
from games.selectors.drafts import last_recorded
from games.selectors.games import names_of
from games.services.games import game_variants_say, games_lock
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.selectors.facts import facts_of_kind
from magistrar_site.shared.services.facts import stream_lock
from tournaments.services.permissions import allowed, seat_of
from tournaments.services.results.hand_in import event_of, submitting_seat
from tournaments.services.results.set_up import asked_of, keys_of
from tournaments.services.series.follow import games_beside

if TYPE_CHECKING:
    from games.models import Game
    from tournaments.models import MatchGame

Said = dict[str, Any]


@transaction.atomic
def game_variants_set(
    *, act: Act, game_key: str, said: Mapping[str, Any], replaces: Mapping[str, Any] | None = None
) -> Game:
    """Say what the game is played with, by the keys of the choices that its system declares: a player of the match or
    the desk, while nothing stands handed in; then what was left open of it.

    What is left out, None or empty stays as it is, and what is said for parts already may be left off the end.
    Something else than was said, or fewer parts, counts only where `replaces` names what stands there, as a game's
    variants do: nobody overwrites what they haven't seen. Once a part is recorded, only the desk corrects what it was
    played with and what seats have; parts that fit no more are kept and shown as such. The game's other variants stay.
    Done twice is once.

    NotAllowed `not_your_game`; DomainError `no_variants`, `handed_in`, `said_differently`, `variants_missing`, and
    those of the system's `TableWords`; Invalid `wrong_variants` with the engine's sentence for each place.
    """
    sent = {name: value for name, value in said.items() if value}

    def wanted(match_game: MatchGame) -> Said:
        asked, now = asked_of(match_game), _said_so_far(match_game)
        if not sent or not set(sent) <= set(keys_of(asked)):
            raise _words(match_game).missing(keys_of(asked))
        if replaces is not None and {name: value for name, value in _named(match_game, replaces) if value} == now:
            cleared = {choice.key for choice in asked if choice.chosen_for == "part" and said.get(choice.key) == []}
            return {name: value for name, value in (now | sent).items() if name not in cleared}
        return _join(match_game, now, sent)

    return _say(act, game_key, wanted)


@transaction.atomic
def game_choice_say(*, act: Act, game_key: str, choice: str, part: int, value: str, replaces: str = "") -> Game:
    """Say what was turned up for one part, as `game_variants_set`, with the same refusals. `choice` is the key of a
    choice for parts; `replaces`: the value that was said for it, where it is put right."""

    def wanted(match_game: MatchGame) -> Said:
        system = game_system(match_game.game.system)
        found = next((each for each in system.choices if each.key == choice and each.chosen_for == "part"), None)
        if found is None:
            raise Invalid("no_such_choice", _("Nothing is turned up under this name in this game."))
        if not 1 <= part <= found.parts:
            raise _words(match_game).no_such_part(found)
        now = _said_so_far(match_game)
        values = values_by_part(found, now)
        if part > len(values) + 1:
            raise _words(match_game).part_missing(found, len(values) + 1)
        before = values[part - 1] if part <= len(values) else ""
        if before not in ("", value, replaces):
            raise _said_differently(match_game, now, found, part)
        return now | {choice: [*values[: part - 1], value, *values[part:]]}

    return _say(act, game_key, wanted)


def _say(act: Act, game_key: str, wanted: Callable[[MatchGame], Said]) -> Game:
    match_game, _seat = submitting_seat(act, game_key)
    games_lock(games=games_beside(match_game.match))
    stream_lock(stream=event_of(match_game).stream)
    match_game, _seat = submitting_seat(act, game_key)  # as it stands under the locks
    game, asked = match_game.game, asked_of(match_game)
    if not asked:
        raise _words(match_game).nothing_asked()
    said = _unless_handed_in(match_game, wanted)
    if open_before(asked, said, 0) is not None or not set(said) <= set(keys_of(asked)):
        raise _words(match_game).missing(keys_of(asked))
    if said == _said_so_far(match_game):
        return game
    _require_not_recorded(act, match_game, said)
    faults = choice_faults(game, said, names_of(game))
    if faults:
        raise Invalid("wrong_variants", next(iter(faults.values())), fields=faults)
    return game_variants_say(act=act, game=game, said=said)


def _words(match_game: MatchGame) -> TableWords:
    return game_pages(match_game.game.system).table


def _said_so_far(match_game: MatchGame) -> Said:
    game = match_game.game
    return said_of(game_system(game.system).choices, game.variants)


def _named(match_game: MatchGame, said: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return list(said_of(game_system(match_game.game.system).choices, said).items())


def _unless_handed_in(match_game: MatchGame, wanted: Callable[[MatchGame], Said]) -> Said:
    """What is wanted; once something stands handed in, only what was left open of it."""
    game = match_game.game
    if game.state in UNPLAYED_STATES:
        return wanted(match_game)
    refusal = _words(match_game).handed_in()
    try:
        said = wanted(match_game)
    except DomainError as error:
        raise (refusal if error.code == "said_differently" else error) from None
    if said != _said_so_far(match_game) and not may_be_said(game.system, game.state, game.variants, said):
        raise refusal
    return said


def _join(match_game: MatchGame, now: Said, sent: Said) -> Said:
    """What is said and what is sent together, where they agree as far as both go."""
    choices = game_system(match_game.game.system).choices
    found = contradiction(choices, now, sent)
    if found is not None:
        raise _said_differently(match_game, now, *found)
    return joined(choices, now, sent)


def _require_not_recorded(act: Act, match_game: MatchGame, said: Said) -> None:
    """What seats have, and what recorded parts were played with, is the desk's to correct; no recorded part goes
    without it."""
    now, asked, recorded = _said_so_far(match_game), asked_of(match_game), last_recorded(match_game.game)
    for choice in _by_part(asked):
        kept = min(recorded, choice.parts, len(values_by_part(choice, now)))
        if len(values_by_part(choice, said)) < kept:
            raise _words(match_game).part_missing(choice, len(values_by_part(choice, said)) + 1)
    is_changed = any(_is_changed(choice, now, said, recorded) for choice in asked)
    if is_changed and not allowed(act.actor, event_of(match_game), Action.DESK):
        raise _words(match_game).part_recorded()


def _by_part(asked: Choices) -> list[Choice]:
    return [choice for choice in asked if choice.chosen_for == "part"]


def _is_changed(choice: Choice, now: Said, said: Said, recorded: int) -> bool:
    """Whether something else is said of what recorded parts were played with."""
    if choice.chosen_for == "seat":
        return recorded > 0 and said.get(choice.key) != now.get(choice.key)
    before = values_by_part(choice, now)[: min(recorded, choice.parts)]
    return values_by_part(choice, said)[: len(before)] != before


def _said_differently(match_game: MatchGame, now: Said, choice: Choice, part: int) -> DomainError:
    """Who said what: what seats have, or what was turned up for a part."""
    name = isolated(_sayer(match_game, now, choice, part))
    seats = game_system(match_game.game.system).seat_names
    return _words(match_game).said_differently(choice, part, now, seats, name)


def _sayer(match_game: MatchGame, now: Said, choice: Choice, part: int) -> str:
    """The name of the player who said what stands now, else "the desk"."""

    def value_in(said: Mapping[str, Any]) -> Any:
        value = said.get(choice.key)
        return value[part - 1 : part] if part and value else value

    actor = ""
    facts = facts_of_kind(match_game.game.stream, GameVariantsSaid.kind).filter(payload__game=match_game.game.key)
    for fact in facts.order_by("-number"):
        if value_in(fact.members.get("said", {})) != value_in(now):
            break
        actor = fact.actor
    kind, _colon, key = actor.partition(":")
    seat = seat_of(Actor(kind, key), match_game.match)
    return seat.player.public_name if seat is not None else str(_("The desk"))
