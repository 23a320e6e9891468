"""Why a pair or a bye came about, and why a round can't be paired, in the words of the game: one table, by code.

Pairing systems give codes with parameters (see `formats.systems.swiss.reasons`); players in them are pairing numbers,
"white" is who starts. Articles without further name are those of C.04.3 (Dutch system, 2026).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from magistrar_site.shared.isolates import isolated

Step = tuple[str, Mapping[str, Any]]


class Topic(StrEnum):
    """The topic of a step."""

    PAIRING = "pairing"
    START = "start"
    BYE = "bye"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Words:
    """The words for a code; `%(name)s` stand for its parameters."""

    topic: Topic
    text: str | Promise


def _words_by_code(topic: Topic, texts: Mapping[str, str | Promise]) -> dict[str, Words]:
    return {code: Words(topic, text) for code, text in texts.items()}


WORDS: Mapping[str, Words] = {
    **_words_by_code(
        Topic.PAIRING,
        {
            # Score groups and floaters (1.3, 1.4)
            "same_score": gettext_lazy("Both belong to score group %(points)s, by their points (1.3)."),
            "moved_down": gettext_lazy(
                "%(player)s moved down from score group %(from)s to score group %(points)s: a downfloater. "
                "%(opponent)s moves up to meet them (1.4)."
            ),
            "odd_group": gettext_lazy("Score group %(points)s was odd, so one had to move down (1.9)."),
            "no_partner": gettext_lazy(
                "Not everybody in score group %(points)s could be paired there, so somebody had to move down (C.6)."
            ),
            "first_moved_down": gettext_lazy(
                "%(opponent)s is the highest ranked opponent whom %(player)s can have in this group."
            ),
            # Halves of the group (articles 3 and 4)
            "natural": gettext_lazy(
                "The upper half of the group meets the lower one, in order of rank: %(player)s and %(opponent)s are "
                "both number %(place)s of %(pairs)s in their halves."
            ),
            "exchanged": gettext_lazy("Players of the two halves had to change places for %(player)s to be paired."),
            "instead": gettext_lazy("By the order of rank, %(player)s would have met %(natural)s."),
            "natural_met": gettext_lazy("But %(player)s and %(natural)s have met before (C.1)."),
            "natural_barred": gettext_lazy("But in this event %(player)s and %(natural)s are kept apart."),
            "natural_colours": gettext_lazy(
                "But %(player)s and %(natural)s must either both start or both not start (C.3)."
            ),
            "natural_counts": gettext_lazy(
                "But pairing %(player)s with %(natural)s would count against criterion %(article)s, which this pairing "
                "keeps better."
            ),
            "natural_needed": gettext_lazy(
                "But %(natural)s is needed by somebody else, for the whole group to come out best."
            ),
            # What the pair counts against, as little as could be (C.10 to C.21)
            "C.10": gettext_lazy(
                "One of them will have started three games more or fewer than not, which is allowed in the last "
                "round for players who can still win (C.10)."
            ),
            "C.11": gettext_lazy(
                "One of them starts, or doesn’t start, three times in a row, which is allowed in the last"
                " round for players who can still win (C.11)."
            ),
            "C.12": gettext_lazy("Both were due to start, or both not to: fewer such pairs weren’t possible (C.12)."),
            "C.13": gettext_lazy(
                "Both were strongly due to start, or both not to: fewer such pairs weren’t possible (C.13)."
            ),
            "C.15": gettext_lazy(
                "%(opponent)s met somebody with more points in the round before, too: no better pair was possible "
                "(C.15)."
            ),
            "C.17": gettext_lazy(
                "%(opponent)s met somebody with more points two rounds before, too: no better pair was possible (C.17)."
            ),
            "avoided_allowed": gettext_lazy("%(player)s and %(opponent)s should not meet, but it couldn’t be helped."),
            # Rounds of tables
            "tables_lots": gettext_lazy("First round: drawn by lots."),
            "tables_snake": gettext_lazy(
                "First round: in snake order by rating, so that all tables are equally strong."
            ),
            "tables_ahead": gettext_lazy("Made ahead, whatever the results: as few players as possible meet again."),
            "tables_standings": gettext_lazy("By the standings: players with about as many points sit together."),
            "tables_places": gettext_lazy(
                "Before the round they were in places %(places)s, with %(least)s to %(most)s points; lots order equal "
                "points."
            ),
            "tables_instead": gettext_lazy(
                "They don’t follow each other in the standings, so that fewer players meet again."
            ),
            "tables_apart": gettext_lazy(
                "%(player)s and %(opponent)s should be kept apart, but it couldn’t be helped."
            ),
            "tables_met": gettext_lazy("%(player)s and %(opponent)s have met before: round %(rounds)s."),
            "tables_others_new": gettext_lazy("All others at this table meet for the first time."),
            "tables_none_met": gettext_lazy("No two of them have met before: %(players)s."),
            # Final tables
            "final_last": gettext_lazy("The last table: its places lead the final ranking."),
            "final_round": gettext_lazy("Round %(round)s of the final tables."),
            "final_seeds": gettext_lazy(
                "Seeded in snake order, so that all tables are about equally strong: %(seeds)s."
            ),
            "final_places": gettext_lazy(
                "Everybody here came through at an earlier table. Snake order by those places, then by seed."
            ),
            "final_lots": gettext_lazy("A shared place left it open who goes on. Lots chose: %(players)s."),
            "final_extra": gettext_lazy("An extra game: %(players)s shared a place, and %(open)s of them can go on."),
            # Other formats, and people
            "berger": gettext_lazy("Round %(round)s of the Berger table for %(entrants)s players (C.05, Annex 1)."),
            "bracket": gettext_lazy("Match %(match)s of the bracket, round %(round)s."),
            "walkover": gettext_lazy("%(entrant)s has no opponent here and goes on without a game."),
            "by_hand": gettext_lazy("Changed by hand; the event keeps who did it."),
            "bracket_followed": gettext_lazy("Paired again after a result was corrected."),
        },
    ),
    **_words_by_code(
        Topic.START,
        {
            "5.2.1": gettext_lazy("%(white)s starts: so both get what they are due, or one doesn’t mind (5.2.1)."),
            "5.2.2": gettext_lazy(
                "%(white)s starts: of the two, the stronger claim to start, or not to, is granted (5.2.2)."
            ),
            "5.2.3": gettext_lazy(
                "%(white)s starts: it changes from the last round in which one of them started and the "
                "other didn’t (5.2.3)."
            ),
            "5.2.4": gettext_lazy("%(white)s starts: the higher ranked of the two gets what they are due (5.2.4)."),
            "5.2.5": gettext_lazy(
                "%(white)s starts: by the lot drawn before round 1, which then changes from board to board (5.2.5)."
            ),
            "berger_start": gettext_lazy(
                "%(white)s starts: the Berger table names first who starts, so that everybody starts as often as not."
            ),
            "bracket_start": gettext_lazy(
                "%(white)s starts: who has started less often, then who didn’t start last, then in turn by seed."
            ),
            "lots": gettext_lazy("In this event lots decide who starts."),
            "start_seat_one": gettext_lazy(
                "%(white)s has seat 1 and starts. Seats are chosen so that over the rounds everybody has each seat "
                "about as often."
            ),
            "start_at_table": gettext_lazy(
                "The game’s own rules decide at the table. Seats are chosen so that over the rounds everybody has each "
                "seat about as often."
            ),
        },
    ),
    **_words_by_code(
        Topic.BYE,
        {
            "bye_odd": gettext_lazy("The number of players is odd, so one of them has a bye (1.5)."),
            "bye_score": gettext_lazy(
                "The bye goes as low as it can while all others can be paired: to score group %(points)s (C.5)."
            ),
            "bye_first": gettext_lazy(
                "%(player)s has not had a bye yet, nor the points of a win without playing (C.2)."
            ),
            "bye_games": gettext_lazy("Of those who could have it, %(player)s has missed the fewest games (C.9)."),
            "bye_order": gettext_lazy("Of those equally suited, the order of rank leaves %(player)s over."),
            "tables_bye": gettext_lazy(
                "This number of players can’t be cut into tables of the allowed sizes. Byes: %(players)s."
            ),
            "tables_bye_order": gettext_lazy(
                "%(player)s had %(byes)s byes before. Byes go to players with the fewest, then to the lowest in the "
                "standings."
            ),
            "final_bye": gettext_lazy("%(player)s is left over by the sizes of the tables and goes on without a game."),
            "half_bye": gettext_lazy("Asked for a half-point bye in this round."),
            "full_bye": gettext_lazy("Was given a full-point bye in this round."),
            "zero_bye": gettext_lazy("Isn’t here in this round: away, paused or not checked in. That gives no points."),
            "rest": gettext_lazy("The number of players is odd: by the Berger table everybody rests once."),
            "out_of_bracket": gettext_lazy(
                "Has no match in this round: out of the bracket, or waiting for the next one."
            ),
            "out_of_final": gettext_lazy(
                "Has no game in this round: out of the final, or through to the next one already."
            ),
            "group_done": gettext_lazy("This group has played all its rounds; another is still playing."),
            "unopposed": gettext_lazy(
                "The opponent by the Berger table doesn’t play in this round: a win without a game. It counts for "
                "nothing if that player’s games don’t count."
            ),
        },
    ),
    **_words_by_code(
        Topic.BLOCKED,
        {
            "acceleration_scoring": gettext_lazy(
                "Accelerated rounds need a tie to count half a win, and a loss nothing (C.04.5.1). Change the "
                "points or the acceleration."
            ),
            "nobody": gettext_lazy("No one is here to be paired."),
            "tables_too_few": gettext_lazy("Only %(count)s players are here, and the smallest table has %(least)s."),
            "final_undecided": gettext_lazy("Table %(table)s has no places yet. Rule on its game."),
            "final_decided": gettext_lazy("The final is decided. There is nothing left to pair."),
            "one_left": gettext_lazy(
                "Only %(player)s is left to play. Finish the event and say why rounds are skipped, or take somebody "
                "back in."
            ),
            "no_bye_left": gettext_lazy(
                "The number of players is odd, and everybody has had a bye or a win without playing already (C.2)."
            ),
            "no_opponent_left": gettext_lazy("%(player)s has met, or may not meet, everybody else who is here."),
            "too_few_opponents": gettext_lazy(
                "%(players)s can’t all be paired: apart from each other, only %(opponents)s may meet them."
            ),
            "nobody_else": gettext_lazy("%(players)s can’t be paired: nobody else who is here may meet them."),
        },
    ),
}

_SAY_WHAT_TO_DO = frozenset({"one_left", "final_undecided", "final_decided"})
_PLAYER = frozenset({"player", "opponent", "natural", "white", "black", "entrant"})
_PLAYERS = frozenset({"players", "opponents", "seeds"})
_POINTS = frozenset({"points", "from"})


def step_words(code: str, parameters: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A step in the reader's language, `names` by pairing number; the bare code where it isn't known."""
    if code == "too_few_opponents" and parameters.get("opponents") == "-":
        code = "nobody_else"
    if code not in WORDS:
        return code
    return str(WORDS[code].text) % {name: _parameter_text(name, value, names) for name, value in parameters.items()}


def _parameter_text(name: str, value: object, names: Mapping[int, str]) -> str:
    if name in _PLAYER:
        return _name(str(value), names)
    if name in _PLAYERS:
        return ", ".join(_name(number, names) for number in str(value).split(", "))
    return points_text(str(value)) if name in _POINTS else str(value)


def _name(number: str, names: Mapping[int, str]) -> str:
    return isolated(names.get(int(number), number)) if number.isdecimal() else number


def points_text(points: str) -> str:
    """Points as people write them: "2.5" is "2½", "0.5" is "½"."""
    whole, separator, _half = points.partition(".")
    return points if not separator else f"{'' if whole == '0' else whole}½"


def numbers_in(steps: Iterable[Step]) -> set[int]:
    """The pairing numbers that the steps name."""
    return {
        int(number)
        for _code, parameters in steps
        for name, value in parameters.items()
        if name in _PLAYER | _PLAYERS
        for number in str(value).split(", ")
        if number.isdecimal()
    }


def blocked_words(round_number: int, blocked: Iterable[Step], names: Mapping[int, str]) -> str:
    """The reason that a round can't be paired, and what can be done."""
    reasons = " ".join(step_words(code, parameters, names) for code, parameters in blocked)
    blocked = list(blocked)
    lead = _("Round %(number)d can’t be paired, and nothing was changed.") % {"number": round_number}
    way_out = _("Take somebody back in, give a bye, let players meet who are kept apart, or plan fewer rounds.")
    if any(code in _SAY_WHAT_TO_DO for code, _parameters in blocked):
        return f"{lead} {reasons}"  # which say what to do
    return f"{lead} {reasons} {way_out}"
