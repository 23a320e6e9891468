"""The desk's page of results: all games of a round in one list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.registry import game_system
from games.enums import Action, GameState, Grade
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError, NotAllowed, NotFound
from tournaments.enums import OVER
from tournaments.models import Event, MatchGame, Round
from tournaments.selectors.events import event_by_slug, rounds_of, stage_of
from tournaments.selectors.rounds.desk import DeskGame, DeskLine, desk_games, desk_lines, folded_names_of
from tournaments.selectors.rounds.desk_acts import desk_acts
from tournaments.selectors.rounds.matches import uncounted_games
from tournaments.selectors.stages import is_of_pairs
from tournaments.services.attention import waiting_tables
from tournaments.services.permissions import actions_of, require_event
from tournaments.services.results.deadline import CONFIRM
from tournaments.services.results.desk import DeskOutcome, Refused, results_accept
from tournaments.services.results.enter import results_enter
from tournaments.services.results.take_back import accept_undo, entry_undo
from tournaments.web.live.watch import desk_watch
from tournaments.web.next_step import next_step
from tournaments.web.rounds.desk_words import SaidAct, result_words, said_acts, said_result, table_words
from tournaments.web.table_filter import LONGEST, SEARCHED_FROM, table_filter

LINES = 100  # games on one page
# In a round of several pages, what needs the desk comes first.
URGENCY = (GameState.CONFLICTING, GameState.SUBMITTED, GameState.REOPENED, GameState.EXPECTED)
# The lists of the page, by the name in the address: which games they hold.
LISTS: dict[str, tuple[Any, Callable[[DeskLine], bool]]] = {
    "all": (gettext_lazy("All"), lambda _game: True),
    "open": (gettext_lazy("Missing"), lambda game: game.is_open),
    "waiting": (gettext_lazy("To be confirmed"), lambda game: game.state == GameState.SUBMITTED),
    "conflicting": (gettext_lazy("Conflicting"), lambda game: game.state == GameState.CONFLICTING),
}


AT_TABLES = gettext_lazy(
    "12 1>3>2: at table 12 player 1 came first, player 3 second, player 2 third. 12 1>2=3: two share a place. "
    "12 1>3+: the others didn’t come. 12 --: nobody came. Separate several with commas."
)
OF_SCORES = gettext_lazy("12 23:13, or 12 23:13 3-2: the score, as far as you know it.")


class EnterForm(forms.Form):
    """Results as they are typed."""

    line = forms.CharField(
        label=gettext_lazy("Table and result"),
        help_text=gettext_lazy(
            "12 1: the first player won at table 12. 12 2: the second. 12 =: a tie. 12 1+, 12 2+: without playing. "
            "12 --: neither came. Several with commas."
        ),
        max_length=5000,
    )


@dataclass(frozen=True)
class Asked:
    """An entry that is to be replaced: what counts now, what was typed, and what the form sends once it is sure."""

    now: str
    typed: str
    seen: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def results_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Who still plays, what waits, what is settled; many results taken at once, each refusal named."""
    act, event = act_of(request), event_by_slug(slug)
    require_event(act, event, Action.DESK)
    rounds = list(rounds_of(stage_of(event)))
    round_ = _chosen_round(request, rounds)
    if event.has_ladder:  # each game is a round there: the open ones, and the one that is looked at
        waiting = set(uncounted_games(event).values_list("match__round", flat=True))
        rounds = [each for each in rounds if each.pk in waiting or each == round_]
    if request.method != "POST" or round_ is None:
        return _page(request, act, event, rounds, round_, EnterForm())
    if "undo" in request.POST:
        return _undo(request, act, event, rounds, round_)
    form = EnterForm()
    if "line" in request.POST:
        form = EnterForm(request.POST)
        desked, status = _enter(act, round_, form, request.POST.getlist("replace"))
    else:
        games = desk_games(round_, act.actor, due_kind=CONFIRM)
        keys = request.POST.getlist("waiting" if "all" in request.POST else "accept")
        desked, status = results_accept(act=act, games=games, submission_keys=keys), 409
    if desked is not None:
        _say_done(request, len(desked.done))
        if not desked.refused and not desked.asks:
            return _back(request, event, round_)
        if "line" in request.POST:  # what is done needn't be typed again
            form = EnterForm(initial={"line": ", ".join(item.what for item in desked.refused)})
    return _page(request, act, event, rounds, round_, form, desked=desked, status=status)


def _back(request: HttpRequest, event: Event, round_: Round) -> HttpResponse:
    return redirect(f"{reverse('tournaments:results_desk', args=[event.slug])}?{_query(request, round_)}")


def _enter(act: Act, round_: Round, form: EnterForm, replaces: Sequence[str]) -> tuple[DeskOutcome | None, int]:
    if not form.is_valid():
        return None, 422
    try:
        return results_enter(act=act, round_=round_, text=form.cleaned_data["line"], seen=_seen(replaces)), 409
    except NotAllowed:
        raise
    except DomainError as refusal:
        return None, put_on_form(form, refusal)


def _seen(sent: Sequence[str]) -> dict[str, int]:
    """The entries that somebody looked at before replacing them: by the game's key the number of the entry's fact."""
    pairs = [each.partition(":") for each in sent]
    return {key: int(number) for key, _colon, number in pairs if number.isdecimal() and len(number) < 10}


def _undo(request: HttpRequest, act: Act, event: Event, rounds: list[Round], round_: Round) -> HttpResponse:
    """Take back what the button names: an entry by its game's key and its fact's number, a yes by the submission's."""
    key, _colon, number = request.POST["undo"].partition(":")
    try:
        if request.POST.get("what") == "accept":
            game = accept_undo(act=act, submission_key=key)
        else:
            entry = int(number) if number.isdecimal() and len(number) < 10 else 0
            game = entry_undo(act=act, game_key=key, entry=entry)
    except DomainError as refusal:
        outcome = DeskOutcome((), (Refused(_("Undo"), refusal.message, refusal.code),))
        return _page(request, act, event, rounds, round_, EnterForm(), desked=outcome, status=refusal.status)
    shown = [each for each in desk_games(round_, act.actor, due_kind=CONFIRM) if each.key == game.key]
    for each in shown:
        messages.info(
            request, _("Undone. %(table)s: %(now)s") % {"table": table_words(each), "now": result_words(each)}
        )
    return _back(request, event, round_)


def _chosen_round(request: HttpRequest, rounds: list[Round]) -> Round | None:
    """The round that the address names, else the newest; None before the first is published."""
    wanted = request.GET.get("round", "")
    if not wanted:
        return rounds[-1] if rounds else None
    found = next((round_ for round_ in rounds if str(round_.number) == wanted), None)
    if found is None:
        raise NotFound("no_such_round", _("This round isn’t published yet."))
    return found


def _query(request: HttpRequest, round_: Round, **other: Any) -> str:
    """What leads back to the same games."""
    asked = {"round": round_.number, "show": _asked_list(request), "q": _asked_text(request)}
    asked |= {"page": _page_number(request)} | other
    return urlencode({name: value for name, value in asked.items() if value})


def _page_number(request: HttpRequest) -> str:
    """The number of the page; empty for the first."""
    number = request.GET.get("page", "")
    return number if number.isdecimal() and len(number) <= 6 and number != "1" else ""


def _asked_text(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:LONGEST]


def _by_urgency(line: DeskLine) -> int:
    return URGENCY.index(line.state) if line.state in URGENCY else len(URGENCY)


def _found(lines: list[DeskLine], round_: Round, text: str) -> list[DeskLine]:
    """The lines of the tables and names that are typed; of more than a page the urgent ones first."""
    wanted = table_filter(text)
    names = folded_names_of(round_) if wanted.names else {}
    found = [line for line in lines if wanted.shows(line.table, names.get(line.match, ()))]
    return found if len(found) <= LINES else sorted(found, key=_by_urgency)


def _asked_list(request: HttpRequest) -> str:
    wanted = request.GET.get("show", "all")
    return wanted if wanted in LISTS else "all"


def _say_done(request: HttpRequest, count: int) -> None:
    if count:
        text = ngettext("%(count)d result recorded.", "%(count)d results recorded.", count)
        messages.success(request, text % {"count": count})


def _page(
    request: HttpRequest,
    act: Act,
    event: Event,
    rounds: list[Round],
    round_: Round | None,
    form: EnterForm,
    *,
    desked: DeskOutcome | None = None,
    status: int = 200,
) -> HttpResponse:
    show, text = _asked_list(request), _asked_text(request)
    lines = desk_lines(round_) if round_ is not None else []
    found = _found(lines, round_, text) if round_ is not None else []
    shown = Paginator([line for line in found if LISTS[show][1](line)], LINES).get_page(request.GET.get("page"))
    keys = [line.pk for line in shown.object_list]
    games = desk_games(round_, act.actor, due_kind=CONFIRM, only=keys) if round_ is not None else []
    may = actions_of(act.actor, event)
    least = Grade(event.settings.least_grade)
    form.fields["line"].help_text = _help(event, round_)
    is_complete = round_ is not None and round_ == rounds[-1] and not any(line.is_open for line in lines)
    context = {
        **(next_step(event, round_.stage) if round_ is not None and is_complete else {}),
        "may": {action.value: action in may for action in Action},
        "live": desk_watch(request, event),
        "attention": waiting_tables(event),
        "section": "mine",
        "event": event,
        "rounds": rounds,
        "round": round_,
        "games": games,
        "page": shown,
        "is_large": len(lines) >= SEARCHED_FROM,
        "lists": [(name, label, sum(map(holds, found))) for name, (label, holds) in LISTS.items()],
        "show": show,
        "wanted": text,
        "waiting": [game for game in games if game.waiting is not None and not game.is_own],
        "form": form,
        "refused": desked.refused if desked is not None else (),
        "asked": _asked(round_, act, desked) if round_ is not None else [],
        "asked_line": ", ".join(ask.what for ask in desked.asks) if desked is not None else "",
        "said": _said_acts(act, event, round_) if round_ is not None else [],
        "counted": sum(line.is_settled for line in lines),
        "counted_of": len(lines),
        "may_rule": Action.RULE in may,
        "may_type": Action.RULE in may or least in _typed_grades(event),
        "is_over": event.state in OVER,
        "query": _query(request, round_) if round_ is not None else "",
        "page_query": f"{_query(request, round_, page='')}&" if round_ is not None else "",
    }
    return render(request, "tournaments/results_desk.html", context, status=status)


def _typed_grades(event: Event) -> tuple[Grade, ...]:
    """What those who aren't arbiters may type, where the event asks for no more."""
    return (Grade.BARE, Grade.SCORE) if game_system(event.system).typed_numbers else (Grade.BARE,)


def _help(event: Event, round_: Round | None) -> str:
    if round_ is not None and not is_of_pairs(round_.stage):
        return str(AT_TABLES)
    own = str(EnterForm.base_fields["line"].help_text)
    return f"{own} {OF_SCORES}" if game_system(event.system).typed_numbers else own


def _games_named(round_: Round, act: Act, keys: Collection[str]) -> list[DeskGame]:
    """The games with these keys, wherever they stand in the list."""
    if not keys:
        return []
    pks = MatchGame.objects.filter(match__round=round_, game__key__in=keys).values_list("pk", flat=True)
    return desk_games(round_, act.actor, due_kind=CONFIRM, only=list(pks))


def _asked(round_: Round, act: Act, desked: DeskOutcome | None) -> list[Asked]:
    asks = desked.asks if desked is not None else ()
    games = {game.key: game for game in _games_named(round_, act, [ask.game_key for ask in asks])}
    return [Asked(said_result(games[ask.game_key]), ask.what, f"{ask.game_key}:{ask.entry}") for ask in asks]


def _said_acts(act: Act, event: Event, round_: Round) -> list[SaidAct]:
    acts = desk_acts(event, act.actor, act.at) if event.state not in OVER else []
    return said_acts(acts, _games_named(round_, act, {each.game_key for each in acts}))
