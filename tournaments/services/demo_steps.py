"""What players of the demo do at their tables."""

from __future__ import annotations

import random
from dataclasses import replace

from games.enums import GameState, Grade
from games.services.random_play import random_body
from magistrar_site.shared.acts import Act, Actor
from tournaments.models import Entry, Match
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.hand_in import result_submit

GRADES = (Grade.RECORD, Grade.RECORD, Grade.SHEET, Grade.SCORE)


def as_entry(act: Act, entry: Entry) -> Act:
    """The same act by a player, with the personal link."""
    return replace(act, actor=Actor("link", entry.key))


def entry_at(match: Match, position: int) -> Entry:
    return list(match.seats.all())[position].entry


def by_seat(act: Act, match: Match, position: int) -> Act:
    return as_entry(act, entry_at(match, position))


def hand_in(act: Act, match: Match, rng: random.Random, grade: Grade) -> str:
    """A random game, by the player of the first seat; the submission's key."""
    game = match.games.all()[0].game
    body = random_body(rng=rng, game=game, grade=grade, asked=match.round.stage.event.asks)
    sent = result_submit(act=by_seat(act, match, 0), game_key=game.key, body=body, idempotency_key="demo")
    return str(sent.key)


def confirm_all(act: Act, match: Match, submission: str) -> None:
    """The others confirm until it counts."""
    for position in range(1, len(match.seats.all())):
        if result_confirm(act=by_seat(act, match, position), submission_key=submission).state == GameState.AGREED:
            return
