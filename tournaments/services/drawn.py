"""Mages and duel cards of an event's games: what its rule asks for, and what a document may say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.registry import game_system
from games.selectors.variants import drawn_of, variants_with
from games.services.evidence import misfit
from games.services.games import game_variants_say
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from tournaments.models.rules import EventRules

if TYPE_CHECKING:
    from games.models import Game
    from games.services.evidence import Evidence
    from tournaments.models import MatchGame

ASKED: dict[str, Promise] = {
    "cards": _("This event is played with duel cards: say which four were drawn, in order."),
    "mages": _("This event is played with mages: say which one each side has."),
    "both": _(
        "This event is played with mages and duel cards: say which mage each side has, and which cards were drawn."
    ),
}


def rules_of(match_game: MatchGame) -> EventRules:
    return match_game.match.round.stage.event.settings


def lacks_drawn(game: Game, rules: EventRules) -> bool:
    """Whether the event asks for mages or cards that nobody has said for this game yet."""
    return not set(rules.drawn) <= set(game.variants)


def require_drawn(match_game: MatchGame) -> None:
    """DomainError `variants_missing` for a game whose mages and cards nobody has said."""
    if lacks_drawn(match_game.game, rules_of(match_game)):
        raise variants_missing(rules_of(match_game))


def variants_missing(rules: EventRules) -> DomainError:
    return DomainError("variants_missing", ASKED[rules.variants])


def drawn_take(*, act: Act, rules: EventRules, game: Game, evidence: Evidence) -> None:
    """Complete a game's set-up by the document that is handed in for it, where nobody has said its mages and cards yet
    and nothing else is wrong with the document. A score may leave them open. DomainError `variants_missing` where it
    doesn't name just what the event plays with. The game's row is locked."""
    if not lacks_drawn(game, rules) or misfit(game, evidence) not in {"", "variants_differ"}:
        return
    said = game_system(game.system).set_up(evidence.document).variants
    if said is None:
        return
    drawn = drawn_of(said)
    if set(drawn) != set(rules.drawn):
        raise variants_missing(rules)
    if said == variants_with(game.variants, drawn):  # else its goldens are other ones
        game_variants_say(act=act, game=game, drawn=drawn)
