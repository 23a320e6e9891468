from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class GameState(models.TextChoices):
    """How far the result of a game has come."""

    EXPECTED = "expected", _("expected")
    SUBMITTED = "submitted", _("handed in, not yet confirmed")
    AGREED = "agreed", _("agreed")
    CONFLICTING = "conflicting", _("conflicting")
    ENTERED = "entered", _("entered at the desk")
    RULED = "ruled", _("ruled")
    REOPENED = "reopened", _("reopened")
    ANNULLED = "annulled", _("annulled")


SETTLED_STATES = (GameState.AGREED, GameState.ENTERED, GameState.RULED)
DESK_STATES = (GameState.ENTERED, GameState.RULED, GameState.ANNULLED)  # the staff’s word, whatever is handed in
UNPLAYED_STATES = (GameState.EXPECTED, GameState.REOPENED)  # nothing handed in that still stands


class Grade(models.TextChoices):
    """How well a result is proven, from most to least."""

    RECORD = "record", _("record")
    SHEET = "sheet", _("sheet")
    SCORE = "score", _("score")
    BARE = "bare", _("result only")


# From least to most: an event accepts its least grade and everything better.
GRADE_ORDER = (Grade.BARE, Grade.SCORE, Grade.SHEET, Grade.RECORD)


class ResultKind(models.TextChoices):
    PLAYED = "played", _("played")
    FORFEIT = "forfeit", _("forfeit")
    DOUBLE_FORFEIT = "double_forfeit", _("double forfeit")
    ABANDONED = "abandoned", _("abandoned")


class AbandonedPolicy(models.TextChoices):
    """What an abandoned game counts, by the parts that are proven."""

    AS_IT_STANDS = "as_it_stands", _("as it stands: whoever is ahead wins")
    TIE = "tie", _("a tie")
    NOBODY = "nobody", _("both lose")


class Agreement(models.TextChoices):
    """How many of the other players must confirm what one of them handed in; for two players all are the same."""

    ONE = "one", _("one other player")
    HALF = "half", _("half of the other players")
    ALL = "all", _("all other players")


class Side(models.TextChoices):
    WHITE = "white", _("White")
    BLACK = "black", _("Black")

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Outcome(models.TextChoices):
    WIN = "win", _("win")
    DRAW = "draw", _("tie")
    LOSS = "loss", _("loss")


def outcome_of(place: int | None, *, is_shared: bool) -> Outcome:
    """What a place means in wins and losses. `is_shared`: whether others have it too. No place: everybody lost."""
    if place != 1:
        return Outcome.LOSS
    return Outcome.DRAW if is_shared else Outcome.WIN


class Role(models.TextChoices):
    """What somebody is in a club or an event, from most to least."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    ARBITER = "arbiter", _("arbiter")
    DESK = "desk", _("desk")
    VIEWER = "viewer", _("viewer")


class Action(models.TextChoices):
    """What roles allow. The matrix is ROLE_ACTIONS: one place, tested cell by cell."""

    MANAGE_ROLES = "manage_roles", _("give and take roles")
    MANAGE_CLUB = "manage_club", _("change the club")
    MANAGE_EVENT = "manage_event", _("set up and change the event")
    MANAGE_ENTRIES = "manage_entries", _("enter and withdraw players")
    PAIR = "pair", _("pair and publish rounds")
    RULE = "rule", _("rule on results")
    DESK = "desk", _("take results, check players in and print links")
    VIEW = "view", _("see drafts and the log")


_DESK = frozenset({Action.DESK, Action.VIEW})
_ARBITER = _DESK | {Action.RULE, Action.PAIR}
_ORGANISER = _ARBITER | {Action.MANAGE_EVENT, Action.MANAGE_ENTRIES}

ROLE_ACTIONS: dict[Role, frozenset[Action]] = {
    Role.OWNER: frozenset(Action),
    Role.ORGANISER: _ORGANISER,
    Role.ARBITER: _ARBITER,
    Role.DESK: _DESK,
    Role.VIEWER: frozenset({Action.VIEW}),
}
