"""Games by random players who keep the rules: for the demonstration, the simulator and tests."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any, Literal, cast

from games.engine.registry import game_system
from games.enums import Grade
from games.models import Game
from games.pages.magistrar.variants import CARDS_A_GAME, cards_of, drawn_choices, variants_with
from games.selectors.editions import playable_edition


def random_body(*, rng: random.Random, game: Game, grade: Grade = Grade.RECORD, drawn: Collection[str] = ()) -> bytes:
    """What could be handed in for the game: a complete legal document of that grade, fitting its set-up. `drawn`: which
    of mages and duel cards it is played with beside what is set up."""
    engine = game_system(game.system)
    edition = playable_edition(game.system, game.edition)
    variants = variants_with(game.variants, random_drawn(rng=rng, game=game, drawn=drawn)) if drawn else game.variants
    document = engine.random_game(
        rng,
        players=game.seats.count(),
        starter=game.starter,
        edition=edition,
        variants=variants,
    )
    return engine.encode(engine.at_grade(document, cast("Literal['record', 'sheet', 'score']", grade.value), edition))


def random_drawn(*, rng: random.Random, game: Game, drawn: Collection[str]) -> dict[str, Any]:
    """Mages and four duel cards, as far as they are in `drawn`: those that are said for the game, the others by lot."""
    found: dict[str, Any] = {}
    if "mages" in drawn:
        white, black = rng.sample([key for key, _name in drawn_choices(game, "mages")], 2)
        found["mages"] = game.variants.get("mages") or {"white": white, "black": black}
    if "duel_cards" in drawn:
        cards = cards_of(game.variants)
        left = [key for key, _name in drawn_choices(game, "duel_cards") if key not in cards]
        found["duel_cards"] = cards + rng.sample(left, CARDS_A_GAME - len(cards))
    return found
