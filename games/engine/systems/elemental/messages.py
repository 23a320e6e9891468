"""The sentences of violations."""

from __future__ import annotations

from games.engine.core.messages import gettext_noop as _
from games.engine.core.sentences import Sentences

_TEMPLATES: dict[tuple[str, str | None], str] = {
    ("schema", None): _("This isn’t a document of a known format: %(detail)s"),
    ("draw", "E5"): _("Player %(seat)s was dealt %(card)s (card %(position)s), but no such card was left."),
    ("draw", "E13"): _("Turn %(turn)s: player %(seat)s can’t have drawn %(card)s (entry %(position)s of the slip)."),
    ("draw", "E14"): _(
        "Turn %(turn)s: player %(seat)s can’t have drawn %(card)s in a star draw (entry %(position)s of the slip)."
    ),
    ("after_end", "EH17"): _("Turn %(turn)s: the game is over already."),
    ("move", "EH4"): _(
        "Turn %(turn)s: player %(seat)s can’t walk %(move)s. The first step of each leg must stay on the board."
    ),
    ("mover", "E4"): _("Turn %(turn)s: it isn’t the turn of player %(seat)s."),
    ("duel_missing", "E11"): _("Turn %(turn)s: player %(seat)s meets somebody and must attack."),
    ("duel_unneeded", "E11"): _("Turn %(turn)s: nobody is on the spot of player %(seat)s, so there is no duel."),
    ("duel_unneeded", "EH9"): _("Turn %(turn)s: player %(seat)s has no attack card, so there is no duel."),
    ("card", "E16"): _("Turn %(turn)s: player %(seat)s doesn’t hold the card %(card)s."),
    ("defender", "E15"): _("Turn %(turn)s: player %(seat)s isn’t attacked and shows no card."),
    ("defense_missing", "EH9"): _("Turn %(turn)s: player %(seat)s has a defense card and must show one."),
    ("stars", "E12"): _("Turn %(turn)s: a sudden duel costs %(needed)s stars; player %(seat)s has %(number)s."),
    ("stars", "E14"): _("Turn %(turn)s: a star draw costs %(needed)s stars; player %(seat)s has %(number)s."),
    ("target", "E12"): _("Turn %(turn)s: player %(seat)s can’t attack player %(target)s."),
    ("star_spot", "EH10"): _(
        "Turn %(turn)s: the %(needed)s stars of player %(seat)s must go to different star spots without a star."
    ),
    ("slip", "E13"): _(
        "Turn %(turn)s: player %(seat)s draws one card, but entry %(position)s of the slip isn’t one card."
    ),
    ("slip", "E14"): _(
        "Turn %(turn)s: player %(seat)s draws %(needed)s cards and keeps one, but entry %(position)s of "
        "the slip isn’t that."
    ),
    ("deck_empty", "EH11"): _("Turn %(turn)s: the deck is empty, so player %(seat)s can’t draw from it."),
    ("slip_long", "E13"): _("Player %(seat)s drew fewer cards than the slip has: entry %(position)s is one too many."),
    ("score", "S1"): _("Player %(seat)s has %(number)s lives; the most is %(most)s."),
    ("score", "S2"): _("Nobody has a life left, but somebody always survives."),
    ("score", "S3"): _("Several players have lives, but without a limit of rounds the game goes on."),
    ("score", "S4"): _("Player %(seat)s is out of the game and has no stars."),
    ("score", "S4 sum"): _("The players have %(number)s stars; there are %(most)s."),
    ("score", "S5"): _("Player %(seat)s’s place doesn’t follow from health and stars."),
    ("score", "S6"): _(
        "Player %(seat)s made the last knock-outs and gained lives: %(least)s at least, not %(number)s."
    ),
}

SENTENCES = Sentences(_TEMPLATES)
violation = SENTENCES.violation
