"""The words and letters of the notation, for its reader and its writer."""

import re
from difflib import get_close_matches

from games.engine.systems.magistrar.documents import (
    ExchangeTokens,
    Reinforcement,
    Spell,
    StrengthenPawn,
    Surge,
    Triumph,
)

POSITION_SPELLS: dict[str, type[ExchangeTokens | StrengthenPawn | Reinforcement]] = {
    "exchanges": ExchangeTokens,
    "strengthens": StrengthenPawn,
    "reinforces": Reinforcement,
}
DIRECTION_SPELLS: dict[str, type[Surge | Triumph]] = {"surges": Surge, "triumphs": Triumph}
VERBS: dict[type[Spell], str] = {spell: verb for verb, spell in (POSITION_SPELLS | DIRECTION_SPELLS).items()}

TAGS = ("Format", "Edition", "Starter", "Mages", "DuelCards", "Golden", "Claim", "Honoris", "Markers", "Meta")
TAG_BY_LETTERS = {tag.lower(): tag for tag in TAGS}
DASHES = dict.fromkeys(map(ord, "–—−‐‑"), "-")  # what keyboards and mail programs make of a hyphen
INTEGER = re.compile(r"[+-]?\d{1,4000}")
COMMENTS = "comments"  # the member of `meta` that holds a text's comments


def mistaken_tag(name: str) -> str | None:
    """The tag that somebody may have meant who wrote this name; None for a name that can only be a note."""
    (meant,) = get_close_matches(name.lower(), TAG_BY_LETTERS, n=1, cutoff=0.75) or (None,)
    return None if meant is None else TAG_BY_LETTERS[meant]


def grade_of(format: str) -> str:
    """The middle of a format's name: record, sheet or score."""
    return format.split("/")[0].removeprefix("magistrar-")
