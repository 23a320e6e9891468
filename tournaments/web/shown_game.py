"""A game as one of its pages shows it to one reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.enums import SETTLED_STATES, UNPLAYED_STATES, AbandonedPolicy, Action, GameState, Grade, ResultKind, Side
from games.pages.magistrar.reports import ShownReport, shown_report
from games.pages.magistrar.variants import CARDS_A_GAME, DrawnWords, cards_of, drawn_of, drawn_words
from games.selectors.drafts import DraftRecord, draft_document, draft_record, last_recorded
from games.selectors.evidence import refusal_of, refusal_sentence
from games.selectors.games import game_by_key, submissions_of
from games.selectors.scores import result_alone
from magistrar_site.shared.acts import NOBODY, Act
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.isolates import isolated, isolated_list
from magistrar_site.shared.selectors.due import due_times
from tournaments.enums import EventState, RoundState
from tournaments.models import Event, MatchGame
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.selectors.same_records import games_with_same_record
from tournaments.selectors.series.views import BagRow, SeriesView, goldens_by_seat, series_view
from tournaments.services.permissions import allowed
from tournaments.services.results.deadline import CONFIRM
from tournaments.services.results.hand_in import event_of, side_of
from tournaments.services.results.set_up import lacks_mages, lacks_set_up
from tournaments.web.acts import act_in_game
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
class ShownSide:
    """A player at this game."""

    side: str
    key: str
    name: str
    starts: bool


@dataclass(frozen=True)
class ShownGame:
    """A game, who the reader is at it, and what he may do. Strangers see nothing of `versions` and what follows it:
    where two versions part, who disputed, when silence counts as a yes, and what an arbiter decided. `elsewhere` are
    the other games for which a record of this one stands: for the staff alone."""

    match_game: MatchGame
    game: Game
    event: Event
    act: Act
    sides: Mapping[str, ShownSide]
    own_side: Side | None
    result: GameResult | None
    report: ShownReport | None
    versions: tuple[Version, ...]
    conflict: ShownConflict | None
    disputes: tuple[Dispute, ...]
    confirms_at: datetime | None
    decision: Decision | None
    is_desk: bool
    is_arbiter: bool
    series: SeriesView | None = None
    elsewhere: tuple[MatchGame, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The players' by their side."""
        return {side: player.name for side, player in self.sides.items()}

    @property
    def white(self) -> ShownSide:
        return self.sides["white"]

    @property
    def black(self) -> ShownSide:
        return self.sides["black"]

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
        sides = (self.white, self.black)
        return tuple(BagRow(side.name, side.side, number) for side, number in zip(sides, goldens, strict=True))

    @property
    def drawn(self) -> DrawnWords | None:
        """Mages and duel cards of this game, as far as they are said."""
        return drawn_words(self.game.variants) if drawn_of(self.game.variants) else None

    @property
    def lacks_mages(self) -> bool:
        """Whether the reader has to say which mages the game is played with before its first duel."""
        return self.may_submit and lacks_mages(self.game, self.event.settings)

    @property
    def lacks_drawn(self) -> bool:
        """Whether the reader can still say which mages, or which of the four cards, the game is played with."""
        return self.may_submit and lacks_set_up(self.game, self.event.settings)

    @property
    def cards_to_come(self) -> int:
        """How many duel cards of this game nobody has said yet."""
        asks = "duel_cards" in self.event.settings.drawn
        return CARDS_A_GAME - len(cards_of(self.game.variants)) if asks else 0

    @cached_property
    def drawn_kept(self) -> int:
        """Up to which duel mages and cards that are said stay for this reader: those of recorded duels, but for the
        desk; all once something was handed in."""
        if self.game.state not in UNPLAYED_STATES:
            return CARDS_A_GAME
        return 0 if self.is_desk else last_recorded(self.game)

    @property
    def may_change_drawn(self) -> bool:
        """Whether the reader may still say a mage or card, or otherwise than was said."""
        if not self.may_submit or not self.event.settings.drawn:
            return False
        cards = len(cards_of(self.game.variants))
        return self.lacks_drawn or self.drawn_kept == 0 or self.drawn_kept < cards

    @property
    def is_settled(self) -> bool:
        return self.game.state in (*SETTLED_STATES, GameState.ANNULLED)

    @property
    def may_submit(self) -> bool:
        """Whether the reader may hand something in now."""
        over = self.is_settled or self.game.is_void or self.event.state == EventState.FINISHED
        return not over and (self.own_side is not None or self.is_desk)

    @property
    def takes_sheets(self) -> bool:
        """Whether a sheet is evidence enough here."""
        return self.game.least_grade != Grade.RECORD

    @property
    def takes_scores(self) -> bool:
        """Whether the final score alone is evidence enough here."""
        return self.game.least_grade in (Grade.SCORE, Grade.BARE)

    @property
    def grade_wanted(self) -> str:
        """What the event accepts at least, in a sentence."""
        return refusal_sentence("grade_too_low", self.game)

    @property
    def abandoned_counts(self) -> str:
        """What a game that was broken off counts in this event."""
        return str(AbandonedPolicy(self.event.settings.abandoned).label)

    @property
    def may_rule(self) -> bool:
        return self.is_arbiter and self.own_side is None and self.event.state != EventState.FINISHED

    @property
    def is_forfeit(self) -> bool:
        return self.result is not None and self.result.kind in (ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT)

    @property
    def is_abandoned(self) -> bool:
        return self.result is not None and self.result.kind == ResultKind.ABANDONED

    @property
    def winner_name(self) -> str:
        return self.sides[self.result.winner].name if self.result is not None and self.result.winner else ""

    @cached_property
    def draft(self) -> DraftRecord:
        """The record in progress."""
        return draft_record(self.game)

    @property
    def duels_recorded(self) -> int:
        """How many duels of a record in progress are saved."""
        return len(self.draft.duels)

    @property
    def is_record_handed_in(self) -> bool:
        """Whether the record in progress is just what the reader handed in."""
        own, duels = self.own_version, [row.body for row in self.draft.duels]
        return own is not None and bytes(own.submission.body) == draft_document(self.game, duels)

    @property
    def to_answer(self) -> Version | None:
        """The newest version of the other side (or the desk) that waits for the reader's word."""
        if self.own_side is None or self.game.state not in (GameState.SUBMITTED, GameState.CONFLICTING):
            return None
        newest = self.theirs
        if newest is None or self.own_version is not None:  # who says otherwise himself gives in, or hands in anew
            return None
        is_answered = any(word.side == self.own_side for word in newest.submission.confirmations.all())
        return None if is_answered else newest

    @property
    def theirs(self) -> Version | None:
        """What the other side (or the desk) handed in last and still stands."""
        others = [version for version in self._standing() if version.submission.side != self.own_side]
        return others[-1] if others and self.own_side is not None else None

    @property
    def handed_in(self) -> str:
        """What was handed in and waits for whose word, in a sentence; empty before there is anything."""
        standing = self._standing()
        if self.game.state not in (GameState.SUBMITTED, GameState.CONFLICTING) or not standing:
            return ""
        if self.game.state == GameState.CONFLICTING:
            return _("The game was handed in, but not the same by both. It can be handed in again.")
        if self.to_answer is not None:
            return _("%(name)s has handed the game in, and your word is waited for.") % {
                "name": isolated(self.to_answer.by)
            }
        side = standing[-1].submission.side
        waits = [player.name for player in self.sides.values() if player.side != side]
        names = {"name": isolated(standing[-1].by), "other": isolated_list(waits)}
        if self.own_version is not None:
            return _("You have handed the game in. It waits for %(other)s.") % names
        return _("%(name)s has handed the game in. It waits for %(other)s.") % names

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
        mine = [version for version in self._standing() if version.submission.side == self.own_side]
        return mine[-1] if mine and self.own_side is not None else None

    def _standing(self) -> list[Version]:
        after = self.game.set_aside_to
        return [v for v in self.versions if v.submission.accepted and v.submission.fact_number > after]


def shown_game(request: HttpRequest, key: str) -> ShownGame:
    """The game for this reader. NotFound for one whose round is a draft, unless the reader may see drafts."""
    match_game = match_game_by_game(key)
    return _shown(match_game, act_in_game(request, match_game))


def public_game(key: str) -> ShownGame:
    """The game as everybody sees it. NotFound for one whose round is a draft."""
    return _shown(match_game_by_game(key), Act(actor=NOBODY, at=timezone.now()))


def _shown(match_game: MatchGame, act: Act) -> ShownGame:
    event, key = event_of(match_game), match_game.game.key
    is_user = act.actor.kind == "user"
    is_desk = is_user and allowed(act.actor, event, Action.DESK)
    if match_game.match.round.state == RoundState.DRAFT and not is_desk:
        raise NotFound("no_such_game", _("There is no game at this address."))
    game = game_by_key(key)
    own_side = side_of(act.actor, match_game) if act.actor.kind != "nobody" else None
    result = result_alone(game)
    sides = _sides(game)
    is_inside = own_side is not None or is_desk
    versions = _versions(game, sides) if is_inside else ()
    names = {side: player.name for side, player in sides.items()}
    return ShownGame(
        match_game=match_game,
        game=game,
        event=event,
        act=act,
        sides=sides,
        own_side=own_side,
        result=result,
        report=shown_report(result.report) if result and result.report else None,
        versions=versions,
        conflict=shown_conflict(game, versions) if is_inside else None,
        disputes=shown_disputes(game, versions, names),
        confirms_at=_deadline(game) if is_inside else None,
        decision=shown_decision(game) if is_inside and _was_decided(game) else None,
        is_desk=is_desk,
        is_arbiter=is_desk and allowed(act.actor, event, Action.RULE),
        series=series_view(match_game.match),
        elsewhere=tuple(games_with_same_record(game)) if is_desk else (),
    )


def _deadline(game: Game) -> datetime | None:
    """When what one side handed in counts as confirmed; None where nobody waits, or the event sets no deadline."""
    return due_times(CONFIRM, [game.key]).get(game.key) if game.state == GameState.SUBMITTED else None


def _was_decided(game: Game) -> bool:
    return game.state in (GameState.RULED, GameState.ANNULLED) or game.set_aside_to > 0


def _sides(game: Game) -> dict[str, ShownSide]:
    return {
        seat.side: ShownSide(seat.side, seat.player.key, seat.player.public_name, game.starter == seat.side)
        for seat in game.seats.all()
    }


def _versions(game: Game, sides: Mapping[str, ShownSide]) -> tuple[Version, ...]:
    return tuple(
        Version(
            submission=submission,
            by=sides[submission.side].name if submission.side else _("the desk"),
            report=shown_report(submission.report, {side: player.name for side, player in sides.items()}),
            refusal=refusal_of(submission, game),
        )
        for submission in submissions_of(game)
    )
