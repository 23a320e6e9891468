"""The random player: legal, varied, repeatable games."""

import random
from collections import Counter

from games.engine.systems.magistrar.documents import decode_document, encode_document
from games.engine.systems.magistrar.random_player import random_record


def test_random_record_with_the_same_seed_is_the_same():
    assert random_record(random.Random(7)) == random_record(random.Random(7))


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
        record = random_record(random.Random(seed))
        assert decode_document(encode_document(record)) == record
