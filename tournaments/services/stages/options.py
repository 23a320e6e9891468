"""The options of a stage, checked for the game that is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.registry import game_system
from games.selectors.editions import players_of_edition
from magistrar_site.shared.errors import Invalid
from tournaments.formats.core.format import (
    FormatOptionError,
    FormatOptions,
    OptionValue,
    TableSizeError,
    check_playable,
    related_option_values,
)
from tournaments.formats.registry import format_for

if TYPE_CHECKING:
    from tournaments.models import Event, Stage


def players_of_event(event: Event) -> tuple[int, ...]:
    """The numbers of players that the event's games can have, by its edition, the least first; any that its game can
    have where the edition isn't here."""
    try:
        return players_of_edition(event.system, event.settings.edition)
    except KeyError:  # of an event that was brought in before its first game
        return game_system(event.system).players


def stage_options(*, players: Sequence[int], format: str, options: FormatOptions) -> dict[str, OptionValue]:
    """All options of a stage, those not given by default. FormatOptionError for what is wrong alone, contradicts
    another option, or is a table size that the game, which is for so many `players`, isn't made for."""
    return related_option_values(format_for(format), options, players)


def require_playable(stage: Stage) -> None:
    """Refuse a stage that can't be played as it is set up. Invalid `wrong_setting` at the option, where there is
    one."""
    players = players_of_event(stage.event)
    try:
        check_playable(format_for(stage.format), stage.options, players)
    except FormatOptionError as error:
        raise wrong_option(error, players) from None


def wrong_option(error: FormatOptionError, players: Sequence[int]) -> Invalid:
    """What to say to whoever set the option: `wrong_setting` with its field. `players`: the numbers of players that
    the game can have."""
    sentence = option_refusal(error, players)
    if not error.key:
        return Invalid("wrong_setting", sentence)
    return Invalid("wrong_setting", _("This setting isn’t possible."), fields={f"option_{error.key[:40]}": sentence})


def option_refusal(error: FormatOptionError, players: Sequence[int]) -> str | Promise:
    """Why an option isn't possible, in a sentence."""
    if not isinstance(error, TableSizeError):
        return _("This value isn’t possible here.")
    return _("This game isn’t made for tables of that size. It can be played by: %(players)s.") % {
        "players": ", ".join(map(str, players))
    }
