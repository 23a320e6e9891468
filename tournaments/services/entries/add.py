"""Enters the players of a list that was previewed before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.people import players_by_keys
from games.services.players import NAME_LENGTH, player_under_16_set, players_create
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.names import fold_name, name_key
from magistrar_site.shared.services.facts import facts_append, stream_lock
from tournaments.enums import EntryState, EventState
from tournaments.facts.entries import EntryAdded
from tournaments.models import Entry, Event, Stage
from tournaments.selectors.check_in import open_session
from tournaments.selectors.entries import places_for_newcomers
from tournaments.selectors.events import home_club
from tournaments.services.entries.check_in import entries_check_in
from tournaments.services.entries.late import entries_come_late, late_entry
from tournaments.services.entries.lists.columns import Reading
from tournaments.services.entries.lists.player_list import Doubt, PlayerList
from tournaments.services.entries.preview import (
    ASKING,
    BACK,
    ENTERABLE,
    NEW,
    SKIP,
    EntryLine,
    LineStatus,
    list_preview,
    preview_digest,
)
from tournaments.services.entries.states import entry_return, stage_now
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import require_event
from tournaments.signals import event_changed


@transaction.atomic
def entries_add(
    *,
    act: Act,
    stage: Stage,
    text: str,
    choices: Mapping[int, str] | None = None,
    reading: Reading | None = None,
    seen: str | None = None,
    under_16: bool = False,
) -> list[Entry]:
    """Enter everybody of a list who isn't entered yet; all of them or, where a line needs an answer, nobody. Who comes
    after the last free place waits; in a running event those with a place come late
    into the stage, as the rules allow.

    `under_16`: everybody of the list is, and shown by code; another club says it of its players itself.
    `choices` answers unclear lines, and may overrule others: line number to a player's key, "new", "skip" or "back".
    `reading` says how to read the list; Invalid `unclear_list` names the columns that have to be said. `seen` is the
    digest of the preview that was confirmed: DomainError `preview_changed` where it would show something else now.
    Invalid `unclear_names` names the lines; so does `unread_lines` where nobody has seen a preview and a line has no
    name that can be read, or no number for a rating. DomainError `finished`, or as `late_entry`.
    """
    require_event(act, stage.event, Action.MANAGE_ENTRIES)
    stream_lock(stream=stage.event.stream)
    event = Event.objects.select_for_update().select_related("club").get(pk=stage.event.pk)
    stage = stage_now(stage, event)
    refuse_over(event, finished=_("This event is finished, so nobody can be entered any more."))
    preview, choices = list_preview(event=event, text=text, reading=reading), choices or {}
    lines = preview.lines
    _check_list(preview.read)
    if seen is not None and seen != preview_digest(lines):
        raise DomainError(
            "preview_changed", _("Something changed since this was shown. Look at it again, then confirm.")
        )
    _check_answers(lines, choices)
    if seen is None:
        _check_read(lines, choices)
    back = [
        line.player_keys[0] for line in lines if choices.get(line.number) == BACK and line.status is LineStatus.LEFT
    ]
    entries = _enter(act, stage, [line for line in lines if _is_entered(line, choices)], choices)
    for entry in entries if under_16 else ():
        if home_club(entry.player) == event.club:
            player_under_16_set(act=act, player=entry.player, under_16=True)
    return entries + _taken_back(act, stage, back)


def _check_list(read: PlayerList) -> None:
    asked: dict[str, str | Promise] = {
        f"column_{column.number}": _("Say what the column “%(title)s” holds.")
        % {"title": isolated(column.title) or column.number}
        for column in read.asked
    }
    if read.years_asked:
        asked["years"] = _("Say whether numbers like 2011 are ratings or years of birth.")
    if asked:
        raise Invalid(
            "unclear_list",
            _("Not all of this list can be read without an answer: %(what)s")
            % {"what": " ".join(map(str, asked.values()))},
            fields=asked,
        )


def _check_answers(lines: Sequence[EntryLine], choices: Mapping[int, str]) -> None:
    """Every line that asks has an answer, and no answer is left unheard."""
    open_lines = [
        line
        for line in lines
        if (line.status in ASKING or (line.number in choices and line.status in ENTERABLE))
        and choices.get(line.number) not in line.answers()
    ]
    unknown = sorted(set(choices) - {line.number for line in lines})
    if unknown:
        text = _("The list has no such line.")
        raise Invalid("no_such_line", text, fields={f"line_{number}": text for number in unknown})
    if open_lines:
        raise Invalid(
            "unclear_names",
            _("Some lines need an answer: a name is known more than once, in another club, or in another spelling."),
            fields={
                f"line_{line.number}": _("Say whether this player comes back.")
                if line.status is LineStatus.LEFT
                else _("Choose who is meant.")
                for line in open_lines
            },
        )


def _check_read(lines: Sequence[EntryLine], choices: Mapping[int, str]) -> None:
    """Nothing is left out that nobody was told of."""
    unread = [line for line in lines if line.is_unread and choices.get(line.number) != SKIP]
    if unread:
        raise Invalid(
            "unread_lines",
            _("Some lines can’t be read. Correct them, leave them out, or confirm the preview."),
            fields={f"line_{line.number}": _why_unread(line) for line in unread},
        )
    namesakes = [line for line in _of_another_rating(lines) if choices.get(line.number) not in line.answers()]
    if namesakes:
        raise Invalid(
            "unclear_names",
            _("A name is listed twice, with two ratings."),
            fields={f"line_{line.number}": _("Say who this is, or leave the line out.") for line in namesakes},
        )


def _of_another_rating(lines: Sequence[EntryLine]) -> list[EntryLine]:
    """Lines whose name stands further up with another rating: two players more likely than one."""
    ratings: dict[tuple[str, str], int | None] = {}
    for line in lines:
        ratings.setdefault(_identity(line), line.rating)
    return [
        line
        for line in lines
        if line.status is LineStatus.TWICE and line.rating and line.rating != (ratings[_identity(line)] or line.rating)
    ]


def _identity(line: EntryLine) -> tuple[str, str]:
    return name_key(line.name), fold_name(line.club)


def _why_unread(line: EntryLine) -> str | Promise:
    if line.is_too_long:
        return _("This name is too long: at most %(most)d letters.") % {"most": NAME_LENGTH}
    if line.doubt is Doubt.LETTERS:
        return _("A letter of this name was lost (�). Type it again.")
    if line.status is LineStatus.REFUSED:
        return _("There is no name that can be read.")
    return _("“%(text)s” is not a rating.") % {"text": isolated(line.unread)}


def _is_entered(line: EntryLine, choices: Mapping[int, str]) -> bool:
    """A line further down with the same name is left out, unless it is said who it is."""
    chosen = choices.get(line.number)
    if chosen in line.answers():
        return chosen not in {SKIP, BACK}
    return line.status in ENTERABLE


def _taken_back(act: Act, stage: Stage, players: Sequence[str]) -> list[Entry]:
    """Who had left the running event plays again from the next round on."""
    left = Entry.objects.filter(event=stage.event, player__key__in=players).order_by("pk")
    return [
        entry_return(act=act if act.why else act.because(gettext("In a list of players")), stage=stage, entry=entry)
        for entry in left
    ]


def _player_key(line: EntryLine, choices: Mapping[int, str]) -> str:
    chosen = choices.get(line.number)
    if chosen is not None and chosen in line.answers():
        return chosen
    return line.player_keys[0] if line.status is LineStatus.KNOWN else NEW


def _enter(act: Act, stage: Stage, lines: Sequence[EntryLine], choices: Mapping[int, str]) -> list[Entry]:
    event, keys = stage.event, [_player_key(line, choices) for line in lines]
    known = players_by_keys(key for key in keys if key != NEW)
    keys = [known[key].key if key in known else key for key in keys]
    known = {player.key: player for player in known.values()}
    _check_once(event, lines, keys)
    own_club = fold_name(event.club.name)
    # A new player belongs to the event's club, unless the list says that he is a guest.
    wanted = [
        (line.name, event.club if fold_name(line.club) in {"", own_club} else None)
        for line, key in zip(lines, keys, strict=True)
        if key == NEW
    ]
    new = iter(players_create(act=act, wanted=wanted))
    players = [next(new) if key == NEW else known[key] for key in keys]
    states = _states(event, len(lines))
    entries = [
        Entry(
            key=act.ids.key(),
            event=event,
            player=player,
            rating=line.rating or 0,
            state=state,
            entered_at=act.at,
        )
        for line, player, state in zip(lines, players, states, strict=True)
    ]
    Entry.objects.bulk_create(entries, batch_size=500)
    facts_append(act=act, stream=event.stream, facts=[entry_added(entry) for entry in entries])
    session = open_session(event) if entries else None
    if session is not None:  # whoever is added while players check in stands at the desk
        entries_check_in(act, session, [entry for entry in entries if entry.state != EntryState.WAITING])
    if event.state == EventState.RUNNING and entries:
        late_entry(stage)  # nobody waits for what can't be
        entries_come_late(act, stage, [entry for entry in entries if entry.state != EntryState.WAITING])
    if entries:
        transaction.on_commit(lambda: event_changed.send(sender=Entry, event_key=event.key))
    return entries


def _check_once(event: Event, lines: Sequence[EntryLine], keys: Sequence[str]) -> None:
    entered = set(Entry.objects.filter(event=event, player__key__in=set(keys)).values_list("player__key", flat=True))
    seen: set[str] = set()
    for line, key in zip(lines, keys, strict=True):
        if key != NEW and (key in entered or key in seen):
            raise Invalid(
                "entered_twice",
                _("%(name)s is already taking part.") % {"name": isolated(line.name)},
                fields={f"line_{line.number}": _("Takes part already.")},
            )
        seen.add(key)


def _states(event: Event, count: int) -> list[EntryState]:
    """The states of the next so many entries."""
    free = places_for_newcomers(event)
    placed = count if free is None else min(count, free)
    return [EntryState.REGISTERED] * placed + [EntryState.WAITING] * (count - placed)


def entry_added(entry: Entry) -> EntryAdded:
    """The fact of a new entry."""
    return EntryAdded(
        entry=entry.key,
        player=entry.player.key,
        state=EntryState(entry.state),
        rating=entry.rating,
        by_player=entry.by_player,
        is_claim=entry.is_claim,
    )
