"""The duels of a notation text, a line each."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar, cast

from msgspec import UNSET, UnsetType

from games.engine.core.messages import gettext_noop as _
from games.engine.systems.magistrar.documents import (
    DUELS_IN_A_GAME,
    POSITIONS,
    Direction,
    RecordDuel,
    SheetDuel,
    SideHaul,
    SideMoves,
    SideRows,
    Spell,
)
from games.engine.systems.magistrar.notation_scanner import Scanner
from games.engine.systems.magistrar.notation_words import DASHES, DIRECTION_SPELLS, INTEGER, POSITION_SPELLS
from games.engine.systems.magistrar.report import Side

T = TypeVar("T")

_NUMBER = re.compile(r"(\d{1,4})\.")
_WORD = re.compile(r"[^\s\[\]{}/;\"“”„]+")
_LIST = re.compile(r"[-+\d,]+")
_WORD_ENDS = r"(?=[\s\[\]{}/;]|\Z)"
_MOVES = re.compile(rf"(?:[LD.]+{_WORD_ENDS})?", re.IGNORECASE)
_HAUL_ITEM = re.compile(r"(\d{1,18})([LD])|([SG])([LD.]+)", re.IGNORECASE)
_HAUL = re.compile(rf"(?:(?:{_HAUL_ITEM.pattern})+|[-–—−]){_WORD_ENDS}", re.IGNORECASE)
_CLAUSES = ("order", "moves", "white", "black")

_TAG_LATE = _("Tags go before the first duel.")
_DUEL_NUMBER = _("Duel %(number)s is expected here, beginning with “%(number)s.”.")
_NO_MORE_DUELS = _("A game has no more than %(most)s duels.")
_CLAUSE = _("“%(word)s” isn’t understood. Expected here: an order, moves, or a spell of white or black.")
_ORDER_TWICE = _("The duel has an order already.")
_MOVES_TWICE = _("The duel has moves already.")
_ORDER = _("Expected here: the encounters in the order played, such as “312645”, or “-” for none.")
_MOVES_SLASH = _("A slash is needed between white’s and black’s moves, as in “LD/.”.")
_SPELL = _("Expected here: what the side does (exchanges, strengthens, reinforces, surges or triumphs).")
_POSITION = _("Expected here: the encounter of the spell.")
_DIRECTION = _("Expected here: the direction of the spell, L or D.")
_DIRECTION_OR_NONE = _("Expected here: the direction of the spell, L, D, or “.” for none.")
_HAUL_EXPECTED = _("Expected here: what %(side)s won, such as “2L 1D SL”, or “-” for nothing.")
_HAUL_TWICE = _("“%(letter)s” appears twice here for %(side)s.")


@dataclass(frozen=True)
class _Row:
    """A kind of row: its letters, and what to say where one is wrong."""

    letters: str
    too_short: str
    too_long: str
    wrong_letter: str
    slash: str


_TOKENS = _Row(
    letters="LDSG",
    too_short=_("Six tokens of %(side)s are needed here; there are %(number)s."),
    too_long=_("This is a seventh token of %(side)s; six are needed."),
    wrong_letter=_("“%(letter)s” is not a token: L is light, D dark, S super, G golden."),
    slash=_("A slash is needed between white’s and black’s tokens."),
)
_PAWNS = _Row(
    letters="SMW-",
    too_short=_("Six places of %(side)s’s pawns are needed here; there are %(number)s."),
    too_long=_("This is a seventh place of %(side)s’s pawns; six are needed."),
    wrong_letter=_("“%(letter)s” is not a pawn: S is strong, M medium, W weak, - none."),
    slash=_("A slash is needed between white’s and black’s pawns."),
)


class Duels:
    """Reads duels at a scanner's place. `begin`: where those read so far begin. Raises `NotationError`."""

    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self.begin: list[int] = []

    def of_a_record(self) -> tuple[RecordDuel, ...]:
        return self._all(self._record_duel)

    def of_a_sheet(self) -> tuple[SheetDuel, ...]:
        return self._all(self._sheet_duel)

    def _all(self, read: Callable[[], T]) -> tuple[T, ...]:
        duels: list[T] = []
        while self.scanner.next():
            if self.scanner.next() == "[":
                raise self.scanner.error(_TAG_LATE)
            expected = len(duels) + 1
            if expected > DUELS_IN_A_GAME:
                raise self.scanner.error(_NO_MORE_DUELS, most=DUELS_IN_A_GAME)
            number = self.scanner.match(_NUMBER)
            if number is None or int(number[1]) != expected:
                raise self.scanner.error(_DUEL_NUMBER, number=expected)
            self.begin.append(self.scanner.place)
            self.scanner.place = number.end()
            duels.append(read())
        return tuple(duels)

    def _record_duel(self) -> RecordDuel:
        tokens, pawns = self._rows(_TOKENS), self._rows(_PAWNS)
        order: tuple[int, ...] | UnsetType = UNSET
        moves: SideMoves | None = None
        spells: list[Spell] = []
        while word := self._clause():
            clause = word[0].lower()
            if clause == "order":
                if order is not UNSET:
                    raise self.scanner.error(_ORDER_TWICE, at=word.start())
                order = self._order()
            elif clause == "moves":
                if moves is not None:
                    raise self.scanner.error(_MOVES_TWICE, at=word.start())
                moves = self._moves()
            else:
                spells.append(self._spell(cast("Side", clause)))
        return RecordDuel(tokens, pawns, order, moves or SideMoves(), tuple(spells))

    def _sheet_duel(self) -> SheetDuel:
        white = self._haul("white")
        self.scanner.demand("/")
        black = self._haul("black")
        spells: list[Spell] = []
        while word := self._clause():
            if word[0].lower() in ("order", "moves"):
                self._refuse(word)
            spells.append(self._spell(cast("Side", word[0].lower())))
        return SheetDuel(white, black, tuple(spells))

    def _clause(self) -> re.Match[str] | None:
        """Pass the word that begins the next clause of a duel; None where the duel ends."""
        if self.scanner.next() in ("", "[") or self.scanner.match(_NUMBER):
            return None
        word = self.scanner.take(_WORD)
        if word is None or word[0].lower() not in _CLAUSES:
            self._refuse(word)
        return word

    def _refuse(self, word: re.Match[str] | None) -> NoReturn:
        if word is None:
            raise self.scanner.error(_CLAUSE, word=self.scanner.next())
        raise self.scanner.error(_CLAUSE, at=word.start(), word=word[0])

    def _rows(self, kind: _Row) -> SideRows:
        white = self._row("white", kind)
        if self.scanner.next() != "/":
            surplus = self.scanner.match(_WORD)
            if surplus and set(_folded(surplus[0])) <= set(kind.letters):
                raise self.scanner.error(kind.too_long, side="white")
            raise self.scanner.error(kind.slash)
        self.scanner.demand("/")
        return SideRows(white, self._row("black", kind))

    def _row(self, side: Side, kind: _Row) -> str:
        """Six letters, in groups or in one word."""
        row = ""
        while len(row) < POSITIONS:
            word = None if self.scanner.match(_NUMBER) else self.scanner.match(_WORD)
            if word is None or word[0].lower() in _CLAUSES:
                raise self.scanner.error(kind.too_short, side=side, number=len(row))
            for at, letter in enumerate(_folded(word[0]), word.start()):
                if letter not in kind.letters:
                    raise self.scanner.error(kind.wrong_letter, at=at, letter=self.scanner.text[at])
                if len(row) == POSITIONS:
                    raise self.scanner.error(kind.too_long, at=at, side=side)
                row += letter
            self.scanner.place = word.end()
        return row

    def _order(self) -> tuple[int, ...]:
        """A digit is a position; where commas stand, what is between them is one."""
        listed: list[int] = []
        word = None
        while not self.scanner.match(_NUMBER) and (found := self.scanner.match(_LIST)):
            word = found
            parts = [part for part in word[0].split(",") if part] if "," in word[0] else list(word[0])
            if parts == ["-"] and not listed:
                self.scanner.place = word.end()
                return ()
            if not all(INTEGER.fullmatch(part) for part in parts):
                raise self.scanner.error(_ORDER)
            self.scanner.place = word.end()
            listed += map(int, parts)
        if word is None:
            raise self.scanner.error(_ORDER)
        return tuple(listed)

    def _moves(self) -> SideMoves:
        white = self._move_letters()
        if self.scanner.next() != "/":
            raise self.scanner.error(_MOVES_SLASH)
        self.scanner.demand("/")
        return SideMoves(white, self._move_letters())

    def _move_letters(self) -> str:
        letters = self.scanner.take(_MOVES)
        return letters[0].upper() if letters else ""

    def _spell(self, side: Side) -> Spell:
        verb = self.scanner.match(_WORD)
        name = verb[0].lower() if verb else ""
        if verb is None or name not in POSITION_SPELLS | DIRECTION_SPELLS:
            raise self.scanner.error(_SPELL)
        self.scanner.place = verb.end()
        if name in DIRECTION_SPELLS:
            return self._direction_spell(name, side)
        position = self.scanner.take(INTEGER)
        if position is None:
            raise self.scanner.error(_POSITION)
        return POSITION_SPELLS[name](side, int(position[0]))

    def _direction_spell(self, name: str, side: Side) -> Spell:
        word = self.scanner.match(_WORD)
        direction = word[0].upper() if word else ""
        waivable = name == "triumphs"
        if word is None or direction not in (("L", "D", ".") if waivable else ("L", "D")):
            raise self.scanner.error(_DIRECTION_OR_NONE if waivable else _DIRECTION)
        self.scanner.place = word.end()
        return DIRECTION_SPELLS[name](side, cast("Direction", direction))

    def _haul(self, side: Side) -> SideHaul:
        won: dict[str, str] = {}
        word = None
        while found := self.scanner.match(_HAUL):
            if word and "-" in (word[0].translate(DASHES), found[0].translate(DASHES)):
                break
            word = found
            self.scanner.place = word.end()
            for item in _HAUL_ITEM.finditer(word[0]):
                letter = (item[2] or item[3]).upper()
                if letter in won:
                    at = word.start() + item.start()
                    raise self.scanner.error(_HAUL_TWICE, at=at, side=side, letter=letter)
                won[letter] = item[1] or item[4].upper()
        if word is None:
            raise self.scanner.error(_HAUL_EXPECTED, side=side)
        return SideHaul(int(won.get("L", 0)), int(won.get("D", 0)), won.get("S", ""), won.get("G", ""))


def _folded(word: str) -> str:
    """Capitals, and a plain hyphen for every dash; as long as the word."""
    return "".join(letter.upper() if letter.isascii() else letter for letter in word.translate(DASHES))
