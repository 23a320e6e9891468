from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class EventState(models.TextChoices):
    DRAFT = "draft", _("being set up")
    OPEN = "open", _("open for entries")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


BEFORE_START = (EventState.DRAFT, EventState.OPEN)
OVER = (EventState.FINISHED, EventState.CANCELLED)


class EntryState(models.TextChoices):
    REGISTERED = "registered", _("registered")
    WAITING = "waiting", _("on the waiting list")
    ACTIVE = "active", _("active")
    PAUSED = "paused", _("paused")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPELLED = "expelled", _("expelled")


class EntryAction(models.TextChoices):
    """What can be done with an entry; in which state is said by `services.entries.states.MOVES`."""

    REMOVE = "remove", _("take off the list")
    PLACE = "place", _("give a place")
    PAUSE = "pause", _("pause")
    RETURN = "return", _("take back in")
    WITHDRAW = "withdraw", _("withdraw")
    EXPEL = "expel", _("expel")


class StageState(models.TextChoices):
    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class RoundState(models.TextChoices):
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")
    REOPENED = "reopened", _("reopened")
    UNDONE = "undone", _("undone")


class RoundAction(models.TextChoices):
    """What can be done with a round; in which state is said by `services.rounds.states.NEEDS`."""

    SWAP = "swap", _("swap two players")
    TURN = "turn", _("swap who starts")
    UNPAIR = "unpair", _("take a pairing back")
    PAIR = "pair", _("pair two players")
    BYE = "bye", _("give a bye")
    MOVE = "move", _("move to another table")
    PUBLISH = "publish", _("publish")
    DISCARD = "discard", _("throw the draft away")
    START = "start", _("start")
    CLOCK = "clock", _("set the clock")
    SCHEDULE = "schedule", _("set the time")
    CLOSE = "close", _("close")
    REOPEN = "reopen", _("reopen")
    UNDO = "undo", _("undo")


class PairingStep(models.TextChoices):
    """How far the pairing of a round has come that is worked out in the background."""

    WAITING = "waiting", _("waiting for its turn")
    READING = "reading", _("reading the results")
    PAIRING = "pairing", _("pairing")
    WRITING = "writing", _("writing the round")
    DONE = "done", _("done")
    REFUSED = "refused", _("refused")


class Separation(models.TextChoices):
    """How strictly two entries are kept apart."""

    FORBIDDEN = "forbidden", _("never paired")
    AVOIDED = "avoided", _("paired only where it can't be helped")


class ByeKind(models.TextChoices):
    """Why an entry has no opponent in a round. The values are the cell kinds of the pairing cores."""

    NONE = "", _("no bye")
    PAIRING = "pairing_bye", _("bye")
    FULL = "full_bye", _("full-point bye")
    HALF = "half_bye", _("half-point bye")
    ZERO = "zero_bye", _("zero-point bye")


class Decider(models.TextChoices):
    """What decided who goes on from a match of a bracket, where its games don't say."""

    RULING = "ruling", _("by ruling")
    LOTS = "lots", _("by lots")


class RestForfeited(models.TextChoices):
    """Which seats of a match of several games forfeit what is still to be played."""

    NOBODY = "", _("nobody")
    FIRST = "first", _("the first")
    SECOND = "second", _("the second")
    BOTH = "both", _("both")

    @property
    def seats(self) -> frozenset[int]:
        return _FORFEITING[self.value]


_FORFEITING = {"": frozenset[int](), "first": frozenset({0}), "second": frozenset({1}), "both": frozenset({0, 1})}


class Starter(models.TextChoices):
    """Who starts a game: whom the pairing names, or whom lots name."""

    PAIRING = "pairing", _("as paired")
    LOTS = "lots", _("by lots")


class MailTopic(models.TextChoices):
    """What a mail to the players of an event is about. The first cancellation of an event on a day goes beyond
    the limits, and nothing else."""

    ANNOUNCEMENT = "announcement", _("an announcement")
    CANCELLATION = "cancellation", _("a cancellation")
    RESTORED = "restored", _("an event that takes place after all")
    RETURN = "return", _("the question whether players come back")
    MOVED = "moved", _("another time")


class ChallengeOutcome(models.TextChoices):
    """How a challenge on a ladder ended that no match was made for, or in its forfeit."""

    NONE = "", _("open, or decided by its match")
    DECLINED = "declined", _("declined")
    UNANSWERED = "unanswered", _("not answered in time")
    WITHDRAWN = "withdrawn", _("withdrawn")
    ANNULLED = "annulled", _("annulled")


class PenaltyKind(models.TextChoices):
    """What an arbiter gives a player. Points are public, as the standings show them; the others aren't."""

    WARNING = "warning", _("warning")
    TIME = "time", _("time penalty")
    POINTS = "points", _("point deduction")


class PrizeSharing(models.TextChoices):
    """Who shares prizes of money."""

    POINTS = "points", _("equal points share equally")
    RANK = "rank", _("each takes the prize of their rank")


class PlaceKind(models.TextChoices):
    """Where two who agree on a time play."""

    CLUB = "club", _("at the club")
    ADDRESS = "address", _("at an address")
    ONLINE = "online", _("online")


class ProposalState(models.TextChoices):
    """What became of a proposal of times."""

    OPEN = "open", _("waits for an answer")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    COUNTERED = "countered", _("answered with other times")
    WITHDRAWN = "withdrawn", _("withdrawn")
    OUTDATED = "outdated", _("overtaken")


class TimeChange(models.TextChoices):
    """How the time of a match came about: its two agreed or agreed anew, took it back, or played."""

    AGREED = "agreed", _("agreed")
    CHANGED = "changed", _("changed")
    CANCELLED = "cancelled", _("taken back")
    PLAYED = "played", _("played")


class ReminderKind(models.TextChoices):
    """When players are reminded of a fixture: its window opens, half of it is over, two days are left."""

    OPENED = "opened", _("the window opened")
    HALF = "half", _("half of the time is over")
    CLOSING = "closing", _("two days are left")


class Asked(models.TextChoices):
    """Whether players are asked for something when they enter."""

    NO = "no", _("not asked")
    OPTIONAL = "optional", _("if they like")
    REQUIRED = "required", _("required")


class QuestionKind(models.TextChoices):
    """How a question is answered."""

    TEXT = "text", _("a line of text")
    CHOICE = "choice", _("one of a list")
    YES_NO = "yes_no", _("yes or no")
