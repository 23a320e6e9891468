"""The words of one game stand in its own folders: the service speaks of seats, places, numbers and parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("games", "ratings", "tournaments", "leagues", "news", "privacy", "moderation", "upkeep", "magistrar_site")
CODE = (*APPS, "templates", "static")
WORDS = re.compile(
    r"honoris|(?<![a-z])duels?(?![a-z])|(?<![a-z])markers?(?![a-z])|(?<![a-z])energ(?:y|ies)(?![a-z])", re.I
)
READ = {".py", ".html", ".js", ".css", ".svg", ".txt"}
# Where the words of Magistrar may stand for good, and why (docs/architecture.md).
OWN = {
    "games/engine/systems": "the rules of each game",
    "games/pages/magistrar": "the pages of Magistrar",
    "games/pages/elemental": "the pages of the elemental duel",
    "games/migrations": "what the database was",
    "ratings/migrations": "what the database was",
    "tournaments/migrations": "what the database was",
    "games/facts": "facts of version 1 name them",
    "tournaments/facts": "facts of version 1 name them",
    "tournaments/formats/core/tiebreaks": "the keys of tie-breaks in stored events",
    "tournaments/services/grand_mage_periods.py": "Grand Mage",
    "tournaments/services/events/presets.py": "presets",
    "tournaments/formats/core/series.py": "the stored name of an ending",
    "tournaments/formats/core/series_table.py": "the table of Grand Mage",
    "tournaments/models/numbers.py": "the keys of tie-breaks in stored events",
    "tournaments/models/rules.py": "the names of stored settings",
    "tournaments/services/demo.py": "the demo shows Magistrar",
    "privacy/selectors/columns.py": "the columns of the Grand Mage table",
    "tournaments/api/drafts.py": "the API's names of records in progress, and their documentation",
    "tournaments/api/urls.py": "the API's names of records in progress",
    "tournaments/api/corrections.py": "the API's name of a part on which two versions differ",
    "tournaments/api/serializers/games.py": "the API's name of a part on which two versions differ",
    "templates/site/imprint.html": "the name of the game",
    "templates/tournaments/home.html": "the title of the site, which is named after the game",
    "static/img/sprite.svg": "one sprite for all pages: its symbols have names",
    "static/vendor": "not ours",
}


def files_with_words() -> Iterator[str]:
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in READ or any(name == own or name.startswith(f"{own}/") for own in OWN):
                continue
            if "grand_mage" in name or "grand-mage" in name:
                continue
            if WORDS.search(path.read_text("utf-8")):
                yield name


def test_words_of_magistrar_stand_where_they_may() -> None:
    assert list(files_with_words()) == [], "say seat, place, number or part, or move it into the system's own folders"


@pytest.mark.parametrize("own", sorted(OWN))
def test_exception_is_of_something_that_exists(own: str) -> None:
    assert (ROOT / own).exists()
