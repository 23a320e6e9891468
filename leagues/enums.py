from __future__ import annotations

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _


class LeagueRoleName(models.TextChoices):
    """What somebody is in a league, from most to least."""

    OWNER = "owner", _("owner")
    MANAGER = "manager", _("manager")
    ARBITER = "arbiter", _("arbiter")


class LeagueAction(models.TextChoices):
    """What roles allow. The matrix is LEAGUE_ROLE_ACTIONS: one place, tested cell by cell."""

    MANAGE_ROLES = "manage_roles", _("give and take roles")
    MANAGE_LEAGUE = "manage_league", _("change the league and its clubs")
    MANAGE_SEASON = "manage_season", _("plan, place, run and close seasons")
    RULE = "rule", _("rule on results")
    VIEW = "view", _("see plans and answers")


LEAGUE_ROLE_ACTIONS: Mapping[LeagueRoleName, frozenset[LeagueAction]] = {
    LeagueRoleName.OWNER: frozenset(LeagueAction),
    LeagueRoleName.MANAGER: frozenset({LeagueAction.MANAGE_SEASON, LeagueAction.RULE, LeagueAction.VIEW}),
    LeagueRoleName.ARBITER: frozenset({LeagueAction.RULE, LeagueAction.VIEW}),
}


class SeasonState(models.TextChoices):
    """How far a season has come (G1)."""

    PLANNED = "planned", _("planned")
    OPEN = "open", _("open for entries")
    PLACED = "placed", _("divisions placed")
    RUNNING = "running", _("running")
    CLOSING = "closing", _("closing")
    CLOSED = "closed", _("closed")
    CANCELLED = "cancelled", _("cancelled")


OVER = (SeasonState.CLOSED, SeasonState.CANCELLED)
BEFORE_START = (SeasonState.PLANNED, SeasonState.OPEN, SeasonState.PLACED)


class Origin(models.TextChoices):
    """How a player came into a season."""

    RETURNING = "returning", _("played last season")
    NEWCOMER = "newcomer", _("newcomer")


class Answer(models.TextChoices):
    """Whether a player takes part. No answer by the closing day means no (G2)."""

    ASKED = "asked", _("asked")
    YES = "yes", _("yes")
    NO = "no", _("no")


class Move(models.TextChoices):
    """What the final table of a division means for a player."""

    PROMOTED = "promoted", _("promoted")
    STAYS = "stays", _("stays")
    RELEGATED = "relegated", _("relegated")


class HonourKind(models.TextChoices):
    CHAMPION = "champion", _("champion")
    PROMOTED = "promoted", _("promoted")
    RELEGATED = "relegated", _("relegated")


class DeciderKind(models.TextChoices):
    """What a decider is about: the order of level players of a division, or a border between two."""

    TIE = "tie", _("decider")
    PLAYOFF = "playoff", _("play-off")


class DecidedBy(models.TextChoices):
    """How the order of a decider came about."""

    GAME = "game", _("by a game")
    LOTS = "lots", _("by lots")
    HAND = "hand", _("by a ruling")
