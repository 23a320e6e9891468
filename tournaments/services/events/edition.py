"""The edition of the game's rules that an event is played with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.registry import GAME_SYSTEMS
from games.enums import Action
from games.selectors.editions import edition_titles, players_of_edition
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.facts.settings import SettingsChanged
from tournaments.formats.core.format import FormatOptionError, FormatOptions, check_playable
from tournaments.formats.registry import format_for
from tournaments.models import Event, MatchGame
from tournaments.models.rules import rules_store
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed

if TYPE_CHECKING:
    from games.models import Club


def valid_edition(club: Club, key: str, system: str, *, size: int | None = None) -> str:
    """The key, where events of the club that play this game may be played with that edition: one that ships with the
    game, or the newest version of one of its own. `size`: how many sit together in every game.
    Invalid `no_such_edition`, `wrong_setting` for an edition that isn't for so many."""
    if key not in edition_titles(club, system):
        raise no_such_edition()
    players = players_of_edition(system, key)
    if size is not None and size not in players:
        raise wrong_players(players)
    return key


def edition_system(club: Club, key: str) -> str:
    """The key of the game whose edition it is, of those that the club may play with. Invalid `no_such_edition`."""
    for system in GAME_SYSTEMS:
        if key in edition_titles(club, system):
            return system
    raise no_such_edition()


def no_such_edition() -> Invalid:
    return Invalid(
        "no_such_edition",
        _("The club has no such edition to play with."),
        fields={"edition": _("Choose one of the list.")},
    )


def wrong_players(players: Sequence[int]) -> Invalid:
    """What to say to somebody who chose an edition for `players` where other numbers of players sit together."""
    text = _("The edition isn’t made for as many players as sit together here. It can be played by: %(players)s.")
    sentence = text % {"players": ", ".join(map(str, players))}
    return Invalid("wrong_setting", _("This setting isn’t possible."), fields={"edition": sentence})


def require_edition_fits(players: Sequence[int], stages: Iterable[tuple[str, FormatOptions]]) -> None:
    """Refuse an edition for so many `players` where a stage, by its format and options, has tables of another size.
    Invalid `wrong_setting`."""
    for format_, options in stages:
        try:
            check_playable(format_for(format_), options, players)
        except FormatOptionError:
            raise wrong_players(players) from None


def has_games(event: Event) -> bool:
    """Whether games of the event are arranged: from then on its edition stays."""
    return MatchGame.objects.filter(match__round__stage__event=event).exists()


@transaction.atomic
def event_edition_set(*, act: Act, event: Event, edition: str) -> Event:
    """Choose the edition that the event is played with, until its first games are arranged. Chosen twice is once.
    Invalid `no_such_edition`, `wrong_setting` where a stage has tables of another size; DomainError `fixed`."""
    require_event(act, event, Action.MANAGE_EVENT)
    stream_lock(stream=event.stream)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if edition == event.settings.edition:
        return event
    valid_edition(event.club, edition, event.system)
    players = players_of_edition(event.system, edition)
    require_edition_fits(players, [(stage.format, stage.options) for stage in event.stages.all()])
    if has_games(event):
        raise DomainError("fixed", _("Games are already set up with the event’s edition, so it stays."))
    event.rules = rules_store(msgspec.structs.replace(event.settings, edition=edition))
    event.save(update_fields=["rules"])
    fact_append(act=act, stream=event.stream, fact=SettingsChanged(changed=["edition"], rules=event.rules))
    transaction.on_commit(lambda: event_changed.send(sender=Event, event_key=event.key))
    return event
