"""Games by random players who keep the rules: for the demonstration, the simulator and tests."""

from __future__ import annotations

import random
from typing import Literal, cast

from games.engine.registry import game_system
from games.enums import Grade
from games.models import Game
from games.selectors.editions import playable_edition


def random_body(*, rng: random.Random, game: Game, grade: Grade = Grade.RECORD) -> bytes:
    """What could be handed in for the game: a complete legal document of that grade, fitting its set-up."""
    engine = game_system(game.system)
    edition = playable_edition(game.system, game.edition)
    starter = cast("Literal['white', 'black']", game.starter)
    document = engine.random_game(rng, starter=starter, edition=edition, variants=game.variants)
    return engine.encode(engine.at_grade(document, cast("Literal['record', 'sheet', 'score']", grade.value), edition))
