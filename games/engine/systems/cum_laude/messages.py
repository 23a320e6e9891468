"""The sentences of violations."""

from __future__ import annotations

from games.engine.core.messages import gettext_noop as _
from games.engine.core.sentences import Sentences

_TEMPLATES: dict[tuple[str, str | None], str] = {
    ("schema", None): _("This isn’t a document of a known format: %(detail)s"),
    ("crystals", "L2"): _("There are %(most)s crystals of the colour %(crystal)s, not %(number)s."),
    ("dealt_twice", "L3"): _("%(what)s was dealt twice; there is only one."),
    ("dealt_twice", "L7"): _("The extra order %(what)s was dealt to a player."),
    ("deck", "L5"): _("There are fewer cards %(card)s in the game (card %(position)s)."),
    ("after_end", "L34"): _("Turn %(turn)s: the game is over already; it was finished."),
    ("after_end", "L35"): _("Turn %(turn)s: the game is over already; the draw pile is used up."),
    ("order", "L27"): _(
        "Turn %(turn)s: player %(seat)s can’t uncover the order. The stock must be exactly the five crystals on it."
    ),
    ("draw", "L11"): _(
        "Turn %(turn)s: on a black tile player %(seat)s draws one card from another player’s hand, and only there."
    ),
    ("pile", "L6"): _("Turn %(turn)s: player %(seat)s draws more cards than are noted for the draw pile."),
    ("pile", "noted"): _("Turn %(turn)s: more cards are noted as drawn than player %(seat)s draws."),
    ("must_move", "L16"): _("Turn %(turn)s: player %(seat)s can move with %(figure)s, and must."),
    ("hand", "L19"): _("Turn %(turn)s: player %(seat)s doesn’t hold the card %(card)s."),
    ("examiner_cards", "L17"): _("Turn %(turn)s: the examiner is moved by %(needed)s cards, not %(number)s."),
    ("same_tile", "L20"): _("Turn %(turn)s: a movement may not end where it began, on %(tile)s."),
    ("movement", "L13"): _("Turn %(turn)s: the apprentice can’t reach %(tile)s in that many steps."),
    ("movement", "L14"): _("Turn %(turn)s: with these cards, in this order, the apprentice can’t reach %(tile)s."),
    ("movement", "L17"): _("Turn %(turn)s: these cards don’t bring the examiner to %(tile)s."),
    ("no_crystals", "L28"): _(
        "Turn %(turn)s: player %(seat)s has uncovered the order and may not get the crystal on %(tile)s."
    ),
    ("take", "L23"): _(
        "Turn %(turn)s: the apprentice can’t take this crystal (number %(position)s). It takes one that "
        "it can use from each apprentice on its tile whose spell isn’t passed."
    ),
    ("exam", "L25"): _(
        "Turn %(turn)s: this exam can’t be held so (number %(position)s). An apprentice that fails loses "
        "a crystal to an empty tile, or gets one that it can use."
    ),
    ("exam", "missing"): _("Turn %(turn)s: an apprentice failed the exam and must lose or get a crystal."),
    ("finish", "L34"): _("Turn %(turn)s: nobody may end the game here."),
    ("action", "L28"): _("Turn %(turn)s: player %(seat)s has uncovered the order and has no additional actions."),
    ("action", "L29"): _("Turn %(turn)s: no card that was played has the symbol of this action."),
    ("action", "L30"): _("Turn %(turn)s: %(tile)s isn’t beside the examiner."),
    ("action", "L31"): _("Turn %(turn)s: player %(seat)s can’t trade this crystal."),
    ("action", "L33"): _("Turn %(turn)s: two apprentices on one tile can’t change places."),
    ("action_missing", "L29"): _("Turn %(turn)s: player %(seat)s must carry out one of the actions on the cards."),
    ("discard", "L12"): _(
        "Turn %(turn)s: player %(seat)s must discard down to the limit of the hand: %(needed)s, not %(number)s, from "
        "the hand."
    ),
    ("sheet", "S1"): _("Player %(seat)s has the mission %(what)s of another player."),
    ("sheet", "S2"): _("Player %(seat)s has the order %(what)s of another player."),
    ("sheet", "S2 extra"): _("The extra order %(what)s is a player’s order too."),
    ("sheet", "S3"): _("Two apprentices have the same spell."),
    ("sheet", "S4"): _("The stocks hold %(number)s crystals of the colour %(crystal)s; there are %(most)s."),
    ("sheet", "S5"): _("Stocks and complete spells need %(number)s crystals; there are %(most)s."),
    ("sheet", "S6"): _("Player %(seat)s has fulfilled the order %(what)s, so the stock must be exactly that order."),
    ("sheet", "S7"): _("Player %(seat)s finished, but a spell of the mission isn’t complete."),
    ("sheet", "S8"): _("Player %(seat)s finished, so another player with complete spells must have shared that."),
    ("score", "T1"): _("Player %(seat)s can’t have %(number)s victory points."),
    ("score", "T2"): _(
        "These victory points are impossible together: there are too few crystals, or nobody can have finished like "
        "this."
    ),
}

SENTENCES = Sentences(_TEMPLATES)
violation = SENTENCES.violation
