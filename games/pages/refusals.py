"""Why something that was handed in doesn't count, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.registry import game_system
from games.enums import Grade
from games.models import Game, Submission
from games.pages.registry import game_pages

REFUSALS: Mapping[str, str | Promise] = {
    "unreadable": _("This can’t be read as a game and doesn’t count yet. Correct it and hand it in again."),
    "illegal": _("This game breaks a rule and doesn’t count yet. Correct it and hand it in again."),
    "unfinished": _("The game isn’t finished. If it ended early, tell an arbiter: what you handed in is kept."),
    "grade_too_low": _("This event asks for more than was handed in."),
    "players_differ": _("This is a game for another number of players."),
    "sides_swapped": _("Another player starts this game. Check who sits where."),
    "edition_differs": _("This game is played with another edition of the rules."),
    "variants_differ": _("The variants don’t match this game."),
    "deal_closed": _("This game was dealt here. Open the deal in the recorder first; then hand in its record."),
    "deal_differs": _("This isn’t the game that was dealt here: other cards, missions, orders or another layout."),
    "turns_differ": _(
        "Other turns were recorded here. Hand in what was recorded; where a turn is wrong in it, tell the desk."
    ),
    # Not said any more: such a result counts, and an arbiter sees where else the record stands. Older facts say it.
    "handed_in_elsewhere": _("This exact game has already been handed in for another pairing."),
    "settled": _("The result of this game is settled. An arbiter can reopen it."),
}


def refusals_of(system: str, least_grade: str = Grade.SCORE) -> Mapping[str, str | Promise]:
    """All refusals in the words of a game system, by their keys."""
    return {**REFUSALS, **game_pages(system).refusals(least_grade)}


def refusal_of(submission: Submission, game: Game) -> str:
    """Why a submission doesn't count; empty for one that does. Its document is read only where that says more."""
    if not submission.refusal:
        return ""
    body = bytes(submission.body) if submission.refusal == "variants_differ" else b""
    return refusal_sentence(submission.refusal, game, body)


def refusal_sentence(refusal: str, game: Game, body: bytes = b"") -> str:
    """Why `body`, handed in for this game, doesn't count; where its variants differ, which of them, and how the game
    has them."""
    sentence = str(refusals_of(game.system, game.least_grade)[refusal])
    if refusal != "variants_differ":
        return sentence
    document = game_system(game.system).parse(body)
    said = (game_system(game.system).set_up(document).variants if document is not None else None) or {}
    return " ".join([sentence, *game_pages(game.system).variants_in_words(said, game.variants)])
