"""Facts about who is one person."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from leagues.facts.base import LeagueFact
from leagues.facts.state import ReplayedLeague
from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Key


class LeaguePlayersMerged(LeagueFact, frozen=True, kw_only=True):
    """Two players are one person, or turned out not to be (`is_undone`): what was `was` is `player`. That is these
    entries of seasons, and these honours."""

    kind = "league.players_merged"
    sentence = FactSentence(
        _("one person"),
        _("Two players of the list turned out to be one person."),
        by="is_undone",
        variants={True: _("That two players are one person was taken back.")},
    )

    was: Key
    player: Key
    entries: list[Key]
    honours: list[Key]
    is_undone: bool

    def apply(self, state: ReplayedLeague, _fact: FactValue) -> None:
        seasons = state.seasons.values()
        entries = {key: entry for season in seasons for key, entry in season.entries.items()}
        honours = {key: honour for season in seasons for key, honour in season.honours.items()}
        for what, rows, keys in (("entry", entries, self.entries), ("honour", honours, self.honours)):
            for key in keys:
                row = rows.get(key)
                if row is None or row.player != self.was:
                    raise ContradictionError(f"player of the {what}", row.player if row else "one there is", self.was)
                row.player = self.player
