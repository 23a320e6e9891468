"""Creates an event from a preset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from games.engine.registry import DEFAULT_JUDGE
from games.enums import Action
from games.selectors.clubs import club_by_slug
from games.selectors.editions import players_of_edition
from games.services.clubs import SENT_AGAIN_WITHIN, free_slug, with_free_slug
from games.services.permissions import require_club, require_shown
from magistrar_site.accounts.services.suspending import is_new_account, refuse_new_account
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.selectors.facts import fact_numbered
from magistrar_site.shared.services.facts import canonical, fact_append, stream_lock, stream_name
from tournaments.enums import BEFORE_START, EventState
from tournaments.facts.events import EventCreated, StageMade
from tournaments.formats.core.format import FormatOptionError, options_for
from tournaments.formats.registry import format_for
from tournaments.models import Event, Stage
from tournaments.models.rules import rules_store
from tournaments.services.events.edition import edition_system, require_edition_fits
from tournaments.services.events.pool import pool_of_event
from tournaments.services.events.presets import PRESETS, ROUNDS, Preset, preset_for, rules_of, takes_rounds
from tournaments.services.stages.options import option_refusal, stage_options
from tournaments.services.stages.plan import event_pages_mark, length_problem
from tournaments.services.zone_times import require_year, require_zone

if TYPE_CHECKING:
    from games.models import Club

NAME_LENGTH = 120
DAY = timedelta(days=1)
MOST_A_DAY_OF_NEW_ACCOUNT = 20  # events of a club


@dataclass(frozen=True, slots=True)
class NewEvent:
    """What an event begins with. `preset` is a key, `stages` are as facts say them."""

    name: str
    starts_at: datetime
    time_zone: str
    preset: str
    system: str
    pool: str
    rules: Mapping[str, Any]
    stages: Sequence[Mapping[str, Any]]
    is_draft: bool = False


@transaction.atomic
def event_create(
    *,
    act: Act,
    club_slug: str,
    name: str,
    starts_at: datetime,
    time_zone: str,
    preset: str,
    rated: bool = True,
    edition: str | None = None,
    rounds: int | None = None,
    is_draft: bool = False,
) -> Event:
    """A new event of a club, open for entries or a draft that nobody else sees, with everything else from the preset,
    the edition of the rules and the number of `rounds` too where none is named. An edition of another game makes it an
    event of that game, where the preset can be played so. Sent twice is once: the same event that
    the actor made within a day, and that hasn't started yet, is that event.

    Invalid with the fields that are wrong; NotAllowed without a role that may set events up; DomainError `club_hidden`,
    `new_account`.
    """
    club = club_by_slug(club_slug)
    require_club(act, club, Action.MANAGE_EVENT)
    require_room(act, club)
    name = valid_event_name(name)
    chosen = preset_called(preset)
    if edition is not None:
        chosen = _preset_of_edition(chosen, edition_system(club, edition))
    require_zone(time_zone)
    require_year(starts_at, field="starts_at")
    rules = rules_of(chosen)
    if edition is not None:
        rules = msgspec.structs.replace(rules, edition=edition)
    players = players_of_edition(chosen.system, rules.edition)
    stages = stages_of_preset(chosen, players, rounds=rounds)
    if edition is not None:
        require_edition_fits(players, [(stage["format"], stage["options"]) for stage in stages])
    pool = pool_of_event(club.key, chosen.system, [stage["format"] for stage in stages]) if rated else ""
    new = NewEvent(
        name, starts_at, time_zone, chosen.key, chosen.system, pool, rules_store(rules), stages, is_draft=is_draft
    )
    return event_make(act=act, club=club, new=new)


def require_room(act: Act, club: Club) -> None:
    """DomainError `club_hidden`, and `new_account` beyond the limit of new accounts."""
    require_shown(club)
    if is_new_account(act.actor, act.at):
        of_today = Event.objects.filter(club=club, created_at__gt=act.at - DAY)
        if of_today.count() >= MOST_A_DAY_OF_NEW_ACCOUNT:
            raise refuse_new_account(MOST_A_DAY_OF_NEW_ACCOUNT)


def event_make(*, act: Act, club: Club, new: NewEvent) -> Event:
    """The event with its stages and first fact; the same one where it was sent twice. Permission is the caller's."""

    def created(key: str) -> EventCreated:
        return EventCreated(
            event=key,
            club=club.key,
            preset=new.preset,
            time_zone=new.time_zone,
            starts_at=new.starts_at,
            pool=new.pool,
            rules=dict(new.rules),
            stages=[StageMade(**stage) for stage in new.stages],
            system=UNSET if new.system == DEFAULT_JUDGE else new.system,
            draft=new.is_draft or UNSET,
        )

    stream_lock(stream=stream_name("club", club.key))
    same = _recent_duplicate(act, club.key, new.name, created)
    if same is not None:
        return same
    key = act.ids.key()
    taken = set(Event.objects.filter(slug__startswith=free_slug(new.name, set(), key)).values_list("slug", flat=True))
    event = with_free_slug(
        new.name,
        taken,
        key,
        lambda slug: Event.objects.create(
            key=key,
            club=club,
            name=new.name,
            slug=slug,
            state=EventState.DRAFT if new.is_draft else EventState.OPEN,
            preset=new.preset,
            system=new.system,
            time_zone=new.time_zone,
            starts_at=new.starts_at,
            pool=new.pool,
            rules=dict(new.rules),
            seed=act.ids.seed(),
            created_at=act.at,
        ),
    )
    Stage.objects.bulk_create(Stage(event=event, **stage) for stage in new.stages)
    event_pages_mark(event)
    fact_append(act=act, stream=event.stream, fact=created(key), details={"name": new.name})
    return event


def preset_called(key: str) -> Preset:
    """Invalid `no_such_preset`."""
    chosen = PRESETS.get(key)
    if chosen is None:
        raise Invalid(
            "no_such_preset", _("Choose one of the presets."), fields={"preset": _("Choose one of the list.")}
        )
    return chosen


def _preset_of_edition(preset: Preset, system: str) -> Preset:
    found = preset_for(preset, system)
    if found is None:
        text = _("The game of this edition isn’t played like this. Choose another edition, or another way to play.")
        raise Invalid("wrong_setting", _("This setting isn’t possible."), fields={"edition": text})
    return found


def _recent_duplicate(act: Act, club: str, name: str, created: Callable[[str], EventCreated]) -> Event | None:
    """The event that the actor made of the same within a day, unless it has started. `created` is the first fact of an
    event with that key."""
    since = act.at - SENT_AGAIN_WITHIN
    for event in Event.objects.filter(club__key=club, name=name, state__in=BEFORE_START, created_at__gt=since):
        first, wanted = fact_numbered(event.stream, 1), created(event.key).payload()
        if first is not None and first.actor == str(act.actor) and _is_same(first.payload, wanted):
            return event
    return None


def _is_same(payload: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return canonical({name: payload.get(name) for name in wanted}) == canonical(wanted)


def stages_of_preset(preset: Preset, players: Sequence[int], *, rounds: int | None = None) -> list[dict[str, Any]]:
    """The stages of a preset as facts say them, for a game of so many `players`; the first with so many `rounds` where
    it can be told. Invalid `wrong_setting` for tables that the game isn't made for and an impossible number of
    rounds, `wrong_stage`."""
    format_ = format_for(preset.format)
    given = {**options_for(format_, players), **preset.options}
    if rounds is not None:
        if not takes_rounds(preset.key):
            raise invalid_rounds(_("In this format the number of rounds follows from the number of players."))
        given[ROUNDS] = rounds
    try:
        stage_options(players=players, format=preset.format, options=given)
    except FormatOptionError as error:
        if error.key == ROUNDS:
            raise invalid_rounds(option_refusal(error, players)) from None
        raise Invalid(
            "wrong_setting", _("This setting isn’t possible."), fields={"preset": option_refusal(error, players)}
        ) from None
    problem = length_problem(preset.format, preset.best_of)
    if problem:
        raise Invalid("wrong_stage", _("A stage of the event can’t be like this."), fields={"best_of": problem})
    first = {"number": 1, "format": preset.format, "options": given, "best_of": preset.best_of}
    later = preset.later
    if later is None:
        return [first]
    options = dict(later.options)
    return [first, {"number": 2, "format": later.format, "options": options, "best_of": 1, "takes": later.takes}]


def invalid_rounds(problem: str | Promise) -> Invalid:
    return Invalid("wrong_setting", _("This setting isn’t possible."), fields={"rounds": problem})


def valid_event_name(name: str) -> str:
    name = clean_name(name)
    if not name:
        raise Invalid("name_missing", _("The event needs a name."), fields={"name": _("Type the event’s name.")})
    if len(name) > NAME_LENGTH:
        raise Invalid("name_too_long", _("The name is too long."), fields={"name": _("At most 120 characters.")})
    return name
