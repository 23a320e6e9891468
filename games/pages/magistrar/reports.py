"""An engine's report in the words and numbers of a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.engine.systems.magistrar.messages import message_template
from games.engine.systems.magistrar.report import Violation
from games.enums import Grade, ResultKind, Side
from games.pages.core.replays import BROKEN_OFF
from games.pages.magistrar.shapes import shape_in_words
from games.selectors.editions import part_in_words
from magistrar_site.shared.isolates import isolated

SIDES = (Side.WHITE, Side.BLACK)
SIDE_WORDS = {"white": gettext_lazy("White"), "black": gettext_lazy("Black")}
WORDS = {
    **SIDE_WORDS,
    "light": gettext_lazy("light"),
    "dark": gettext_lazy("dark"),
    "super": gettext_lazy("super"),
    "golden": gettext_lazy("golden"),
    "weak": gettext_lazy("weak"),
    "medium": gettext_lazy("medium"),
    "strong": gettext_lazy("strong"),
    "exchange_tokens": gettext_lazy("exchange tokens"),
    "strengthen_pawn": gettext_lazy("strengthen a pawn"),
    "surge": gettext_lazy("surge"),
    "equilibrium": gettext_lazy("equilibrium"),
    "reinforcement": gettext_lazy("reinforcement"),
    "triumph": gettext_lazy("triumph"),
}
LONGEST_VALUE = 80
# The parameters of a violation's sentence that hold words of the formats, not what somebody wrote.
WORD_PARAMETERS = frozenset({"side", "token", "pawn", "spell"})
# What is known of mages and cards that the edition has: their keys are told by name.
NAMED_REASONS = frozenset({"same_mage", "card_repeated"})


@dataclass(frozen=True)
class ShownViolation:
    """What is wrong: where (duel, encounter, side, in words), the sentence, and the rule's number."""

    where: str
    text: str
    rule: str
    code: str


@dataclass(frozen=True)
class ShownDuel:
    """A row of the duel-by-duel table."""

    number: int
    encounters: tuple[str | None, ...] | None
    points: Mapping[str, int]
    winner: str | None
    level: Mapping[str, int]


@dataclass(frozen=True)
class ShownReport:
    """A report as the pages show it; `edition` is its key. Of an illegal game `duels` are the good ones before the
    first broken one."""

    legal: bool
    complete: bool
    winner: str | None
    honoris: Mapping[str, int] | None
    markers: Mapping[str, int] | None
    level: Mapping[str, int | None] | None
    claim_differs: bool
    duels: tuple[ShownDuel, ...]
    violations: tuple[ShownViolation, ...]
    assumed: tuple[str, ...]
    with_encounters: bool
    edition: str = ""

    @property
    def score(self) -> str:
        """The Honoris of both in one line; empty where they aren't known."""
        return f"{minus(self.honoris['white'])} : {minus(self.honoris['black'])}" if self.honoris else ""

    @property
    def parts(self) -> int:
        return len(self.duels)

    @property
    def is_readable(self) -> bool:
        """Whether there is a game to judge; what is wrong otherwise is how it is written."""
        return all(violation.code != "schema" for violation in self.violations)


def minus(number: int) -> str:
    """A number with a true minus."""
    return str(number).replace("-", "−")


def shown_report(report: Mapping[str, Any], names: Mapping[str, str] | None = None) -> ShownReport:
    """A stored report (its JSON as read) for a page, in the reader's language. `names`: the players' by their side,
    where they are known."""
    duels = tuple(
        ShownDuel(number, duel["encounters"], duel["points"], duel["winner"], duel["level"])
        for number, duel in enumerate(report["duels"], start=1)
    )
    return ShownReport(
        legal=report["legal"],
        complete=report["complete"],
        winner=report["winner"],
        honoris=report["honoris"],
        markers=report["markers"],
        level=report["level"],
        claim_differs=report["claim"] == "differs",
        duels=duels,
        violations=tuple(_violation(report["system"], violation, names) for violation in report["violations"]),
        assumed=tuple(assumed_in_words(name) for name in report["assumed"]),
        with_encounters=any(duel.encounters for duel in duels),
        edition=report.get("edition") or "",
    )


def _violation(system: str, violation: Mapping[str, Any], names: Mapping[str, str] | None) -> ShownViolation:
    return ShownViolation(
        where=place_in_words(violation["duel"], violation["position"], violation["side"]),
        text=sentence_of(system, violation, names),
        rule=violation["rule"] or "",
        code=violation["code"],
    )


def sentence_of(system: str, violation: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """The violation's sentence in the reader's language: its template is translated and filled again, with the players'
    names (by side) in the place of White and Black where they are known."""
    found = msgspec.convert(violation, Violation)
    params = found.params
    if params.get("reason") == "shape":
        return shape_in_words(str(params["detail"]))
    if params.get("reason") in NAMED_REASONS:
        params = {
            name: part_in_words(str(value)) if name in {"mage", "card"} else value for name, value in params.items()
        }
    if "detail_template" in params:  # a sentence within the sentence, with parameters of its own
        own = {name.removeprefix("detail_"): value for name, value in params.items() if name.startswith("detail_")}
        params = {**params, "detail": _filled(str(own.pop("template")), own, names or {})}
    return _filled(message_template(found.code, found.rule, found.params), params, names or {})


def _filled(template: str, params: Mapping[str, str | int], names: Mapping[str, str]) -> str:
    words = {name: _word(value) if name in WORD_PARAMETERS else _short(name, value) for name, value in params.items()}
    words |= {f"{side}_name": isolated(names.get(side, str(word))) for side, word in SIDE_WORDS.items()}
    if params.get("side") in names:
        words["side"] = isolated(names[str(params["side"])])
    sentence = _(template) % words
    return sentence[:1].upper() + sentence[1:]


def _short(name: str, value: str | int) -> str | int:
    """A number or name that somebody sent, cut where it has more digits or letters than can be read. A `detail` is a
    sentence of ours."""
    text = str(value)
    return value if name == "detail" or len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def _word(value: str | int) -> str:
    return str(WORDS.get(str(value), value))


def place_in_words(duel: int | None, position: int | None, side: str | None) -> str:
    """ "Duel 3, encounter 4, Black": what of it is known."""
    parts = []
    if duel is not None:
        parts.append(_("Duel %(number)d") % {"number": duel})
    if position is not None:
        parts.append(_("encounter %(number)d") % {"number": position})
    if side is not None:
        parts.append(str(SIDE_WORDS[side]))
    return ", ".join(parts) or _("The file as a whole")


def assumed_in_words(name: str) -> str:
    """What an entry of a report's `assumed` stands for."""
    kind, _dot, which = name.partition(".")
    if kind == "track":
        return _("what the energy track pays at the levels that were reached")
    if kind == "mages":
        return _("the spell of the mage %(name)s") % {"name": which.capitalize()}
    if kind == "cards":
        return _("the duel card “%(name)s”") % {"name": which.replace("_", " ")}
    return name


def grade_in_words(grade: str) -> str:
    """What an evidence grade proves, in a sentence."""
    return {
        Grade.RECORD: _("Every move was recorded: the engine proves the game legal from the first token to the last."),
        Grade.SHEET: _("What each side won was recorded duel by duel: the engine proves that it can have happened."),
        Grade.SCORE: _("Only the final Honoris were handed in: the engine proves that the numbers are possible."),
        Grade.BARE: _("Only the result was reported: nothing about it is proven."),
    }[Grade(grade)]


def evidence_in_words(grade: str, kind: str = ResultKind.PLAYED, duels: int = 0) -> str:
    """What is proven about a result of that kind. `duels`: how many stand behind one of a game that was broken off."""
    if kind in BROKEN_OFF and duels:
        return ngettext(
            "The game was broken off: %(duels)d duel was handed in, and that much is proven.",
            "The game was broken off: %(duels)d duels were handed in, and that much is proven.",
            duels,
        ) % {"duels": duels}
    if kind == ResultKind.ABANDONED:
        return _("The game ended early: only what was handed in is proven.")
    if kind in (ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT):
        return _("The game was not played, so there is nothing to prove.")
    return grade_in_words(grade)


def level_in_words(level: int | None) -> str:
    """ "7 light", "3 dark" or "0"; levels are dark where positive."""
    if level is None:
        return "–"
    if level == 0:
        return "0"
    if level > 0:
        return pgettext("energy level", "%(level)d dark") % {"level": level}
    return pgettext("energy level", "%(level)d light") % {"level": -level}
