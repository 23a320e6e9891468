"""A recorded game of Magia Cum Laude on its page: the tower, spells that fill up, stocks, rules."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest
from django.utils.translation import override

from games.engine.systems.cum_laude.documents import Record
from games.engine.systems.cum_laude.edition import DEFAULT_EDITION, SHIPPED_EDITIONS
from games.engine.systems.cum_laude.random_player import random_record
from games.engine.systems.cum_laude.system import CUM_LAUDE
from games.pages.cum_laude.boards import board_values, drawn_tower
from games.pages.cum_laude.pages import CUM_LAUDE_PAGES
from games.pages.cum_laude.replays import CumLaudeReplay, dealt_in, sentence_of, sorted_hand, turns_of
from games.pages.cum_laude.rules import RULES
from games.pages.cum_laude.step_values import step_values

SVG = "{http://www.w3.org/2000/svg}"
EDITION = SHIPPED_EDITIONS[DEFAULT_EDITION]
PICTURE = "/games/k/position-0.svg"


def record(players: int = 3, seed: int = 5) -> Record:
    variants = {"change_places": seed % 2 == 0}
    return random_record(random.Random(seed), players=players, starter=None, edition=EDITION, **variants)


def replay(players: int = 3, seed: int = 5) -> CumLaudeReplay:
    played = record(players, seed)
    return CumLaudeReplay(CUM_LAUDE.replay(played), "v", EDITION, dealt_in(played, EDITION))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_all_steps_show_the_tower_every_spell_and_every_player(players: int) -> None:
    told = replay(players)

    shown = CUM_LAUDE_PAGES.all_steps(None, told, PICTURE)  # type: ignore[arg-type]

    assert re.findall(r'data-replay-step="(\d+)"', shown) == [str(number) for number in range(len(told.steps))]
    assert shown.count('class="tower"') == len(told.steps)
    assert shown.count('<li class="spell') == len(told.steps) * 6
    assert shown.count('<li class="master') == len(told.steps) * players
    assert "player 1" in shown
    assert "%(" not in shown


def test_spells_fill_up_and_stocks_are_those_of_the_report() -> None:
    played = record()
    told = replay()
    report = CUM_LAUDE.check_document(played)
    last = step_values(told, told.last, PICTURE)

    spells = dict(zip(("red", "black", "yellow", "green", "blue", "brown"), last["spells"], strict=True))
    complete = [colour for colour, drawn in spells.items() if "is-complete" in drawn]

    assert tuple(complete) == report.complete_spells
    assert all("is-lacking" not in spells[colour] for colour in complete)
    assert all("is-lacking" in drawn for colour, drawn in spells.items() if colour not in complete)
    first = step_values(told, 0, PICTURE)
    assert all("0 of 6 crystals" in drawn for drawn in first["spells"])
    for (seat, points), drawn in zip(report.vp.items(), last["masters"], strict=True):
        shown = f"Place {report.placings[seat]}, {points.total} points".replace("-", "−")
        assert shown in drawn


def test_each_player_has_the_mission_and_the_order_that_were_dealt() -> None:
    two = record(2)
    dealt = dealt_in(two, EDITION)
    extra = two.setup.extra
    assert isinstance(extra, str)
    for seat, mission in two.setup.missions.items():
        third = EDITION.data.missions.value[mission][EDITION.data.orders.value[extra] - 1]
        assert dealt[seat] == ((*mission.split("-"), third), two.setup.orders[seat])
    assert all(len(each.mission) == 2 for each in dealt_in(record(4), EDITION).values())


@pytest.mark.parametrize("players", [2, 6])
def test_picture_stands_alone_with_figures_and_crystals_where_they_are(players: int) -> None:
    told = replay(players)
    for number in (0, len(told.steps) // 2, told.last):
        drawn = CUM_LAUDE_PAGES.picture(told, number)
        assert drawn is not None
        assert "style" not in drawn
        assert "<use" not in drawn
        root = ElementTree.fromstring(drawn)
        figures = [each.get("data-figure") for each in root.iter(f"{SVG}g") if each.get("data-figure")]
        assert sorted(map(str, figures)) == sorted(told.steps[number].at)
        paths = [each for each in root.iter(f"{SVG}path") if (each.get("class") or "").startswith("crystal-")]
        assert sum((each.get("d") or "").count("M") for each in paths) == len(told.steps[number].crystals)
    assert CUM_LAUDE_PAGES.picture(told, told.last + 1) is None


def test_way_leads_from_where_a_figure_stood() -> None:
    told = replay()
    centres = drawn_tower(EDITION).centres
    number, step = next((number, step) for number, step in enumerate(told.steps) if step.kind == "move")
    (way,) = board_values(told, number)["ways"]
    assert (way["x1"], way["y1"]) == centres[told.steps[number - 1].at[step.figure]]
    assert (way["x2"], way["y2"]) == centres[step.tile]
    assert board_values(told, 0)["ways"] == []


def test_turns_lead_to_their_first_steps() -> None:
    told = replay()
    turns = turns_of(told)
    assert [turn.number for turn in turns] == list(range(1, len(record().turns) + 1))
    for turn in turns:
        assert told.steps[turn.step].turn == turn.number
        assert told.steps[max(0, turn.step - 1)].turn < turn.number
    assert {turn.figure for turn in turns} <= set(told.steps[0].at)


def test_steps_lead_to_the_turns_beside_them() -> None:
    told = replay()
    first, last = step_values(told, 0, PICTURE), step_values(told, told.last, PICTURE)
    assert (first["turn_before"], first["turn_after"]) == (None, 1)
    assert (last["turn_after"], last["picture"]) == (None, f"/games/k/position-{told.last}.svg?v=v")


def test_rules_behind_steps_are_told() -> None:
    told = {number for rule in RULES for number in rule.numbers}
    named = {reason.rule for seed in range(8) for step in replay(seed=seed).steps for reason in step.reasons}
    assert named <= told
    assert told == {
        *(f"L{number}" for number in range(1, 38)),
        *(f"LH{number}" for number in range(1, 26)),
        *(f"S{number}" for number in range(1, 9)),
        "T1",
        "T2",
    }


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_steps_say_figures_tiles_and_colours_in_the_readers_language(language: str) -> None:
    with override(language):
        told = replay(4, 8)
        said = " ".join(
            f"{values['title']} {values['sentences']} {values['board']['words']}"
            for values in (step_values(told, number, PICTURE) for number in range(len(told.steps)))
        )
    assert "-oriel" not in said
    assert "%(" not in said
    assert {"en": "Red moves", "de": "Rot zieht", "nl": "Rood beweegt"}[language] in said


def test_hand_is_sorted_by_colour_with_plain_cards_first() -> None:
    assert sorted_hand(("ns", "r", "ka", "k", "rp", "rs")) == ["r", "rs", "rp", "k", "ka", "ns"]


def test_end_names_who_finished_as_players() -> None:
    ends = [
        step.reasons[0]
        for seed in range(40)
        for step in CUM_LAUDE.replay(record(3, seed))[-1:]
        if step.reasons[0].rule == "L34"
    ]
    assert ends
    assert all(re.search(r"Finished: Player \d(, Player \d)*\.$", sentence_of(each)) for each in ends)
