"""Recording a game that the service deals: every phone shows the table, and its own player's cards.

What a player holds leaves the server for whoever holds that seat's cards, in answers to the page's script alone: pages
are kept by browsers. The engine says what may be chosen; the script shows it.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from django import forms
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.core.deals import BegunGame
from games.engine.core.seats import Seat
from games.engine.systems.cum_laude.dealt import BEGUN, part_ended_by
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.guide import WrongAnswerError, tower_tables
from games.engine.systems.cum_laude.names import COLOUR_LETTERS, COLOURS
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.pages.core.answers import (
    NO_OUTCOME,
    READ,
    WRITE,
    Answer,
    Below,
    Deal,
    Elsewhere,
    EntryPage,
    HandIn,
    Json,
    OpenDeal,
    Outcome,
    SavePart,
    Sent,
    ShareCards,
    TakePartBack,
)
from games.pages.core.context import GameContext
from games.pages.core.forms import with_new_key
from games.pages.cum_laude.boards import (
    FIGURE_COLOURS,
    GEM_COLOURS,
    GEMS,
    SYMBOL_NAMES,
    SYMBOL_PATHS,
    drawn_tower,
    figure_values,
    tower_values,
)
from games.pages.cum_laude.recorder.table import guided, open_table, own_cards, shown_question, tile_words
from games.pages.cum_laude.recorder.words import turn_in_words, words_of_the_recorder
from games.selectors.deals import seats_shown_to, who_takes_back
from games.selectors.drafts import DraftRecord
from games.selectors.editions import StoredEditions, playable_edition
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed, NotFound
from magistrar_site.shared.isolates import isolated

if TYPE_CHECKING:
    from games.models import GameDeal

MOST_BYTES = 16_384
MOST_ANSWERS = 60
T = TypeVar("T")
Sentence = Callable[[Mapping[str, Any], Mapping[str, str]], str]
BELOW = {
    "state": Below(READ, is_script=True, is_polled=True),
    "deal": Below(WRITE, is_script=True),
    "share": Below(WRITE, is_script=True),
    "turns": Below(WRITE, is_script=True),
    "undo": Below(WRITE, is_script=True),
    "end": Below(WRITE, is_script=True),
    "open": Below(WRITE, is_script=True),
    "review": Below(),
}
"""What is below the recorder's address."""


class Shared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat on whose phone a seat's cards are shown too."""

    seat: int
    host: int


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers to the engine's questions so far, a key, the version of the turn that they go on from, and the
    commitment to the deal that they are meant for."""

    answers: tuple[dict[str, Any], ...]
    key: str
    deal: str
    replaces: str = ""


class TakenBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends to take the last turn back: its version."""

    version: str


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends where a player ends the game at the last turn: the seat, a key, the turn's version."""

    seat: int
    key: str
    replaces: str


class ReviewForm(forms.Form):
    """The key under which the record is handed in."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


def read(data: bytes, kind: type[T]) -> T:
    try:
        if len(data) > MOST_BYTES:
            raise ValueError
        return msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError) as error:
        raise not_understood() from error


def number_in(rest: str) -> int:
    """The number of a turn at the end of an address."""
    number = rest.removesuffix("/")
    if not (number.isascii() and number.isdigit() and len(number) < 5):
        raise NotFound("no_such_page", _("There is no page at this address."))
    return int(number)


def not_understood() -> Invalid:
    return Invalid("not_understood", _("The page sent something that can’t be read. Reload it."))


def rendered(template: str, ctx: GameContext, **values: Any) -> SafeString:
    given = {"ctx": ctx, "game": ctx.game, "csrf_token": ctx.csrf_token}
    return render_to_string(f"cum_laude/{template}.html", given | values)


def edition_of(ctx: GameContext) -> Edition:
    edition = playable_edition(ctx.game.system, ctx.game.edition)
    assert isinstance(edition, Edition)
    return edition


def _last_whole(draft: DraftRecord) -> dict[str, Any] | None:
    """The last turn that is more than begun."""
    whole = [row for row in draft.parts if BEGUN not in row.body]
    return {"number": whole[-1].number, "version": whole[-1].version} if whole else None


def _ended_by(ctx: GameContext, deal: GameDeal, seat: Seat) -> dict[str, Any] | None:
    """The last whole turn where this seat ends the game at it: be it that the game is over after it, or that the next
    figure is named. None where the seat may not."""
    parts = [row.body for row in ctx.draft.parts if BEGUN not in row.body]
    return part_ended_by(ctx.set_up, deal.seed, parts, seat, edition_of(ctx))


class Recorder:
    """The recorder, and what its script asks for. `sentence`: what a broken rule says, with the players' names.
    `form`: its name among the forms of the game."""

    form = "recording"

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence

    def __call__(self, ctx: GameContext, sent: Sent) -> Answer:
        what, _slash, rest = sent.rest.partition("/")
        if not what and ctx.draft.deal is None and (ctx.draft.parts or ctx.draft.misfits):
            return Elsewhere(ctx.addresses.entry("noted"), _("This game is being noted from paper."))
        if not what:
            return self._page(ctx)
        if what == "state":
            return Json(self._state(ctx))
        if what == "review":
            return self._review(ctx, sent)
        if what == "deal":
            return Deal(then=self._new_state, refused=self._refused)
        if what == "share":
            shared = read(sent.body, Shared)
            return ShareCards(shared.seat, shared.host, then=self._new_state, refused=self._refused)
        if what == "open":
            return OpenDeal(then=self._new_state, refused=self._refused)
        number = number_in(rest)
        if what == "undo":
            version = read(sent.body, TakenBack).version
            return TakePartBack(number, version, then=self._new_state, refused=self._refused)
        if what == "end":
            return self._end(ctx, number, read(sent.body, Ended))
        return self._turn(ctx, number, read(sent.body, Answers))

    # --- The page -----------------------------------------------------------------------------------------------

    def _page(self, ctx: GameContext) -> EntryPage:
        """The page holds what it needs offline, but for anybody's cards."""
        edition, addresses = edition_of(ctx), ctx.addresses
        page = {
            "game": ctx.game.key,
            "actor": ctx.actor,
            "csrf": str(ctx.csrf_token),
            "own": ctx.own_seat,
            "is_desk": ctx.is_desk and ctx.own_seat is None,
            "seats": [isolated(seat.name) for seat in ctx.seats],
            "tables": tower_tables(edition.tower),
            "tiles": tile_words(edition),
            "symbols": {
                letter: {"path": SYMBOL_PATHS[name], "is_filled": name == "step"}
                for letter, name in SYMBOL_NAMES.items()
            },
            "gems": {kind: {"path": path, "fill": GEM_COLOURS[kind]} for kind, path in GEMS.items()},
            "figures": {
                figure: figure_values(figure, (0, 0), 19, drawn_tower(edition).angles) for figure in FIGURE_COLOURS
            },
            "letters": {letter: COLOURS[number] for letter, number in COLOUR_LETTERS.items()},
            "places": {tile["name"]: [tile["x"], tile["y"]] for tile in tower_values(edition)["tiles"]},
            "state": self._state(ctx, is_page=True),
            "words": self._words(),
            "noted": self.form == "noted",
            "urls": {
                **{
                    what: addresses.entry(self.form, f"{what}/")
                    for what in ("state", "deal", "share", "open", "review")
                },
                **{what: addresses.entry(self.form, f"{what}/0/") for what in ("turns", "undo", "end")},
                "game": addresses.game,
            },
        }
        return EntryPage(
            title=_("Record the game"),
            body=rendered("recording", ctx, page=page, **tower_values(edition)),
            head=rendered("recording_head", ctx),
            is_whole=True,
        )

    def _words(self) -> dict[str, str]:
        return words_of_the_recorder()

    # --- How it stands ------------------------------------------------------------------------------------------

    def _new_state(self, ctx: GameContext) -> Json:
        return Json({"state": self._state(ctx)})

    def _refused(self, ctx: GameContext, refusal: DomainError) -> Json:
        """A refusal as `{"code", "message"}`, with how the record stands where that can help."""
        told: dict[str, Any] = {"code": refusal.code, "message": str(refusal.message)}
        if refusal.status in (403, 409, 422):
            told["state"] = self._state(ctx)
        return Json(told, refusal.status)

    def _state(self, ctx: GameContext, *, is_page: bool = False) -> dict[str, Any]:
        """The game as it is saved. `is_page`: for the page, so without anybody's cards."""
        draft = ctx.draft
        names = {side: isolated(name) for side, name in ctx.names.items()}
        rows = [*draft.parts, *draft.misfits] if draft.deal is not None else []
        told: dict[str, Any] = {
            "at": timezone.now().timestamp(),
            "set_up": json.dumps(ctx.set_up, sort_keys=True),
            "turns": [
                {"number": row.number, "words": turn_in_words(row.body, names), "version": row.version} for row in rows
            ],
            "misfit": draft.misfits[0].number if draft.misfits else 0,
            "open": ctx.may_submit,
            "handed_in": bool(ctx.handed_in),
            "deal": None,
        }
        if draft.deal is None:
            return told
        deal, verdict = draft.deal, draft.dealt
        told["deal"] = {
            "commitment": deal.commitment,
            "seed": deal.seed if deal.is_open else "",
            "is_open": deal.is_open,
            "is_here": verdict is not None,
            "hosts": deal.hosts,
        }
        if verdict is None:
            return told
        parts = [row.body for row in draft.parts]
        play = guided(ctx.set_up, deal.seed, parts, edition_of(ctx))
        is_bound = verdict.is_bound
        told |= {
            "number": len(parts) + (0 if is_bound else 1),
            "replaces": draft.parts[-1].version if is_bound else "",
            "table": open_table(play, names, parts[-1]["name"] if parts else None),
            "to_play": verdict.to_play,
            "is_over": draft.is_over,
            "last": _last_whole(draft),
        }
        if not is_page:
            told |= self._own(ctx, deal, verdict, parts, names)
        return told

    def _own(
        self, ctx: GameContext, deal: GameDeal, verdict: BegunGame, parts: Sequence[Any], names: Mapping[str, str]
    ) -> dict[str, Any]:
        """What the reader alone sees: the cards they hold, what they choose next, and whether they may end the game or
        take the last turn back."""
        shown, edition = seats_shown_to(deal, ctx.own_seat), edition_of(ctx)
        play = guided(ctx.set_up, deal.seed, parts, edition)
        seats: Sequence[Seat] = range(1, len(ctx.seats) + 1) if deal.is_open else shown
        is_played = ctx.may_submit and not deal.is_open
        own: dict[str, Any] = {"held": own_cards(play, seats, names), "question": None, "ends": [], "undo": None}
        if is_played and verdict.to_play in shown:
            question = play.asked(())
            assert question is not None  # a turn begins with one
            own["question"] = shown_question(play, question, names)
        if is_played and shown:
            own["ends"] = [seat for seat in shown if _ended_by(ctx, deal, seat) is not None]
        is_mine = not verdict.is_bound and parts and who_takes_back(deal, ctx.draft.parts[-1], verdict.last) in shown
        if is_played and parts and (is_mine or (ctx.is_desk and ctx.own_seat is None)):
            own["undo"] = {"number": len(parts), "version": ctx.draft.parts[-1].version}
        return own

    # --- A turn -------------------------------------------------------------------------------------------------

    def _turn(self, ctx: GameContext, number: int, sent: Answers) -> Answer:
        """The next question after these answers; a whole turn is saved, and so is one by which cards are drawn: they
        are told once it is."""
        draft, deal, verdict = ctx.draft, ctx.draft.deal, ctx.draft.dealt
        if deal is None or verdict is None or deal.is_open or len(sent.answers) > MOST_ANSWERS:
            raise not_understood()
        if any(row.version == sent.key for row in draft.parts):
            return self._new_state(ctx)  # sent twice is once
        if verdict.to_play not in seats_shown_to(deal, ctx.own_seat):
            raise NotAllowed("not_your_turn", _("This isn’t your turn."))
        parts = [row.body for row in draft.parts]
        if sent.deal != deal.commitment or number != len(parts) + (0 if verdict.is_bound else 1):
            return Json({"code": "changed", "message": "", "state": self._state(ctx)}, 409)
        play = guided(ctx.set_up, deal.seed, parts, edition_of(ctx))
        try:
            question = play.asked(sent.answers, until_drawn=True)
        except (WrongAnswerError, ValueError, KeyError, TypeError) as error:
            raise Invalid("not_offered", _("That can’t be chosen here. Choose again.")) from error
        chosen = dict(play.chosen)
        if not verdict.is_bound and play.has_drawn:
            chosen = {name: chosen[name] for name in ("name", "from", "order") if name in chosen} | {BEGUN: True}
        elif question is not None:
            names = {side: isolated(name) for side, name in ctx.names.items()}
            table = open_table(play, names, chosen.get("name"))
            return Json({"question": shown_question(play, question, names), "table": table})
        return SavePart(number, chosen, sent.key, sent.replaces, then=self._new_state, refused=self._refused)

    def _end(self, ctx: GameContext, number: int, sent: Ended) -> Answer:
        draft, last = ctx.draft, _last_whole(ctx.draft)
        is_here = draft.deal is not None and draft.dealt is not None and last and number == last["number"]
        if not is_here or draft.deal is None or sent.seat not in seats_shown_to(draft.deal, ctx.own_seat):
            raise NotAllowed("not_your_turn", _("This can’t be ended here."))
        ended = _ended_by(ctx, draft.deal, sent.seat)
        if ended is None:
            raise NotAllowed("not_your_turn", _("This can’t be ended here."))
        return SavePart(number, ended, sent.key, sent.replaces, then=self._new_state, refused=self._refused)

    # --- Handing in ---------------------------------------------------------------------------------------------

    def _whole_record(self, ctx: GameContext) -> Mapping[str, Any] | None:
        """As decoded JSON, once the deal is open."""
        draft, deal = ctx.draft, ctx.draft.deal
        if deal is None or not deal.is_open or not draft.parts:
            return None
        return CUM_LAUDE.dealt_record(ctx.set_up, deal.seed, [row.body for row in draft.parts], edition_of(ctx))

    def _review(self, ctx: GameContext, sent: Sent) -> Answer:
        """The whole record, to be looked through and handed in."""
        document = self._whole_record(ctx)
        if document is None:
            return Elsewhere(ctx.addresses.entry(self.form))
        body = json.dumps(document, separators=(",", ":")).encode()
        report = msgspec.to_builtins(ctx.system.check(body, StoredEditions(ctx.game.system)))
        seen = hashlib.sha256(body).hexdigest()
        if not sent.is_post:
            form = ReviewForm(initial={"idempotency_key": uuid.uuid4().hex, "seen": seen})
            return self._review_page(ctx, form, Outcome(report=report), is_handed_in=ctx.own_body == body)
        form = ReviewForm(sent.data)
        if not form.is_valid():
            return self._review_page(ctx, form, Outcome(status=422))
        is_beginning = report["legal"] and not report["complete"]
        return HandIn(body, form, lambda now, came: self._review_page(now, form, came), is_beginning=is_beginning)

    def _review_page(
        self, ctx: GameContext, form: ReviewForm, outcome: Outcome = NO_OUTCOME, *, is_handed_in: bool = False
    ) -> EntryPage:
        form = with_new_key(form)
        given = {"form": form, "report": outcome.report, "is_handed_in": is_handed_in, "back": self.form}
        return EntryPage(
            title=_("Review"),
            body=rendered("recording_review", ctx, **given),
            before=rendered("recording_review_before", ctx, **given),
            form=form,
            report=outcome.report,
            status=outcome.status,
        )
