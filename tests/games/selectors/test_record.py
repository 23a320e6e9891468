"""What a player's games add up to: pure sums of values, no database."""

from __future__ import annotations

from datetime import UTC, datetime

from games.enums import Grade, Outcome, ResultKind
from games.selectors.record import Opponent, PlayedGame, head_to_head, tally_of


def game(
    opponent: str, outcome: Outcome, honoris: tuple[int, int] | None, kind: ResultKind = ResultKind.PLAYED
) -> PlayedGame:
    own, against = honoris or (None, None)
    return PlayedGame(
        game_pk=1,
        game_key="game",
        played_at=datetime(2026, 3, 6, tzinfo=UTC),
        kind=kind,
        grade=Grade.RECORD,
        outcome=outcome,
        opponents=(Opponent(opponent.lower(), opponent),),
        score=own,
        score_against=against,
        started=True,
        mage="",
    )


def test_honoris_are_added_where_they_are_known_and_none_where_no_game_has_any() -> None:
    games = [
        game("Emil", Outcome.WIN, None),
        game("Cleo", Outcome.LOSS, (4, 11)),
        game("Cleo", Outcome.WIN, None),
        game("Cleo", Outcome.DRAW, (-2, -2)),
        game("Emil", Outcome.WIN, (20, 0), ResultKind.FORFEIT),  # no game
    ]
    cleo, emil = head_to_head(games)
    assert (cleo.name, cleo.games, cleo.score, cleo.score_against, cleo.best) == ("Cleo", 3, 2, 9, 4)
    assert (emil.name, emil.games, emil.score, emil.score_against, emil.best) == ("Emil", 1, None, None, None)
    assert (tally_of(games).games, tally_of(games).score) == (4, 2)
