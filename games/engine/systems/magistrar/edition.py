"""Editions: every value that is printed on components or ruled where the rulebooks are silent, with its provenance.

An edition is data. `read_edition` makes one playable; `SHIPPED_EDITIONS` holds those that come with the engine.
"""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from games.engine.core.editions import (
    EditionHead,
    PlayableEdition,
    Problem,
    Stated,
    edition_data,
    refuse_problems,
    shipped_editions,
)
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

Name = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,39}\Z")]
Honoris = Annotated[int, Meta(ge=-99, le=99)]
Uses = Annotated[int, Meta(ge=0, le=9)]

TRACK_LENGTH = 16  # R3: the single 0 and 15 levels to each side


class Mage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mage card (R22): an effect of `MAGE_EFFECTS`, how often it may be used (None: never used up), its numbers."""

    effect: Stated[str]
    uses: Stated[Uses | None]
    values: dict[str, Stated[int]] = {}


class DuelCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A duel card (R27): an effect of `CARD_EFFECTS` and its numbers."""

    effect: Stated[str]
    values: dict[str, Stated[int]] = {}


class EditionData(EditionHead, frozen=True, forbid_unknown_fields=True):
    """An edition as its file holds it. `track`: Honoris at level 0 to 15 (R20). `rulings`: chosen options by number."""

    track: Annotated[tuple[Stated[Honoris], ...], Meta(min_length=TRACK_LENGTH, max_length=TRACK_LENGTH)]
    mages: dict[Name, Mage]
    cards: dict[Name, DuelCard]
    rulings: dict[str, Stated[str]]


class MagePower(msgspec.Struct, frozen=True):
    """A mage as the judge asks for it: effect, uses (None: never used up), spaces of a surge."""

    effect: str
    uses: int | None
    spaces: int


class Edition(PlayableEdition[EditionData]):
    """A playable edition: the data, its content hash, and what the judge looks up in it.

    `track`: Honoris at level 0 to 15. `base_duels`: rules of the five duels without cards.
    `duel_rules`: rules of a duel under each card. `mages`: by name.
    `assumed_levels`: the levels whose value is assumed. `assumed`: `mages.NAME` and `cards.NAME` that rest on any;
    `assumed_mages`, `assumed_cards`: the same by name.
    """

    __slots__ = (
        "assumed",
        "assumed_cards",
        "assumed_levels",
        "assumed_mages",
        "base_duels",
        "duel_rules",
        "fifth_duel",
        "identical_only_fewest",
        "mages",
        "plain_duel",
        "track",
    )

    def __init__(self, data: EditionData) -> None:
        super().__init__(data)
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
        self.assumed_mages, self.assumed_cards = (
            {name: full for name in names if (full := f"{kind}.{name}") in self.assumed}
            for kind, names in (("mages", self.mages), ("cards", self.duel_rules))
        )


def edition_problems(data: EditionData) -> Iterator[Problem]:
    """Everything in a well-shaped edition that names an effect, number or option that isn't there."""
    for kind, entries, effects in (
        ("mages", data.mages, MAGE_EFFECTS),
        ("cards", data.cards, CARD_EFFECTS),
    ):
        for name, entry in entries.items():
            effect = effects.get(entry.effect.value)
            path = f"{kind}.{name}"
            if effect is None:
                yield f"{path}.effect", _NO_SUCH_EFFECT, {"effect": entry.effect.value}
            else:
                yield from _value_problems(path, entry.values, effect.parameters)
    if set(data.rulings) != set(RULING_OPTIONS):
        yield "rulings", _RULINGS_NEEDED, {"rulings": ", ".join(RULING_OPTIONS)}
    for number, stated in data.rulings.items():
        if number in RULING_OPTIONS and stated.value not in RULING_OPTIONS[number]:
            yield f"rulings.{number}", _NO_SUCH_OPTION, {"option": stated.value}


_NO_SUCH_EFFECT = _("There is no effect “%(effect)s”.")
_NO_SUCH_OPTION = _("There is no option “%(option)s”.")
_NO_SUCH_NUMBER = _("The effect has no number “%(number)s”.")
_NUMBER_MISSING = _("The effect needs the number “%(number)s”.")
_NUMBER_OUT_OF_BOUNDS = _("“%(number)s” must be between %(least)s and %(most)s.")
_RULINGS_NEEDED = _("These rulings are needed, no more and no fewer: %(rulings)s.")


def _value_problems(path: str, values: dict[str, Stated[int]], parameters: dict[str, Parameter]) -> Iterator[Problem]:
    for number in values:
        if number not in parameters:
            yield f"{path}.values.{number}", _NO_SUCH_NUMBER, {"number": number}
    for number, bounds in parameters.items():
        if number not in values:
            yield f"{path}.values", _NUMBER_MISSING, {"number": number}
        elif not bounds.least <= values[number].value <= bounds.most:
            params: dict[str, str | int] = {"number": number, "least": bounds.least, "most": bounds.most}
            yield f"{path}.values.{number}", _NUMBER_OUT_OF_BOUNDS, params


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
    """Make well-shaped edition data playable. Raises EditionError with everything that is wrong."""
    refuse_problems(edition_problems(data))
    return Edition(data)


def read_edition(data: bytes | str) -> Edition:
    """The playable edition of a JSON file. Raises EditionError, whatever the input."""
    return make_edition(edition_data(data, EditionData))


SHIPPED_EDITIONS: dict[str, Edition] = shipped_editions(__package__, read_edition)
