"""What the recorder of Magia Cum Laude says, in the reader's language. `{name}` is filled by the script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.pages.cum_laude.words import APPRENTICES, CRYSTAL_WORDS, card_in_words, figure_in_words, tile_in_words


def words_of_the_recorder() -> dict[str, str]:
    """Sentences by the names that the script asks for."""
    return {
        "undo": _("Undo"),
        "undo_turn": _("Take turn {n} back"),
        "waits_for": _("{name} is playing."),
        "turn": _("Turn {n}: {name}"),
        "second": _("second turn, without drawing"),
        "cards_chosen": _("Tap cards in the order in which you play them, then a tile."),
        "no_end": _("With these cards it can’t end anywhere. Take one away or add one."),
        "discard": _("Discard"),
        "discard_more": _("Choose cards to discard: {n} more."),
        "end": _("End the game here"),
        "end_sure": _("{name} ends the game at this meeting. The rest of the turn doesn’t happen."),
        "yes": _("Yes, end it"),
        "no": _("No"),
        "cards_of": _("Cards of {name}"),
        "you": pgettext("player", "you"),
        "own_cards": _("My cards"),
        "show": _("Show the cards of {name}"),
        "hide": _("Hide"),
        "hidden_hint": _("Only {name} looks now."),
        "over": _("The game is over."),
        "open_deal": _("Open all cards and count the points"),
        "open_hint": _("Nothing can be taken back after that."),
        "review": _("Review and hand in"),
        "closed": _("The result of this game is settled: nothing more is recorded."),
        "open_now": _("All cards lie open. The seed of the deal: {seed}"),
        "no_network": _("No network. What you tapped is kept here and sent as soon as there is one."),
        "no_server": _("The service doesn’t answer. What you tapped is kept here and sent later."),
        "sending": _("Sending …"),
        "saved": _("Every turn is saved."),
        "deal": _("Deal the cards"),
        "own_phone": _("own phone"),
        "on_phone_of": _("on the phone of {name} too"),
        "shared": _("The phone of {host} shows the cards of {name} too."),
        "my_cards_on": _("Where my cards are shown"),
        "cards_on": _("Where the cards of {name} are shown"),
        "share": _("Show them there"),
        "elsewhere": _("The cards were dealt on another server and stayed there. The desk can deal again."),
        "deal_again": _("Deal again"),
        "deal_again_hint": _("The turns so far go, and the seed of the old deal is told to everybody."),
        "open_early": _("The game was broken off: open all cards"),
        "name": _("Name: {figure}"),
        "points": _("{n} points so far"),
        "goals": _("Mission {mission}. Order: {order}"),
        "fulfilled": _("Order uncovered: {order}"),
        "passed": _("passed"),
        "complete": _("complete"),
        "pile": _("Draw pile: {n}"),
        "discarded": _("Discard pile: {n}"),
        "extra": _("Extra order: {order}"),
        "handed_in": _(
            "A result of this game is handed in already. Look at it on the game’s page: say there if it is wrong."
        ),
        "misfit": _("Turn {n} fits no more. Take it back."),
    }


def question_in_words(kind: str, figure: str, number: int) -> str:
    """A question of the engine."""
    name = figure_in_words(figure) if figure else ""
    sentences = {
        "figure": _("Which figure do you name?"),
        "giver": _("From whom do you draw a card?"),
        "pass": _("%(figure)s can’t be moved with your cards."),
        "movement": _("Move: %(figure)s"),
        "take": _("%(figure)s may take crystals."),
        "finish": _("All your spells are complete. End the game here?"),
        "exam": _("Exam: what happens to those who fail?"),
        "on": _("On which empty tile do you put the crystal?"),
        "order": _("Your stock is exactly your order. Uncover it?"),
        "action": _("Which action do you carry out?"),
        "with": _("With whom does %(figure)s change places?"),
        "discard": _("Your hand is over the limit: discard %(number)d."),
    }
    return sentences[kind] % {"figure": name, "number": number}


def answer_in_words(answer: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One of the answers to a question. `names`: the players' by their seats."""
    crystal = next((answer[act] for act in ("take", "lose", "give", "steal") if act in answer), "")
    said = {"crystal": CRYSTAL_WORDS.get(crystal, ""), "figure": "", "name": ""}
    if "figure" in answer:
        return figure_in_words(answer["figure"])
    if "take" in answer:
        return _("%(crystal)s from %(figure)s") % {**said, "figure": APPRENTICES[answer["from"]]}
    if "lose" in answer:
        return _("%(figure)s loses %(crystal)s") % {**said, "figure": APPRENTICES[answer["who"]]}
    if "who" in answer:
        return _("%(figure)s gets %(crystal)s from your stock") % {**said, "figure": APPRENTICES[answer["who"]]}
    if "steal" in answer:
        return _("Steal %(crystal)s from %(name)s") % {**said, "name": names[answer["from"]]}
    if "give" in answer:
        return _("Give %(crystal)s to %(name)s") % {**said, "name": names[answer["to"]]}
    if "from" in answer:
        return names[answer["from"]]
    if "step" in answer:
        return _("Examiner to %(tile)s") % {"tile": answer["step"]}
    if "on" in answer:
        return tile_in_words(answer["on"])
    if "places" in answer:
        return _("%(figure)s changes places") % {"figure": APPRENTICES[answer["places"]]}
    if "with" in answer:
        return str(APPRENTICES[answer["with"]])
    return _plain_answer(answer)


def _plain_answer(answer: Mapping[str, Any]) -> str:
    if "again" in answer:
        return _("A second turn")
    if "order" in answer:
        return _("Uncover my order")
    if "pass" in answer:
        return _("Pass")
    if "finish" in answer:
        return _("End the game") if answer["finish"] else _("Play on")
    return _("Done")


def turn_in_words(part: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """A turn in one line, as everybody at the table saw it."""
    figure = figure_in_words(part["name"])
    said = [figure]
    if "from" in part:
        said.append(_("card drawn from %(name)s") % {"name": names[part["from"]]})
    if "cards" in part:
        cards = ", ".join(card_in_words(card) for card in part["cards"])
        said.append(_("to %(tile)s with %(cards)s") % {"tile": tile_in_words(part["to"]), "cards": cards})
    elif "begun" not in part:
        said.append(_("pass"))
    said += [answer_in_words(take, names) for take in part.get("takes", ())]
    said += [exam_in_words(exam) for exam in part.get("exams", ())]
    action = part.get("action", {})
    if "places" in action:
        one, other = (str(APPRENTICES[colour]) for colour in action["places"])
        said.append(_("%(one)s and %(other)s change places") % {"one": one, "other": other})
    elif action:
        said.append(answer_in_words({name: told for name, told in action.items() if name != "exams"}, names))
        said += [exam_in_words(exam) for exam in action.get("exams", ())]
    if "order" in part:
        said.append(_("order uncovered"))
    if "discard" in part:
        said.append(_("discarded: %(cards)s") % {"cards": ", ".join(map(card_in_words, part["discard"]))})
    if "finish" in part:
        said.append(_("game ended"))
    return " · ".join(said)


def exam_in_words(exam: Mapping[str, Any]) -> str:
    """What became of an apprentice that failed."""
    if "lose" in exam:
        said = {"figure": APPRENTICES[exam["who"]], "crystal": CRYSTAL_WORDS[exam["lose"]], "tile": exam["on"]}
        return _("%(figure)s loses %(crystal)s to %(tile)s") % said
    return _("%(figure)s gets %(crystal)s") % {
        "figure": APPRENTICES[exam["who"]],
        "crystal": CRYSTAL_WORDS[exam["give"]],
    }


class Sayings(NamedTuple):
    """How questions (kind, figure, number of cards) and answers (with the players' names) are worded."""

    question: Callable[[str, str, int], str]
    answer: Callable[[Mapping[str, Any], Mapping[str, str]], str]


OF_PLAYERS = Sayings(question_in_words, answer_in_words)
"""Those of players, who are asked for their own turns."""
