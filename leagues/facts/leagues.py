"""Facts about a league itself: its clubs, its roles, what it says of itself."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from leagues.enums import LeagueRoleName
from leagues.facts.base import LeagueFact
from leagues.facts.state import ReplayedLeague
from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Key, Name


class LeagueCreated(LeagueFact, frozen=True, kw_only=True):
    """The name is a detail."""

    kind = "league.created"
    sentence = FactSentence(_("league created"), _("The league was created."))

    league: Key
    club: Key
    system: Name
    preset: Name
    edition: Name
    pool: Name
    time_zone: Name
    is_listed: bool
    owner: Key | None

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        if state.key:
            raise ContradictionError("league", "none yet", state.key)
        state.key, state.club = self.league, self.club
        names = ("system", "preset", "edition", "pool", "time_zone", "is_listed")
        state.columns = {name: getattr(self, name) for name in names}
        if self.owner is not None:
            state.roles[self.owner] = LeagueRoleName.OWNER.value


class LeagueChanged(LeagueFact, frozen=True, kw_only=True):
    """`texts` names what it says of itself that was changed."""

    kind = "league.changed"
    sentence = FactSentence(_("league changed"), _("The league’s settings were changed."))

    texts: list[Name]
    is_listed: bool | UnsetType = UNSET
    time_zone: Name | UnsetType = UNSET
    edition: Name | UnsetType = UNSET

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        for name in ("is_listed", "time_zone", "edition"):
            value = getattr(self, name)
            if value is not UNSET:
                state.columns[name] = value


class LeagueClubSet(LeagueFact, frozen=True, kw_only=True):
    """Another club runs the league too, or no longer does."""

    kind = "league.club_set"
    sentence = FactSentence(
        _("club joined or left"),
        _("A club joined the league."),
        by="joins",
        variants={False: _("A club left the league.")},
    )

    club: Key
    joins: bool

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        if self.joins:
            state.clubs.add(self.club)
        else:
            state.clubs.discard(self.club)


class LeagueRoleSet(LeagueFact, frozen=True, kw_only=True):
    """`role` is None where it was taken."""

    kind = "league.role_set"
    sentence = FactSentence(_("role changed"), _("A role in the league was given or taken."))
    is_public = False

    user: Key
    role: LeagueRoleName | None

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        if self.role is None:
            state.roles.pop(self.user, None)
        else:
            state.roles[self.user] = self.role.value
