"""Mages and duel cards of an event's games: what its rule asks for, and what a document may say of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.registry import game_system
from games.pages.magistrar.variants import CARDS_A_GAME, cards_of, drawn_of, goes_on_from, may_be_said, variants_with
from games.pages.refusals import refusal_sentence
from games.selectors.evidence import misfit, set_up_misfit
from games.services.games import game_variants_say
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from tournaments.models.rules import EventRules

if TYPE_CHECKING:
    from games.models import Game
    from games.selectors.evidence import Evidence
    from tournaments.models import MatchGame

ASKED: dict[str, Promise] = {
    "cards": _("This event is played with duel cards: say which ones were turned up, in order."),
    "mages": _("This event is played with mages: say which one each side has."),
    "both": _(
        "This event is played with mages and duel cards: say which mage each side has, and which cards were turned up."
    ),
}


def rules_of(match_game: MatchGame) -> EventRules:
    return match_game.match.round.stage.event.settings


def lacks_mages(game: Game, rules: EventRules) -> bool:
    """Whether the event asks for mages that nobody has said for this game yet; they are chosen before duel 1."""
    return "mages" in rules.drawn and "mages" not in game.variants


def lacks_set_up(game: Game, rules: EventRules) -> bool:
    """Whether the event asks for mages or cards that nobody has said for this game yet, up to the fourth card."""
    lacks_cards = "duel_cards" in rules.drawn and len(cards_of(game.variants)) < CARDS_A_GAME
    return lacks_cards or lacks_mages(game, rules)


def require_set_up(match_game: MatchGame, number: int) -> None:
    """What has to be said before duel `number` is recorded: the mages, and its card (R27). DomainError
    `variants_missing`, `card_missing`."""
    game, rules = match_game.game, rules_of(match_game)
    if lacks_mages(game, rules):
        raise variants_missing(rules)
    if "duel_cards" in rules.drawn and len(cards_of(game.variants)) < min(number, CARDS_A_GAME):
        raise card_missing(min(number, CARDS_A_GAME))


def variants_missing(rules: EventRules) -> DomainError:
    return DomainError("variants_missing", ASKED[rules.variants])


def card_missing(number: int) -> DomainError:
    return DomainError(
        "card_missing", _("Say first which card was turned up for duel %(number)d.") % {"number": number}
    )


def set_up_difference(rules: EventRules, game: Game, evidence: Evidence) -> str:
    """Why a document that isn't handed in yet would be another game's, or leave open what the event plays with, in a
    sentence that names what differs; empty where it fits as far as it goes."""
    if evidence.grade is None:
        return ""
    said = game_system(game.system).set_up(evidence.document).variants
    wrong = set_up_misfit(game, evidence)
    if said is not None and wrong in {"", "variants_differ"}:
        drawn = drawn_of(said)
        if not set(rules.drawn) <= set(drawn):
            return str(ASKED[rules.variants])
        if lacks_set_up(game, rules) and _completes(game, said) and set(drawn) == set(rules.drawn):
            return ""
    return refusal_sentence(wrong, game, evidence.body) if wrong else ""


def _completes(game: Game, said: Mapping[str, Any]) -> bool:
    """Whether a document's variants are the game's, with mages and cards that nobody had said before."""
    return said == variants_with(game.variants, drawn_of(said)) and goes_on_from(said, game.variants)


def set_up_from_document(*, act: Act, rules: EventRules, game: Game, evidence: Evidence) -> None:
    """Complete a game's set-up by the document that is handed in for it, where not all of its mages and cards are said
    yet and nothing else is wrong with the document: it says all that was said before, and more. A game that ended early
    names the cards of its duels. A score may leave all open. DomainError `variants_missing` for a complete document
    that doesn't name just what the event plays with. The game's row is locked."""
    if not lacks_set_up(game, rules):
        return
    wrong = misfit(game, evidence)
    is_unfinished = wrong == "unfinished"
    if (set_up_misfit(game, evidence) if is_unfinished else wrong) not in {"", "variants_differ"}:
        return
    said = game_system(game.system).set_up(evidence.document).variants
    if said is None:
        return
    drawn = drawn_of(said)
    if set(drawn) != set(rules.drawn):
        if is_unfinished:
            return
        raise variants_missing(rules)
    if _completes(game, said) and may_be_said(game.state, game.variants, drawn):  # else it is refused as another game's
        game_variants_say(act=act, game=game, drawn=drawn)
