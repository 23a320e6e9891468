"""What each kind of fact says, as a sentence for people: a table. A new kind of fact needs a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.facts import FactSentence
from tournaments.facts import registry

EVENT: dict[str, FactSentence] = {
    "edition.stated": FactSentence(_("edition stated"), _("The edition “%(title)s” of the rules was put on record.")),
    "stage.planned": FactSentence(_("stage planned"), _("Stage %(stage)s was planned.")),
    "stage.dropped": FactSentence(_("stage dropped"), _("Stage %(stage)s isn’t planned any more.")),
    "stage.closed": FactSentence(_("stage closed"), _("Stage %(stage)s was closed; its table doesn’t move any more.")),
    "stage.started": FactSentence(
        _("stage started"), _("Stage %(stage)s started with %(entries)s players, seeded from the one before.")
    ),
    "stage.reopened": FactSentence(
        _("stage reopened"), _("Stage %(stage)s was reopened; the next one has to be drawn anew.")
    ),
    "prize.added": FactSentence(_("prize added"), _("The prize “%(name)s” was added, %(places)s places.")),
    "prize.removed": FactSentence(_("prize removed"), _("A prize was removed.")),
}
ENTRIES: dict[str, FactSentence] = {
    "entry.added": FactSentence(
        _("entered"),
        _("%(entry)s was entered."),
        "state",
        {"waiting": _("%(entry)s was put on the waiting list.")},
    ),
    "entry.removed": FactSentence(_("taken off"), _("%(entry)s was taken off the list.")),
    "entry.placed": FactSentence(_("got a place"), _("%(entry)s got a place from the waiting list.")),
    "entry.identified": FactSentence(_("identified"), _("It was said who %(entry)s is.")),
    "entry.came_late": FactSentence(_("came late"), _("%(entry)s entered the running event with number %(number)s.")),
    "entry.paused": FactSentence(_("paused"), _("%(entry)s was paused.")),
    "entry.returned": FactSentence(_("came back"), _("%(entry)s takes part again.")),
    "entry.withdrawn": FactSentence(_("withdrawn"), _("%(entry)s withdrew.")),
    "entry.expelled": FactSentence(_("expelled"), _("%(entry)s was expelled.")),
    "entry.link_replaced": FactSentence(_("link replaced"), _("The personal link of %(entry)s was replaced.")),
    "checkin.opened": FactSentence(_("check-in opened"), _("Check-in %(session)s was opened.")),
    "checkin.closed": FactSentence(_("check-in closed"), _("Check-in %(session)s was closed.")),
    "entry.checked_in": FactSentence(_("checked in"), _("%(entry)s checked in (check-in %(session)s).")),
    "entry.checked_out": FactSentence(_("checked out"), _("%(entry)s was checked out (check-in %(session)s).")),
    "bye.requested": FactSentence(_("bye asked for"), _("%(entry)s won’t play in round %(round)s: %(bye)s.")),
    "bye.withdrawn": FactSentence(_("bye taken back"), _("%(entry)s plays in round %(round)s after all.")),
    "table.fixed": FactSentence(
        _("table fixed"),
        _("%(entry)s and %(partner)s play each other at table %(table)s."),
        "partner",
        {"": _("%(entry)s always plays at table %(table)s.")},
    ),
    "table.freed": FactSentence(_("table freed"), _("%(entry)s has no fixed table any more.")),
    "pair.separated": FactSentence(
        _("kept apart"),
        _("%(pair)s are kept apart."),
        "how",
        {
            "forbidden": _("%(pair)s are never paired."),
            "avoided": _("%(pair)s are paired only where it can’t be helped."),
        },
    ),
    "pair.joined": FactSentence(_("not kept apart"), _("%(pair)s may be paired again.")),
}
ROUNDS: dict[str, FactSentence] = {
    "round.drafted": FactSentence(
        _("paired"), _("Round %(round)s was paired as a draft: %(matches)s pairings and byes.")
    ),
    "round.discarded": FactSentence(_("draft thrown away"), _("The draft of round %(round)s was thrown away.")),
    "round.changed": FactSentence(_("changed by hand"), _("Round %(round)s was changed by hand: %(change)s.")),
    "round.published": FactSentence(_("published"), _("Round %(round)s was published.")),
    "round.scheduled": FactSentence(_("start set"), _("The start of round %(round)s was set.")),
    "match.agreed": FactSentence(
        _("time agreed"),
        _("A time was agreed for %(between)s."),
        "agreed_at",
        {"": _("The agreed time for %(between)s was taken back.")},
    ),
    "round.started": FactSentence(_("round started"), _("Round %(round)s started.")),
    "round.clock": FactSentence(_("clock set"), _("The clock of round %(round)s was set.")),
    "round.closed": FactSentence(_("closed"), _("Round %(round)s was closed.")),
    "round.reopened": FactSentence(_("round reopened"), _("Round %(round)s was reopened.")),
    "match.decided": FactSentence(
        _("who goes on"),
        _("%(goes_on)s goes on from %(between)s, by ruling."),
        "by",
        {
            "lots": _("Lots decided %(between)s: %(goes_on)s goes on."),
            "": _("The decision about who goes on from %(between)s was taken back."),
        },
    ),
    "bracket.followed": FactSentence(
        _("bracket followed"),
        _("Round %(round)s follows a corrected result: %(gone)s pairings were voided, %(matches)s made."),
    ),
    "round.undone": FactSentence(_("undone"), _("Round %(round)s was undone; its pairings don’t count any more.")),
    "game.set_up": FactSentence(_("game set up"), _("The game %(game)s was set up; %(starter)s starts.")),
    "game.rearranged": FactSentence(
        _("set up anew"),
        _("The game %(game)s was set up anew by the results before it; %(starter)s starts."),
        "void",
        {True: _("The game %(game)s isn’t needed any more: the match is decided.")},
    ),
    "game.variants_said": FactSentence(_("mages and cards said"), _("The game %(game)s is played with %(drawn)s.")),
    "match.rest_forfeited": FactSentence(
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
    "games.voided": FactSentence(_("games voided"), _("Games of undone pairings don’t count any more: %(games)s.")),
}
RESULTS: dict[str, FactSentence] = {
    "submission.received": FactSentence(
        _("handed in"),
        _("%(by)s handed in %(game)s (%(grade)s)."),
        "accepted",
        {False: _("%(by)s handed in %(game)s; it was refused: %(refusal)s")},
    ),
    "submission.answered": FactSentence(
        _("confirmed or disputed"),
        _("%(by)s answered what was handed in for %(game)s."),
        "confirms",
        {True: _("%(by)s confirmed the result of %(game)s."), False: _("%(by)s disputed the result of %(game)s.")},
    ),
    "game.ruled": FactSentence(
        _("ruled"),
        _("Ruled on %(game)s: %(winner)s."),
        "kind",
        {
            "forfeit": _("Ruled on %(game)s: %(winner)s, by forfeit."),
            "double_forfeit": _("Ruled on %(game)s: both forfeit."),
            "abandoned": _("Ruled on %(game)s, which was broken off: %(winner)s."),
        },
    ),
    "game.annulled": FactSentence(_("annulled"), _("The game %(game)s was annulled.")),
    "game.reopened": FactSentence(_("result reopened"), _("The result of %(game)s was taken back.")),
}

# The kinds by what they are about: name in the address, title, and the table.
_TABLES = {"event": EVENT, "entries": ENTRIES, "rounds": ROUNDS, "results": RESULTS}
TOPICS: Mapping[str, tuple[Any, Mapping[str, FactSentence]]] = {
    topic: (
        title,
        {kind: declared.sentence for kind, declared in registry.kinds_of_topic(topic).items()} | _TABLES[topic],
    )
    for topic, title in registry.TOPICS.items()
}
SENTENCES: Mapping[str, FactSentence] = {
    kind: sentence for _title, table in TOPICS.values() for kind, sentence in table.items()
}
