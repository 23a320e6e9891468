"""Lists of players without a heading: each line is read by itself, as people write names with numbers, ratings and
clubs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from magistrar_site.shared.csv_cells import unguarded
from magistrar_site.shared.names import clean_name, fold_name
from tournaments.services.entries.lists.columns import (
    FEDERATIONS,
    LOWEST_RATING,
    NO_RATING,
    YEARS,
    Column,
    Reading,
    ascii_digits,
    is_beside_the_name,
    rating_read,
)
from tournaments.services.entries.lists.name_extras import is_birth, without_beside
from tournaments.services.entries.lists.player_list import (
    CHAT,
    CLUB_LENGTH,
    DELIMITERS,
    SAMPLES,
    SEPARATOR,
    UNREAD_LENGTH,
    Doubt,
    ListColumn,
    ListedPlayer,
    PlayerList,
    cells_of,
    doubt_of,
    in_order,
    player_of_row,
    rating_or_year,
    unread_of,
)

# How people number and mark what they paste: "1. Anna", "1.Anna", "2) Anna", "(4) Dora", "#5 Emil", "03 Anna" (but not
# "1700 Anna": that may be a rating), "- Anna", "[x] Anna", "✅ Anna", "1️⃣ Anna".
_BULLET = re.compile(
    r"\s*(?:(?:\d\ufe0f?\u20e3)+|🔟|\(\d{1,3}\)|\[\d{1,3}\]|(?:#|[Nn][or]\.|№)\s?\d{1,4}[.):]?(?=\s)"
    r"|#\d{1,3}(?=[^\W\d_])|\d{1,4}\s*[.):/°º]\)?(?=\s|$)|\d{1,3}[.):](?=[^\W\d_])|[a-z]\)(?=\s)"
    r"|\d{1,3}\s+[-–](?=\s)|\d{1,3}(?=\s+[^\W\d_])|[-–—*•·◦▪▫‣⁃➤➜→►▶👉✅✔☑☐✓☒❌](?=\ufe0f?\s)|\[[ xX✓✔]?\])\ufe0f?\s*"
)
_WORD = r"(?:elo|dwz|nwz|twz|rating|rtg|wertung|wertungszahl|sterkte)"
_BRACKETS = re.compile(
    rf"\s*[(\[](?:(?P<word>{_WORD})\s*[:.]?\s*)?(?P<rating>\d{{3,4}})(?:\s(?P<unit>{_WORD}))?[)\]]$",
    re.ASCII | re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"(?:\s+[-–:]?\s*|\s*[:–]\s*)(?:(?P<word>{_WORD})\s*:?\s*)?(?:(?:ca\.?|circa|about|~|≈)\s*)?"
    rf"(?P<rating>\d{{3,4}})(?:\s(?P<unit>{_WORD}))?$",
    re.ASCII | re.IGNORECASE,
)
_BEFORE = re.compile(r"[(\[]?(?P<rating>\d{4})[)\]]?\s*[-–:]?\s+(?=[^\W\d_])")
_SMALL_WORDS = frozenset(  # what a surname may begin with
    {"van", "von", "vom", "der", "den", "de", "del", "della", "di", "da", "do", "dos", "la", "le", "el", "al", "ten"}
    | {"ter", "te", "zu", "zur", "zum", "af", "av", "mac", "st"}
)
MOST_BULLETS = 2
LONGEST_LINE = 200  # letters; what is longer is no name
LEAST_OF_A_LINE = 4
LEAST_OF_A_CLUB = 3  # lines before what repeats behind the names is taken for clubs


def lines_read(text: str, said: Reading) -> PlayerList:
    """The players of a list without a heading."""
    forced, lines = _logical_lines(text)
    split = [(number, line, _delimiter(line, forced)) for number, line in lines]
    rows = {number: _cells(line, mark) for number, line, mark in split if mark}
    columns = _columns(list(rows.values()), said) if said.columns else ()
    clubs = _clubs(list(rows.values()))
    beside_each_other = _of_one_line(list(rows.values())) if len(split) == 1 and not columns else ()
    if beside_each_other:
        return PlayerList(beside_each_other)
    players = []
    for number, line, mark in split:
        if not mark:
            players.append(_of_text(number, line, said))
        elif columns:
            players.append(player_of_row(number, rows[number], columns))
        else:
            players.append(_of_cells(number, rows[number], mark, clubs, said))
    if len(players) == 1 and _may_be_several(next(iter(rows.values()), [])) and not columns:
        players = [replace(players[0], doubt=players[0].doubt or Doubt.REMARK)]
    players = _settle_years(players)
    shown = columns or _guessed_columns(list(rows.values()), players)
    return PlayerList(tuple(players), shown, years_asked=any(player.doubt is Doubt.YEAR for player in players))


def _logical_lines(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The delimiter that the list says it has ("sep=;"), and its lines with their numbers and without bullets; one with
    a cell that goes on in the next is one."""
    found: list[tuple[int, str]] = []
    forced, started, begun = "", 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        separator = SEPARATOR.fullmatch(line) if not found and not begun else None
        if separator:
            forced = separator[1]
            continue
        whole = f"{begun}\n{line}" if begun else line
        if not begun:
            started = number
        if _goes_on(whole, forced) and whole.count("\n") < 5:
            begun = whole
            continue
        begun = ""
        found.append((started, whole))
    if begun:  # the mark never ended: then it was none
        found += [(started + at, line) for at, line in enumerate(begun.split("\n"))]
    # Where tabs are between the columns a number is a column.
    stripped = [(number, line if "\t" in line.strip() else _without_bullets(line)) for number, line in found]
    return forced, [(number, line) for number, line in stripped if clean_name(line)]


def _goes_on(line: str, forced: str) -> bool:
    """Whether a cell in quotation marks doesn't end on the line."""
    marks = forced or "".join(DELIMITERS)
    return line.count('"') % 2 == 1 and re.search(rf'(?:^|[{re.escape(marks)}])\s*"', line) is not None


def _without_bullets(line: str) -> str:
    for _again in range(MOST_BULLETS):
        bullet = _BULLET.match(line)
        if bullet is None:
            return line
        line = line[bullet.end() :]
    return line


def _delimiter(line: str, forced: str) -> str:
    if CHAT.fullmatch(line.strip()):
        return ""
    return next((mark for mark in (forced or DELIMITERS) if mark in line.strip()), "")


def _cells(line: str, mark: str) -> list[str]:
    if re.search(rf'(?:^|{re.escape(mark)})\s*"', line) and line.count('"') % 2 == 0:
        return [clean_name(unguarded(cell)) for row in cells_of(line, mark) for cell in row]
    return [clean_name(unguarded(cell.strip())) for cell in line.split(mark)]


# --- Lines of words ---


def _of_text(number: int, line: str, said: Reading) -> ListedPlayer:
    """A line without columns: a name, with a rating behind it, in brackets, or before it."""
    text = clean_name(line)
    doubt = doubt_of(text)
    if len(text) > LONGEST_LINE or CHAT.fullmatch(text):
        return ListedPlayer(number, text, doubt=doubt)
    name, beside = without_beside(text)
    name, value, is_named = _name_and_number(name)
    name, beside_too = without_beside(name)
    doubt, left_out = doubt_of(name), (*beside, *beside_too)
    name = in_order(name)
    if value is not None and not is_named and not doubt:
        rating, doubt = rating_or_year(value, said)
        left_out = left_out if rating else (*left_out, str(value))
        value = rating
    return ListedPlayer(number, name, value, doubt=doubt, left_out=left_out)


def _name_and_number(text: str) -> tuple[str, int | None, bool]:
    """The name, the number beside it, and whether a word says that it is a rating. Behind a name of one word a bare
    number is part of it ("Player 1203")."""
    digits = ascii_digits(text)
    for pattern in (_BRACKETS, _BEHIND):
        found = pattern.search(digits)
        if found is None:
            continue
        name, is_named = text[: found.start()].rstrip(" ,;–-:"), bool(found["word"] or found["unit"])
        is_set_off = is_named or pattern is _BRACKETS or any(mark in found[0] for mark in "-–:")
        value = rating_read(found["rating"])
        if value and any(char.isalpha() for char in name) and (is_set_off or " " in name):
            return name, value, is_named
    found = _BEFORE.match(digits)
    value = rating_read(found["rating"]) if found else None
    return (text[found.end() :], value, False) if found and value else (text, None, False)


# --- Lines of cells ---


def _of_cells(number: int, cells: Sequence[str], mark: str, clubs: frozenset[str], said: Reading) -> ListedPlayer:
    """A line with a rating and a club beside the name, in any order; what else stands there is told."""
    words = [at for at, cell in enumerate(cells) if _is_word(cell)]
    if len(words) == 1 and _is_surname_in_capitals(cells, words[0]):
        words = [words[0] - 1, *words]
    if not words:
        return ListedPlayer(number, "", left_out=tuple(cell for cell in cells if cell))
    name_at: tuple[int, ...] = (words[0],)
    name = in_order(cells[words[0]])
    if len(words) > 1 and _is_last_and_first(cells, words[0], words[1], mark, clubs):
        name_at, name = (words[0], words[1]), clean_name(f"{cells[words[1]]} {cells[words[0]]}")
    others = [at for at in words if at not in name_at]
    club_at = next((at for at in others if rating_read(cells[at]) is None), None)
    numbers = [at for at, cell in enumerate(cells) if at not in name_at and _is_rating(cell, is_behind=at > words[0])]
    rating_at = next((at for at in numbers if rating_read(cells[at]) not in YEARS), next(iter(numbers), None))
    value = rating_read(cells[rating_at]) if rating_at is not None else None
    unread = "" if value else next((unread_of(cell) for cell in cells[name_at[-1] + 1 :] if _is_no_number(cell)), "")
    name, titles = without_beside(name)
    sources = {Column.NAME: tuple(at + 1 for at in sorted(name_at))}
    if rating_at is not None:
        sources[Column.RATING] = (rating_at + 1,)
    if club_at is not None:
        sources[Column.CLUB] = (club_at + 1,)
    counting = {at for at, cell in enumerate(cells[: words[0]]) if cell.isdecimal() and len(cell) <= 4}  # the lines
    used = {*name_at, *counting, rating_at, club_at}
    rest = tuple(
        cell[:UNREAD_LENGTH]
        for at, cell in enumerate(cells)
        if at not in used and cell and not NO_RATING.fullmatch(cell)
    )
    doubt = doubt_of(name)
    if value is not None and not doubt:
        rating, doubt = rating_or_year(value, said)
        if rating is None:
            rest, value = (*rest, str(value)), None
            sources.pop(Column.RATING, None)
    return ListedPlayer(
        number,
        name,
        value,
        cells[club_at][:CLUB_LENGTH] if club_at is not None else "",
        unread,
        doubt,
        sources,
        (*titles, *(left for left in rest if left != unread)),
    )


def _is_word(cell: str) -> bool:
    """Whether a cell may be a name or a club."""
    return any(char.isalpha() for char in cell) and not _is_beside(cell) and not NO_RATING.fullmatch(cell)


def _is_beside(cell: str) -> bool:
    return is_beside_the_name(cell) or is_birth(cell)


def _is_surname_in_capitals(cells: Sequence[str], at: int) -> bool:
    """Whether what looks like a federation before a name in capitals is its first half: "TAN; ALI; 1700"."""
    return at > 0 and cells[at - 1] in FEDERATIONS and cells[at].isupper() and " " not in cells[at]


def _is_no_number(cell: str) -> bool:
    """Whether a cell stands where a rating might, and is none."""
    return bool(cell) and not _is_word(cell) and not _is_beside(cell) and rating_read(cell) is None


def _is_rating(cell: str, *, is_behind: bool) -> bool:
    """A number that nothing names: before the name it may as well count the lines."""
    value = rating_read(cell)
    if value is None or not cell[:1].isdecimal():
        return False
    return value >= (LOWEST_RATING if is_behind else 1001)


def _is_last_and_first(cells: Sequence[str], last: int, first: int, mark: str, clubs: frozenset[str]) -> bool:
    """ "Berg, Anna" or "van der Berg; Anna", but not "Anna Berg, Köln": a surname is one word, or begins with small
    ones. What stands behind many names is a club."""
    if first != last + 1 or any(char.isdecimal() for char in cells[first]) or fold_name(cells[first]) in clubs:
        return False
    beginning = cells[last].partition(" ")[0]
    return " " not in cells[last] or fold_name(beginning) in _SMALL_WORDS or ("," in mark and cells[last][:1].islower())


def _clubs(rows: Sequence[Sequence[str]]) -> frozenset[str]:
    """What stands behind names on so many lines that it is no first name."""
    counts = Counter(fold_name(cell) for row in rows for cell in [w for w in row if _is_word(w)][1:])
    total = sum(counts.values())
    if len(rows) < LEAST_OF_A_CLUB or not counts or len(counts) > total / 2:
        return frozenset()
    return frozenset(counts)


# --- The list as a whole ---


def _of_one_line(rows: Sequence[Sequence[str]]) -> tuple[ListedPlayer, ...]:
    """The players of a list that is one line: four names or more beside each other, counted from 1."""
    names = [cell for row in rows for cell in row if cell]
    if len(names) < LEAST_OF_A_LINE or not all(_is_word(name) for name in names):
        return ()
    return tuple(_of_text(at, name, Reading()) for at, name in enumerate(names, 1))


def _may_be_several(cells: Sequence[str]) -> bool:
    """Whether a line of three is a surname, a first name and a club, or three players."""
    words = [cell for cell in cells if cell]
    return len(words) == LEAST_OF_A_LINE - 1 and all(_is_word(word) for word in words)


def _settle_years(players: Sequence[ListedPlayer]) -> list[ListedPlayer]:
    """Numbers in columns are ratings where one of them is too far from a year; in brackets each is asked about."""
    columns = [player for player in players if Column.RATING in player.sources and player.rating is not None]
    if all(player.rating in YEARS for player in columns):
        return list(players)
    return [
        replace(player, doubt=Doubt.NONE) if player.doubt is Doubt.YEAR and Column.RATING in player.sources else player
        for player in players
    ]


def _columns(rows: Sequence[Sequence[str]], said: Reading) -> tuple[ListColumn, ...]:
    """The columns as they were said."""
    return tuple(
        ListColumn(at + 1, "", said.columns.get(at + 1, Column.OTHER), samples=_samples(rows, at))
        for at in range(max((len(row) for row in rows), default=0))
    )


def _guessed_columns(rows: Sequence[Sequence[str]], players: Sequence[ListedPlayer]) -> tuple[ListColumn, ...]:
    """The kind that most lines take from each column."""
    held: dict[int, Counter[Column]] = {}
    for player in players:
        for column, places in player.sources.items():
            parts = (Column.LAST_NAME, Column.FIRST_NAME) if column is Column.NAME and len(places) == 2 else (column,)
            for part, place in zip(parts, places, strict=False):
                held.setdefault(place, Counter())[part] += 1
    return tuple(
        ListColumn(
            at + 1,
            "",
            held[at + 1].most_common(1)[0][0] if at + 1 in held else Column.OTHER,
            samples=_samples(rows, at),
        )
        for at in range(max((len(row) for row in rows), default=0))
    )


def _samples(rows: Sequence[Sequence[str]], at: int) -> tuple[str, ...]:
    return tuple(row[at][:40] for row in rows if at < len(row) and row[at])[:SAMPLES]
