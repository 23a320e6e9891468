"""Parts of a league's public pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template

from tournaments.selectors.standings.crosstables import Meeting

register = template.Library()


@register.filter
def form_of_entry(forms: Mapping[str, Sequence[Meeting]], entry_key: str) -> Sequence[Meeting]:
    """The last games of an entry; none where it has played none."""
    return forms.get(entry_key, ())
