"""Single rules of a turn, at a table that is laid for them."""

import random

import msgspec
import pytest

from games.engine.systems.cum_laude.documents import Turn
from games.engine.systems.cum_laude.edition import SHIPPED_EDITIONS
from games.engine.systems.cum_laude.play import Play, RuleBrokenError
from games.engine.systems.cum_laude.random_player import random_record

EDITION = SHIPPED_EDITIONS["spieltrieb-2017"]
RED = 0


def table(players: int = 3) -> Play:
    record = random_record(random.Random(1), players=players, starter=1, edition=EDITION, change_places=False)
    return Play(msgspec.structs.replace(record, turns=()), EDITION)


def refused(play: Play, *turns: Turn) -> tuple[str, str | None]:
    with pytest.raises(RuleBrokenError) as broken:
        play.play(turns)
    return broken.value.violation.code, broken.value.violation.rule


def test_movement_may_not_end_where_it_began() -> None:
    play = table()
    card = play.master.hand[0]
    assert refused(play, Turn("red", cards=(card,), to="red-oriel")) == ("same_tile", "L20")


def test_master_with_a_fulfilled_order_may_not_get_a_crystal() -> None:
    play = table()
    play.master.hand, play.master.is_fulfilled = ["r"], True
    play.spells[RED].held, play.spells[RED].missing = list(play.spells[RED].needed), 0
    assert refused(play, Turn("red", cards=("r",), to="i5")) == ("no_crystals", "L28")


def test_master_who_can_only_get_a_crystal_by_moving_passes() -> None:
    play = table()
    play.pile, play.pile_size = (), 0
    play.master.hand, play.master.is_fulfilled = ["r"], True
    for spell in play.spells:
        spell.held, spell.missing = list(spell.needed), 0
    assert not play.can_move(RED, 0)
    play.play([Turn("red")])
    assert play.ended == "pile"


def test_only_cards_of_the_hand_are_discarded() -> None:
    play = table()
    play.master.hand = ["r"] * 8
    with pytest.raises(RuleBrokenError) as broken:
        play._discard(("k",))
    assert broken.value.violation.code == "discard"


def test_empty_discard_pile_gives_nothing() -> None:
    play = table()
    play.at[RED] = next(tile for tile in play.tower.crystal_tiles if play.tower.colour[tile] == "G")
    before = list(play.master.hand)
    play._draw(Turn("red"), RED)
    assert play.master.hand == before


def test_discard_pile_gives_its_top_cards() -> None:
    play = table()
    play.at[RED] = next(tile for tile in play.tower.crystal_tiles if play.tower.colour[tile] == "G")
    play.discarded, play.master.hand = ["r", "k", "y"], []
    play._draw(Turn("red"), RED)
    assert (sorted(play.master.hand), play.discarded) == (["k", "y"], ["r"])


def test_apprentices_on_one_tile_cannot_change_places() -> None:
    play = table()
    assert play._can_change()
    play.at[:6] = [play.tower.desk] * 6
    assert not play._can_change()


def test_lost_crystal_may_lie_beside_a_figure_where_no_tile_is_free() -> None:
    play = table()
    taken, free, *_others = play.tower.crystal_tiles
    play.at[RED] = taken
    del play.crystals[taken], play.crystals[free]
    assert (play.is_empty(taken), play.is_empty(free)) == (False, True)
    play.crystals[free] = 0
    assert play.is_empty(taken)


def test_cards_of_the_own_colour_lead_everywhere_and_others_their_way() -> None:
    tower = EDITION.tower
    edge, inside = tower.numbers["i7"], tower.numbers["b3"]
    for start in (edge, inside):
        assert tower.reachable(start, RED, [RED]) == tower.any_step(1 << start)
        assert tower.reachable(start, 1, [RED]) == tower.step(1 << start, RED)
    assert tower.reachable(edge, 1, [RED]) == 0
    once = tower.any_step(1 << inside)
    assert tower.reachable(inside, RED, [RED, RED]) == once | tower.any_step(once)


def test_trade_is_possible_where_any_crystal_can_change_hands() -> None:
    play = table()
    assert not play._can_trade()
    play.masters[1].stock[0] = 1
    assert play._can_trade()
    play.masters[1].is_fulfilled = True
    assert not play._can_trade()
    play.master.stock[2] = 1
    assert play._can_trade()
    play.masters[2].is_fulfilled = True
    assert not play._can_trade()
