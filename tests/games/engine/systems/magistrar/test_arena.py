"""Recording place by place: what is offered leads to legal duels, and every legal duel is offered."""

import random
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.arena import Arena, Chip, arena_choices, with_chip
from games.engine.systems.magistrar.arena_score import standing
from games.engine.systems.magistrar.arena_values import placed_chip
from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    Record,
    RecordDuel,
    Reinforcement,
    SideRows,
    StrengthenPawn,
    Surge,
    Triumph,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.placements_terms import SUPERS, terms_of_next_duel
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.record_check import check_record
from games.engine.systems.magistrar.report import SIDES
from tests.extent import examples

EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
SEEDS = st.integers(0, 2**32)


def as_duel(game: Record, arena: Arena) -> RecordDuel:
    one_by_one = terms_of_next_duel(game, EDITION).rules.one_by_one
    order = arena.order if one_by_one else UNSET
    return RecordDuel(arena.tokens, arena.pawns, order, arena.moves, arena.spells)


def as_arena(duel: RecordDuel) -> Arena:
    return Arena(duel.tokens, duel.pawns, () if duel.order is UNSET else duel.order, duel.moves, duel.spells)


def violations_with(game: Record, duel: RecordDuel) -> list:
    return list(check_record(replace(game, duels=(*game.duels, duel)), EDITION).violations)


def laid_at_random(rng: random.Random, game: Record) -> Arena:
    """A duel laid out by what was offered, in any order within a row."""
    one_by_one = terms_of_next_duel(game, EDITION).rules.one_by_one
    arena = Arena()
    offered = arena_choices(game, arena, EDITION)
    while not offered.finished:
        assert offered.wrong is None
        if offered.spells and rng.random() < 0.3:
            arena = replace(arena, spells=(*arena.spells, rng.choice(offered.spells)))
        elif offered.turn:
            place = rng.choice([place for place in offered.places if place.chips])
            chip = rng.choice(place.chips)
            arena = with_chip(arena, offered.turn, place.position, chip, one_by_one=one_by_one)
        else:
            side = rng.choice([side for side in SIDES if getattr(offered.moves, side)])
            arena = replace(arena, moves=replace(arena.moves, **{side: getattr(arena.moves, side) + rng.choice("LD.")}))
        offered = arena_choices(game, arena, EDITION)
    return arena


@examples(25)
@given(SEEDS, st.integers(0, 4), st.booleans())
def test_arena_laid_by_what_is_offered_is_legal(seed, finished, plain):
    rng = random.Random(seed)
    game = (
        random_record(rng, duels=finished)
        if plain
        else random_record(rng, variants=random_variants(rng), duels=finished)
    )
    arena = laid_at_random(rng, game)
    assert violations_with(game, as_duel(game, arena)) == []


def laid_in_turn(game: Record, duel: RecordDuel) -> Iterator[tuple[str, int, Chip]]:
    """The places of a duel in an order of play: rows, or encounters with those of a super energy last."""
    terms = terms_of_next_duel(game, EDITION)
    whole = as_arena(duel)
    sides = (terms.starter, terms.responder)
    if not terms.rules.one_by_one:
        yield from ((side, at, placed_chip(whole, side, at)) for side in sides for at in range(1, 7))
        return
    for begun, at in enumerate(duel.order):
        for side in sides if begun % 2 == 0 else sides[::-1]:
            yield side, at, placed_chip(whole, side, at)
    for at in (at for at in range(1, 7) if at not in duel.order):
        yield from ((side, at, placed_chip(whole, side, at)) for side in sides)


@examples(25)
@given(SEEDS, st.integers(0, 4), st.booleans())
def test_arena_offers_every_place_of_a_legal_duel(seed, finished, plain):
    rng = random.Random(seed)
    variants = {} if plain else {"variants": random_variants(rng)}
    record = random_record(rng, duels=finished + 1, **variants)
    game, duel = replace(record, duels=record.duels[:-1]), record.duels[-1]
    one_by_one = terms_of_next_duel(game, EDITION).rules.one_by_one
    arena = Arena()
    for side, position, chip in laid_in_turn(game, duel):
        offered = arena_choices(game, arena, EDITION, None if offered_turn(game, arena) == side else (side, position))
        chips = {place.position: place.chips for place in offered.places}
        assert chip in chips[position], (arena, side, position)
        arena = with_chip(arena, side, position, chip, one_by_one=one_by_one)
    rest = [spell for spell in duel.spells if not isinstance(spell, StrengthenPawn | Reinforcement)]
    arena = replace(arena, moves=duel.moves, spells=(*arena.spells, *rest))
    offered = arena_choices(game, arena, EDITION)
    assert (offered.turn, offered.wrong, offered.finished) == (None, None, True)
    told = as_duel(game, arena)
    assert (told.tokens, told.pawns, told.order) == (duel.tokens, duel.pawns, duel.order)


def offered_turn(game: Record, arena: Arena) -> str | None:
    return arena_choices(game, arena, EDITION).turn


@examples(60)
@given(SEEDS, st.integers(0, 4), st.booleans())
def test_arena_finds_a_changed_duel_wrong_just_where_the_judge_does(seed, finished, plain):
    rng = random.Random(seed)
    variants = {} if plain else {"variants": random_variants(rng)}
    record = random_record(rng, duels=finished + 1, **variants)
    game, duel = replace(record, duels=record.duels[:-1]), record.duels[-1]
    spells = tuple(spell for spell in duel.spells if not isinstance(spell, Surge | Triumph))
    side, at = rng.choice(SIDES), rng.randrange(6)
    row = getattr(duel.pawns, side)
    row = row[:at] + rng.choice("WMS") + row[at + 1 :]
    changed = replace(duel, pawns=replace(duel.pawns, **{side: row}), spells=spells)
    found = arena_choices(game, as_arena(changed), EDITION).wrong
    judged = violations_with(game, changed)
    assert (found is None) == (judged == [])
    if found is not None:
        assert found.code == judged[0].code


@examples(25)
@given(SEEDS, st.integers(0, 4))
def test_standing_of_a_laid_out_duel_is_the_report(seed, finished):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng), duels=finished + 1)
    game, duel = replace(record, duels=record.duels[:-1]), record.duels[-1]
    report = check_record(record, EDITION)
    now = standing(game, as_arena(duel), EDITION)
    assert (now.honoris, now.markers) == (report.honoris, report.markers)
    assert (now.encounters, now.points) == (report.duels[-1].encounters, report.duels[-1].points)
    assert standing(record, None, EDITION).honoris == report.honoris


def test_standing_counts_only_encounters_that_are_laid_on_both_sides() -> None:
    game = Record(starter="white", duels=())
    arena = Arena(SideRows("LDS---", "DL----"), SideRows("SM----", "WS----"))
    now = standing(game, arena, EDITION)
    assert now.encounters == ("white", "black", None, None, None, None)
    assert (now.level.white, now.level.black) == (-1, -1)


def test_arena_offers_the_rest_of_the_bag_in_the_fifth_duel() -> None:
    record = random_record(random.Random(3), duels=5)
    game, duel = replace(record, duels=record.duels[:4]), record.duels[4]
    offered = arena_choices(game, Arena(), EDITION)
    tokens = {chip.token for place in offered.places for chip in place.chips}
    assert (offered.turn, len(offered.places)) == ("white", 6)
    assert tokens <= set(duel.tokens.white)


def test_arena_lets_the_responder_face_no_pawn_with_its_equal() -> None:
    game = Record(starter="white", duels=())
    arena = Arena(SideRows("LDLDLD", "------"), SideRows("WMSWMS", "------"))
    offered = arena_choices(game, arena, EDITION)
    pawns = [{chip.pawn for chip in place.chips if chip.token not in SUPERS} for place in offered.places]
    assert offered.turn == "black"
    assert pawns == [{"M", "S"}, {"W", "S"}, {"W", "M"}] * 2
