"""Whether things can lie as a sheet says at the end of a game: the checks S1 to S8. All that fail are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine.core.multiplayer import SEATS, SeatViolation
from games.engine.systems.cum_laude.documents import Master, Sheet
from games.engine.systems.cum_laude.edition import SPELL_SIZE, Edition
from games.engine.systems.cum_laude.messages import violation
from games.engine.systems.cum_laude.names import COLOURS, CRYSTALS, Counts
from games.engine.systems.cum_laude.state import mission_colours

Check = Callable[[Sheet, Edition], Iterator[SeatViolation]]


def sheet_violations(sheet: Sheet, edition: Edition) -> tuple[SeatViolation, ...]:
    """Everything that is impossible, by the number of the check, then by seat."""
    return tuple(found for check in SHEET_CHECKS for found in check(sheet, edition))


def stock_of(master: Master) -> Counts:
    return master.stock.white, master.stock.blue, master.stock.red


def _refused(rule: str, seat: str | None = None, **params: str | int) -> SeatViolation:
    return violation("sheet", rule, turn=None, seat=seat, position=None, **params)


def _later_holders(sheet: Sheet, name: str) -> Iterator[tuple[str, str]]:
    """Each seat that has what an earlier one has, and what."""
    seen: set[str] = set()
    for seat in SEATS[sheet.players]:
        value = getattr(sheet.masters[seat], name)
        if value in seen:
            yield seat, value
        seen.add(value)


def missions_differ(sheet: Sheet, _edition: Edition) -> Iterator[SeatViolation]:
    """S1"""
    for seat, mission in _later_holders(sheet, "mission"):
        yield _refused("S1", seat, what=mission)


def orders_differ(sheet: Sheet, _edition: Edition) -> Iterator[SeatViolation]:
    """S2"""
    for seat, order in _later_holders(sheet, "order"):
        yield _refused("S2", seat, what=order)
    if sheet.extra and any(master.order == sheet.extra for master in sheet.masters.values()):
        yield _refused("S2", reason="S2 extra", what=sheet.extra)


def spells_differ(sheet: Sheet, _edition: Edition) -> Iterator[SeatViolation]:
    """S3"""
    if sheet.spells and len(set(sheet.spells.values())) < len(sheet.spells):
        yield _refused("S3")


def _in_stocks(sheet: Sheet) -> list[int]:
    return [sum(numbers) for numbers in zip(*map(stock_of, sheet.masters.values()), strict=True)]


def stocks_are_there(sheet: Sheet, edition: Edition) -> Iterator[SeatViolation]:
    """S4"""
    for crystal, number, most in zip(CRYSTALS, _in_stocks(sheet), edition.crystals, strict=True):
        if number > most:
            yield _refused("S4", crystal=crystal, number=number, most=most)
            return


def crystals_suffice(sheet: Sheet, edition: Edition) -> Iterator[SeatViolation]:
    """S5"""
    used = _in_stocks(sheet)
    if not sheet.spells:
        number, most = sum(used) + SPELL_SIZE * len(sheet.complete_spells), sum(edition.crystals)
        if number > most:
            yield _refused("S5", number=number, most=most)
        return
    for colour in sheet.complete_spells:
        used = [sum(pair) for pair in zip(used, edition.spells[sheet.spells[colour]], strict=True)]
    for number, most in zip(used, edition.crystals, strict=True):
        if number > most:
            yield _refused("S5", number=number, most=most)
            return


def fulfilled_orders_are_met(sheet: Sheet, edition: Edition) -> Iterator[SeatViolation]:
    """S6"""
    for seat in SEATS[sheet.players]:
        master = sheet.masters[seat]
        if master.fulfilled and stock_of(master) != edition.orders[master.order]:
            yield _refused("S6", seat, what=master.order)


def _missions(sheet: Sheet, edition: Edition) -> dict[str, frozenset[str]]:
    return {
        seat: frozenset(COLOURS[number] for number in mission_colours(edition, master.mission, sheet.extra or None))
        for seat, master in sheet.masters.items()
    }


def _could_finish(sheet: Sheet, mission: frozenset[str]) -> bool:
    return mission <= set(sheet.complete_spells)


def finishers_are_complete(sheet: Sheet, edition: Edition) -> Iterator[SeatViolation]:
    """S7"""
    missions = _missions(sheet, edition)
    for seat in SEATS[sheet.players]:
        if seat in sheet.finishers and not _could_finish(sheet, missions[seat]):
            yield _refused("S7", seat)


def all_share_who_could(sheet: Sheet, edition: Edition) -> Iterator[SeatViolation]:
    """S8"""
    missions = _missions(sheet, edition)
    shared = frozenset[str]().union(
        *(
            mission
            for seat, mission in missions.items()
            if seat not in sheet.finishers and _could_finish(sheet, mission)
        )
    )
    for seat in SEATS[sheet.players]:
        if seat in sheet.finishers and _could_finish(sheet, missions[seat]) and missions[seat] <= shared:
            yield _refused("S8", seat)


SHEET_CHECKS: tuple[Check, ...] = (
    missions_differ,
    orders_differ,
    spells_differ,
    stocks_are_there,
    crystals_suffice,
    fulfilled_orders_are_met,
    finishers_are_complete,
    all_share_who_could,
)
