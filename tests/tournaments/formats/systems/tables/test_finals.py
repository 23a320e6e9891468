"""Final tables (T14) and the crosstable of tables (T13)."""

from __future__ import annotations

from tests.tournaments.formats.played_stages import PlayedStage
from tournaments.formats.core.standings import standings
from tournaments.formats.core.table_crosstable import table_crosstable
from tournaments.formats.systems.tables.finals import Advancing, advancing, decided_by_game, decided_by_lots
from tournaments.formats.systems.tables.format import Tables


def test_best_of_a_final_table_go_on() -> None:
    assert advancing({7: 2, 1: 1, 4: 3, 6: 4}, 2) == Advancing((1, 7))
    assert advancing({7: 1, 1: 1, 4: 3, 6: 4}, 2) == Advancing((1, 7))


def test_shared_place_is_decided_by_an_extra_game_or_by_lots() -> None:
    found = advancing({7: 1, 1: 2, 4: 2, 6: 2}, 2)
    assert found == Advancing((7,), (1, 4, 6), 1)
    assert decided_by_game(found, {1: 2, 4: 1, 6: 3}) == Advancing((7, 4))
    assert decided_by_game(found, {1: 1, 4: 1, 6: 3}) == Advancing((7,), (1, 4), 1)
    drawn = {decided_by_lots(found, str(seed)).through for seed in range(20)}
    assert drawn == {(7, 1), (7, 4), (7, 6)}
    assert decided_by_lots(found, "3") == decided_by_lots(found, "3")


def test_crosstable_says_who_met_whom_and_who_was_better() -> None:
    played = PlayedStage(Tables(), 9, 4)
    list(played.play())
    rows = table_crosstable(played.state, standings(played.state, ["LOT"]))
    numbers = [row.number for row in rows]
    for row in rows:
        own = played.state.entrant(row.number)
        assert row.sittings == own.sittings
        for other, meetings in zip(numbers, row.against, strict=True):
            expected = [
                (at, sitting.table, sitting.places[0], sitting.places[1 + sitting.others.index(other)])
                for at, sitting in enumerate(own.sittings, 1)
                if other in sitting.others
            ]
            assert [(one.round, one.table, one.is_played) for one in meetings] == [
                (at, table, True) for at, table, _own, _other in expected
            ]
            assert [one.lead for one in meetings] == [
                0 if mine == theirs else (1 if mine < theirs else -1) for _at, _table, mine, theirs in expected
            ]
    assert all(row.against[at] == () for at, row in enumerate(rows))
