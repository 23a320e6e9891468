"""From a document to its notation text: tags, then a line a duel, with the comments where they belong."""

import json
import re
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, UnsetType

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    RECORD_FORMAT,
    SCORE_FORMAT,
    SHEET_FORMAT,
    Document,
    Record,
    RecordDuel,
    Score,
    Sheet,
    SheetDuel,
    SideHaul,
    Spell,
    Surge,
    Triumph,
)
from games.engine.systems.magistrar.notation_words import COMMENTS, TAG_BY_LETTERS, VERBS, mistaken_tag

_FORMAT_OF: dict[type[Document], str] = {Record: RECORD_FORMAT, Sheet: SHEET_FORMAT, Score: SCORE_FORMAT}
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_NOTE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

Comments = dict[int, list[str]]  # by the duel after whose beginning they stand, 0 before the first


def write_document(document: Document) -> str:
    """The notation text of a document. Raises `ValueError` for a name that no edition, mage or card can have."""
    duels = _duel_lines(document)
    comments, notes, rest = _sorted_meta(document.meta, len(duels))
    lines = [*_set_up(document)]
    lines += [f"[{name} {_quoted(note)}]" for name, note in notes.items()]
    if rest or (document.meta is not UNSET and not (comments or notes)):
        lines.append(f"[Meta {_json(rest)}]")
    lines += map(_comment, comments.get(0, ()))
    if duels:
        lines.append("")
    for number, line in enumerate(duels, 1):
        lines.append(f"{number}. {line}")
        lines += map(_comment, comments.get(number, ()))
    return "\n".join(lines) + "\n"


def _duel_lines(document: Document) -> list[str]:
    if isinstance(document, Score):
        return []
    if isinstance(document, Sheet):
        return list(map(_sheet_line, document.duels))
    return list(map(_record_line, document.duels))


def _set_up(document: Document) -> Iterator[str]:
    variants = document.variants
    yield _tag("Format", _FORMAT_OF[type(document)])
    if document.edition != DEFAULT_EDITION:
        yield _tag("Edition", _name(document.edition))
    if document.starter is not UNSET:
        yield _tag("Starter", document.starter)
    if variants.mages is not UNSET:
        yield _tag("Mages", f"{_name(variants.mages.white)}/{_name(variants.mages.black)}")
    if variants.duel_cards is not UNSET:
        yield _tag("DuelCards", " ".join(map(_name, variants.duel_cards)))
    if variants.golden is not UNSET:
        yield _tag("Golden", f"{variants.golden.white}/{variants.golden.black}")
    if isinstance(document, Score):
        yield _tag("Honoris", f"{document.honoris.white}/{document.honoris.black}")
        yield _tag("Markers", f"{document.markers.white}/{document.markers.black}")
    elif document.claim is not UNSET:
        yield _tag("Claim", f"{document.claim.white}/{document.claim.black}")


def _tag(name: str, value: str) -> str:
    return f'[{name} "{value}"]'


def _name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"No edition, mage or card can be called {name!r}.")
    return name


def _record_line(duel: RecordDuel) -> str:
    parts = [f"{duel.tokens.white}/{duel.tokens.black}", f"{duel.pawns.white}/{duel.pawns.black}"]
    if duel.order is not UNSET:
        parts.append(f"order {_order(duel.order)}")
    if duel.moves.white or duel.moves.black:
        parts.append(f"moves {duel.moves.white}/{duel.moves.black}")
    return " ".join([*parts, *map(_spell, duel.spells)])


def _order(order: tuple[int, ...]) -> str:
    if all(0 <= position <= 9 for position in order):
        return "".join(map(str, order)) or "-"
    return "".join(f"{position}," for position in order)


def _sheet_line(duel: SheetDuel) -> str:
    return " ".join([f"{_haul(duel.white)} / {_haul(duel.black)}", *map(_spell, duel.spells)])


def _haul(haul: SideHaul) -> str:
    items = [f"{number}{letter}" for number, letter in ((haul.light, "L"), (haul.dark, "D")) if number]
    items += [f"{letter}{moves}" for letter, moves in (("S", haul.super), ("G", haul.golden)) if moves]
    return " ".join(items) or "-"


def _spell(spell: Spell) -> str:
    argument = spell.direction if isinstance(spell, Surge | Triumph) else spell.position
    return f"{spell.by} {VERBS[type(spell)]} {argument}"


def _sorted_meta(meta: dict[str, Any] | UnsetType, duels: int) -> tuple[Comments, dict[str, str], dict[str, Any]]:
    """The comments, the notes that fit into a tag of their own, and the rest."""
    if meta is UNSET:
        return {}, {}, {}
    comments: Comments = {}
    notes: dict[str, str] = {}
    rest: dict[str, Any] = {}
    for name, value in meta.items():
        if name == COMMENTS and _are_comments(value, duels):
            for comment in value:
                comments.setdefault(comment["duel"], []).append(comment["text"])
        elif _is_note(name, value):
            notes[name] = value
        else:
            rest[name] = value
    return comments, notes, rest


def _are_comments(value: object, duels: int) -> bool:
    """Whether a text can hold these as its comments, and give them back as they are."""
    if not isinstance(value, list) or not value:
        return False
    after = 0
    for comment in value:
        if not isinstance(comment, dict) or set(comment) != {"duel", "text"}:
            return False
        duel, text = comment["duel"], comment["text"]
        if type(duel) is not int or not after <= duel <= duels or not isinstance(text, str):
            return False
        lines = text.split("\n")
        if text != text.strip() or not all(line.isprintable() for line in lines) or ("}" in text and len(lines) > 1):
            return False
        after = duel
    return True


def _is_note(name: str, value: object) -> bool:
    fits = _NOTE.fullmatch(name) and name != COMMENTS and name.lower() not in TAG_BY_LETTERS and not mistaken_tag(name)
    return bool(fits) and isinstance(value, str) and value.isprintable()


def _comment(text: str) -> str:
    return f"; {text}" if "}" in text else f"{{{text}}}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _json(value: dict[str, Any]) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
        return text if text.isprintable() else json.dumps(value)
    except RecursionError as error:
        raise ValueError("The notes are nested too deeply.") from error
