"""What may be done next in an unfinished game: for forms that offer only what is legal, and for bots.

`choices` takes the finished duels and the duel on the table. Whatever it offers can be played on to a legal duel, and
nothing else that could be done at that point can. It keeps to the turns: tokens and exchanges before pawns (R23), the
starter's row before the responder's (R7), one encounter after the other where they are played one by one (R17), the
rocks that face a super energy last there (R18).
"""

from msgspec import UNSET

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    DUELS_IN_A_GAME,
    Record,
    RecordDuel,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.magistrar.judge import judge
from games.engine.systems.magistrar.placements_table import Table, with_pawn
from games.engine.systems.magistrar.placements_values import (
    NOTHING_DONE,
    Choices,
    LaidTokens,
    NotOfferedError,
    PawnChoice,
    RunningDuel,
    TokenCounts,
    as_recorded,
)

__all__ = [
    "NOTHING_DONE",
    "Choices",
    "LaidTokens",
    "NotOfferedError",
    "PawnChoice",
    "RunningDuel",
    "TokenCounts",
    "choices",
    "finished_duel",
    "with_pawn",
]

_SHIPPED = SHIPPED_EDITIONS[DEFAULT_EDITION]


def choices(game: Record, running: RunningDuel = NOTHING_DONE, edition: Edition = _SHIPPED) -> Choices:
    """What may be done next, after the finished duels of `game` and what was done in the running one.

    Raises `NotOfferedError` where `game` isn't legal with `edition`, has five duels or lacks the next duel's card, and
    where anything in `running` wouldn't have been offered.
    """
    report = judge(game, {game.edition: edition})
    if not report.legal:
        raise NotOfferedError(report.violations[0].message)
    number = len(game.duels) + 1
    if number > DUELS_IN_A_GAME:
        raise NotOfferedError("The game is complete.")
    if game.variants.duel_cards is not UNSET and len(game.variants.duel_cards) < number < DUELS_IN_A_GAME:
        raise NotOfferedError("The card of the next duel isn't known.")
    table = Table(game, edition)
    table.replay(running)
    return table.choices(running)


def finished_duel(running: RunningDuel, offered: Choices) -> RecordDuel:
    """The running duel as a duel of a record. Raises `NotOfferedError` where something has still to be done."""
    if not offered.finished:
        raise NotOfferedError("The duel isn't finished.")
    return as_recorded(running, one_by_one=offered.one_by_one)
