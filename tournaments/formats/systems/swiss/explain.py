"""Says for each pair why it came about: score group, floater, place in the order, what it counts against, colours."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats.systems.swiss.bracket import Bracket, PairedBracket
from tournaments.formats.systems.swiss.competitor import Competitor
from tournaments.formats.systems.swiss.criteria import CostTable, colours_forbid
from tournaments.formats.systems.swiss.reasons import Reason, written_points

# C.19 and C.21 count the same pairs as C.15 and C.17: once is enough for a reader.
_SAID_ALREADY = frozenset({"C.19", "C.21"})


def why_floaters(bracket: Bracket, paired: PairedBracket) -> dict[int, Reason]:
    """For each position that a bracket leaves: why somebody had to."""
    left = len(paired.floaters) + (paired.bye is not None)
    code = "odd_group" if left == 1 else "no_partner"
    return {position: (code, (("points", written_points(bracket.score)),)) for position in paired.floaters}


class BracketExplanation:
    """Explains the pairs of one bracket. `floated` says why its moved-down players had come down."""

    def __init__(self, bracket: Bracket, paired: PairedBracket, floated: Mapping[int, Reason]) -> None:
        self.bracket = bracket
        self.paired = paired
        self.floated = floated
        self.costs: CostTable = bracket.cost_tables()[1]
        above = paired.pairs[: paired.moved_down_pairs]
        met = {lower for _, lower in above}
        self.remainder = [position for position in bracket.residents if position not in met]
        self.pairs = len(paired.pairs) - len(above)

    def why(self, index: int) -> tuple[Reason, ...]:
        """The steps that led to the pair with this index, but for its colours."""
        higher, lower = self.paired.pairs[index]
        if index < self.paired.moved_down_pairs:
            steps = self._why_moved_down(higher, lower)
        else:
            steps = self._why_in_remainder(higher, lower)
        return (*steps, *self._why_against(higher, lower))

    def _player(self, position: int) -> Competitor:
        return self.bracket.field.players[position]

    def _why_moved_down(self, higher: int, lower: int) -> list[Reason]:
        player, opponent = self._player(higher), self._player(lower)
        moved = (
            ("player", player.number),
            ("from", written_points(player.score)),
            ("points", written_points(self.bracket.score)),
            ("opponent", opponent.number),
        )
        both = (("player", player.number), ("opponent", opponent.number))
        return [("moved_down", moved), self.floated[higher], ("first_moved_down", both)]

    def _why_in_remainder(self, higher: int, lower: int) -> list[Reason]:
        place = self.remainder.index(higher)
        steps: list[Reason] = [("same_score", (("points", written_points(self.bracket.score)),))]
        player, opponent = self._player(higher), self._player(lower)
        if place >= self.pairs:
            return [*steps, ("exchanged", (("player", player.number),))]
        natural = self.remainder[place + self.pairs]
        if natural == lower:
            both = (
                ("player", player.number),
                ("opponent", opponent.number),
                ("place", place + 1),
                ("pairs", self.pairs),
            )
            return [*steps, ("natural", both)]
        return [*steps, *self._why_instead(higher, natural)]

    def _why_instead(self, higher: int, natural: int) -> list[Reason]:
        player, other = self._player(higher), self._player(natural)
        both = (("player", player.number), ("natural", other.number))
        return [("instead", both), self._why_not(higher, natural, both)]

    def _why_not(self, higher: int, natural: int, both: tuple[tuple[str, int | str], ...]) -> Reason:
        player, other = self._player(higher), self._player(natural)
        if other.number in player.opponents:
            return "natural_met", both
        if colours_forbid(player, other):
            return "natural_colours", both
        if not self.bracket.field.legal[higher] >> natural & 1:
            return "natural_barred", both
        against = self._articles(higher, natural)
        if against:
            return "natural_counts", (*both, ("article", against[0]))
        return "natural_needed", both

    def _articles(self, one: int, other: int) -> list[str]:
        higher, lower = min(one, other), max(one, other)
        counts = self.costs.counts(self.costs.pair(self._player(higher), self._player(lower)))
        return [article for article, count in counts.items() if count and article not in _SAID_ALREADY]

    def _why_against(self, higher: int, lower: int) -> list[Reason]:
        both = (("player", self._player(higher).number), ("opponent", self._player(lower).number))
        return [(article, both) for article in self._articles(higher, lower)]


def why_bye(bracket: Bracket, position: int) -> tuple[Reason, ...]:
    """Why this player has the bye."""
    field = bracket.field
    player = field.players[position]
    rivals = [rival for index, rival in enumerate(field.players) if field.bye_candidates >> index & 1]
    fewest = all(player.games_played > rival.games_played for rival in rivals if rival is not player)
    number = (("player", player.number),)
    chosen: list[Reason] = []
    if len(rivals) > 1:
        chosen = [("bye_games" if fewest else "bye_order", number)]
    return (
        ("bye_odd", ()),
        ("bye_score", (("points", written_points(player.score)),)),
        ("bye_first", number),
        *chosen,
    )
