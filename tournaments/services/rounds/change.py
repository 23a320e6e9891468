"""Changing a round's pairings by hand. In a draft rows are replaced; once published, matches and games are voided and
kept, and what takes their place is arranged anew. Every change is logged with all that differs from the system's own
pairing by then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import UNPLAYED_STATES
from games.services.games import games_lock, games_void
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotFound
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import ByeKind, EntryState, RoundAction, RoundState
from tournaments.facts.rounds import RoundChanged
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Match, MatchGame, MatchSeat, Round
from tournaments.selectors.rounds.matches import paired_matches
from tournaments.selectors.stages import is_bracket, is_final, participants_of
from tournaments.services.rounds.matches import (
    MOST_TABLES,
    Seating,
    first_games_arrange,
    matches_create,
    matches_made,
)
from tournaments.services.rounds.states import round_for_change, stale_round
from tournaments.services.rounds.times import match_time_carry
from tournaments.services.rounds.warnings import pairing_warnings, seated_entries, warnings_payload
from tournaments.services.stages.options import players_of_event
from tournaments.signals import event_changed

BY_HAND = ({"code": "by_hand", "params": {}},)


@dataclass(frozen=True, slots=True)
class _OpenRound:
    """A round that may be changed, with its matches by table and who sits where (by the entry's key)."""

    act: Act
    round: Round
    matches: Sequence[Match]
    match_of: dict[str, Match]
    locked_games: frozenset[int]

    @property
    def is_draft(self) -> bool:
        return self.round.state == RoundState.DRAFT

    @property
    def next_table(self) -> int:
        return max((match.table for match in self.matches), default=0) + 1

    def match(self, key: str) -> Match:
        """NotFound where the round has no such match (any more)."""
        found = next((match for match in self.matches if match.key == key), None)
        if found is None:
            raise NotFound("no_such_match", _("This pairing is no longer part of the round. Reload the page."))
        return found

    def entry(self, key: str) -> Entry:
        """An entry that takes part in the stage; NotFound for others."""
        found = participants_of(self.round.stage).select_related("player").filter(key=key).order_by("pk").first()
        if found is None:
            raise NotFound("no_such_entry", _("This player doesn’t take part in this event."))
        return found


def _open(act: Act, round_: Round, action: RoundAction, seen: int | None) -> _OpenRound:
    """The round under its locks: games first, then the stream, the order in which results lock."""
    games = MatchGame.objects.filter(match__round=round_, match__is_void=False).values_list("game_id", flat=True)
    locked = frozenset(game.pk for game in games_lock(games=games))
    found = round_for_change(act, round_, action, seen=seen)
    matches = list(paired_matches(found))
    match_of = {entry.key: match for match in matches for entry in seated_entries(match)}
    return _OpenRound(act, found, matches, match_of, locked)


@transaction.atomic
def entries_swap(*, act: Act, round_: Round, first: str, second: str, seen: int | None = None) -> Round:
    """Two entries (by key) take each other's seats; who had none yet (in a draft) takes a seat, and the other is left
    without. Two who play each other alone swap who starts.

    For all changes: `seen` as in `round_for_change`; DomainError `has_result` where something was handed in for a match
    that would be voided, `bracket_fixed` where a bracket says who meets whom; Invalid `reason_missing` once published.
    """
    opened = _open(act, round_, RoundAction.SWAP, seen)
    one, other = opened.entry(first), opened.entry(second)
    if one.pk == other.pk:
        raise Invalid("same_entry", _("Choose two different players."))
    matches = {key: opened.match_of.get(key) for key in (first, second)}
    here = [match for match in matches.values() if match is not None]
    if len(here) < (1 if opened.is_draft else 2):
        raise DomainError("not_seated", _("These players have no seats in this round that they could swap."))
    if len(here) == 2 and here[0].pk == here[1].pk:
        here = here[:1]
        if len(seated_entries(here[0])) == 2:
            return _replace(opened, RoundAction.TURN, here, [_turn(here[0])])
    _refuse_in_bracket(opened)
    for entry, seat_key in ((one, second), (other, first)):
        taken = matches[seat_key]
        if taken is not None and not taken.bye:
            _require_playing(entry)
    seatings = [_seating(match, _exchange(seated_entries(match), one, other)) for match in here]
    return _replace(opened, RoundAction.SWAP, here, seatings)


def _exchange(entries: Iterable[Entry], one: Entry, other: Entry) -> tuple[Entry, ...]:
    swap = {one.pk: other, other.pk: one}
    return tuple(swap.get(entry.pk, entry) for entry in entries)


def _seating(match: Match, entries: tuple[Entry, ...]) -> Seating:
    return Seating(entries, match.table, ByeKind(match.bye), match.best_of, BY_HAND, match.bracket)


def _turn(match: Match) -> Seating:
    first, *others = seated_entries(match)
    return replace(_seating(match, (*others, first)), why=[*match.why, *BY_HAND])


@transaction.atomic
def match_turn(*, act: Act, round_: Round, match: str, seen: int | None = None) -> Round:
    """The next player of a match starts: everybody moves up a seat. Two swap who starts and who has which pieces."""
    opened = _open(act, round_, RoundAction.TURN, seen)
    found = opened.match(match)
    if found.bye:
        raise Invalid("is_bye", _("Nobody starts in a bye."))
    return _replace(opened, RoundAction.TURN, [found], [_turn(found)])


@transaction.atomic
def match_unpair(*, act: Act, round_: Round, match: str, seen: int | None = None) -> Round:
    """Take a pairing (or in a draft a bye) back. In a draft its players are left without a seat; once published they
    get zero-point byes until they are paired again."""
    opened = _open(act, round_, RoundAction.UNPAIR, seen)
    found = opened.match(match)
    if found.bye and not opened.is_draft:
        raise DomainError("is_bye", _("This is a bye: pair the player with somebody, or give another bye."))
    byes = [] if opened.is_draft else list(enumerate(seated_entries(found), opened.next_table))
    zero = [Seating((entry,), at, ByeKind.ZERO, why=BY_HAND, bracket=found.bracket) for at, entry in byes]
    return _replace(opened, RoundAction.UNPAIR, [found], zero)


@transaction.atomic
def entries_pair(
    *, act: Act, round_: Round, entries: Sequence[str], table: int | None = None, seen: int | None = None
) -> Round:
    """Seat these (by key, in the order of the seats) at one table, who have no opponent in this round: latecomers,
    unpaired ones, or such with a bye. The lowest free table unless another is named (Invalid `table_taken`). Invalid
    `wrong_table_size`; DomainError `is_paired`, `not_active`."""
    opened = _open(act, round_, RoundAction.PAIR, seen)
    seated = tuple(opened.entry(key) for key in entries)
    if len(set(entries)) != len(entries):
        raise Invalid("same_entry", _("Choose two different players."))
    _require_size(opened.round, len(seated))
    for entry in seated:
        _require_free(opened, entry)
        _require_playing(entry)
    own = _engine_table_of(opened.round, entries)
    if own is None:
        _refuse_in_bracket(opened)
    gone = [opened.match_of[key] for key in entries if key in opened.match_of]
    seating = Seating(
        seated,
        _free_table(opened, table),
        best_of=own["best_of"] if own else opened.round.stage.best_of,
        why=[*(own["why"] if own else ()), *BY_HAND],
        bracket=gone[0].bracket if gone else None,
    )
    return _replace(opened, RoundAction.PAIR, gone, [seating])


def _require_size(round_: Round, players: int) -> None:
    playable = players_of_event(round_.stage.event)
    sizes = [size for size in format_for(round_.stage.format).table_sizes if size in playable]
    if players not in sizes:
        message = _("%(least)d to %(most)d players sit at a table of this round.")
        if len(sizes) == 1:
            message = _("%(least)d players sit at a table of this round.")
        raise Invalid(
            "wrong_table_size",
            message % {"least": min(sizes), "most": max(sizes)},
            fields={"entry": _("Choose as many players as a table takes.")},
        )


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """Who sits at a table, in the order of the seats, or who alone has which bye."""

    entries: tuple[Entry, ...]
    bye: ByeKind = ByeKind.NONE


@transaction.atomic
def tables_set(*, act: Act, round_: Round, tables: Sequence[PlannedTable]) -> Round:
    """Seat a whole draft otherwise, the tables numbered from 1 in their order: as one that was played elsewhere, or on
    paper. DomainError `not_a_draft`."""
    opened = _open(act, round_, RoundAction.PAIR, None)
    if not opened.is_draft:
        raise DomainError("not_a_draft", _("This round is published. Change its tables one by one."))
    _refuse_in_bracket(opened)
    seatings: list[Seating] = []
    for number, table in enumerate(tables, 1):
        own = None if table.bye else _engine_table_of(opened.round, [entry.key for entry in table.entries])
        why = [*(own["why"] if own else ()), *BY_HAND]
        best_of = own["best_of"] if own else opened.round.stage.best_of
        seatings.append(Seating(table.entries, number, table.bye, 1 if table.bye else best_of, why=why))
    return _replace(opened, RoundAction.PAIR, opened.matches, seatings)


@transaction.atomic
def bye_give(*, act: Act, round_: Round, entry: str, kind: str, seen: int | None = None) -> Round:
    """A bye of a kind for who has no opponent in this round, in place of another one. DomainError `is_paired`."""
    opened = _open(act, round_, RoundAction.BYE, seen)
    if kind not in set(ByeKind.values) - {ByeKind.NONE.value}:
        raise Invalid("no_such_bye", _("Choose what kind of bye it is."), fields={"kind": _("Choose one of the list.")})
    found, before = opened.entry(entry), opened.match_of.get(entry)
    _require_free(opened, found)
    if before is not None and before.bye == kind:
        return opened.round
    table = before.table if before is not None else opened.next_table
    gone = [before] if before is not None else []
    bye = Seating((found,), table, ByeKind(kind), why=BY_HAND, bracket=before.bracket if before is not None else None)
    return _replace(opened, RoundAction.BYE, gone, [bye])


@transaction.atomic
def match_move(*, act: Act, round_: Round, match: str, table: int, seen: int | None = None) -> Round:
    """Move a match to another table; where that is taken, the two matches swap tables. What is fixed with the games
    (their place in the order of play) stays."""
    opened = _open(act, round_, RoundAction.MOVE, seen)
    moving = opened.match(match)
    if moving.bye:
        raise Invalid("is_bye", _("A bye has no table."))
    _require_table(table)
    if moving.table == table:
        return opened.round
    sitting = next((other for other in opened.matches if other.table == table), None)
    moved = {moving.pk: table}
    if sitting is not None:
        moved[sitting.pk] = opened.next_table if sitting.bye else moving.table
    # By way of numbers that nobody has: the database looks at each row by itself.
    for offset, pk in enumerate(moved):
        Match.objects.filter(pk=pk).update(table=opened.next_table + 1 + offset)
    for pk, number in moved.items():
        Match.objects.filter(pk=pk).update(table=number)
    return _log(opened, RoundAction.MOVE, [], list(moved))


def _require_table(table: int) -> None:
    if not 1 <= table <= MOST_TABLES:
        raise Invalid(
            "no_such_table",
            _("Tables are numbered from 1 to %(most)d.") % {"most": MOST_TABLES},
            fields={"table": _("Type the number of a table.")},
        )


def _free_table(opened: _OpenRound, table: int | None) -> int:
    taken = {match.table for match in opened.matches if not match.bye}
    if table is None:
        return next(number for number in range(1, len(taken) + 2) if number not in taken)
    _require_table(table)
    if table in taken:
        raise Invalid("table_taken", _("This table is taken."), fields={"table": _("Choose another table.")})
    return table


def _require_free(opened: _OpenRound, entry: Entry) -> None:
    match = opened.match_of.get(entry.key)
    if match is not None and not match.bye:
        raise DomainError(
            "is_paired",
            _("%(name)s plays at table %(table)d in this round. Take that pairing back first.")
            % {"name": isolated(entry.player.name), "table": match.table},
        )


def _require_playing(entry: Entry) -> None:
    if entry.state != EntryState.ACTIVE:
        raise DomainError(
            "not_active",
            _("%(name)s doesn’t play now (%(state)s).")
            % {"name": isolated(entry.player.name), "state": EntryState(entry.state).label},
        )


def _engine_table_of(round_: Round, entries: Sequence[str]) -> dict[str, Any] | None:
    return next((table for table in round_.engine if set(table["entries"]) == set(entries)), None)


def _refuse_in_bracket(opened: _OpenRound) -> None:
    stage = opened.round.stage
    if is_bracket(stage):
        raise DomainError(
            "bracket_fixed", _("The bracket says who meets whom, so only who starts, tables and byes can be changed.")
        )
    if is_final(stage):
        raise DomainError(
            "bracket_fixed", _("In a final, places say who meets whom, so only seats, tables and byes can be changed.")
        )


def _replace(opened: _OpenRound, action: RoundAction, gone: Sequence[Match], seatings: Iterable[Seating]) -> Round:
    """Take matches away and put others in their place."""
    if opened.is_draft:
        Match.objects.filter(pk__in=[match.pk for match in gone]).delete()
    else:
        matches_void(opened, gone)
    made = matches_create(opened.act, opened.round, seatings)
    moved = _move_byes(opened, {match.table for match in made if not match.bye}, {match.pk for match in gone})
    return _log(opened, action, gone, [*(match.pk for match in made), *moved])


def _move_byes(opened: _OpenRound, tables: set[int], gone: set[int]) -> list[int]:
    """Byes make room for a match: their numbers come after the tables."""
    moved = [match.pk for match in opened.matches if match.bye and match.table in tables and match.pk not in gone]
    last = max([opened.next_table - 1, *tables])
    for number, pk in enumerate(moved, last + 1):
        Match.objects.filter(pk=pk).update(table=number)
    return moved


def matches_void(opened: _OpenRound, gone: Sequence[Match]) -> None:
    """Void matches with their seats and games. DomainError `has_result` where something was handed in."""
    games = [match_game.game for match in gone for match_game in match.games.all()]
    links = (link for match in gone for link in match.games.all())
    played = next((link.match for link in links if link.game.state not in UNPLAYED_STATES), None)
    if played is not None:
        raise DomainError(
            "has_result",
            _("A result was handed in at table %(table)d. Take it back first; then the pairing can be changed.")
            % {"table": played.table},
        )
    if not {game.pk for game in games} <= opened.locked_games:
        raise stale_round(opened.round)
    games_void(act=opened.act, stream=opened.round.stage.event.stream, games=games)
    keys = [match.pk for match in gone]
    Match.objects.filter(pk__in=keys).update(is_void=True)
    MatchSeat.objects.filter(match__in=keys).update(is_void=True)


def _log(opened: _OpenRound, action: RoundAction, gone: Sequence[Match], made: Sequence[int]) -> Round:
    """Append the fact of a change, arrange the games of new matches, and tell who listens."""
    act, round_ = opened.act, opened.round
    event = round_.stage.event
    matches = list(paired_matches(round_).filter(pk__in=made))
    changed = RoundChanged(
        stage=round_.stage.number,
        round=round_.number,
        change=action,
        gone=[match.key for match in gone],
        matches=matches_made(matches),
        warnings=warnings_payload(pairing_warnings(round_)),
    )
    fact = fact_append(act=act, stream=event.stream, fact=changed)
    if action is RoundAction.TURN:  # the same two, who agreed on it
        match_time_carry(act, round_, gone[0], matches[0])
    if not opened.is_draft:
        first_games_arrange(act, round_, [match for match in matches if not match.games.all()])
    round_.fact_number = fact.number
    round_.save(update_fields=["fact_number"])
    transaction.on_commit(lambda: event_changed.send(sender=Round, event_key=event.key))
    return round_
