"""Facts about what a pairing goes by: byes asked for, fixed tables, players kept apart. They are between the player and
those who pair."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.facts import (
    ContradictionError,
    Count,
    FactSentence,
    FactValue,
    Key,
    Small,
    StreamFact,
)
from tournaments.enums import ByeKind, Separation
from tournaments.facts.state import ReplayedBye, ReplayedState


class ByeRequested(StreamFact, frozen=True, kw_only=True):
    kind = "bye.requested"
    topic = "entries"
    sentence = FactSentence(_("bye asked for"), _("%(entry)s won’t play in round %(round)s: %(bye)s."))
    is_secret = True
    is_wish = True

    stage: Small
    entry: Key
    round: Small
    bye: ByeKind = msgspec.field(name="kind")
    by_player: bool

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        state.stage(self.stage)
        state.entry(self.entry)
        if self.bye not in {ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO}:
            raise ContradictionError("bye", "one that can be asked for", self.bye.value)
        place = (self.stage, self.round, self.entry)
        state.byes[place] = ReplayedBye(self.bye.value, self.by_player, changed_by=fact.number)


class ByeWithdrawn(StreamFact, frozen=True, kw_only=True):
    kind = "bye.withdrawn"
    topic = "entries"
    sentence = FactSentence(_("bye taken back"), _("%(entry)s plays in round %(round)s after all."))
    is_secret = True
    is_wish = True

    stage: Small
    entry: Key
    round: Small

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        if state.byes.pop((self.stage, self.round, self.entry), None) is None:
            raise ContradictionError("bye", "one that was asked for", f"{self.entry} in round {self.round}")


class TableFixed(StreamFact, frozen=True, kw_only=True):
    """An entry's table, or that of a pair whenever the two meet (`partner`)."""

    kind = "table.fixed"
    topic = "entries"
    sentence = FactSentence(
        _("table fixed"),
        _("%(entry)s and %(partner)s play each other at table %(table)s."),
        "partner",
        {"": _("%(entry)s always plays at table %(table)s.")},
    )
    is_secret = True
    is_wish = True

    entry: Key
    partner: Key | None
    table: Count

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        for key in (self.entry, self.partner):
            if key is not None:
                state.entry(key)
        state.tables[self.entry, self.partner] = self.table


class TableFreed(StreamFact, frozen=True, kw_only=True):
    kind = "table.freed"
    topic = "entries"
    sentence = FactSentence(_("table freed"), _("%(entry)s has no fixed table any more."))
    is_secret = True
    is_wish = True

    entry: Key
    partner: Key | None

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        if state.tables.pop((self.entry, self.partner), None) is None:
            raise ContradictionError("fixed table", "one that there is", self.entry)


class PairSeparated(StreamFact, frozen=True, kw_only=True):
    kind = "pair.separated"
    topic = "entries"
    sentence = FactSentence(
        _("kept apart"),
        _("%(pair)s are kept apart."),
        "how",
        {
            "forbidden": _("%(pair)s are never paired."),
            "avoided": _("%(pair)s are paired only if it can’t be avoided."),
        },
    )
    is_secret = True
    is_wish = True

    entries: tuple[Key, Key]
    how: Separation

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        one, other = (state.entry(key).key for key in self.entries)
        if one == other:
            raise ContradictionError("pair", "two entries", one)
        state.apart[frozenset({one, other})] = self.how.value


class PairJoined(StreamFact, frozen=True, kw_only=True):
    kind = "pair.joined"
    topic = "entries"
    sentence = FactSentence(_("not kept apart"), _("%(pair)s may be paired again."))
    is_secret = True
    is_wish = True

    entries: tuple[Key, Key]

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        if state.apart.pop(frozenset(self.entries), None) is None:
            raise ContradictionError("pair", "one that is kept apart", " and ".join(self.entries))


def forget_wishes(state: ReplayedState, key: str) -> None:
    """What was wished for an entry that is taken off the list goes with it."""
    state.byes = {place: bye for place, bye in state.byes.items() if key not in place}
    state.tables = {place: table for place, table in state.tables.items() if key not in place}
    state.apart = {pair: how for pair, how in state.apart.items() if key not in pair}
