"""Facts about who is one person. They list what changes hands, so that undoing is a fact of the same shape."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Key, StreamFact
from tournaments.facts.state import ReplayedState


class PlayersMerged(StreamFact, frozen=True, kw_only=True):
    """Two players are one person, or turned out not to be (`is_undone`): what was `was` is `player`. That is these
    entries, their seats at these games, and what is kept of the player in these matches, where somebody took the entry
    over."""

    kind = "players.merged"
    topic = "entries"
    sentence = FactSentence(
        _("one person"),
        _("%(whose)s was on the service’s list of players twice. Both are one player now."),
        "is_undone",
        {True: _("That %(was)s and %(whose)s are one person was taken back.")},
    )
    is_public = True

    was: Key
    player: Key
    entries: list[Key]
    matches: list[Key]
    games: list[Key]
    is_undone: bool = False

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        for key in self.entries:
            entry = state.entry(key)
            if entry.player != self.was:
                raise ContradictionError("player of the entry", entry.player, self.was)
            if any(other.player == self.player for other in state.entries.values()):
                raise ContradictionError("player", "one who isn't entered", self.player)
            entry.player, entry.changed_by = self.player, fact.number
        matches = {key: match for round_ in state.rounds for key, match in round_.matches.items()}
        for key in self.matches:
            former = matches[key].former if key in matches else {}
            of = next((entry for entry, player in former.items() if player == self.was), None)
            if of is None:
                raise ContradictionError("match", "one in which the player sat before", key)
            former[of] = self.player
        for key in self.games:
            game = state.game(key)
            if self.was not in game.seats or self.player in game.seats:
                raise ContradictionError("game", "one of the one player alone", key)
            game.seats = tuple(self.player if player == self.was else player for player in game.seats)
            game.time_fact = game.changed_by = fact.number
