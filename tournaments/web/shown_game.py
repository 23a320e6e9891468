"""A game as one of its pages shows it to one reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, QueryDict
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.registry import game_system
from games.enums import DESK_STATES, SETTLED_STATES, UNPLAYED_STATES, AbandonedPolicy, Action, GameState, ResultKind
from games.pages.core.context import Addresses, GameContext, SeatContext, Standing
from games.pages.core.pages import GamePages, ReportView
from games.pages.refusals import refusal_of
from games.pages.registry import game_pages
from games.selectors.deals import is_dealt_and_hidden
from games.selectors.games import score_of_rows, seats_of, submissions_of
from games.selectors.scores import result_alone
from games.templatetags.interface import minus
from games.values.results import name_of_seat
from magistrar_site.shared.acts import NOBODY, Act
from magistrar_site.shared.isolates import isolated, isolated_list
from magistrar_site.shared.selectors.due import due_times
from tournaments.enums import OVER, EventState, RoundState
from tournaments.models import ArbiterCall, Event, MatchGame
from tournaments.selectors.attention import names_of_takers, open_call_of
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.selectors.same_records import games_with_same_record
from tournaments.selectors.series.views import BagRow, SeriesView, goldens_by_seat, series_view
from tournaments.selectors.sharing import require_public_round
from tournaments.services.permissions import allowed, seat_of
from tournaments.services.results.deadline import CONFIRM
from tournaments.services.results.hand_in import event_of, game_seat_of
from tournaments.services.results.set_up import set_up_difference
from tournaments.web.acts import act_in_game
from tournaments.web.shown_appeals import ShownAppeal, shown_appeals
from tournaments.web.shown_conflict import (
    Decision,
    Dispute,
    ShownConflict,
    Version,
    shown_conflict,
    shown_decision,
    shown_disputes,
)

if TYPE_CHECKING:
    from games.models import Game, GameResult


@dataclass(frozen=True)
class ShownGame:
    """A game, who the reader is at it, and what he may do. Strangers see nothing of `versions` and what follows it:
    where two versions part, who disputed, when silence counts as a yes, and what an arbiter decided. `elsewhere` are
    the other games for which a record of this one stands: for the staff alone."""

    match_game: MatchGame
    game: Game
    event: Event
    act: Act
    own_seat: int | None
    is_desk: bool
    is_arbiter: bool
    request: HttpRequest | None = None

    @property
    def is_inside(self) -> bool:
        return self.own_seat is not None or self.is_desk

    @cached_property
    def seats(self) -> tuple[SeatContext, ...]:
        """The players in the order of their seats."""
        return _seats(self.game)

    @cached_property
    def result(self) -> GameResult | None:
        return result_alone(self.game)

    @cached_property
    def report(self) -> ReportView | None:
        return self.pages.report(self.result.report, self.names) if self.result and self.result.report else None

    @cached_property
    def versions(self) -> tuple[Version, ...]:
        return _versions(self.game, self.seats) if self.is_inside else ()

    @cached_property
    def conflict(self) -> ShownConflict | None:
        return shown_conflict(self.game, self.versions) if self.is_inside else None

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        return shown_disputes(self.game, self.versions, {seat.number: seat.name for seat in self.seats})

    @cached_property
    def confirms_at(self) -> datetime | None:
        return _deadline(self.game) if self.is_inside else None

    @cached_property
    def waits_for_all(self) -> bool:
        """Whether each player has to confirm what stands handed in."""
        return self.is_inside and self.game.state == GameState.SUBMITTED and is_dealt_and_hidden(self.game)

    @cached_property
    def decision(self) -> Decision | None:
        return shown_decision(self.game) if self.is_inside and _was_decided(self.game) else None

    @cached_property
    def appeals(self) -> tuple[ShownAppeal, ...]:
        """What the players answered to decisions."""
        is_known = self.is_inside and (self.game.state in DESK_STATES or _was_decided(self.game))
        return shown_appeals(self.game, {seat.number: seat.name for seat in self.seats}) if is_known else ()

    @property
    def may_appeal(self) -> bool:
        """Whether the reader may answer the decision that counts."""
        said = {(appeal.seat, appeal.ruling) for appeal in self.appeals}
        is_decided = self.game.state in DESK_STATES and self.event.state not in OVER
        return is_decided and self.own_seat is not None and (self.own_seat, self.game.result_fact) not in said

    @property
    def open_appeals(self) -> bool:
        return any(appeal.is_open for appeal in self.appeals)

    @property
    def may_call(self) -> bool:
        """Whether the reader may call the arbiter to the table."""
        return (
            self.own_seat is not None and self.event.state == EventState.RUNNING and not self.match_game.match.is_void
        )

    @cached_property
    def call(self) -> ArbiterCall | None:
        """The open call for the arbiter."""
        return open_call_of(self.match_game.match) if self.may_call else None

    @property
    def is_own_call(self) -> bool:
        """Whether the reader called, and not somebody else at the table."""
        seat = seat_of(self.act.actor, self.match_game.match) if self.call is not None else None
        return seat is not None and self.call is not None and self.call.entry_id == seat.entry_id

    @cached_property
    def call_taker(self) -> str:
        """Who comes; empty as long as nobody does."""
        return names_of_takers([self.call]).get(self.call.taken_by, "") if self.call is not None else ""

    @cached_property
    def series(self) -> SeriesView | None:
        return series_view(self.match_game.match)

    @cached_property
    def elsewhere(self) -> tuple[MatchGame, ...]:
        return tuple(games_with_same_record(self.game)) if self.is_desk else ()

    @property
    def names(self) -> dict[str, str]:
        """The players' names by the names of their seats."""
        return {seat.side: seat.name for seat in self.seats}

    @cached_property
    def pages(self) -> GamePages:
        """The pages of the game's system."""
        return game_pages(self.game.system)

    @cached_property
    def context(self) -> GameContext:
        """The game as the pages of its system get it."""
        return GameContext(
            game=self.game,
            seats=self.seats,
            addresses=_addresses(self),
            actor=str(self.act.actor) if self.act.actor.kind != "nobody" else "",
            own_seat=self.own_seat,
            is_desk=self.is_desk,
            may_submit=self.may_submit,
            asks=tuple(choice.key for choice in self.event.asks),
            read_standing=self._read_standing,
            abandoned=str(AbandonedPolicy(self.event.settings.abandoned).label),
            csrf_token=_csrf_token(self.request) if self.request is not None else "",
            query=self.request.GET if self.request is not None else QueryDict(),
            set_up_difference=lambda evidence: set_up_difference(self.event.asks, self.game, evidence),
        )

    def _read_standing(self) -> Standing:
        own = self.own_version
        return Standing(
            result=self.result,
            handed_in=self.handed_in,
            waits_for_reader=self.to_answer is not None,
            own_body=bytes(own.submission.body) if own is not None else None,
            kept_keys=self._keys_handed_in(),
        )

    @property
    def title(self) -> str:
        """The players and the score, in one line."""
        return self.pages.title(self.context, self.report)

    @property
    def players(self) -> str:
        return " – ".join(seat.name for seat in self.seats)

    @property
    def others(self) -> str:
        """Who else plays, for a sentence about the reader."""
        return str(isolated_list([seat.name for seat in self.seats if seat.number != self.own_seat]))

    @property
    def compared(self) -> tuple[Version, ...]:
        """The two versions of a conflict."""
        return (self.conflict.first, self.conflict.second) if self.conflict is not None else ()

    @property
    def bags(self) -> tuple[BagRow, ...]:
        """Which tokens lie in whose bag of this game, where it belongs to a series that is played with goldens."""
        if self.series is None or not self.series.has_goldens or self.match_game.is_friendly:
            return ()
        goldens = goldens_by_seat(self.game.variants)
        words = self.pages.table
        return tuple(
            BagRow(seat.name, seat.side, number, words.bag(isolated(seat.name), number))
            for seat, number in zip(self.seats, goldens, strict=True)
        )

    @property
    def is_settled(self) -> bool:
        return self.game.state in (*SETTLED_STATES, GameState.ANNULLED)

    @property
    def may_submit(self) -> bool:
        """Whether the reader may hand something in now."""
        over = self.is_settled or self.game.is_void or self.event.state in OVER
        return not over and (self.own_seat is not None or self.is_desk)

    @property
    def abandoned_counts(self) -> str:
        """What a game that was broken off counts in this event."""
        return str(AbandonedPolicy(self.event.settings.abandoned).label)

    @property
    def may_rule(self) -> bool:
        return self.is_arbiter and self.own_seat is None and self.event.state not in OVER

    @property
    def is_forfeit(self) -> bool:
        return self.result is not None and self.result.kind in (ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT)

    @property
    def is_abandoned(self) -> bool:
        return self.result is not None and self.result.kind == ResultKind.ABANDONED

    @property
    def winner_name(self) -> str:
        winner = self.result.winner if self.result is not None else None
        return self.seats[winner - 1].name if winner is not None else ""

    @cached_property
    def score(self) -> dict[int, str]:
        """The game's own score by seat, as it is written; empty where it isn't known."""
        spec = next(iter(game_system(self.game.system).numbers), None)
        if spec is None or self.result is None:
            return {}
        values = score_of_rows(self.result, with_parts=False).numbers.get(spec.key, ())
        return {number: minus(value) for number, value in enumerate(values, 1) if value is not None}

    @property
    def result_in_words(self) -> str:
        """Who won, and how; that there is no result yet."""
        if self.result is None:
            return str(self.game.get_state_display())
        if self.winner_name:
            said = _("%(name)s won") % {"name": self.winner_name}
        else:
            said = _("Both forfeit") if self.is_forfeit else _("A tie: truly equal")
        how = _("by forfeit") if self.is_forfeit and self.winner_name else _("broken off") if self.is_abandoned else ""
        return f"{said} ({how})" if how else said

    @property
    def to_answer(self) -> Version | None:
        """The newest version of the other side (or the desk) that waits for the reader's word."""
        if self.own_seat is None or self.game.state not in (GameState.SUBMITTED, GameState.CONFLICTING):
            return None
        newest = self.theirs
        if newest is None or self.own_version is not None:  # who says otherwise himself gives in, or hands in anew
            return None
        is_answered = any(answer.seat == self.own_seat for answer in newest.submission.confirmations.all())
        return None if is_answered else newest

    @property
    def theirs(self) -> Version | None:
        """What the other side (or the desk) handed in last and still stands."""
        others = [version for version in self.standing_versions if version.submission.seat != self.own_seat]
        return others[-1] if others and self.own_seat is not None else None

    @property
    def handed_in(self) -> str:
        """What was handed in and waits for whose word, in a sentence; empty before there is anything."""
        standing = self.standing_versions
        if self.game.state not in (GameState.SUBMITTED, GameState.CONFLICTING) or not standing:
            return ""
        if self.game.state == GameState.CONFLICTING:
            return _("Both handed in the game, but not the same. It can be handed in again.")
        if self.to_answer is not None:
            return _("%(name)s has handed in the game. Please confirm it.") % {"name": isolated(self.to_answer.by)}
        voices = {version.submission.seat for version in standing}
        voices |= {answer.seat for version in standing for answer in version.submission.confirmations.all()}
        waits = [seat.name for seat in self.seats if seat.number not in voices]
        names = {"name": isolated(standing[-1].by), "other": isolated_list(waits)}
        if self.own_version is not None:
            return _("You have handed in the game. It waits for %(other)s.") % names
        return _("%(name)s has handed in the game. It waits for %(other)s.") % names

    @property
    def broken_off(self) -> Version | None:
        """The newest beginning of a game that ended early, which an arbiter decides by, where nothing else stands."""
        if self.game.state not in UNPLAYED_STATES:
            return None
        after = self.game.set_aside_to
        begun = [v for v in self.versions if v.submission.refusal == "unfinished" and v.submission.fact_number > after]
        return begun[-1] if begun else None

    @property
    def own_version(self) -> Version | None:
        """What the reader handed in last and still stands."""
        mine = [version for version in self.standing_versions if version.submission.seat == self.own_seat]
        return mine[-1] if mine and self.own_seat is not None else None

    def _keys_handed_in(self) -> list[str]:
        """The keys under which the reader's own versions that still stand were handed in."""
        mine = [
            version.submission for version in self.standing_versions if version.submission.actor == str(self.act.actor)
        ]
        return [submission.idempotency_key for submission in mine]

    @property
    def standing_versions(self) -> list[Version]:
        """What was handed in and still stands."""
        after = self.game.set_aside_to
        return [v for v in self.versions if v.submission.accepted and v.submission.fact_number > after]


def shown_game(request: HttpRequest, key: str) -> ShownGame:
    """The game for this reader. NotFound for one whose round is a draft, unless the reader may see drafts."""
    return shown_at(request, match_game_by_game(key))


def shown_at(request: HttpRequest, match_game: MatchGame) -> ShownGame:
    """The game of this place, likewise."""
    return _shown(match_game, act_in_game(request, match_game), request)


def public_game(key: str) -> ShownGame:
    """The game as everybody sees it. NotFound for one whose round is a draft."""
    return _shown(match_game_by_game(key), Act(actor=NOBODY, at=timezone.now()))


def _shown(match_game: MatchGame, act: Act, request: HttpRequest | None = None) -> ShownGame:
    event, game = event_of(match_game), match_game.game
    is_user = act.actor.kind == "user"
    is_desk = is_user and allowed(act.actor, event, Action.DESK)
    own_seat = game_seat_of(act.actor, match_game) if act.actor.kind != "nobody" else None
    is_own = own_seat is not None and match_game.match.round.state != RoundState.DRAFT
    if not (is_desk or is_own):
        require_public_round(match_game.match.round)
    return ShownGame(
        match_game=match_game,
        game=game,
        event=event,
        act=act,
        own_seat=own_seat,
        is_desk=is_desk,
        is_arbiter=is_desk and allowed(act.actor, event, Action.RULE),
        request=request,
    )


def _deadline(game: Game) -> datetime | None:
    """When what one player handed in counts as confirmed; None where nobody waits, or the event sets no deadline."""
    return due_times(CONFIRM, [game.key]).get(game.key) if game.state == GameState.SUBMITTED else None


def _was_decided(game: Game) -> bool:
    return game.state in (GameState.RULED, GameState.ANNULLED) or game.set_aside_to > 0


def _seats(game: Game) -> tuple[SeatContext, ...]:
    """The players in the order of their seats."""
    pages = game_pages(game.system)
    named = [(number, name_of_seat(game.system, number), seat.player) for number, seat in seats_of(game).items()]
    return tuple(
        SeatContext(number, name, pages.seat_in_words(name), player.key, player.public_name, game.starter == number)
        for number, name, player in named
    )


def _csrf_token(request: HttpRequest) -> Any:
    """Made when a form is rendered: it sets a cookie."""
    return SimpleLazyObject(lambda: get_token(request))


def _addresses(shown: ShownGame) -> Addresses:
    key = shown.game.key
    return Addresses(
        base=reverse("tournaments:game", args=[key]),
        reader=shown.act.actor.key,
        worker=next((reverse("tournaments:worker", args=[name]) for name in shown.pages.workers), ""),
        edition=reverse("games:edition", args=[shown.game.edition]),
        steps=reverse("tournaments:replay_steps", args=[key, get_language(), "VERSION"]),
        picture=reverse("tournaments:position_picture", args=[key, 0]),
    )


def _versions(game: Game, seats: Sequence[SeatContext]) -> tuple[Version, ...]:
    pages = game_pages(game.system)
    names = {seat.side: seat.name for seat in seats}
    return tuple(
        Version(
            submission=submission,
            by=seats[submission.seat - 1].name if submission.seat else _("the desk"),
            report=pages.report(submission.report, names),
            refusal=refusal_of(submission, game),
        )
        for submission in submissions_of(game)
    )
