"""What may be done next: everything offered leads to a legal game, what isn't offered doesn't."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.documents import (
    ExchangeTokens,
    Record,
    RecordDuel,
    Reinforcement,
    SideCounts,
    SideMages,
    SideMoves,
    SideRows,
    StrengthenPawn,
    Surge,
    Triumph,
    Variants,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.placements import (
    NOTHING_DONE,
    LaidTokens,
    NotOfferedError,
    PawnChoice,
    RunningDuel,
    choices,
    finished_duel,
    with_pawn,
)
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.record_check import check_record
from tests.extent import examples
from tests.games.engine.systems.magistrar.single_change import with_a_change

EDITION = SHIPPED_EDITIONS["spiel-das-2021"]
SEEDS = st.integers(0, 2**32)
SPELL_TYPES = {"strengthen_pawn": StrengthenPawn, "reinforcement": Reinforcement}
SIDES = ("white", "black")
OTHER = {"white": "black", "black": "white"}


def legal(game: Record, duel: RecordDuel) -> bool:
    return check_record(replace(game, duels=(*game.duels, duel)), EDITION).legal


def play_duel_by_choices(rng: random.Random, game: Record) -> RecordDuel:
    """A duel in which every step is one of those offered, drawn at random."""
    running = NOTHING_DONE
    offered = choices(game, running)
    while offered.tokens.white or offered.tokens.black:
        bags = {side: getattr(offered.tokens, side) for side in SIDES}
        side = rng.choice([side for side in SIDES if bags[side]])
        laid = getattr(running.tokens, side) + rng.choice(list(bags[side]))
        running = replace(running, tokens=replace(running.tokens, **{side: laid}))
        offered = choices(game, running)
    while not offered.finished:
        if offered.spells and rng.random() < 0.3:
            running = replace(running, spells=(*running.spells, rng.choice(offered.spells)))
        elif offered.pawns:
            running = with_pawn(running, offered, rng.choice(offered.pawns))
        else:
            side = rng.choice([side for side in SIDES if getattr(offered.moves, side)])
            moves = getattr(running.moves, side) + rng.choice("LD.")
            running = replace(running, moves=replace(running.moves, **{side: moves}))
        offered = choices(game, running)
    if offered.spells:
        running = replace(running, spells=(*running.spells, rng.choice(offered.spells)))
        offered = choices(game, running)
    return finished_duel(running, offered)


@examples(30)
@given(SEEDS, st.integers(0, 4))
def test_choices_lead_to_a_legal_duel_whatever_is_chosen(seed, finished):
    rng = random.Random(seed)
    game = random_record(rng, variants=random_variants(rng), duels=finished)
    assert legal(game, play_duel_by_choices(rng, game))


def as_running(duel: RecordDuel) -> RunningDuel:
    return RunningDuel(
        tokens=LaidTokens(duel.tokens.white, duel.tokens.black),
        pawns=duel.pawns,
        order=() if duel.order is UNSET else duel.order,
        moves=duel.moves,
        spells=duel.spells,
    )


@examples(60)
@given(SEEDS, st.integers(0, 4))
def test_choices_accept_every_legal_duel_as_running(seed, finished):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng), duels=finished + 1)
    duel = record.duels[-1]
    game = replace(record, duels=record.duels[:-1])
    offered = choices(game, as_running(duel))
    assert offered.finished
    assert finished_duel(as_running(duel), offered) == duel


@examples(200)
@given(SEEDS, st.integers(0, 4))
def test_choices_would_have_offered_a_changed_duel_just_where_the_judge_finds_it_legal(seed, finished):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng), duels=finished + 1)
    game, duel = replace(record, duels=record.duels[:-1]), with_a_change(rng, record.duels[-1])
    assert was_offered(game, duel) == legal(game, duel)


def was_offered(game: Record, duel: RecordDuel) -> bool:
    try:
        offered = choices(game, as_running(duel))
    except NotOfferedError:
        return False
    return offered.finished and finished_duel(as_running(duel), offered) == duel


def without(running: RunningDuel, side: str, positions: list[int]) -> RunningDuel:
    """The running duel with these rocks of a side empty, and nothing done after the fight."""
    row = "".join("-" if at in positions else letter for at, letter in enumerate(getattr(running.pawns, side), 1))
    spells = tuple(
        spell
        for spell in running.spells
        if isinstance(spell, ExchangeTokens)
        or (isinstance(spell, StrengthenPawn | Reinforcement) and (spell.by != side or spell.position not in positions))
    )
    return replace(running, pawns=replace(running.pawns, **{side: row}), moves=SideMoves(), spells=spells)


def with_any_pawn(running: RunningDuel, side: str, choice: PawnChoice) -> RunningDuel:
    row = getattr(running.pawns, side)
    row = row[: choice.position - 1] + choice.pawn + row[choice.position :]
    spells = running.spells
    if choice.spell is not None:
        spells = (*spells, SPELL_TYPES[choice.spell](side, choice.position))
    return replace(running, pawns=replace(running.pawns, **{side: row}), spells=spells)


def every_pawn(positions) -> list[PawnChoice]:
    return [PawnChoice(*one) for one in product(positions, "WMS", (None, "strengthen_pawn", "reinforcement"))]


def judged(game: Record, running: RunningDuel, moves: SideMoves, *, ordered: bool) -> bool:
    duel = RecordDuel(
        SideRows(running.tokens.white, running.tokens.black),
        running.pawns,
        running.order if ordered else UNSET,
        moves,
        running.spells,
    )
    return legal(game, duel)


@examples(40)
@given(SEEDS, st.integers(0, 3), st.integers(1, 2))
def test_choices_of_a_responder_are_exactly_what_the_judge_lets_stand(seed, finished, missing):
    rng = random.Random(seed)
    cards = ("upheaval", "reinforcement", "giant_slayer", "narrow_bridge", "reversal", "storm")
    variants = Variants(
        mages=SideMages(*rng.sample(["wotan", "bahar", "aurora"], 2)) if seed % 2 else UNSET,
        duel_cards=tuple(rng.sample(cards, 4)) if seed % 3 else UNSET,
        golden=SideCounts(2, 1) if seed % 5 == 0 else UNSET,
    )
    record = random_record(rng, variants=variants, duels=finished + 1)
    game, duel = replace(record, duels=record.duels[:-1]), record.duels[-1]
    responder = OTHER[choices(game).starter]
    rocks = [at for at, pawn in enumerate(getattr(duel.pawns, responder), 1) if pawn != "-"]
    empty = rng.sample(rocks, min(missing, len(rocks)))
    running = without(as_running(duel), responder, empty)

    def can_be_finished(started: RunningDuel, left: list[int]) -> bool:
        if not left:
            return judged(game, started, duel.moves, ordered=False)
        return any(can_be_finished(with_any_pawn(started, responder, one), left[1:]) for one in every_pawn(left[:1]))

    offered = choices(game, running)
    expected = {
        one
        for one in every_pawn(empty)
        if can_be_finished(with_any_pawn(running, responder, one), [at for at in empty if at != one.position])
    }
    assert offered.turn == responder
    assert set(offered.pawns) == expected
    assert len(offered.pawns) == len(expected)


@examples(60)
@given(SEEDS)
def test_choices_of_the_last_answer_are_exactly_what_the_judge_lets_stand(seed):
    rng = random.Random(seed)
    variants = Variants(mages=SideMages("wotan", "bahar") if seed % 2 else UNSET)
    record = random_record(rng, variants=variants)
    game, duel = replace(record, duels=record.duels[:-1]), record.duels[-1]
    answerer = OTHER[game.starter] if len(duel.order) % 2 else game.starter
    facing_supers = [at for at in range(1, 7) if at not in duel.order]
    running = without(as_running(duel), OTHER[answerer], facing_supers)
    running = without(running, answerer, [*facing_supers, duel.order[-1]])
    offered = choices(game, running)
    assert offered.turn == answerer
    expected = {
        one
        for one in every_pawn(duel.order[-1:])
        if can_be_filled_up(game, with_any_pawn(running, answerer, one), facing_supers, duel.moves)
    }
    assert set(offered.pawns) == expected


def can_be_filled_up(game: Record, running: RunningDuel, positions: list[int], moves: SideMoves) -> bool:
    """Whether the judge lets the encounters stand once the rocks that face a super energy are filled somehow."""
    rocks = [(side, at) for side in SIDES for at in positions if getattr(running.tokens, side)[at - 1] not in "SG"]
    for pawns in product("WMS", repeat=len(rocks)):
        filled = running
        for (side, at), pawn in zip(rocks, pawns, strict=True):
            filled = with_any_pawn(filled, side, PawnChoice(at, pawn))
        if judged(game, filled, moves, ordered=True):
            return True
    return False


def game_of(duels: int = 0, **variants: object) -> Record:
    return random_record(random.Random(4), starter="white", variants=Variants(**variants), duels=duels)


UNKNOWN_MAGE = Variants(mages=SideMages("merlin", "bahar"))
TOKENS = LaidTokens("LDSLDL", "DDLLSD")
FOUGHT = RunningDuel(TOKENS, SideRows("SM-WWM", "MSWS-W"))


def test_choices_before_a_duel_are_the_bags():
    offered = choices(game_of(golden=SideCounts(0, 3)))
    assert (offered.duel, offered.starter, offered.turn, offered.finished) == (1, "white", None, False)
    assert offered.tokens.white == {"L": 14, "D": 14, "S": 2}
    assert offered.tokens.black == {"L": 14, "D": 14, "S": 2, "G": 3}
    assert (offered.pawns, offered.spells, offered.moves) == ((), (), SideCounts(0, 0))


def test_choices_of_tokens_end_with_the_sixth():
    offered = choices(game_of(), RunningDuel(LaidTokens("LDSLDL", "SS")))
    assert offered.tokens.white == {}
    assert offered.tokens.black == {"L": 14, "D": 14}
    assert offered.turn is None


def test_choices_let_the_starter_place_anything_but_at_a_super_energy():
    offered = choices(game_of(), RunningDuel(TOKENS))
    assert (offered.turn, offered.one_by_one, offered.positions) == ("white", False, 6)
    assert offered.pawns == tuple(PawnChoice(at, pawn) for at in (1, 2, 4, 5, 6) for pawn in "WMS")


def test_choices_keep_the_responder_from_identical_pawns():
    offered = choices(game_of(), RunningDuel(TOKENS, SideRows("SM-WWM", "------")))
    assert offered.turn == "black"
    assert offered.pawns == tuple(
        PawnChoice(at, pawn) for at, pawns in ((1, "WM"), (2, "WS"), (3, "WMS"), (4, "MS"), (6, "WS")) for pawn in pawns
    )


def test_choices_under_reversal_let_the_other_side_start():
    assert choices(game_of(duel_cards=("reversal",)), RunningDuel(TOKENS)).starter == "black"


def test_choices_on_the_narrow_bridge_leave_position_6_out():
    offered = choices(game_of(duel_cards=("narrow_bridge",)), RunningDuel(TOKENS))
    assert {choice.position for choice in offered.pawns} == {1, 2, 4, 5}


def test_choices_of_exchanges_are_open_before_any_pawn():
    game = game_of(mages=SideMages("bahar", "aurora"))
    exchange = [ExchangeTokens("black", at) for at in (1, 2, 4, 6)]
    assert choices(game, RunningDuel(TOKENS)).spells == tuple(exchange)
    once = RunningDuel(TOKENS, spells=(exchange[1],))
    assert choices(game, once).spells == (exchange[0], exchange[2], exchange[3])
    twice = replace(once, spells=(exchange[1], exchange[3]))
    assert choices(game, twice).spells == ()
    fought = replace(once, pawns=SideRows("S-----", "------"))
    assert choices(game, fought).spells == ()


def test_choices_offer_each_strengthening_while_it_is_left():
    game = game_of(mages=SideMages("wotan", "bahar"), duel_cards=("reinforcement",))
    running = RunningDuel(TOKENS)
    spells = {choice.spell for choice in choices(game, running).pawns}
    assert spells == {None, "strengthen_pawn", "reinforcement"}
    for at, spell in ((1, "reinforcement"), (2, "strengthen_pawn"), (4, "strengthen_pawn")):
        running = with_pawn(running, choices(game, running), PawnChoice(at, "M", spell))
    assert {choice.spell for choice in choices(game, running).pawns} == {None}
    assert running.spells == (Reinforcement("white", 1), StrengthenPawn("white", 2), StrengthenPawn("white", 4))


def test_choices_after_the_fight_are_moves():
    offered = choices(game_of(), FOUGHT)
    assert (offered.turn, offered.moves, offered.finished) == (None, SideCounts(1, 1), False)
    offered = choices(game_of(), replace(FOUGHT, moves=SideMoves("L", "")))
    assert (offered.moves, offered.finished) == (SideCounts(0, 1), False)
    offered = choices(game_of(), replace(FOUGHT, moves=SideMoves("L", ".")))
    assert (offered.moves, offered.finished) == (SideCounts(0, 0), True)


def test_choices_after_the_fight_offer_a_surge_once():
    game = game_of(mages=SideMages("bahar", "silas"))
    assert choices(game, FOUGHT).spells == (Surge("black", "L"), Surge("black", "D"))
    assert choices(game, replace(FOUGHT, spells=(Surge("black", "D"),))).spells == ()


def test_choices_after_the_fight_offer_a_triumph_to_its_winner():
    game = game_of(duel_cards=("triumph",))
    won = RunningDuel(LaidTokens("LLLLLL", "DDDDDD"), SideRows("SSSMMW", "WWWWWM"))
    assert choices(game, won).spells == tuple(Triumph("white", direction) for direction in "LD.")
    waived = replace(won, spells=(Triumph("white", "."),))
    assert choices(game, waived).spells == ()
    assert choices(game, waived).finished
    lost = replace(won, pawns=SideRows("SSSMWW", "WWWWMM"))
    assert choices(game, lost).spells == ()


def test_choices_in_duel_5_alternate_and_leave_supers_for_the_end():
    game = replace(game_of(duels=5), duels=game_of(duels=5).duels[:4])
    bags = choices(game).tokens
    tokens = LaidTokens(
        *("".join(letter * number for letter, number in bag.items()) for bag in (bags.white, bags.black))
    )
    running, offered = RunningDuel(tokens), choices(game, RunningDuel(tokens))
    free = [at for at in range(1, 7) if not {tokens.white[at - 1], tokens.black[at - 1]} & {"S"}]
    turns = []
    while offered.turn is not None:
        turns.append((offered.turn, sorted({choice.position for choice in offered.pawns})))
        running = with_pawn(running, offered, offered.pawns[-1])
        offered = choices(game, running)
    for encounter, at in enumerate(reversed(free)):
        leader = SIDES[encounter % 2]
        assert turns[2 * encounter] == (leader, [one for one in free if one <= at])
        assert turns[2 * encounter + 1] == (OTHER[leader], [at])
    assert all(not set(positions) & set(free) for _, positions in turns[2 * len(free) :])
    assert running.order == tuple(reversed(free))


@pytest.mark.parametrize(
    "running",
    [
        RunningDuel(LaidTokens("SSS", "")),
        RunningDuel(LaidTokens("LLLLLLL", "")),
        RunningDuel(LaidTokens("GL", "")),
        RunningDuel(LaidTokens("x", "")),
        RunningDuel(LaidTokens("LDSLD", "DDLLSD"), SideRows("S-----", "------")),
        RunningDuel(TOKENS, SideRows("S", "------")),
        RunningDuel(TOKENS, SideRows("S?----", "------")),
        RunningDuel(TOKENS, SideRows("S-S---", "------")),
        RunningDuel(TOKENS, SideRows("S-----", "W-----")),
        RunningDuel(TOKENS, SideRows("SM-WWM", "S-----")),
        RunningDuel(TOKENS, SideRows("SM-WWM", "------"), order=(1,)),
        RunningDuel(TOKENS, spells=(ExchangeTokens("white", 1),)),
        RunningDuel(TOKENS, spells=(StrengthenPawn("white", 1),)),
        RunningDuel(TOKENS, SideRows("S-----", "------"), spells=(StrengthenPawn("white", 1),)),
        RunningDuel(TOKENS, SideRows("S-----", "------"), moves=SideMoves("L", "")),
        replace(FOUGHT, moves=SideMoves("LL", "")),
        replace(FOUGHT, moves=SideMoves("x", "")),
        replace(FOUGHT, spells=(Surge("white", "L"),)),
        replace(FOUGHT, spells=(Triumph("white", "L"),)),
    ],
)
def test_choices_after_what_was_not_offered_are_refused(running):
    with pytest.raises(NotOfferedError):
        choices(game_of(), running)


def test_choices_after_an_order_that_differs_from_the_pawns_are_refused():
    game = game_of(duel_cards=("clash",))
    begun = RunningDuel(TOKENS, SideRows("S-----", "W-----"), order=(1,))
    assert choices(game, begun).turn == "black"
    for order in ((), (2,), (1, 2)):
        with pytest.raises(NotOfferedError):
            choices(game, replace(begun, order=order))


@pytest.mark.parametrize(
    "game, reason",
    [
        (game_of(duels=5), "The game is complete."),
        (replace(game_of(), variants=Variants(duel_cards=())), "The card of the next duel isn't known."),
        (
            replace(game_of(), variants=Variants(mages=SideMages("merlin", "bahar"))),
            "The edition has no mage “merlin”.",
        ),
    ],
)
def test_choices_without_a_next_duel_are_refused(game, reason):
    with pytest.raises(NotOfferedError) as caught:
        choices(game)
    assert str(caught.value) == reason


def test_choices_of_duel_5_need_no_card():
    variants = Variants(duel_cards=("storm", "truce", "clash", "eclipse"))
    game = random_record(random.Random(1), variants=variants, duels=4)
    assert (choices(game).duel, choices(game).one_by_one) == (5, True)


def test_with_pawn_refuses_what_is_not_offered():
    offered = choices(game_of(), RunningDuel(TOKENS))
    with pytest.raises(NotOfferedError):
        with_pawn(RunningDuel(TOKENS), offered, PawnChoice(3, "S"))
    with pytest.raises(NotOfferedError):
        with_pawn(NOTHING_DONE, choices(game_of()), PawnChoice(1, "S"))


def test_finished_duel_refuses_an_unfinished_one():
    with pytest.raises(NotOfferedError):
        finished_duel(FOUGHT, choices(game_of(), FOUGHT))
