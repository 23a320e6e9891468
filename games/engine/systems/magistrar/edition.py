"""Editions: every value that is printed on components or ruled where the rulebooks are silent, with its provenance.

An edition is data. `read_edition` makes one playable; `SHIPPED_EDITIONS` holds those that come with the engine.
"""

import hashlib
from importlib import resources
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from games.engine.core.game_system import EditionRefusedError
from games.engine.core.messages import gettext_noop as _
from games.engine.systems.magistrar.effects import (
    BASE_DUEL,
    CARD_EFFECTS,
    FIFTH_DUEL,
    MAGE_EFFECTS,
    RULING_OPTIONS,
    DuelRules,
    Parameter,
)

T = TypeVar("T")
Provenance = Literal["printed", "derived", "assumed"]
Name = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,39}\Z")]
EditionKey = Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9._-]{0,79}\Z")]
Honoris = Annotated[int, Meta(ge=-99, le=99)]
Uses = Annotated[int, Meta(ge=0, le=9)]

TRACK_LENGTH = 16  # R3: the single 0 and 15 levels to each side


class Stated(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value and where it is from: stated in a rulebook, following from what is, or ours."""

    value: T
    provenance: Provenance


class Mage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mage card (R22): an effect of `MAGE_EFFECTS`, how often it may be used (None: never used up), its numbers."""

    effect: Stated[str]
    uses: Stated[Uses | None]
    values: dict[str, Stated[int]] = {}


class DuelCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A duel card (R27): an effect of `CARD_EFFECTS` and its numbers."""

    effect: Stated[str]
    values: dict[str, Stated[int]] = {}


class EditionData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition as its file holds it. `track`: Honoris at level 0 to 15 (R20). `rulings`: chosen options by number."""

    key: EditionKey
    title: Annotated[str, Meta(min_length=1, max_length=200)]
    version: Annotated[int, Meta(ge=1)]
    track: Annotated[tuple[Stated[Honoris], ...], Meta(min_length=TRACK_LENGTH, max_length=TRACK_LENGTH)]
    mages: dict[Name, Mage]
    cards: dict[Name, DuelCard]
    rulings: dict[str, Stated[str]]


class EditionProblem(msgspec.Struct, frozen=True):
    """Why a value of an edition can't be played: where it stands, an English template and its parameters."""

    path: str
    template: str
    params: dict[str, str | int]

    @property
    def message(self) -> str:
        return self.template % self.params


class EditionError(EditionRefusedError):
    """The data is no playable edition. `problems` is empty where its shape is wrong."""

    def __init__(self, detail: str, problems: tuple[EditionProblem, ...] = ()) -> None:
        super().__init__(detail)
        self.problems = problems

    def sentences(self) -> dict[str, tuple[str, dict[str, str | int]]]:
        return {problem.path: (problem.template, problem.params) for problem in self.problems}


class MagePower(msgspec.Struct, frozen=True):
    """A mage as the judge asks for it: effect, uses (None: never used up), spaces of a surge."""

    effect: str
    uses: int | None
    spaces: int


class Edition:
    """A playable edition: the data, its content hash, and what the judge looks up in it.

    `track`: Honoris at level 0 to 15. `base_duels`: rules of the five duels without cards.
    `duel_rules`: rules of a duel under each card. `mages`: by name.
    `assumed_levels`: the levels whose value is assumed. `assumed`: `mages.NAME` and `cards.NAME` that rest on any.
    """

    __slots__ = (
        "assumed",
        "assumed_levels",
        "base_duels",
        "content_hash",
        "data",
        "duel_rules",
        "fifth_duel",
        "identical_only_fewest",
        "key",
        "mages",
        "plain_duel",
        "track",
    )

    def __init__(self, data: EditionData) -> None:
        self.data = data
        self.key = data.key
        self.content_hash = hashlib.sha256(canonical_edition(data)).hexdigest()
        self.track = tuple(level.value for level in data.track)
        self.plain_duel = BASE_DUEL
        self.fifth_duel = FIFTH_DUEL
        self.base_duels: tuple[DuelRules, ...] = (BASE_DUEL,) * 4 + (FIFTH_DUEL,)
        self.duel_rules = {name: _card_rules(card) for name, card in data.cards.items()}
        self.mages = {name: _mage_power(mage) for name, mage in data.mages.items()}
        self.identical_only_fewest = data.rulings["H2"].value == "fewest"
        self.assumed_levels = frozenset(
            level for level, stated in enumerate(data.track) if stated.provenance == "assumed"
        )
        self.assumed = frozenset(_assumed_names(data))

    @property
    def title(self) -> str:
        return self.data.title

    def as_data(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self.data)
        return plain


def canonical_edition(data: EditionData) -> bytes:
    """The edition as JSON in UTF-8 with sorted members and no blanks: what its content hash is taken over."""
    return msgspec.json.encode(data, order="sorted")


def edition_problems(data: EditionData) -> tuple[EditionProblem, ...]:
    """Everything in a well-shaped edition that names an effect, number or option that isn't there."""
    problems: list[EditionProblem] = []
    for kind, entries, effects in (
        ("mages", data.mages, MAGE_EFFECTS),
        ("cards", data.cards, CARD_EFFECTS),
    ):
        for name, entry in entries.items():
            effect = effects.get(entry.effect.value)
            path = f"{kind}.{name}"
            if effect is None:
                problems.append(_problem(f"{path}.effect", _NO_SUCH_EFFECT, effect=entry.effect.value))
                continue
            problems += _value_problems(path, entry.values, effect.parameters)
    if set(data.rulings) != set(RULING_OPTIONS):
        problems.append(_problem("rulings", _RULINGS_NEEDED, rulings=", ".join(RULING_OPTIONS)))
    for number, stated in data.rulings.items():
        if number in RULING_OPTIONS and stated.value not in RULING_OPTIONS[number]:
            problems.append(_problem(f"rulings.{number}", _NO_SUCH_OPTION, option=stated.value))
    return tuple(problems)


_NO_SUCH_EFFECT = _("There is no effect “%(effect)s”.")
_NO_SUCH_OPTION = _("There is no option “%(option)s”.")
_NO_SUCH_NUMBER = _("The effect has no number “%(number)s”.")
_NUMBER_MISSING = _("The effect needs the number “%(number)s”.")
_NUMBER_OUT_OF_BOUNDS = _("“%(number)s” must be from %(least)s to %(most)s.")
_RULINGS_NEEDED = _("Exactly these rulings are needed: %(rulings)s.")


def _value_problems(
    path: str, values: dict[str, Stated[int]], parameters: dict[str, Parameter]
) -> list[EditionProblem]:
    problems = [
        _problem(f"{path}.values.{number}", _NO_SUCH_NUMBER, number=number)
        for number in values
        if number not in parameters
    ]
    for number, bounds in parameters.items():
        if number not in values:
            problems.append(_problem(f"{path}.values", _NUMBER_MISSING, number=number))
        elif not bounds.least <= values[number].value <= bounds.most:
            problems.append(
                _problem(
                    f"{path}.values.{number}",
                    _NUMBER_OUT_OF_BOUNDS,
                    number=number,
                    least=bounds.least,
                    most=bounds.most,
                )
            )
    return problems


def _problem(path: str, template: str, **params: str | int) -> EditionProblem:
    return EditionProblem(path, template, params)


def _card_rules(card: DuelCard) -> DuelRules:
    values = {number: stated.value for number, stated in card.values.items()}
    return CARD_EFFECTS[card.effect.value].change(BASE_DUEL, values)


def _mage_power(mage: Mage) -> MagePower:
    spaces = mage.values.get("spaces")
    return MagePower(mage.effect.value, mage.uses.value, spaces.value if spaces else 0)


def _assumed_names(data: EditionData) -> list[str]:
    mages = [
        f"mages.{name}"
        for name, mage in data.mages.items()
        if "assumed" in (mage.effect.provenance, mage.uses.provenance, *(v.provenance for v in mage.values.values()))
    ]
    cards = [
        f"cards.{name}"
        for name, card in data.cards.items()
        if "assumed" in (card.effect.provenance, *(v.provenance for v in card.values.values()))
    ]
    return mages + cards


def make_edition(data: EditionData) -> Edition:
    """Make well-shaped edition data playable. Raises `EditionError` with everything that is wrong."""
    problems = edition_problems(data)
    if problems:
        raise EditionError("; ".join(f"{problem.path}: {problem.message}" for problem in problems), problems)
    return Edition(data)


def read_edition(data: bytes | str) -> Edition:
    """The playable edition of a JSON file. Raises `EditionError`, whatever the input."""
    try:
        parsed = msgspec.json.decode(data, type=EditionData)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise EditionError(str(error)) from error
    return make_edition(parsed)


def _shipped() -> dict[str, Edition]:
    folder = resources.files(__package__) / "editions"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    editions = [read_edition(file.read_bytes()) for file in files]
    return {edition.key: edition for edition in editions}


SHIPPED_EDITIONS: dict[str, Edition] = _shipped()
