"""The codes that say why a pair, a colour or a bye came about, and why a round can't be paired, with English words.

Parameters named player, opponent, natural, white or black are pairing numbers, players and opponents lists of them with
commas between; points are written like 2.5. The words are message ids: they are translated where they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.formats.core.messages import gettext_noop

Parameters = tuple[tuple[str, int | str], ...]
Reason = tuple[str, Parameters]


REASONS: Mapping[str, str] = MappingProxyType(
    {
        # Score group and floaters (C.04.3 1.3, 1.4)
        "same_score": gettext_noop("Both come from the group with %(points)s points."),
        "moved_down": gettext_noop(
            "%(player)s moved down from %(from)s points to the group with %(points)s points (%(opponent)s moves up)."
        ),
        "odd_group": gettext_noop(
            "The group with %(points)s points had an odd number of players: one had to move down."
        ),
        "no_partner": gettext_noop("Not all players with %(points)s points could be paired with each other (C.6)."),
        "first_moved_down": gettext_noop("%(opponent)s is the highest ranked opponent that %(player)s can have here."),
        # Halves of the group (Art. 3, 4)
        "natural": gettext_noop(
            "%(player)s and %(opponent)s both stand at place %(place)s of their half of the group (%(pairs)s pairs)."
        ),
        "exchanged": gettext_noop("The halves of the group had to exchange players for %(player)s to be paired."),
        "instead": gettext_noop("By the order %(player)s would have met %(natural)s."),
        "natural_met": gettext_noop("%(player)s and %(natural)s have played each other (C.1)."),
        "natural_barred": gettext_noop("The event does not let %(player)s and %(natural)s meet."),
        "natural_colours": gettext_noop("%(player)s and %(natural)s both must have the same colour (C.3)."),
        "natural_counts": gettext_noop("Pairing %(player)s with %(natural)s would count against %(article)s."),
        "natural_needed": gettext_noop("%(natural)s is needed elsewhere for the whole group to come out best."),
        # What the pair counts against, as little as could be (C.10 to C.21)
        "C.10": gettext_noop("One player’s colour difference goes beyond two, which is allowed to topscorers (C.10)."),
        "C.11": gettext_noop("One player gets a colour three times in a row, which is allowed to topscorers (C.11)."),
        "C.12": gettext_noop("Both are due the same colour; fewer such pairs were not possible (C.12)."),
        "C.13": gettext_noop("Both are strongly due the same colour; fewer such pairs were not possible (C.13)."),
        "C.15": gettext_noop("%(opponent)s moves up as in the round before; no better pair was possible (C.15)."),
        "C.17": gettext_noop("%(opponent)s moves up as two rounds before; no better pair was possible (C.17)."),
        # Colours (Art. 5.2)
        "5.2.1": gettext_noop("%(white)s starts: both get the colour they are due, or one doesn’t mind (5.2.1)."),
        "5.2.2": gettext_noop("%(white)s starts: the stronger claim to a colour is granted (5.2.2)."),
        "5.2.3": gettext_noop("%(white)s starts: colours alternate from when they last differed (5.2.3)."),
        "5.2.4": gettext_noop("%(white)s starts: the higher ranked player gets the colour due (5.2.4)."),
        "5.2.5": gettext_noop("%(white)s starts: by the colour drawn before the first round (5.2.5)."),
        # The pairing-allocated bye (C.2, C.5, C.9)
        "bye_odd": gettext_noop("The number of players is odd: one has a bye."),
        "bye_score": gettext_noop("With %(points)s points it goes as low as the others can still be paired (C.5)."),
        "bye_first": gettext_noop("Nobody has had a bye twice: %(player)s had none, nor a win without playing (C.2)."),
        "bye_games": gettext_noop("Of those who could have it, %(player)s has missed the fewest games (C.9)."),
        "bye_order": gettext_noop("Of those equally suited, the order of the group leaves %(player)s over."),
        # No legal pairing
        "acceleration_scoring": gettext_noop(
            "Acceleration needs a draw to be worth half a win, and a loss nothing (C.04.5.1)."
        ),
        "nobody": gettext_noop("Nobody is present to be paired."),
        "one_left": gettext_noop("Only %(player)s is left to play."),
        "no_bye_left": gettext_noop("The number of players is odd, and nobody may have the bye any more (C.2)."),
        "no_opponent_left": gettext_noop("%(player)s has met, or may not meet, everybody else who is present."),
        "too_few_opponents": gettext_noop(
            "%(players)s can’t all be paired: apart from each other, only %(opponents)s may meet them."
        ),
        "avoided_allowed": gettext_noop("%(player)s and %(opponent)s should not meet, but it can’t be helped."),
    }
)


def written_points(half_points: int) -> str:
    """Half points as a player reads them: 5 is 2.5, 4 is 2."""
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)
