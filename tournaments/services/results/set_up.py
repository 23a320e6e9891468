"""What an event's games are played with: what its rule asks for, and what a document may say of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from games.engine.core.choices import Choices, goes_on_from, last_part, open_before, said_of, variants_with
from games.engine.registry import game_system
from games.pages.refusals import refusal_sentence
from games.pages.registry import game_pages
from games.selectors.choices import may_be_said
from games.selectors.evidence import misfit, set_up_misfit
from games.services.games import game_variants_say
from magistrar_site.shared.acts import Act

if TYPE_CHECKING:
    from games.models import Game
    from games.selectors.evidence import Evidence
    from tournaments.models import MatchGame


def asked_of(match_game: MatchGame) -> Choices:
    """What is said at the table of the games of a match's event."""
    return match_game.match.round.stage.event.asks


def keys_of(asked: Choices) -> list[str]:
    return [choice.key for choice in asked]


def lacks_set_up(game: Game, asked: Choices) -> bool:
    """Whether anything of what the event asks for isn't said for this game yet, up to the last part."""
    return open_before(asked, game.variants, last_part(asked)) is not None


def require_set_up(match_game: MatchGame, part: int) -> None:
    """What has to be said before that part is recorded: all that is chosen for seats, and what is turned up for the
    part. DomainError `variants_missing`, or the system's for a part (`TableWords.part_missing`)."""
    game, asked = match_game.game, asked_of(match_game)
    lacking = open_before(asked, game.variants, part)
    if lacking is None:
        return
    words = game_pages(game.system).table
    if lacking.chosen_for == "seat":
        raise words.missing(keys_of(asked))
    raise words.part_missing(lacking, min(part, lacking.parts))


def set_up_difference(asked: Choices, game: Game, evidence: Evidence) -> str:
    """Why a document that isn't handed in yet would be another game's, or leave open what the event plays with, in a
    sentence that names what differs; empty where it fits as far as it goes."""
    if evidence.grade is None:
        return ""
    said = game_system(game.system).set_up(evidence.document).variants
    wrong = set_up_misfit(game, evidence)
    if said is not None and wrong in {"", "variants_differ"}:
        named = said_of(game_system(game.system).choices, said)
        if not set(keys_of(asked)) <= set(named):
            return str(game_pages(game.system).table.wanted(keys_of(asked)))
        if lacks_set_up(game, asked) and _completes(game, said) and set(named) == set(keys_of(asked)):
            return ""
    return refusal_sentence(wrong, game, evidence.body) if wrong else ""


def _completes(game: Game, said: Mapping[str, Any]) -> bool:
    """Whether a document's variants are the game's, with choices that nobody had said before."""
    choices = game_system(game.system).choices
    is_same = said == variants_with(choices, game.variants, said_of(choices, said))
    return is_same and goes_on_from(choices, said, game.variants)


def set_up_from_document(*, act: Act, asked: Choices, game: Game, evidence: Evidence) -> None:
    """Complete a game's set-up by the document that is handed in for it, where not all of its choices are said yet and
    nothing else is wrong with the document: it says all that was said before, and more. A game that ended early names
    what was turned up for its parts. A score may leave all open. DomainError `variants_missing` for a complete document
    that doesn't name just what the event plays with. The game's row is locked."""
    if not lacks_set_up(game, asked):
        return
    wrong = misfit(game, evidence)
    is_unfinished = wrong == "unfinished"
    if (set_up_misfit(game, evidence) if is_unfinished else wrong) not in {"", "variants_differ"}:
        return
    said = game_system(game.system).set_up(evidence.document).variants
    if said is None:
        return
    named = said_of(game_system(game.system).choices, said)
    if set(named) != set(keys_of(asked)):
        if is_unfinished:
            return
        raise game_pages(game.system).table.missing(keys_of(asked))
    if _completes(game, said) and may_be_said(game.system, game.state, game.variants, named):
        game_variants_say(act=act, game=game, said=named)  # else it is refused as another game's
