"""Who plays a simulated event, and with what luck: everything is drawn from one seed, and the clock only moves when it
is moved."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from games.engine.registry import DEFAULT_JUDGE
from games.services.clubs import club_create
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.shared.acts import Act, Actor, SeededIds
from magistrar_site.shared.errors import DomainError
from tournaments.enums import EntryState
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Event, Match, MatchGame
from tournaments.selectors.events import entries_of, stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.preview import NEW
from tournaments.services.events.create import event_create
from tournaments.services.events.presets import Preset, presets_of, rules_of
from tournaments.services.events.settings import event_settings_change

START = datetime(2026, 3, 6, 18, 0, tzinfo=UTC)
ZONE = "Europe/Berlin"
FIRST_NAMES = (
    "Anna", "Ben", "Clara", "David", "Eva", "Finn", "Greta", "Hugo", "Ida", "Jan", "Klara", "Lars", "Mia", "Noah",
    "Olga", "Paul", "Quirin", "Rosa", "Sven", "Tilda", "Uwe", "Vera", "Willem", "Xenia", "Yusuf", "Zoë",
)  # fmt: skip # a list of words
LAST_NAMES = (
    "Berger", "de Vries", "Götz", "Jansen", "Koch", "Lang", "Müller", "Özdemir", "Peters", "Şahin", "Visser", "Weiß",
)  # fmt: skip # likewise


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. `rounds` 0: as many as the format plans; at most so many, of which a Swiss plans more.
    `absences`: how likely somebody misses a round. `incidents`: how likely each unusual thing is, as a factor.
    `as_paired`: nothing is done that would make the rounds differ from what the pairing system says by the results in
    the end: pairings changed by hand, or a result put right after the next round was paired. `system`: the game that is
    played. `final`: the format of a second stage, of so many `qualifiers`; without one there is none. `rules` are
    settings of the event that differ from the preset's."""

    format: str
    players: int
    rounds: int = 0
    seed: int = 0
    absences: float = 0.05
    incidents: float = 1.0
    as_paired: bool = False
    system: str = DEFAULT_JUDGE
    final: str = ""
    qualifiers: int = 0
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class World:
    """One event being played. `playing` has the game that is on, by primary keys of matches. `happened` counts what was
    done by its name, `refused` what the services said no to."""

    plan: Plan
    event: Event
    rng: random.Random
    ids: SeededIds
    user_key: str
    now: datetime
    playing: dict[int, MatchGame] = field(default_factory=dict)
    happened: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def act(self, why: str = "") -> Act:
        """The organiser's, a second later than anything before."""
        self.now += timedelta(seconds=1)
        return Act(Actor("user", self.user_key), self.now, self.ids, why)

    def by(self, entry: Entry, why: str = "") -> Act:
        """A player's, with the personal link."""
        self.now += timedelta(seconds=1)
        return Act(Actor("link", entry.key), self.now, self.ids, why)

    def later(self, **time: int) -> None:
        self.now += timedelta(**time)

    def chance(self, likelihood: float) -> bool:
        return self.rng.random() < likelihood

    def attempt(self, name: str, action: Callable[..., object], *arguments: Any, **named: Any) -> bool:
        """Do something that the services may refuse; whether they did it."""
        try:
            action(*arguments, **named)
        except DomainError as error:
            self.refused[f"{name}: {error.code}"] += 1
            return False
        self.happened[name] += 1
        return True

    def enter(self, people: list[str]) -> None:
        """Enter them as new players, whoever else has such a name."""
        choices = dict.fromkeys(range(1, len(people) + 1), NEW)
        entries_add(act=self.act(), stage=stage_of(self.event), text="\n".join(people), choices=choices)

    def entries(self, *states: EntryState) -> list[Entry]:
        """The entries in these states, in an order that follows from the seed alone."""
        return [entry for entry in entries_of(self.event) if entry.state in states]

    def game_of(self, match: Match) -> MatchGame:
        """The match's game that is being played, or its last one."""
        return self.playing.get(match.pk) or [link for link in match.games.all() if not link.is_friendly][-1]

    def some(self, entries: list[Entry], count: int = 1) -> list[Entry]:
        """So many of them by lot, or none where there are fewer."""
        return self.rng.sample(entries, count) if len(entries) >= count else []


def world_make(plan: Plan) -> World:
    """An organiser with a club and an event of the plan's format, open for entries."""
    rng = random.Random(f"{plan.format}/{plan.players}/{plan.rounds}/{plan.seed}/{plan.absences}")
    ids = SeededIds(random.Random(rng.getrandbits(64)))
    key = ids.key()
    account_create(email=f"organiser-{key}@magistrar.example", password=None, name="Organiser", key=key)
    act = Act(Actor("user", key), START, ids)
    club = club_create(act=act, name="Simulation")
    preset = preset_of(plan.format, plan.system)
    event = event_create(
        act=act,
        club_slug=club.slug,
        name=f"Simulation {plan.seed}",
        starts_at=START + timedelta(hours=1),
        time_zone=ZONE,
        preset=preset.key,
        edition=rules_of(preset).edition,
    )
    changes = {**plan.rules, **_longer(plan)}
    if changes:
        event = event_settings_change(act=act, stage=stage_of(event), changes=changes)
    return World(plan=plan, event=event, rng=rng, ids=ids, user_key=key, now=START)


def _longer(plan: Plan) -> dict[str, Any]:
    """The setting by which the format plays more rounds than it would by itself, where so many are asked for and it
    can: no more than everybody has opponents."""
    format_ = FORMATS[plan.format]
    option = next((option for option in format_.options if option.key == "rounds"), None)
    if option is None or option.maximum is None or plan.players < format_.minimum_entrants:
        return {}
    asked = min(plan.rounds, option.maximum, plan.players - 1)
    options = dict(plan.rules.get("options", {}))
    return {"options": {**options, "rounds": asked}} if asked > format_.rounds_for(plan.players, options) else {}


def preset_of(format_key: str, system: str) -> Preset:
    """The first preset of a format that a game can be played as; KeyError where there is none."""
    for preset in presets_of(system):
        if preset.format == format_key:
            return preset
    raise KeyError(format_key)


def names(rng: random.Random, count: int) -> list[str]:
    """So many different names."""
    found: dict[str, None] = {}
    while len(found) < count:
        name = f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"
        found[name if name not in found else f"{name} {len(found)}"] = None
    return list(found)


def entry_at(match: Match, position: int) -> Entry:
    return list(match.seats.all())[position].entry
