"""Somebody who has never seen the site gets from the first page to a published round by what the pages say: every
address is taken from a link or a form of the page before."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db

NAMES = "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKL")


class Newcomer:
    """A browser with one page open."""

    def __init__(self) -> None:
        self.client = Client()
        self.pressed = 0
        self.pages: set[str] = set()
        self._show(self.client.get("/"))

    def follow(self, words: str) -> None:
        """Press the link that says so."""
        links = re.findall(r'<a\b[^>]*href="([^"]+)"[^>]*>(.*?)</a>', self.page, re.DOTALL)
        (address,) = {address for address, text in links if words in re.sub(r"<[^>]+>", "", unescape(text))}
        self._press(self.client.get(unescape(address), follow=True))

    def press(self, words: str, **fields: str) -> None:
        """Fill the form that has this button, beginning with what stands in it, and press the button."""
        forms = re.findall(r"<form\b.*?</form>", self.page, re.DOTALL)
        (form,) = (form for form in forms if re.search(rf"<button[^>]*>\s*(<svg.*?</svg>)?{words}", form, re.DOTALL))
        action = re.search(r'<form\b[^>]*action="([^"#]+)', form)
        button = re.search(rf'<button[^>]*name="(\w+)"\s+value="(\w+)"[^>]*>\s*{words}', form)
        filled = {**self._standing_in(form), **fields, **({button[1]: button[2]} if button else {})}
        self._press(self.client.post(unescape(action[1]) if action else self.address, filled, follow=True))

    def _standing_in(self, form: str) -> dict[str, str]:
        tags = [dict(re.findall(r'(\w+)="([^"]*)"', tag)) | {"tag": tag} for tag in re.findall(r"<input[^>]*>", form)]
        standing = {
            tag["name"]: unescape(tag.get("value", ""))
            for tag in tags
            if "name" in tag and (tag.get("type") not in {"radio", "checkbox"} or " checked" in tag["tag"])
        }
        for name, inside in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
            chosen = re.search(r'value="([^"]*)" selected', inside)
            standing[name] = chosen[1] if chosen else ""
        return standing

    def _press(self, answer: Any) -> None:
        self.pressed += 1
        self._show(answer)

    def _show(self, answer: Any) -> None:
        assert answer.status_code == 200, answer.content.decode()
        self.page = answer.content.decode()
        self.address = answer.request["PATH_INFO"]
        self.pages.add(self.address)

    def reads(self, *sentences: str) -> None:
        text = " ".join(unescape(re.sub(r"<[^>]+>", " ", self.page)).split())
        assert [sentence for sentence in sentences if sentence not in text] == []


def test_newcomer_gets_from_the_first_page_to_a_published_round_of_twelve() -> None:
    newcomer = Newcomer()
    newcomer.follow("Start a club and set up its first event")
    password = "kelp thunder 41"
    newcomer.press("Make the account", email="nina@club.example", password1=password, password2=password)
    newcomer.press("Start the club", name="Spielkreis Nord")
    newcomer.reads("Spielkreis Nord is ready. Set up its first event.", "Right for 4 to 10 people on one evening.")
    newcomer.press("Set it up", name="Our first evening", preset="swiss-evening")
    newcomer.reads("The event is set up. Enter the players, then start it.", "Enter the players below.")
    assert '<div class="message message-ok"' in newcomer.page
    newcomer.press("Add these players", names=NAMES)
    newcomer.reads(
        "12 players are entered. Starting closes the entries and draws the numbers. 5 rounds will be played."
    )
    newcomer.press("Start and publish round 1")
    newcomer.reads("Round 1 is published.", "Players hand in results on their phones, each with a personal link.")
    newcomer.press("Print the links, or show the codes")
    assert newcomer.page.count('class="link-card"') == 12
    assert (Round.objects.get().state, Match.objects.count()) == ("published", 6)
    # With the browser's own button "Print" that makes eight presses, on six pages.
    assert (newcomer.pressed, len(newcomer.pages)) == (7, 6)
