"""What a broken rule says, with the players' names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine.systems.elemental.messages import SENTENCES
from magistrar_site.shared.isolates import isolated

SEATS = ("seat", "target")


def sentence_of(violation: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """The sentence of a violation as a report has it, in the reader's language. `names`: by the names of seats."""
    params = dict(violation["params"])
    template = _(SENTENCES.template(violation["code"], violation["rule"], params))
    for key in SEATS:
        if params.get(key) in (names or {}):
            params[key] = isolated((names or {})[params[key]])
    return template % params
