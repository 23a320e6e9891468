"""Two organisers on one edition: the second one keeps what he typed, and is told what the first one changed. Mages and
cards are compared by their names, as rows move when others come or go."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from django.http import QueryDict

from games.models import ClubEdition
from games.pages.core.stated_fields import changed_note
from games.pages.magistrar.edition_form import KINDS, EditionForm, row_numbers
from games.pages.magistrar.edition_parts import part_key
from games.selectors.editions import edition_content, edition_seen
from magistrar_site.shared.concurrent_edit import BOTH_CHANGED, TAKEN_OVER, changed_meanwhile, put_notes, shown_before


def form_after_others(sent: EditionForm, edition: ClubEdition) -> EditionForm:
    """The form as it was sent, on the edition as it is now. What somebody else changed meanwhile is marked with what it
    is now, and where this sender left it alone it is taken over."""
    title, content, seen = edition.title, edition_content(edition), edition_seen(edition)
    data = cast("QueryDict", sent.data).copy()
    before = shown_before(data.get("before", ""))
    now = _in_rows_of(before, data, EditionForm(title=title, edition=content, seen=seen).shown())
    names = dict.fromkeys([*now, *(name for name in before if name.endswith("_name"))])
    notes = dict(changed_meanwhile(names, typed=data, before=before, now=now))
    for name, note in notes.items():
        if _takes_away_what_was_typed(name, now, before, data):
            notes[name] = BOTH_CHANGED
        elif note is TAKEN_OVER:
            data[name] = now.get(name, "")
    data["seen"], data["before"] = seen, json.dumps(now)
    form = EditionForm(data, title=title, edition=content, seen=seen)
    form.full_clean()
    marked = {name: note for name, note in notes.items() if name in form.fields}
    put_notes(form, marked, before=before, now=now, summary=changed_note(len(marked)))
    return form


def _in_rows_of(before: Mapping[str, str], typed: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """`now`, each mage and card in the row that has its name in the page that was sent, else in a row of its own."""
    rows: dict[str, str] = {}
    for prefix in KINDS.values():
        new = [row for row in _rows(prefix, typed) if f"{prefix}_{row}_name" not in before]
        here = {part_key(typed[f"{prefix}_{row}_name"]): row for row in new}
        here |= {part_key(before[f"{prefix}_{row}_name"]): row for row in _rows(prefix, before)}
        free = max([*_rows(prefix, typed), *_rows(prefix, before)], default=-1) + 1
        for row in _rows(prefix, now):
            place = here.get(part_key(now[f"{prefix}_{row}_name"]))
            if place is None:
                place, free = free, free + 1
            rows[f"{prefix}_{row}"] = f"{prefix}_{place}"
    moved: dict[str, str] = {}
    for name, value in now.items():
        part = "_".join(name.split("_")[:2])
        moved[rows.get(part, part) + name[len(part) :]] = value
    return moved


def _rows(prefix: str, names: Mapping[str, str]) -> list[int]:
    return [row for row in row_numbers(prefix, names) if names[f"{prefix}_{row}_name"]]


def _takes_away_what_was_typed(
    name: str, now: Mapping[str, str], before: Mapping[str, str], typed: Mapping[str, str]
) -> bool:
    """Whether this is a mage or card that somebody else took out while this sender changed something of it."""
    if not name.endswith("_name") or now.get(name):
        return False
    row = name.removesuffix("name")
    return any(typed.get(each, value) != value for each, value in before.items() if each.startswith(row))
