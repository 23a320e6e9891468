"""The random player: legal, varied, repeatable games."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.documents import (
    Reinforcement,
    SideCounts,
    SideMages,
    Surge,
    Triumph,
    Variants,
    decode_document,
    encode_document,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, make_edition
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.record_check import check_record
from tests.extent import examples
from tests.games.engine.systems.magistrar.single_change import with_a_change

EDITION = SHIPPED_EDITIONS["spiel-das-2021"]
SEEDS = st.integers(0, 2**32)


def games(number: int, **members: object):
    return [random_record(random.Random(seed), variants=Variants(**members)) for seed in range(number)]


def spells(records) -> Counter[str]:
    return Counter(type(spell).__name__ for record in records for duel in record.duels for spell in duel.spells)


@examples(300)
@given(SEEDS, st.sampled_from(["white", "black", None]), st.integers(0, 5))
def test_random_record_of_any_variants_is_legal(seed, starter, duels):
    rng = random.Random(seed)
    record = random_record(rng, starter=starter, variants=random_variants(rng), duels=duels)
    report = check_record(record, EDITION)
    assert report.violations == ()
    assert len(report.duels) == duels


@examples(300)
@given(SEEDS, st.integers(0, 4))
def test_random_record_with_a_single_change_stays_legal_or_is_named_at_the_right_duel(seed, place):
    rng = random.Random(seed)
    record = random_record(rng, variants=random_variants(rng))
    duels = list(record.duels)
    duels[place] = with_a_change(rng, duels[place])
    report = check_record(replace(record, duels=tuple(duels)), EDITION)
    prefixes = [check_record(replace(record, duels=tuple(duels[:length])), EDITION) for length in range(6)]
    legal = [prefix.legal for prefix in prefixes]
    proven = len(report.duels)
    assert legal == [True] * (proven + 1) + [False] * (5 - proven)
    assert report.duels == prefixes[proven].duels
    assert {found.duel for found in report.violations} == ({proven + 1} if proven < 5 else set())
    assert proven >= place


def test_random_record_with_the_same_seed_is_the_same():
    variants = Variants(mages=SideMages("aurora", "wotan"))
    first, second = (random_record(random.Random(7), variants=variants) for _ in range(2))
    assert first == second


def test_random_record_of_a_base_game_uses_every_token_and_pawn():
    record = random_record(random.Random(3))
    for side in ("white", "black"):
        assert Counter("".join(getattr(duel.tokens, side) for duel in record.duels)) == {"L": 14, "D": 14, "S": 2}
        assert Counter("".join(getattr(duel.pawns, side) for duel in record.duels)) == {
            "S": 5,
            "M": 13,
            "W": 10,
            "-": 2,
        }


def test_random_record_keeps_its_starter_and_length():
    record = random_record(random.Random(1), starter="black", duels=3)
    assert (record.starter, len(record.duels)) == ("black", 3)


def test_random_record_reads_back_from_its_json():
    for seed in range(50):
        rng = random.Random(seed)
        record = random_record(rng, variants=random_variants(rng))
        assert decode_document(encode_document(record)) == record


def test_random_records_hold_identical_pawns_by_H2_and_H5():
    identical = Counter()
    for record in games(300):
        for number, duel in enumerate(record.duels, 1):
            facing = zip(duel.pawns.white, duel.pawns.black, strict=True)
            identical[number] += sum(white == black != "-" for white, black in facing)
    assert (identical[1], identical[2]) == (0, 0)
    assert min(identical[3], identical[4], identical[5]) > 0


def test_random_records_with_mages_use_every_limited_spell():
    used = spells(games(60, mages=SideMages("aurora", "wotan")) + games(60, mages=SideMages("bahar", "silas")))
    assert set(used) == {"ExchangeTokens", "StrengthenPawn", "Surge"}


def test_random_records_with_cards_use_their_spells():
    records = games(150, duel_cards=("triumph", "reinforcement", "storm", "clash"))
    assert set(spells(records)) == {"Reinforcement", "Triumph"}
    waived = {spell.direction for r in records for duel in r.duels for spell in duel.spells if type(spell) is Triumph}
    assert waived == {"L", "D", "."}


def test_random_records_with_golden_energies_draw_them():
    records = games(40, golden=SideCounts(3, 1))
    drawn = [Counter("".join(duel.tokens.white for duel in record.duels))["G"] for record in records]
    assert (min(drawn) < 3, max(drawn)) == (True, 3)


def test_random_variants_come_in_every_mix():
    mixes = {
        (one.mages is UNSET, one.duel_cards is UNSET, one.golden is UNSET)
        for one in (random_variants(random.Random(seed)) for seed in range(100))
    }
    assert len(mixes) == 8


def test_random_record_with_an_unknown_mage_is_refused():
    with pytest.raises(KeyError):
        random_record(random.Random(1), variants=Variants(mages=SideMages("merlin", "wotan")))


def house_edition():
    """An edition where mages never use up their spells and identical pawns that can't be helped may stand anywhere."""
    data = EDITION.data
    anew = {
        name: replace(data.mages[name], uses=replace(data.mages[name].uses, value=None)) for name in ("wotan", "silas")
    }
    rulings = data.rulings | {"H2": replace(data.rulings["H2"], value="any")}
    return make_edition(replace(data, key="house", mages=data.mages | anew, rulings=rulings))


def test_random_record_of_another_edition_is_legal_there():
    edition = house_edition()
    variants = Variants(mages=SideMages("wotan", "silas"), duel_cards=("reinforcement", "upheaval", "clash", "storm"))
    kinds = Counter()
    for seed in range(150):
        record = random_record(random.Random(seed), variants=variants, edition=edition)
        assert record.edition == "house"
        assert check_record(record, edition).violations == ()
        kinds.update(type(spell) for duel in record.duels for spell in duel.spells)
    assert kinds[Surge] > 150
    assert kinds[Reinforcement] > 0
