"""Pasting or uploading a list of players: the form, with the answers to what was asked, and the preview under it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.selectors.people import players_by_keys
from tournaments.services.entries.lists.columns import Column, Reading, Years
from tournaments.services.entries.lists.player_list import Doubt, ListColumn
from tournaments.services.entries.preview import ASKING, ENTERABLE, EntryLine, LineStatus, Preview, preview_digest

LONGEST_LIST = 300_000  # letters: a thousand lines of a table with columns that nobody needs here
SHOWN_SOURCES = (Column.NAME, Column.RATING, Column.CLUB)
_NUMBERED = re.compile(r"(line|column)_([0-9]{1,5})")

COLUMN_LABELS = {
    Column.NAME: gettext_lazy("Name"),
    Column.FIRST_NAME: gettext_lazy("First name"),
    Column.LAST_NAME: gettext_lazy("Surname"),
    Column.RATING: gettext_lazy("Rating"),
    Column.CLUB: gettext_lazy("Club"),
    Column.SEED: gettext_lazy("Seed (order of entering)"),
    Column.OTHER: gettext_lazy("not used"),
}


class PastedListForm(forms.Form):
    """A list of players; `seen` is the digest of the preview that is confirmed. What the preview asks is answered in
    fields of its own: `line_3`, `column_2`, `years`."""

    names = forms.CharField(
        label=gettext_lazy("Players, one per line"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 9, "autocomplete": "off", "spellcheck": "false", "data-keep-typed": ""}),
        help_text=gettext_lazy(
            "Names alone, or a table with a heading like “Name; Rating; Club”. You see what will happen before "
            "anything is saved."
        ),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # An empty list is refused in the service's words; it isn't something to leave out.
        for name in {"names", "text"} & set(self.fields):
            self.fields[name].is_one_of_several = True  # type: ignore[attr-defined] # read by the field's template

    def choices(self) -> dict[int, str]:
        """Answers to lines: line number to a player's key, "new", "skip" or "back"."""
        return self._numbered("line")

    def reading(self) -> Reading:
        """Answers on how to read the list."""
        columns = {number: Column(value) for number, value in self._numbered("column").items() if value in set(Column)}
        years = self.data.get("years")
        return Reading(columns, Years(years) if years in set(Years) else None)

    def _numbered(self, kind: str) -> dict[int, str]:
        answers: dict[int, str] = {}
        for name, value in self.data.items():
            found = _NUMBERED.fullmatch(name)
            if found and found[1] == kind and isinstance(value, str) and value:
                answers[int(found[2])] = value
        return answers


def preview_context(form: PastedListForm, preview: Preview) -> dict[str, Any]:
    """The preview; the form keeps what it showed."""
    data: Any = form.data
    data["seen"] = preview_digest(preview.lines)
    lines, read = preview.lines, preview.read
    titles = {column.number: column.title for column in read.columns}
    return {
        "lines": _shown_lines(lines, form.choices(), titles),
        "columns": [_shown_column(column, form) for column in read.columns],
        "column_labels": [(column.value, label) for column, label in COLUMN_LABELS.items()],
        "skipped": read.skipped,
        "years_asked": read.years_asked,
        "years": form.reading().years,
        "entering": sum(line.status in ENTERABLE for line in lines),
        "unclear": sum(line.status in ASKING for line in lines) + len(read.asked) + read.years_asked,
    }


def _shown_column(column: ListColumn, form: PastedListForm) -> dict[str, Any]:
    return {
        "column": column,
        "chosen": "" if column.is_asked else column.column.value,
        "guess": COLUMN_LABELS[column.column] if column.is_asked else "",
    }


def _shown_lines(
    lines: Sequence[EntryLine], choices: Mapping[int, str], titles: Mapping[int, str]
) -> list[dict[str, Any]]:
    known = players_by_keys(key for line in lines for key in line.player_keys)
    return [
        {
            "line": line,
            "players": [known[key] for key in line.player_keys if key in known],
            "chosen": choices.get(line.number, ""),
            "asks": line.status in {*ASKING, LineStatus.TWICE},
            "is_year": line.doubt is Doubt.YEAR,
            "is_remark": line.doubt is Doubt.REMARK and line.status is LineStatus.UNCLEAR,
            "has_lost_letters": line.doubt is Doubt.LETTERS,
            **{
                f"{column.value}_from": _source(line, column, titles)
                for column in (Column.NAME, Column.RATING, Column.CLUB)
            },
        }
        for line in lines
    ]


def _source(line: EntryLine, column: Column, titles: Mapping[int, str]) -> str:
    """Which columns something came from, by their titles; empty where there are none."""
    if (column is Column.RATING and line.rating is None) or (column is Column.CLUB and not line.club):
        return ""
    return ", ".join(
        titles.get(place) or _("column %(number)d") % {"number": place} for place in line.sources.get(column, ())
    )
