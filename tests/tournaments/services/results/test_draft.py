"""Records in progress: who may keep one, what stands in its way, and when it ends."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.engine.systems.magistrar.arena_values import Arena
from games.engine.systems.magistrar.report import SIDES
from games.models import DraftPart
from games.selectors.drafts import draft_parts, draft_record
from games.services.drafts import drafts_of_player_erase
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from tests.evening import Evening, entry_at, game_of
from tournaments.models import Match
from tournaments.services.results.draft import record_part_save, record_part_take_back, record_secret_save

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(evening: Evening) -> Match:
    return evening.publish(evening.started(), 1)[0]


def arenas(evening: Evening, match: Match) -> list[Arena]:
    return [msgspec.convert(duel, Arena) for duel in json.loads(evening.body(match))["duels"]]


def save(act: Act, match: Match, number: int, arena: Arena, key: str = "", replaces: str = "") -> DraftPart:
    return record_part_save(
        act=act,
        game_key=game_of(match).key,
        number=number,
        part=arena,
        idempotency_key=key or f"duel-{number}",
        replaces=replaces,
    )


def refusal(call, *args, **named) -> str:
    with pytest.raises(DomainError) as refused:
        call(*args, **named)
    return refused.value.code


def test_save_keeps_who_saved_what_and_is_idempotent(evening: Evening, match: Match) -> None:
    one, two = arenas(evening, match)[:2]
    white, black = entry_at(match, 0), entry_at(match, 1)
    first = save(evening.by(white), match, 1, one)
    assert save(evening.by(white), match, 1, one) == first
    assert save(evening.by(black), match, 1, one, key="seen-by-the-other") == first
    save(evening.by(black), match, 2, two)
    save(evening.act(), match, 2, two, key="the-desk-agrees")
    saved = draft_parts(game_of(match))
    assert [row.actor for row in saved] == [f"link:{white.key}", f"link:{black.key}"]
    assert {row.seat for row in saved} == {1, 2}


def test_save_refuses_strangers_gaps_and_what_is_not_legal(evening: Evening, match: Match) -> None:
    one, two = arenas(evening, match)[:2]
    player = evening.by(entry_at(match, 0))
    stranger = evening.by_user(evening.account("stranger@example.org"))
    assert refusal(save, stranger, match, 1, one) == "not_your_game"
    assert refusal(save, player, match, 2, two) == "duel_missing"
    assert refusal(save, player, match, 0, one) == "duel_missing"
    assert refusal(save, player, match, 1, Arena()) == "not_legal"
    assert refusal(save, player, match, 1, one, key="no key at all") == "bad_idempotency_key"
    assert not DraftPart.objects.exists()


def test_other_version_replaces_only_what_was_seen(evening: Evening, match: Match) -> None:
    one, other = arenas(evening, match)[0], arenas(evening, match)[0]
    white, black = evening.by(entry_at(match, 0)), evening.by(entry_at(match, 1))
    save(white, match, 1, one, key="a")
    assert refusal(save, black, match, 1, other, key="b") == "saved_differently"
    assert refusal(save, black, match, 1, other, key="b", replaces="x") == "saved_differently"
    save(black, match, 1, other, key="b", replaces="a")
    save(white, match, 2, arenas_after(evening, match), key="c")
    assert (
        refusal(record_part_take_back, act=white, game_key=game_of(match).key, number=1, version="b") == "later_duels"
    )
    record_part_take_back(act=white, game_key=game_of(match).key, number=2, version="c")
    record_part_take_back(act=white, game_key=game_of(match).key, number=2, version="c")
    assert [row.version for row in draft_parts(game_of(match))] == ["b"]


def test_changed_duel_leaves_the_later_ones_and_tells_which_fit_no_more(evening: Evening, match: Match) -> None:
    """Duel 1 is changed under the saved others, into one that they fit and into one that they don't, and back."""
    white, black, game = evening.by(entry_at(match, 0)), evening.by(entry_at(match, 1)), game_of(match)
    duels = arenas(evening, match)[:4]
    for number, arena in enumerate(duels, 1):
        save(white, match, number, arena, key=f"v{number}")
    assert refusal(save, black, match, 1, mirrored(duels[0]), key="blind") == "saved_differently"
    save(black, match, 1, mirrored(duels[0]), key="mirrored", replaces="v1")
    assert [row.version for row in draft_record(game).parts] == ["mirrored", "v2", "v3", "v4"]

    spent = spending_all_supers(evening, match, duels)
    save(black, match, 1, spent, key="spent", replaces="mirrored")
    draft = draft_record(game)
    kept = [row.version for row in [*draft.parts, *draft.misfits]]
    assert kept == ["spent", "v2", "v3", "v4"]
    first = draft.misfits[0]
    assert draft.wrong is not None
    assert (draft.wrong["duel"], draft.wrong["rule"]) == (first.number, "R6")
    assert refusal(save, black, match, first.number, duels[first.number - 1], key="again") == "not_legal"
    save(black, match, 1, duels[0], key="back", replaces="spent")
    assert [row.version for row in draft_record(game).parts] == ["back", "v2", "v3", "v4"]
    assert draft_record(game).misfits == []


def mirrored(arena: Arena) -> Arena:
    """The same encounters in the other order along the track: as legal, and as much is left."""
    turned: dict[str, Any] = msgspec.to_builtins(arena)
    for rows in (turned["tokens"], turned["pawns"], turned["moves"]):
        rows |= {side: row[::-1] for side, row in rows.items()}
    return msgspec.convert(turned, Arena)


def spending_all_supers(evening: Evening, match: Match, duels: list[Arena]) -> Arena:
    """A first duel after which some side has fewer super energies left than it lays later."""
    later = {side: sum(getattr(duel.tokens, side).count("S") for duel in duels[1:]) for side in SIDES}
    for _try in range(500):
        arena = arenas(evening, match)[0]
        if any(getattr(arena.tokens, side).count("S") + later[side] > 2 for side in SIDES):
            return arena
    raise AssertionError(later)


def arenas_after(evening: Evening, match: Match) -> Arena:
    """A second duel that follows the saved first one."""
    while True:
        arena = arenas(evening, match)[1]
        try:
            save(evening.act(), match, 2, arena, key="probe")
        except DomainError:
            continue
        record_part_take_back(act=evening.act(), game_key=game_of(match).key, number=2, version="probe")
        return arena


def test_record_in_progress_ends_with_the_game(evening: Evening, match: Match) -> None:
    one = arenas(evening, match)[0]
    player = evening.by(entry_at(match, 0))
    save(player, match, 1, one)
    evening.play(match)
    assert not DraftPart.objects.filter(game=game_of(match)).exists()
    assert refusal(save, player, match, 1, one) == "settled"


def test_erase_takes_all_records_of_a_player(evening: Evening, match: Match) -> None:
    save(evening.by(entry_at(match, 0)), match, 1, arenas(evening, match)[0])
    opponent = entry_at(match, 1).player
    assert drafts_of_player_erase(player_key="somebody") == 0
    assert drafts_of_player_erase(player_key=opponent.key) == 1
    assert not DraftPart.objects.exists()


def test_game_without_secrets_keeps_none(evening: Evening, match: Match) -> None:
    named = {"game_key": game_of(match).key, "secret": "f2", "idempotency_key": "s"}
    assert refusal(record_secret_save, act=evening.by(entry_at(match, 0)), **named) == "not_understood"
    assert refusal(record_secret_save, act=evening.act(), **named) == "not_your_game"
