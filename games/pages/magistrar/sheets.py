"""The sheet and the score as forms: what each side won, duel by duel, or the numbers at the end."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.pages.core.answers import NO_OUTCOME, Answer, EntryPage, Fragment, HandIn, Outcome, Sent
from games.pages.core.context import GameContext
from games.pages.core.set_up import set_up_first
from games.pages.magistrar.arenas import ArenaTerms, terms_of
from games.pages.magistrar.rendering import magistrar_page, rendered
from games.pages.magistrar.reports import SIDE_WORDS, WORDS, shown_report
from games.pages.magistrar.set_up import TableSetUp
from games.selectors.evidence import evidence_read

SHEET_FORMAT = "magistrar-sheet/1"
SCORE_FORMAT = "magistrar-score/1"
FIRST_OF_SCORE = {"R4": "white_markers", "R15": "white_honoris"}  # by rule, where what is wrong is no side's
LARGEST = 99  # Honoris beyond this are a slip of the finger; what is possible, the engine knows
DUELS = 5
ENCOUNTERS = 6
SIDES = ("white", "black")
SUPERS = 2  # R1: each bag holds two
SPELL_CHOICES = (("", _("not cast")), ("L", _("towards light")), ("D", _("towards dark")))
TOWARDS = {"L": _("towards light"), "D": _("towards dark"), ".": _("not moved")}
MOVES = {"L": _("light"), "D": _("dark"), ".": _("not moved")}


def move_choices(most: int) -> list[tuple[str, Any]]:
    """Every way to have won up to `most` super energies: the letters, and the directions in words. The order in which
    they moved decides nothing (H4), so each set of directions is offered once."""
    choices: list[tuple[str, Any]] = [("", _("none"))]
    for count in range(1, most + 1):
        for letters in combinations_with_replacement("LD.", count):
            words = [str(MOVES[letter]) for letter in letters]
            choices.append(("".join(letters), f"{count}: " + ", ".join(words) if count > 1 else TOWARDS[letters[0]]))
    return choices


@dataclass(frozen=True)
class SheetSide:
    """The fields of one side in one duel; `golden` is None where no golden energies are played."""

    side: str
    light: BoundField
    dark: BoundField
    super: BoundField
    golden: BoundField | None
    spells: tuple[BoundField, ...] = ()


@dataclass(frozen=True)
class SheetDuel:
    number: int
    sides: tuple[SheetSide, ...]


@dataclass(frozen=True)
class ScoringSpell:
    """A spell that moves a scoring pawn and can't be derived from what was won: where it may be cast."""

    duel: int
    side: str
    spell: str


def scoring_spells(terms: ArenaTerms) -> tuple[ScoringSpell, ...]:
    """The surges (R25) and triumphs (R27) that a game of these terms can see."""
    found = []
    for number, duel in enumerate(terms.duels, 1):
        for side, supplies in (("white", terms.white), ("black", terms.black)):
            if supplies.effect == "surge":
                found.append(ScoringSpell(number, side, "surge"))
            if duel.triumph:
                found.append(ScoringSpell(number, side, "triumph"))
    return tuple(found)


class SheetForm(forms.Form):
    """Counters for five duels. `golden` maps a side to how many golden energies it has (empty: none are played);
    `spells` are those that the sheet has to tell."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        golden: Mapping[str, int] | None = None,
        spells: tuple[ScoringSpell, ...] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.golden = dict(golden or {})
        self.spells = spells
        for duel in range(1, DUELS + 1):
            for side in SIDES:
                self._add_side(duel, side)
        for spell in spells:
            self._add_spell(spell)

    def _add_side(self, duel: int, side: str) -> None:
        for energy, label in (("light", _("light energy")), ("dark", _("dark energy"))):
            self.fields[f"d{duel}-{side}-{energy}"] = forms.IntegerField(
                label=label,
                min_value=0,
                max_value=ENCOUNTERS,
                required=False,
                initial=0,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        self._add_moves(f"d{duel}-{side}-super", _("super energy"), SUPERS)
        if self.golden.get(side):
            self._add_moves(f"d{duel}-{side}-golden", _("golden super energy"), self.golden[side])

    def _add_moves(self, name: str, label: Any, most: int) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=lambda: move_choices(most), required=False)

    def _add_spell(self, spell: ScoringSpell) -> None:
        self.fields[f"d{spell.duel}-{spell.side}-{spell.spell}"] = forms.ChoiceField(
            label=WORDS[spell.spell], choices=SPELL_CHOICES, required=False
        )

    def place_of(self, name: str) -> str:
        """Where a field stands on the sheet, in words."""
        duel, side, _what = name.split("-", 2)
        words = {"number": duel[1:], "side": SIDE_WORDS[side], "what": self[name].label}
        return _("Duel %(number)s, %(side)s, %(what)s") % words

    def duels(self) -> list[SheetDuel]:
        """The fields as they stand on the page."""
        return [SheetDuel(number, tuple(self._side(number, side) for side in SIDES)) for number in range(1, DUELS + 1)]

    def _side(self, duel: int, side: str) -> SheetSide:
        start = f"d{duel}-{side}"
        golden = self[f"{start}-golden"] if self.golden.get(side) else None
        cast = tuple(self[f"{start}-{each.spell}"] for each in self.spells if (each.duel, each.side) == (duel, side))
        return SheetSide(side, self[f"{start}-light"], self[f"{start}-dark"], self[f"{start}-super"], golden, cast)

    def hauls(self) -> list[dict[str, Any]]:
        """What was typed for each duel, zeros and empty strings left out; only of a valid form."""
        return [self._duel(number) for number in range(1, DUELS + 1)]

    def untouched(self) -> list[int]:
        """The duels in which nothing is told: perhaps forgotten, as it is rare that nobody wins anything; only of a
        valid form."""
        return [number for number, duel in enumerate(self.hauls(), 1) if not any(duel.values())]

    def _duel(self, number: int) -> dict[str, Any]:
        duel: dict[str, Any] = {side: self._haul(number, side) for side in SIDES}
        cast = [
            {"by": each.side, "spell": each.spell, "direction": direction}
            for each in self.spells
            if each.duel == number and (direction := self.cleaned_data.get(f"d{number}-{each.side}-{each.spell}"))
        ]
        return duel | ({"spells": cast} if cast else {})

    def _haul(self, duel: int, side: str) -> dict[str, Any]:
        named = {what: self.cleaned_data.get(f"d{duel}-{side}-{what}") for what in ("light", "dark", "super", "golden")}
        return {what: value for what, value in named.items() if value}


def sheet_bytes(duels: list[dict[str, Any]], *, set_up: Mapping[str, Any]) -> bytes:
    """A sheet as the engine reads it. `set_up` holds starter, edition and variants of the game."""
    document: dict[str, Any] = {"format": SHEET_FORMAT, **set_up, "duels": duels}
    return json.dumps(document, separators=(",", ":")).encode()


def played_so_far(duels: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The duels up to the last one in which anything was typed."""
    while duels and not any(duels[-1].values()):
        duels = duels[:-1]
    return duels


class ScoreForm(forms.Form):
    """The final score alone: Honoris and duel markers of both sides."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    white_honoris = forms.IntegerField(label=_("Honoris"), min_value=-LARGEST, max_value=LARGEST)
    white_markers = forms.IntegerField(label=_("duel markers"), min_value=0, max_value=DUELS)
    black_honoris = forms.IntegerField(label=_("Honoris"), min_value=-LARGEST, max_value=LARGEST)
    black_markers = forms.IntegerField(label=_("duel markers"), min_value=0, max_value=DUELS)

    def document(self, set_up: Mapping[str, Any]) -> bytes:
        """The score as the engine reads it; only of a valid form."""
        numbers = {
            what: {side: self.cleaned_data[f"{side}_{what}"] for side in SIDES} for what in ("honoris", "markers")
        }
        return json.dumps({"format": SCORE_FORMAT, **set_up, **numbers}, separators=(",", ":")).encode()


def sheet_entry(ctx: GameContext, sent: Sent) -> Answer:
    """Hand in a sheet: counters for five duels. With the button `check` nothing is handed in, only looked at."""
    if sent.rest == "running/":
        return _running(ctx, sent)
    if not sent.is_post:
        if TableSetUp(ctx).lacks_any:
            return set_up_first(ctx, "sheet")
        return _sheet_page(ctx, _sheet_form(ctx, initial={"idempotency_key": uuid.uuid4().hex}))
    form = _sheet_form(ctx, sent.data)
    if form.is_valid() and not played_so_far(form.hauls()):
        form.add_error(None, _("Nothing is filled in yet. Enter what each side won in each duel."))
    if not form.is_valid():
        return _sheet_page(ctx, form, Outcome(status=422))
    if "check" in sent.data:
        body = sheet_bytes(played_so_far(form.hauls()), set_up=ctx.set_up)
        report = evidence_read(system=ctx.game.system, body=body).report_json
        return _sheet_page(ctx, form, Outcome(report=report))
    if form.untouched() and "nothing_won" not in sent.data:
        return _sheet_page(ctx, form, Outcome(status=422), untouched=form.untouched())
    return HandIn(sheet_bytes(form.hauls(), set_up=ctx.set_up), form, lambda now, came: _sheet_page(now, form, came))


def _sheet_form(ctx: GameContext, *args: Any, **kwargs: Any) -> SheetForm:
    """The sheet of this game: with the counters and spells that its variants ask for."""
    spells = scoring_spells(terms_of(ctx.game))
    return SheetForm(*args, golden=ctx.game.variants.get("golden"), spells=spells, **kwargs)


def _sheet_page(
    ctx: GameContext, form: SheetForm, outcome: Outcome = NO_OUTCOME, *, untouched: Sequence[int] = ()
) -> EntryPage:
    """`untouched`: the duels that tell nothing."""
    title = gettext("Fill in the sheet")
    return magistrar_page(ctx, "sheet", title, form, outcome, field_of=_field_of_sheet, untouched=untouched)


def _field_of_sheet(violation: Mapping[str, Any]) -> str | None:
    """The first field of the side, or of both, in the duel that a violation is about."""
    return f"d{violation['duel']}-{violation['side'] or SIDES[0]}-light" if violation["duel"] else None


def _field_of_score(violation: Mapping[str, Any]) -> str | None:
    """The number that a violation is about; the first of them where it is about several."""
    side = violation["side"] or violation["params"].get("side")
    if side in SIDES:
        return f"{side}_honoris"
    return FIRST_OF_SCORE.get(violation["rule"])


def _running(ctx: GameContext, sent: Sent) -> Fragment:
    """The score of a sheet as it is typed so far."""
    form, report = _sheet_form(ctx, sent.data), None
    if form.is_valid() and (duels := played_so_far(form.hauls())):
        body = sheet_bytes(duels, set_up=ctx.set_up)
        report = shown_report(evidence_read(system=ctx.game.system, body=body).report_json, ctx.names)
    return Fragment(rendered("running", ctx, report=report, form=form))


def score_entry(ctx: GameContext, sent: Sent) -> Answer:
    """Hand in the final score alone: less is proven by it than by a sheet."""

    def page(now: GameContext, form: ScoreForm, outcome: Outcome = NO_OUTCOME) -> EntryPage:
        return magistrar_page(now, "score", gettext("Hand in the final score"), form, outcome, field_of=_field_of_score)

    if not sent.is_post:
        return page(ctx, ScoreForm(initial={"idempotency_key": uuid.uuid4().hex}))
    form = ScoreForm(sent.data)
    if not form.is_valid():
        return page(ctx, form, Outcome(status=422))
    set_up = ctx.set_up
    if TableSetUp(ctx).lacks_any:  # a score is of a whole game: it says all four cards, or none
        set_up.pop("variants", None)
    return HandIn(form.document(set_up), form, lambda now, came: page(now, form, came))
