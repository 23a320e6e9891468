"""Players of a ladder are told by mail what concerns them, if they agreed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evening import Evening
from tests.tournaments.ladders import RunningLadder
from tests.tournaments.services.announcements.mail_server import mail_server, reader

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_challenged_player_and_challenger_are_told_once_each(settings: Any) -> None:
    taken, evening = mail_server(settings), Evening()
    ladder = RunningLadder(evening)
    anna, dora = (reader(evening, ladder.entry(letter)) for letter in "AD")
    challenge = ladder.challenge("DA")
    assert [(mail.to, mail.subject) for mail in taken] == [([anna.email], "You are challenged on the ladder")]
    assert "Answer by 9 Mar 2026, 20:00." in taken[0].body
    assert ("Dörte challenges you." in taken[0].body, "Dörte" in taken[0].subject) == (True, False)
    ladder.challenge("DA")
    ladder.pass_days(2)
    evening.later(hours=2)
    ladder.pass_days(1)
    assert [mail.subject for mail in taken] == [
        "You are challenged on the ladder",
        "A challenge waits for your answer",
    ]
    challenge.refresh_from_db()
    assert challenge.outcome == "unanswered"
    ladder.accept(ladder.challenge("BA"))
    ladder.withdraw(ladder.challenge("CA"))
    assert [mail.to for mail in taken[2:]] == [[anna.email], [anna.email], [anna.email]]
    assert [mail.subject for mail in taken[2:]] == [
        "You are challenged on the ladder",
        "You are challenged on the ladder",
        "News about your challenge",
    ]
    assert not [mail for mail in taken if mail.to == [dora.email]]


def test_challenger_reads_the_answer_and_nobody_who_did_not_agree_is_told(settings: Any) -> None:
    taken, evening = mail_server(settings), Evening()
    ladder = RunningLadder(evening)
    dora = reader(evening, ladder.entry("D"))
    ladder.accept(ladder.challenge("DA"))
    ladder.decline(ladder.challenge("CB"))
    assert [(mail.to, "accepted your challenge" in mail.body) for mail in taken] == [([dora.email], True)]
