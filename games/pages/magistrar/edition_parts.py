"""What an edition of Magistrar's rules says, in the words and numbers of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.systems.magistrar.effects import CARD_EFFECTS, MAGE_EFFECTS, RULING_OPTIONS, CardEffect, MageEffect
from games.pages.core.edition_values import PROVENANCES
from games.selectors.editions import part_in_words, playable_edition
from magistrar_site.shared.names import fold_name

SYSTEM = "magistrar"
OPEN_NUMBER = "…"
NUMBERS = {
    "spaces": gettext_lazy("Spaces"),
    "honoris": gettext_lazy("Honoris"),
    "super": gettext_lazy("Spaces of a super energy"),
    "golden": gettext_lazy("Spaces of a golden super energy"),
    "points": gettext_lazy("Encounter points"),
}
RULINGS = {
    "H2": gettext_lazy("When identical pawns can’t be avoided"),
    "H8": gettext_lazy("Who starts the games of a series"),
}
EFFECTS: Mapping[str, Mapping[str, CardEffect] | Mapping[str, MageEffect]] = {
    "mages": MAGE_EFFECTS,
    "cards": CARD_EFFECTS,
}


@dataclass(frozen=True)
class ShownValue:
    """One value of an edition and where it is from."""

    label: str
    value: str
    provenance: str

    @property
    def is_assumed(self) -> bool:
        return self.provenance == "assumed"

    @property
    def source(self) -> str:
        return str(PROVENANCES[self.provenance])


@dataclass(frozen=True)
class ShownPart:
    """A mage, a duel card or a ruling: what it does in a sentence, and the single values that the sentence rests on."""

    key: str
    name: str
    sentence: str
    values: tuple[ShownValue, ...]

    @property
    def is_assumed(self) -> bool:
        return any(value.is_assumed for value in self.values)

    @property
    def sources(self) -> tuple[tuple[str, tuple[ShownValue, ...]], ...]:
        """The values by where they are from."""
        kinds = dict.fromkeys(value.provenance for value in self.values)
        return tuple((kind, tuple(value for value in self.values if value.provenance == kind)) for kind in kinds)


@dataclass(frozen=True)
class ShownEdition:
    """What an edition says, as its page shows it."""

    track: tuple[ShownValue, ...]
    mages: tuple[ShownPart, ...]
    cards: tuple[ShownPart, ...]
    rulings: tuple[ShownPart, ...]

    @property
    def assumed(self) -> tuple[str, ...]:
        """How much of each part is assumed, in words; parts without anything assumed are left out."""
        counted = (
            (_("%(n)d of the %(all)d values of the energy track"), self.track),
            (_("%(n)d of the %(all)d mages"), self.mages),
            (_("%(n)d of the %(all)d duel cards"), self.cards),
            (_("%(n)d of the %(all)d rulings"), self.rulings),
        )
        numbers = [(text, sum(thing.is_assumed for thing in things), len(things)) for text, things in counted]
        return tuple(text % {"n": assumed, "all": every} for text, assumed, every in numbers if assumed)


def shown_edition(key: str) -> ShownEdition:
    """The edition of that key, shipped or a club's. KeyError where there is none."""
    return shown_data(playable_edition(SYSTEM, key).as_data())


def shown_data(data: Mapping[str, Any]) -> ShownEdition:
    """What an edition's data say."""
    return ShownEdition(
        track=tuple(
            ShownValue(_("Level %(level)d") % {"level": level}, signed_words(stated["value"]), stated["provenance"])
            for level, stated in enumerate(data["track"])
        ),
        mages=tuple(_part("mages", name, mage) for name, mage in data["mages"].items()),
        cards=tuple(_part("cards", name, card) for name, card in data["cards"].items()),
        rulings=tuple(_ruling(number, stated) for number, stated in data["rulings"].items()),
    )


def signed_words(number: int) -> str:
    return str(number).replace("-", "−")


def _part(kind: str, name: str, part: Mapping[str, Any]) -> ShownPart:
    effect = part["effect"]["value"]
    values = [ShownValue(_("Effect"), effect_sentence(kind, effect), part["effect"]["provenance"])]
    if "uses" in part:
        uses = uses_in_words(part["uses"]["value"])
        values.append(ShownValue(_("Uses"), uses, part["uses"]["provenance"]))
    for number, stated in part["values"].items():
        values.append(ShownValue(str(NUMBERS[number]), str(stated["value"]), stated["provenance"]))
    numbers = {number: stated["value"] for number, stated in part["values"].items()}
    return ShownPart(name, part_in_words(name), effect_sentence(kind, effect, numbers), tuple(values))


def _ruling(number: str, stated: Mapping[str, Any]) -> ShownPart:
    sentence = _(RULING_OPTIONS[number][stated["value"]])
    name = f"{RULINGS[number]} ({number})"
    return ShownPart(number, name, sentence, (ShownValue(_("Ruling"), sentence, stated["provenance"]),))


def effect_sentence(kind: str, effect: str, numbers: Mapping[str, int] | None = None) -> str:
    """What an effect of "mages" or "cards" does, with an ellipsis for each number that isn't given."""
    found = EFFECTS[kind][effect]
    given = numbers or {}
    return _(found.text) % {number: given.get(number, OPEN_NUMBER) for number in found.parameters}


def effect_choices(kind: str) -> list[tuple[str, str]]:
    """The effects that there are, by key, each with its explanation."""
    return [(key, effect_sentence(kind, key)) for key in EFFECTS[kind]]


def ruling_choices(number: str) -> list[tuple[str, str]]:
    return [(option, _(sentence)) for option, sentence in RULING_OPTIONS[number].items()]


def uses_in_words(uses: int | None) -> str:
    """How often a mage's spell may be used in a game."""
    if uses is None:
        return _("never used up")
    return ngettext("%(n)d use", "%(n)d uses", uses) % {"n": uses}


def part_key(name: str) -> str:
    """The key that documents call a mage or card of that name by; empty where the name has no plain letter first."""
    words = "".join(char if char.isascii() else " " for char in fold_name(name)).split()
    key = "_".join(words)[:40]
    return key if key[:1].isalpha() else ""


def edition_values(edition: ShownEdition) -> Iterator[tuple[str, str]]:
    """Every single value, provenance too, by its place in words."""
    for place, value in _values(edition):
        yield " – ".join(place), value


def _values(edition: ShownEdition) -> Iterator[tuple[tuple[str, ...], str]]:
    for value in edition.track:
        yield (_("Energy track"), value.label), _in_words(value)
    for kind, parts in ((_("Mage"), edition.mages), (_("Duel card"), edition.cards), (_("Ruling"), edition.rulings)):
        for part in parts:
            for value in part.values:
                yield (f"{kind} {part.name}", value.label), _in_words(value)


def _in_words(value: ShownValue) -> str:
    return f"{value.value} ({value.source})"
