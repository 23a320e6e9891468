"""What people write beside a name on a line without columns: titles, federations, identifiers, addresses and births. It
is told, and no part of the name."""

from __future__ import annotations

import re

from tournaments.services.entries.lists.columns import CHESS_TITLES, FEDERATIONS

_CODES = CHESS_TITLES | FEDERATIONS
_BIRTH_WORD = r"(?:\*|°|(?:geb(?:oren)?|born(?: in)?|jg|jhg|jahrgang|née?|nato|nata|b)\b\.?)"
_BIRTH = re.compile(
    rf"(?:^|[\s,;(\[])\s?(?P<told>{_BIRTH_WORD}\s?:?\s?(?:\d{{1,2}}[./-]\d{{1,2}}[./-])?(?:\d{{4}}|\d{{2}}))\s?[)\]]?$",
    re.ASCII | re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\s?[(\[](?P<told>[A-Z]{2,3}|(?:FIDE[- ]?ID:?\s?)?\d{5,})[)\]]$", re.ASCII)
_BEHIND = re.compile(r"\s(?P<told>[A-Z]{2,3}|\d{5,})$", re.ASCII)
_BEFORE = re.compile(r"(?P<told>[A-Z]{2,3}|\d{5,})\s(?=\w)", re.ASCII)
_MAIL = re.compile(r"\s[<(\[]?(?P<told>[^\s@<>]+@[^\s@<>]+)[>)\]]?$")
_MOST = 4  # things beside one name


def is_birth(cell: str) -> bool:
    """Whether a cell says of a year that somebody was born in it: "Jg. 2010"."""
    return _BIRTH.match(cell) is not None


def without_beside(name: str) -> tuple[str, tuple[str, ...]]:
    """ "GM Anna Berg (GER)" as "Anna Berg", and what stood beside it. Capitals behind a name are a code only where the
    name itself has small letters: "SUN MIN TAN" is one name."""
    told: list[str] = []
    for _again in range(_MOST):
        for pattern in (_BIRTH, _MAIL, _IN_BRACKETS, _BEHIND, _BEFORE):
            found = pattern.search(name) if pattern is not _BEFORE else pattern.match(name)
            if found is None or not _is_beside(found["told"]):
                continue
            rest = f"{name[: found.start()]}{name[found.end() :]}".strip(" ,;")
            if not any(map(str.isalpha, rest)):
                continue
            if pattern is _BEFORE and " " not in rest:
                continue
            if pattern is _BEHIND and (" " not in rest or rest.isupper()):
                continue
            name = rest
            told.append(found["told"])
            break
        else:
            break
    return name, tuple(told)


def _is_beside(text: str) -> bool:
    return not text.isupper() or not text.isalpha() or text in _CODES
