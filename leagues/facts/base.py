"""Facts of a league's stream. A league, its seasons and who plays where are replayed from them; what is played is in
the streams of the divisions' events."""

from __future__ import annotations

from typing import ClassVar

from leagues.facts.state import ReplayedLeague
from magistrar_site.shared.facts import FactPayload, FactSentence, FactValue


class LeagueFact(FactPayload, frozen=True):
    """A kind of fact of a league's stream. `sentence` is its line in the league's log. `is_public`: everybody may read
    it, since the pages show the same."""

    sentence: ClassVar[FactSentence]
    is_public: ClassVar[bool] = True

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        """Bring the state up to this fact. ContradictionError for one that can't be."""
        raise NotImplementedError
