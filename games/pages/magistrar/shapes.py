"""What is wrong with a document's shape, for people: the decoder speaks of types and paths, players read sentences."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from games.enums import Side

LONGEST = 40
_AT = re.compile(r" - at (?:key in )?`(\$[^`]*)`$")
_STEP = re.compile(r"\.?([A-Za-z_][A-Za-z0-9_]*)|\[(\d+|\.\.\.)\]")
_SIDES = {side.value: side.label for side in Side}
_MEMBERS = {
    "tokens": gettext_lazy("tokens"),
    "pawns": gettext_lazy("pawns"),
    "moves": gettext_lazy("moves of super energies"),
    "order": gettext_lazy("order of play"),
    "spells": gettext_lazy("spells"),
    "variants": gettext_lazy("variants"),
    "mages": gettext_lazy("mages"),
    "duel_cards": gettext_lazy("duel cards"),
    "golden": gettext_lazy("golden super energies"),
    "claim": gettext_lazy("Honoris written down"),
    "honoris": gettext_lazy("Honoris"),
    "markers": gettext_lazy("duel markers"),
    "starter": gettext_lazy("who starts"),
    "edition": gettext_lazy("edition"),
    "format": gettext_lazy("format"),
    "light": gettext_lazy("light"),
    "dark": gettext_lazy("dark"),
    "super": gettext_lazy("super"),
    "by": gettext_lazy("whose spell"),
    "position": gettext_lazy("encounter"),
    "direction": gettext_lazy("direction"),
    "spell": gettext_lazy("spell"),
}
_KINDS = {
    "str": pgettext_lazy("what is needed or found", "a text in quotation marks"),
    "int": pgettext_lazy("what is needed or found", "a whole number"),
    "float": pgettext_lazy("what is needed or found", "a number with decimals"),
    "bool": pgettext_lazy("what is needed or found", "true or false"),
    "null": pgettext_lazy("what is needed or found", "nothing (null)"),
    "array": pgettext_lazy("what is needed or found", "a list in square brackets"),
    "object": pgettext_lazy("what is needed or found", "a group in braces"),
}


def shape_in_words(detail: str) -> str:
    """The sentence for what a `ShapeError` says."""
    at = _AT.search(detail)
    what, place = (detail[: at.start()], _place(at[1])) if at else (detail, _place("$"))
    for pattern, sentence in _SENTENCES:
        found = pattern.match(what)
        if found:
            return sentence(place, found)
    return _("%(place)s: this isn’t written as a game’s document is.") % {"place": place}


def _place(path: str) -> str:
    """ "$.duels[0].tokens.white" is "Duel 1, tokens, White"."""
    words: list[str] = []
    for name, index in _STEP.findall(path.removeprefix("$")):
        if index.isdigit() and words and words[-1] == "duels":
            words[-1] = _("Duel %(number)d") % {"number": int(index) + 1}
        elif name:
            words.append(name)
    said = [str(_SIDES.get(word) or _MEMBERS.get(word) or word[:LONGEST]) for word in words]
    joined = ", ".join(said)
    return joined[:1].upper() + joined[1:] if joined else _("The document as a whole")


def _kind(word: str) -> str:
    return " / ".join(str(_KINDS.get(one.strip(), one.strip())) for one in word.split("|"))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _filled(template: str, *names: str) -> Callable[[str, re.Match[str]], str]:
    """A sentence of the place and what the pattern's groups hold."""

    def sentence(place: str, found: re.Match[str]) -> str:
        values = {name: _short(found[number]) for number, name in enumerate(names, 1)}
        return str(_(template)) % {"place": place, **values}

    return sentence


def _wrong_kind(place: str, found: re.Match[str]) -> str:
    values = {"place": place, "expected": _kind(found[1]), "found": _kind(found[2])}
    return _("%(place)s: %(expected)s is needed here, not %(found)s.") % values


def _not_json(_place: str, found: re.Match[str]) -> str:
    where = re.search(r"line (\d+) column (\d+)", found[0])
    if where is None:
        return _("This can’t be read: a game is written in the text notation or as JSON, in UTF-8.")
    return _(
        "Line %(line)s, column %(column)s: this can’t be read. A game is written in the text notation or as JSON."
    ) % {"line": where[1], "column": where[2]}


_SENTENCES: tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str]], str]], ...] = (
    (re.compile(r"Not JSON in UTF-8.*", re.DOTALL), _not_json),
    (re.compile(r"The JSON is nested too deeply"), _filled(gettext_noop("It is nested too deeply to be a game."))),
    (
        re.compile(r"Object missing required field `(.*)`", re.DOTALL),
        _filled(gettext_noop("%(place)s: “%(member)s” is missing."), "member"),
    ),
    (
        re.compile(r"Object contains unknown field `(.*)`", re.DOTALL),
        _filled(gettext_noop("%(place)s: there is no “%(member)s” in a game’s document."), "member"),
    ),
    (
        re.compile(r"Expected six letters of (.*)", re.DOTALL),
        _filled(gettext_noop("%(place)s: six letters are needed, each one of %(letters)s."), "letters"),
    ),
    (
        re.compile(r"Expected (?:letters of|`str` matching regex)"),
        _filled(gettext_noop("%(place)s: only the letters L, D and a full stop can stand here.")),
    ),
    (re.compile(r"Expected `array` of length"), _filled(gettext_noop("%(place)s: these are too many."))),
    (re.compile(r"Expected `int` >="), _filled(gettext_noop("%(place)s: a number below 0 can’t stand here."))),
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), _wrong_kind),
    (
        re.compile(r"Invalid (?:enum )?value '(.*)'", re.DOTALL),
        _filled(gettext_noop("%(place)s: “%(value)s” isn’t one of the words that can stand here."), "value"),
    ),
)
