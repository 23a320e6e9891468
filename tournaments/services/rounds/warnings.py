"""A pairing as it stands, compared with the system's own and with the rules that no pairing should break."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from games.selectors.games import winners_changed_since
from tournaments.enums import ByeKind, EntryState, RoundState, Separation
from tournaments.formats.core.capabilities import SeatsTables, pairs_by_score
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.format import Format
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Match, MatchGame, Round
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import match_seats, meetings_before, paired_matches, unseated_entries
from tournaments.selectors.rounds.wishes import fixed_tables_of
from tournaments.snapshots import separations


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """Something to look at before (or after) a round is published. `code` is stable: "not_the_systems", "turned",
    "bye_not_the_systems", "rematch", "second_bye", "forbidden_pair", "avoided_pair", "other_table", "not_active",
    "unseated", "result_changed". `breaks_rule` tells a broken rule from a mere difference; `entries` are
    those it is about."""

    code: str
    entries: tuple[Entry, ...]
    breaks_rule: bool = False


def pairing_warnings(round_: Round, matches: Sequence[Match] | None = None) -> list[PairingWarning]:
    """All of a round's warnings, broken rules first, then by table. `matches`: the round's, where they are at hand."""
    matches = list(paired_matches(round_)) if matches is None else matches
    found = [
        *_changed_result_warnings(round_),
        *_rules_broken(round_, matches),
        *_differences(round_, matches),
        *_tables(round_, matches),
    ]
    return sorted(found, key=lambda warning: not warning.breaks_rule)


def _changed_result_warnings(round_: Round) -> Iterator[PairingWarning]:
    for match in matches_changed_since(round_):
        yield PairingWarning("result_changed", seated_entries(match), breaks_rule=True)


def matches_changed_since(round_: Round) -> list[Match]:
    """Matches of earlier rounds whose results a draft doesn't know of: they changed after it was paired, or changed by
    hand. None where results don't say who meets whom, and of a round that is published."""
    if round_.state != RoundState.DRAFT or format_for(round_.stage.format).predetermined:
        return []
    earlier = Match.objects.filter(
        round__stage=round_.stage, round__state__in=PUBLIC_ROUNDS, round__number__lt=round_.number, is_void=False
    )
    games = MatchGame.objects.filter(match__in=earlier, is_friendly=False).values_list("game", flat=True)
    changed = winners_changed_since(list(games), round_.fact_number)
    if not changed:
        return []
    found = earlier.filter(games__game__in=changed).distinct().prefetch_related(match_seats())
    return list(found.order_by("round__number", "table"))


def warnings_payload(warnings: Iterable[PairingWarning]) -> list[dict[str, Any]]:
    return [{"code": warning.code, "entries": [entry.key for entry in warning.entries]} for warning in warnings]


def seated_entries(match: Match) -> tuple[Entry, ...]:
    """The entries of a match, by position."""
    return tuple(seat.entry for seat in match.seats.all())


def _rules_broken(round_: Round, matches: Sequence[Match]) -> Iterator[PairingWarning]:
    format_ = format_for(round_.stage.format)
    seats = [entry for match in matches for entry in seated_entries(match)]
    apart = separations(round_.stage, {entry.number: entry for entry in seats if entry.number is not None})
    before = meetings_before(round_.stage, round_.number)
    most = _most_meetings(round_, format_)
    for match in matches:
        entries = seated_entries(match)
        if len(entries) > 1:
            if round_.state == RoundState.DRAFT and any(entry.state != EntryState.ACTIVE for entry in entries):
                yield PairingWarning("not_active", entries, breaks_rule=True)
            for two in combinations(entries, 2):
                numbers = frozenset(entry.number for entry in two if entry.number is not None)
                if numbers in apart[Separation.FORBIDDEN]:
                    yield PairingWarning("forbidden_pair", two, breaks_rule=True)
                if numbers in apart[Separation.AVOIDED]:
                    yield PairingWarning("avoided_pair", two)
                if most is not None and before.met.get(frozenset(entry.pk for entry in two), 0) >= most:
                    yield PairingWarning("rematch", two, breaks_rule=True)
        elif match.bye == ByeKind.PAIRING and entries[0].pk in before.without_play and _byes_are_once(format_):
            yield PairingWarning("second_bye", entries, breaks_rule=True)
    unseated = tuple(unseated_entries(round_, [EntryState.ACTIVE]))
    if unseated:
        yield PairingWarning("unseated", unseated, breaks_rule=True)


def _most_meetings(round_: Round, format_: Format) -> int | None:
    """How often two may meet in the stage; None where the format itself lets them meet again (brackets, tables)."""
    if isinstance(format_, RanksByPlace | SeatsTables):
        return None
    return 2 if round_.stage.options.get("double") else 1


def _byes_are_once(format_: Format) -> bool:
    """In a predetermined format everybody rests as often as its table says, in a bracket by the seeding."""
    return pairs_by_score(format_)


def _differences(round_: Round, matches: Sequence[Match]) -> Iterator[PairingWarning]:
    own = [tuple(pair["entries"]) for pair in round_.engine]
    tables, byes = {table for table in own if len(table) > 1}, {table for table in own if len(table) == 1}
    together = {frozenset(table) for table in tables}
    for match in matches:
        entries = seated_entries(match)
        keys = tuple(entry.key for entry in entries)
        if len(keys) > 1 and keys not in tables:
            code = "turned" if frozenset(keys) in together else "not_the_systems"
            yield PairingWarning(code, entries)
        elif len(keys) == 1 and (match.bye == ByeKind.PAIRING) != (keys in byes):
            yield PairingWarning("bye_not_the_systems", entries)


def _tables(round_: Round, matches: Sequence[Match]) -> Iterator[PairingWarning]:
    """Fixed tables that couldn't be kept."""
    fixed = list(fixed_tables_of(round_.stage.event))
    for match in matches:
        entries = seated_entries(match)
        if len(entries) > 1 and _fixed_table(entries, fixed) not in (None, match.table):
            yield PairingWarning("other_table", entries)


def _fixed_table(entries: tuple[Entry, ...], fixed: Sequence[Any]) -> int | None:
    seated = [entry.pk for entry in entries]
    for row in fixed:
        if row.partner_id is not None and {row.entry_id, row.partner_id} <= set(seated):
            return int(row.table)
    of_players = {row.entry_id: int(row.table) for row in fixed if row.partner_id is None}
    return next((of_players[pk] for pk in seated if pk in of_players), None)
