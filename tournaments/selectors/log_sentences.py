"""What each kind of fact says, as a sentence for people: a table. A new kind of fact needs a line here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Told:
    """How a kind of fact is told: its short name, and its sentence. Where a member of the payload decides about the
    words, `variants` has the sentence for each of its values ("" for none), and `sentence` is for all others. The
    parameters are those of `log_parameters`."""

    label: Any
    sentence: Any
    by: str = ""
    variants: Mapping[Any, Any] = field(default_factory=dict)

    def template(self, payload: Mapping[str, Any]) -> str:
        """The sentence for this payload, to be filled."""
        value = payload.get(self.by) if self.by else None
        value = "" if value is None else value
        is_known = isinstance(value, str | bool) and value in self.variants
        return str(self.variants[value] if is_known else self.sentence)


EVENT: dict[str, Told] = {
    "event.created": Told(_("event set up"), _("The event “%(name)s” was set up.")),
    "event.started": Told(_("event started"), _("The event started with %(entries)s players.")),
    "event.finished": Told(_("event finished"), _("The event was finished and its final ranking fixed.")),
    "event.rounds_planned": Told(_("rounds planned"), _("%(planned)s rounds are planned from now on.")),
    "event.settings_changed": Told(_("settings changed"), _("The settings were changed: %(members)s.")),
    "event.entry_rules_set": Told(_("rules for entering set"), _("The rules for entering were changed.")),
    "event.role_set": Told(
        _("role given or taken"),
        _("%(user)s became %(role)s of this event."),
        "role",
        {"": _("%(user)s has no role in this event any more.")},
    ),
    "edition.stated": Told(_("edition stated"), _("The edition “%(title)s” of the rules was put on record.")),
    "stage.planned": Told(_("stage planned"), _("Stage %(stage)s was planned.")),
    "stage.dropped": Told(_("stage dropped"), _("Stage %(stage)s isn’t planned any more.")),
    "stage.closed": Told(_("stage closed"), _("Stage %(stage)s was closed; its table doesn’t move any more.")),
    "stage.started": Told(
        _("stage started"), _("Stage %(stage)s started with %(entries)s players, seeded from the one before.")
    ),
    "stage.reopened": Told(_("stage reopened"), _("Stage %(stage)s was reopened; the next one has to be drawn anew.")),
    "prize.added": Told(_("prize added"), _("The prize “%(name)s” was added, %(places)s places.")),
    "prize.removed": Told(_("prize removed"), _("A prize was removed.")),
}
ENTRIES: dict[str, Told] = {
    "entry.added": Told(
        _("entered"),
        _("%(entry)s was entered."),
        "state",
        {"waiting": _("%(entry)s was put on the waiting list.")},
    ),
    "entry.removed": Told(_("taken off"), _("%(entry)s was taken off the list.")),
    "entry.placed": Told(_("got a place"), _("%(entry)s got a place from the waiting list.")),
    "entry.identified": Told(_("identified"), _("It was said who %(entry)s is.")),
    "entry.came_late": Told(_("came late"), _("%(entry)s entered the running event with number %(number)s.")),
    "entry.paused": Told(_("paused"), _("%(entry)s was paused.")),
    "entry.returned": Told(_("came back"), _("%(entry)s takes part again.")),
    "entry.withdrawn": Told(_("withdrawn"), _("%(entry)s withdrew.")),
    "entry.expelled": Told(_("expelled"), _("%(entry)s was expelled.")),
    "entry.link_replaced": Told(_("link replaced"), _("The personal link of %(entry)s was replaced.")),
    "checkin.opened": Told(_("check-in opened"), _("Check-in %(session)s was opened.")),
    "checkin.closed": Told(_("check-in closed"), _("Check-in %(session)s was closed.")),
    "entry.checked_in": Told(_("checked in"), _("%(entry)s checked in (check-in %(session)s).")),
    "entry.checked_out": Told(_("checked out"), _("%(entry)s was checked out (check-in %(session)s).")),
    "bye.requested": Told(_("bye asked for"), _("%(entry)s won’t play in round %(round)s: %(bye)s.")),
    "bye.withdrawn": Told(_("bye taken back"), _("%(entry)s plays in round %(round)s after all.")),
    "table.fixed": Told(
        _("table fixed"),
        _("%(entry)s and %(partner)s play each other at table %(table)s."),
        "partner",
        {"": _("%(entry)s always plays at table %(table)s.")},
    ),
    "table.freed": Told(_("table freed"), _("%(entry)s has no fixed table any more.")),
    "pair.separated": Told(
        _("kept apart"),
        _("%(pair)s are kept apart."),
        "how",
        {
            "forbidden": _("%(pair)s are never paired."),
            "avoided": _("%(pair)s are paired only where it can’t be helped."),
        },
    ),
    "pair.joined": Told(_("not kept apart"), _("%(pair)s may be paired again.")),
}
ROUNDS: dict[str, Told] = {
    "round.drafted": Told(_("paired"), _("Round %(round)s was paired as a draft: %(matches)s pairings and byes.")),
    "round.discarded": Told(_("draft thrown away"), _("The draft of round %(round)s was thrown away.")),
    "round.changed": Told(_("changed by hand"), _("Round %(round)s was changed by hand: %(change)s.")),
    "round.published": Told(_("published"), _("Round %(round)s was published.")),
    "round.scheduled": Told(_("start set"), _("The start of round %(round)s was set.")),
    "match.agreed": Told(
        _("time agreed"),
        _("A time was agreed for %(between)s."),
        "agreed_at",
        {"": _("The agreed time for %(between)s was taken back.")},
    ),
    "round.started": Told(_("round started"), _("Round %(round)s started.")),
    "round.clock": Told(_("clock set"), _("The clock of round %(round)s was set.")),
    "round.closed": Told(_("closed"), _("Round %(round)s was closed.")),
    "round.reopened": Told(_("round reopened"), _("Round %(round)s was reopened.")),
    "match.decided": Told(
        _("who goes on"),
        _("%(goes_on)s goes on from %(between)s, by ruling."),
        "by",
        {
            "lots": _("Lots decided %(between)s: %(goes_on)s goes on."),
            "": _("The decision about who goes on from %(between)s was taken back."),
        },
    ),
    "bracket.followed": Told(
        _("bracket followed"),
        _("Round %(round)s follows a corrected result: %(gone)s pairings were voided, %(matches)s made."),
    ),
    "round.undone": Told(_("undone"), _("Round %(round)s was undone; its pairings don’t count any more.")),
    "game.set_up": Told(_("game set up"), _("The game %(game)s was set up; %(starter)s starts.")),
    "game.rearranged": Told(
        _("set up anew"),
        _("The game %(game)s was set up anew by the results before it; %(starter)s starts."),
        "void",
        {True: _("The game %(game)s isn’t needed any more: the match is decided.")},
    ),
    "game.variants_said": Told(_("mages and cards said"), _("The game %(game)s is played with %(drawn)s.")),
    "match.rest_forfeited": Told(
        _("rest forfeited"),
        _("What is left of the match %(game)s was forfeited."),
        "who",
        {
            "first": _("%(white)s forfeits what is left of the match %(game)s."),
            "second": _("%(black)s forfeits what is left of the match %(game)s."),
            "both": _("Both forfeit what is left of the match %(game)s."),
            "": _("The forfeit of what is left of the match %(game)s was taken back."),
        },
    ),
    "games.voided": Told(_("games voided"), _("Games of undone pairings don’t count any more: %(games)s.")),
}
RESULTS: dict[str, Told] = {
    "submission.received": Told(
        _("handed in"),
        _("%(by)s handed in %(game)s (%(grade)s)."),
        "accepted",
        {False: _("%(by)s handed in %(game)s; it was refused: %(refusal)s")},
    ),
    "submission.answered": Told(
        _("confirmed or disputed"),
        _("%(by)s answered what was handed in for %(game)s."),
        "confirms",
        {True: _("%(by)s confirmed the result of %(game)s."), False: _("%(by)s disputed the result of %(game)s.")},
    ),
    "game.ruled": Told(
        _("ruled"),
        _("Ruled on %(game)s: %(winner)s."),
        "kind",
        {
            "forfeit": _("Ruled on %(game)s: %(winner)s, by forfeit."),
            "double_forfeit": _("Ruled on %(game)s: both forfeit."),
            "abandoned": _("Ruled on %(game)s, which was broken off: %(winner)s."),
        },
    ),
    "game.annulled": Told(_("annulled"), _("The game %(game)s was annulled.")),
    "game.reopened": Told(_("result reopened"), _("The result of %(game)s was taken back.")),
}

# The kinds by what they are about: name in the address, title, and the table.
TOPICS: Mapping[str, tuple[Any, Mapping[str, Told]]] = {
    "event": (_("The event"), EVENT),
    "entries": (_("Players"), ENTRIES),
    "rounds": (_("Rounds"), ROUNDS),
    "results": (_("Results"), RESULTS),
}
SENTENCES: Mapping[str, Told] = {kind: told for _title, table in TOPICS.values() for kind, told in table.items()}
