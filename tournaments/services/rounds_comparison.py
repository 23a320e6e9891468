"""A pairing as it stands, compared with the system's own and with the rules that no pairing should break."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.enums import ByeKind, EntryState, Separation
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.state import CellKind, Entrant
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Match, Round
from tournaments.selectors.matches import matches_of
from tournaments.selectors.rounds import fixed_tables_of, unseated_entries
from tournaments.snapshots import StageSnapshot, separations, stage_snapshot

# C.04.3 C.2: who has had one of these gets no pairing-allocated bye (any more).
_POINTS_WITHOUT_PLAY = frozenset({CellKind.PAIRING_BYE, CellKind.FORFEIT_WIN, CellKind.FULL_BYE})


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """Something to look at before (or after) a round is published. `code` is stable: "not_the_systems", "turned",
    "bye_not_the_systems", "rematch", "second_bye", "forbidden_pair", "avoided_pair", "other_table", "not_active",
    "unseated". `breaks_rule` tells a broken rule from a mere difference; `entries` are those it is about."""

    code: str
    entries: tuple[Entry, ...]
    breaks_rule: bool = False


def pairing_warnings(round_: Round, snapshot: StageSnapshot | None = None) -> list[PairingWarning]:
    """All of a round's warnings, broken rules first, then by table."""
    snapshot = snapshot or stage_snapshot(round_.stage)
    matches = list(matches_of(round_))
    found = [
        *_rules_broken(round_, matches, snapshot),
        *_differences(round_, matches),
        *_tables(round_, matches),
    ]
    return sorted(found, key=lambda warning: not warning.breaks_rule)


def warnings_payload(warnings: Iterable[PairingWarning]) -> list[dict[str, Any]]:
    return [{"code": warning.code, "entries": [entry.key for entry in warning.entries]} for warning in warnings]


def seated(match: Match) -> tuple[Entry, ...]:
    """Who sits in a match, by position."""
    return tuple(seat.entry for seat in match.seats.all())


def _rules_broken(round_: Round, matches: Sequence[Match], snapshot: StageSnapshot) -> Iterator[PairingWarning]:
    entrants = {entrant.number: entrant for entrant in snapshot.state.entrants}
    apart = separations(round_.stage, snapshot.entries)
    most = _most_meetings(round_)
    for match in matches:
        entries = seated(match)
        if len(entries) == 2:
            numbers = frozenset(entry.number for entry in entries if entry.number is not None)
            if any(entry.state != EntryState.ACTIVE for entry in entries):
                yield PairingWarning("not_active", entries, breaks_rule=True)
            if numbers in apart[Separation.FORBIDDEN]:
                yield PairingWarning("forbidden_pair", entries, breaks_rule=True)
            if numbers in apart[Separation.AVOIDED]:
                yield PairingWarning("avoided_pair", entries)
            if most is not None and _meetings(round_, entries, entrants) >= most:
                yield PairingWarning("rematch", entries, breaks_rule=True)
        elif match.bye == ByeKind.PAIRING and most is not None and _had_bye(round_, entries[0], entrants):
            yield PairingWarning("second_bye", entries, breaks_rule=True)
    unseated = tuple(unseated_entries(round_, [EntryState.ACTIVE]))
    if unseated:
        yield PairingWarning("unseated", unseated, breaks_rule=True)


def _most_meetings(round_: Round) -> int | None:
    """How often two may meet in the stage; None where the format itself lets them meet again (brackets)."""
    format_ = format_for(round_.stage.format)
    if isinstance(format_, RanksByPlace):
        return None
    return 2 if round_.stage.options.get("double") else 1


def _earlier(round_: Round, entry: Entry, entrants: dict[int, Entrant]) -> Sequence[Any]:
    entrant = entrants.get(entry.number or 0)
    return entrant.cells[: round_.number - 1] if entrant else ()


def _meetings(round_: Round, entries: tuple[Entry, ...], entrants: dict[int, Entrant]) -> int:
    one, other = entries
    cells = _earlier(round_, one, entrants)
    return sum(cell.opponent == other.number and (cell.is_played or cell.is_open) for cell in cells)


def _had_bye(round_: Round, entry: Entry, entrants: dict[int, Entrant]) -> bool:
    """In a predetermined format everybody rests as often as the table says."""
    if format_for(round_.stage.format).predetermined:
        return False
    return any(cell.kind in _POINTS_WITHOUT_PLAY for cell in _earlier(round_, entry, entrants))


def _differences(round_: Round, matches: Sequence[Match]) -> Iterator[PairingWarning]:
    own = [tuple(pair["entries"]) for pair in round_.engine]
    pairs, byes = {pair for pair in own if len(pair) == 2}, {(pair[0],) for pair in own if len(pair) == 1}
    for match in matches:
        entries = seated(match)
        keys = tuple(entry.key for entry in entries)
        if len(keys) == 2 and keys not in pairs:
            code = "turned" if keys[::-1] in pairs else "not_the_systems"
            yield PairingWarning(code, entries)
        elif len(keys) == 1 and (match.bye == ByeKind.PAIRING) != (keys in byes):
            yield PairingWarning("bye_not_the_systems", entries)


def _tables(round_: Round, matches: Sequence[Match]) -> Iterator[PairingWarning]:
    """Fixed tables that couldn't be kept."""
    fixed = list(fixed_tables_of(round_.stage.event))
    for match in matches:
        entries = seated(match)
        if len(entries) == 2 and _wished(entries, fixed) not in (None, match.table):
            yield PairingWarning("other_table", entries)


def _wished(entries: tuple[Entry, ...], fixed: Sequence[Any]) -> int | None:
    one, other = (entry.pk for entry in entries)
    for row in fixed:
        if row.partner_id is not None and {row.entry_id, row.partner_id} == {one, other}:
            return int(row.table)
    of_players = {row.entry_id: int(row.table) for row in fixed if row.partner_id is None}
    return of_players.get(one, of_players.get(other))
