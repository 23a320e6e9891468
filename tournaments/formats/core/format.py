"""What a tournament format is: how many rounds it takes and who meets whom in each of them."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from tournaments.formats.core.points import HALF_POINTS
from tournaments.formats.core.state import RoundPairing, StageState

OptionValue = bool | int | str
FormatOptions = Mapping[str, OptionValue]

PAIRS = range(2, 3)  # the table sizes of a format for two sides


class UnknownFormatError(KeyError):
    """No format has this key."""


class FormatOptionError(ValueError):
    """An option that the format doesn't know, or a value that it can't take. `key` names the option."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a format. The type of `default` is the type of the option; `choices` lists the values of a text
    option, `minimum` and `maximum` bound a number. `label` is an English message, translated outside of the core.
    `may_change`: also while the stage runs, with a reason."""

    key: str
    default: OptionValue
    label: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    may_change: bool = False

    def checked(self, value: OptionValue) -> OptionValue:
        """The value itself; FormatOptionError where it doesn't fit."""
        if type(value) is not type(self.default):
            raise FormatOptionError(self.key, f"{self.key} takes {type(self.default).__name__}, not {value!r}")
        if self.choices and value not in self.choices:
            raise FormatOptionError(self.key, f"{self.key} is one of {', '.join(self.choices)}, not {value!r}")
        if self.minimum is not None and isinstance(value, int) and value < self.minimum:
            raise FormatOptionError(self.key, f"{self.key} is at least {self.minimum}, not {value}")
        if self.maximum is not None and isinstance(value, int) and value > self.maximum:
            raise FormatOptionError(self.key, f"{self.key} is at most {self.maximum}, not {value}")
        return value


class TableSizeError(FormatOptionError):
    """Tables of a size that the game can't be played at. `key` is empty where no option of the format says it."""


class Format(Protocol):
    """A way to run a stage. Instances hold no state: everything a pairing depends on is in its arguments.

    `key` names it in stored events, `name` is an English message, `predetermined` says that all rounds are known at
    the start (pairings then depend on numbers alone), `maximum_entrants` is None where only patience limits it.
    """

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def predetermined(self) -> bool: ...

    @property
    def table_sizes(self) -> range:
        """How many may sit at one table."""
        ...

    @property
    def minimum_entrants(self) -> int: ...

    @property
    def maximum_entrants(self) -> int | None: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """Rounds that a stage of so many entrants is planned for. ValueError outside of the format's size."""
        ...

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """Round `round_number` (from 1 on), or what blocks it. Same arguments, same pairing."""
        ...


@runtime_checkable
class ScalesPoints(Protocol):
    """A format whose points aren't counted in halves."""

    def points_scale(self, options: FormatOptions) -> int:
        """How many units make one point."""
        ...


def points_scale(format_: Format, options: FormatOptions) -> int:
    """How many units make one point in a stage of the format."""
    return format_.points_scale(options) if isinstance(format_, ScalesPoints) else HALF_POINTS


@runtime_checkable
class LeavesOut(Protocol):
    """A format whose standings leave entrants out, and which knows whom everybody was to meet."""

    def uncounted(self, state: StageState, options: FormatOptions) -> frozenset[int]:
        """Those whose games don't count, by the stage as it stands now."""
        ...

    def droppable(self, state: StageState, options: FormatOptions) -> frozenset[int]:
        """Whose games would not count if they withdrew now."""
        ...

    def with_missed_games(self, state: StageState, options: FormatOptions) -> StageState:
        """The stage with what byes in place of games are worth: nothing where the opponent isn't counted, a forfeit
        won where the opponent has left. `state.uncounted` is known."""
        ...


def for_standings(format_: Format, state: StageState, options: FormatOptions) -> StageState:
    """The stage as its standings see it: whether its pairings stood at the start, and who isn't counted. Tables after
    earlier rounds are made from this one (see `after_round`), so that whoever left early is out of them all."""
    state = replace(state, predetermined=format_.predetermined)
    if not isinstance(format_, LeavesOut):
        return state
    state = replace(state, uncounted=format_.uncounted(state, options))
    return format_.with_missed_games(state, options) if state.revision > 1 else state


def option_values(format_: Format, given: FormatOptions) -> dict[str, OptionValue]:
    """All options of the format, the given ones checked, the others by default.

    FormatOptionError for an option that the format doesn't have: none is silently ignored.
    """
    known = {option.key: option for option in format_.options}
    for key in given:
        if key not in known:
            raise FormatOptionError(key, f"{format_.key} has no option {key}")
    return {key: option.checked(given.get(key, option.default)) for key, option in known.items()}


@runtime_checkable
class RelatesOptions(Protocol):
    """A format whose options may contradict each other."""

    def check_options(self, options: FormatOptions) -> None:
        """FormatOptionError for options that are possible alone and not together."""
        ...


@runtime_checkable
class SizesTables(Protocol):
    """A format whose options say how many sit at a table."""

    def options_for(self, players: Collection[int]) -> dict[str, OptionValue]:
        """Options for a game that so many can play, beside the defaults: none where it can't be at these tables."""
        ...

    def check_sizes(self, options: FormatOptions, players: Collection[int]) -> None:
        """TableSizeError where a table may have a number of players that isn't one of `players`."""
        ...


def options_for(format_: Format, players: Collection[int]) -> dict[str, OptionValue]:
    """What a stage of a game for so many players takes in place of the format's defaults."""
    return format_.options_for(players) if isinstance(format_, SizesTables) else {}


def related_option_values(format_: Format, given: FormatOptions, players: Collection[int]) -> dict[str, OptionValue]:
    """All options as `option_values` gives them, checked against each other and against the numbers of players that
    the game can have. FormatOptionError with the option to change, TableSizeError where it is the number of players."""
    values = option_values(format_, given)
    if isinstance(format_, RelatesOptions):
        format_.check_options(values)
    if isinstance(format_, SizesTables):
        format_.check_sizes(values, players)
    return values


def check_playable(format_: Format, options: FormatOptions, players: Collection[int]) -> None:
    """FormatOptionError unless a stage of the format can be played: its options fit, and its tables have a number of
    players that the game can have."""
    related_option_values(format_, options, players)
    if not isinstance(format_, SizesTables) and not set(format_.table_sizes) <= set(players):
        raise TableSizeError("", f"{format_.key} has tables of {format_.table_sizes}, the game is for {players}")


def check_entrant_count(format_: Format, entrant_count: int) -> None:
    """ValueError unless the format can run with so many entrants."""
    if entrant_count < format_.minimum_entrants:
        raise ValueError(f"{format_.key} needs at least {format_.minimum_entrants} entrants, not {entrant_count}")
    if format_.maximum_entrants is not None and entrant_count > format_.maximum_entrants:
        raise ValueError(f"{format_.key} takes at most {format_.maximum_entrants} entrants, not {entrant_count}")
