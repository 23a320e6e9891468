"""Games by random players who keep the rules: for the demonstration, the simulator and tests."""

from __future__ import annotations

import random
from typing import Any, Literal, cast

from games.engine.core.choices import Choices, values_by_part, variants_with
from games.engine.registry import game_system
from games.enums import Grade
from games.models import Game
from games.selectors.choices import options_in_words
from games.selectors.editions import playable_edition


def random_body(*, rng: random.Random, game: Game, grade: Grade = Grade.RECORD, asked: Choices = ()) -> bytes:
    """What could be handed in for the game: a complete legal document of that grade, fitting its set-up. `asked`: what
    is said at its table beside what is set up."""
    engine = game_system(game.system)
    edition = playable_edition(game.system, game.edition)
    said = random_choices(rng=rng, game=game, asked=asked)
    variants = variants_with(engine.choices, game.variants, said) if said else game.variants
    document = engine.random_game(
        rng,
        players=game.seats.count(),
        starter=game.starter,
        edition=edition,
        variants=variants,
    )
    return engine.encode(engine.at_grade(document, cast("Literal['record', 'sheet', 'score']", grade.value), edition))


def random_choices(*, rng: random.Random, game: Game, asked: Choices) -> dict[str, Any]:
    """All that is said at the table of these choices: what is said for the game, the others by lot."""
    found: dict[str, Any] = {}
    for choice in asked:
        options = [key for key, _name in options_in_words(game, choice.key)]
        if choice.chosen_for == "seat":
            seats = game_system(game.system).seat_names[: game.seats.count()]
            by_lot = dict(zip(seats, rng.sample(options, len(seats)), strict=True))
            found[choice.key] = game.variants.get(choice.key) or by_lot
        else:
            said = values_by_part(choice, game.variants)
            left = [key for key in options if key not in said]
            found[choice.key] = said + rng.sample(left, choice.parts - len(said))
    return found
