"""Presets for organisers to start from: one choice that fills in everything, all of it changeable afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.registry import DEFAULT_JUDGE, game_system
from tournaments.formats.core.format import OptionValue
from tournaments.formats.core.tiebreaks.catalogue import fitting
from tournaments.formats.registry import format_for
from tournaments.models.numbers import number_columns
from tournaments.models.rules import EventRules

LOTS = "LOT"
ROUNDS = "rounds"  # the option of formats that are told how many rounds to play


@dataclass(frozen=True, slots=True)
class LaterStage:
    """A stage after the first: how many of each group, or of the whole table, it takes."""

    format: str
    takes: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Preset:
    """What a choice stands for. `system`: the game that is played; `of_any_game`: whether any other game for two can be
    played so too (`preset_for`). Of another game than the default one, rules that leave edition or tie-breaks as they
    are get those of the game (`rules_of`)."""

    key: str
    name: str | Promise
    explanation: str | Promise
    format: str
    rules: EventRules
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    best_of: int = 1
    later: LaterStage | None = None
    system: str = DEFAULT_JUDGE
    of_any_game: bool = False


_PRESETS = (
    Preset(
        key="round-robin-evening",
        name=_("Round robin evening"),
        explanation=_("Everybody meets everybody once. Right for 4 to 10 people on one evening."),
        format="round_robin",
        # Who rests in an odd field gets nothing for it: everybody rests once.
        rules=EventRules(pairing_bye=0, seeding="lots", confirm_within_minutes=30),
        of_any_game=True,
    ),
    Preset(
        key="double-round-robin",
        name=_("Double round robin"),
        explanation=_("Everybody meets everybody twice and starts once. Right for small groups over several evenings."),
        format="round_robin",
        rules=EventRules(pairing_bye=0, seeding="lots"),
        options={"double": True},
        of_any_game=True,
    ),
    Preset(
        key="swiss-evening",
        name=_("Club Swiss evening"),
        explanation=_("Few rounds for any number of people: everybody always plays somebody who does about as well."),
        format="swiss",
        rules=EventRules(tie_breaks=("BHC1", "BH", "SB", "HON", "DE"), confirm_within_minutes=30),
        of_any_game=True,
    ),
    Preset(
        key="groups-knockout",
        name=_("Groups, then knock-out"),
        explanation=_("Everyone plays everyone in their group; the first two of each group play for the title."),
        format="round_robin",
        rules=EventRules(pairing_bye=0, tie_breaks=("DE", "HON", "HOND", "WIN", "LOT")),
        options={"groups": 4},
        later=LaterStage("knockout", takes=2, options={"third_place": True}),
        of_any_game=True,
    ),
    Preset(
        key="knockout",
        name=_("Knock-out"),
        explanation=_("One loss and you are out; with a game for third place. The best-rated meet last."),
        format="knockout",
        rules=EventRules(tie_breaks=()),
        options={"third_place": True},
        of_any_game=True,
    ),
    Preset(
        key="double-elimination",
        name=_("Double elimination"),
        explanation=_("Out after two losses. If the unbeaten player loses the final, it is played once more."),
        format="double_elimination",
        rules=EventRules(tie_breaks=()),
        of_any_game=True,
    ),
    Preset(
        key="club-ladder",
        name=_("Club ladder"),
        explanation=_(
            "An order of players without an end: whoever beats a player who stands above takes their place. Challenges "
            "are made and answered on the phone; anybody can join at any time."
        ),
        format="ladder",
        rules=EventRules(tie_breaks=(), starter="lots", confirm_within_minutes=24 * 60),
        of_any_game=True,
    ),
    Preset(
        key="grand-mage-series",
        name=_("Grand Mage series"),
        explanation=_(
            "Best of five between each two: the loser of a game plays on with one golden energy more. For two, or for "
            "a few over several evenings."
        ),
        format="round_robin",
        rules=EventRules(pairing_bye=0, seeding="lots", starter="lots", tie_breaks=("WON", "HON", "DE"), goldens=True),
        best_of=5,
    ),
    Preset(
        key="elemental-evening",
        name=_("Elemental evening (tables of four)"),
        explanation=_("The elemental duel at tables of four, or of three where it doesn’t come out even."),
        format="tables",
        rules=EventRules(
            tie_breaks=("TWON", "HEALTH", "STARS", "KNOCK_OUTS", "LOT"), agreement="half", confirm_within_minutes=30
        ),
        system="elemental",
    ),
    Preset(
        key="elemental-swiss",
        name=_("Elemental Swiss for two"),
        explanation=_("The elemental duel for two: few rounds, always against somebody who does about as well."),
        format="swiss",
        rules=EventRules(tie_breaks=("BHC1", "BH", "HEALTH", "DE"), confirm_within_minutes=30),
        system="elemental",
    ),
    Preset(
        key="elemental-round-robin",
        name=_("Elemental round robin for two"),
        explanation=_("The elemental duel for two: everybody meets everybody once."),
        format="round_robin",
        rules=EventRules(pairing_bye=0, seeding="lots", tie_breaks=("DE", "HEALTH", "WON"), confirm_within_minutes=30),
        system="elemental",
    ),
    Preset(
        key="elemental-knockout",
        name=_("Elemental knock-out for two"),
        explanation=_("The elemental duel for two: one loss and you are out, with a game for third place."),
        format="knockout",
        rules=EventRules(tie_breaks=()),
        options={"third_place": True},
        system="elemental",
    ),
    Preset(
        key="cum-laude-evening",
        name=_("Magia Cum Laude evening"),
        explanation=_(
            "Magia Cum Laude at tables of four, or of three or five where it doesn’t come out even. For games of two, "
            "choose a Swiss system or a round robin and then this game."
        ),
        format="tables",
        options={"most": 5},
        rules=EventRules(
            tie_breaks=("TWON", "SHARE", "VICTORY_POINTS", "MATCHING", "LOT"),
            agreement="half",
            confirm_within_minutes=30,
        ),
        system="cum-laude",
    ),
)

PRESETS: Mapping[str, Preset] = {preset.key: preset for preset in _PRESETS}


def takes_rounds(key: str) -> bool:
    """Whether the format of that preset is told how many rounds to play."""
    preset = PRESETS.get(key)
    return preset is not None and any(option.key == ROUNDS for option in format_for(preset.format).options)


def preset_for(preset: Preset, system: str) -> Preset | None:
    """The preset as it is played with a game: itself with its own game, what that game has in its place, or the same
    with the game's newest edition, and with its numbers after the tie-breaks that it has, before lots. None where it
    can't be played so."""
    if preset.system == system:
        return preset
    if not preset.of_any_game or 2 not in game_system(system).players:
        return None
    for own in PRESETS.values():
        if own.system == system and _plan(own) == _plan(preset):
            return own
    numbers, usual = number_columns(system), EventRules()
    known = fitting(numbers, format_for(preset.format).table_sizes)
    codes = [code for code in preset.rules.tie_breaks if code in known]
    at = codes.index(LOTS) if LOTS in codes else len(codes)
    if codes:
        codes[at:at] = [column.code for column in numbers if column.code not in codes]
    rules = msgspec.structs.replace(preset.rules, edition=usual.edition, tie_breaks=tuple(codes))
    return replace(preset, system=system, rules=rules)


def presets_of(system: str) -> list[Preset]:
    """What a game can be played as, its own presets first."""
    own = [preset for preset in PRESETS.values() if preset.system == system]
    others = [preset_for(preset, system) for preset in PRESETS.values() if preset.system != system]
    return own + [preset for preset in others if preset is not None and preset.key not in {one.key for one in own}]


def _plan(preset: Preset) -> tuple[object, ...]:
    return preset.format, dict(preset.options), preset.best_of, preset.later


def rules_of(preset: Preset) -> EventRules:
    """The rules of events that are made from a preset. The usual edition and tie-breaks are those of the default game;
    of another game they are its newest shipped edition, and its numbers in the order in which it declares them."""
    rules, usual = preset.rules, EventRules()
    if preset.system == DEFAULT_JUDGE:
        return rules
    if rules.edition == usual.edition:
        rules = msgspec.structs.replace(rules, edition=list(game_system(preset.system).editions)[-1])
    if rules.tie_breaks == usual.tie_breaks:
        codes = tuple(column.code for column in number_columns(preset.system))
        rules = msgspec.structs.replace(rules, tie_breaks=codes)
    return rules
