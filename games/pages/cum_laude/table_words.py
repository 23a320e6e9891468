"""What an event of Magia Cum Laude is played with, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.engine.systems.cum_laude.system import CHANGE_PLACES
from games.pages.core.table import TableWords


class CumLaudeTableWords(TableWords):
    """The change-places cards."""

    ways: Mapping[str, StrOrPromise] = {**TableWords.ways, CHANGE_PLACES: _("with the change-places cards")}
    ways_explained = _(
        "With the change-places cards, six cards without a symbol are out, one of each colour. "
        "Cards that are dealt here are dealt so."
    )
