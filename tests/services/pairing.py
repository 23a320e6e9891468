"""The second round of a set-up evening, paired in the background as a large one would be, in a process that looks at
a database which only other processes use.

`ask EVENT_KEY` asks for it and leaves it to a worker; `stored EVENT_KEY` says on standard output, as JSON, what has
come of it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django


def ask(event_key: str) -> dict[str, Any]:
    """The job's key. The games of round 1 are still being played: there is a reason to go on without them."""
    from django.utils import timezone

    from magistrar_site.accounts.models import User
    from magistrar_site.shared.acts import Act, Actor
    from tournaments.models import PairingJob
    from tournaments.selectors.events import event_by_key, stage_of
    from tournaments.services.rounds import pairing_jobs

    pairing_jobs.AT_ONCE = 1
    act = Act(actor=Actor("user", User.objects.get().key), at=timezone.now(), why="The hall closes")
    job = pairing_jobs.round_pair_ask(act=act, stage=stage_of(event_by_key(event_key)), number=2, publishes=True)
    assert isinstance(job, PairingJob)
    return {"job": job.key}


def stored(event_key: str) -> dict[str, Any]:
    """The jobs (step, how often taken up), the rounds, how many games they have, the facts of round 2; and what the
    verification of the whole event finds."""
    from magistrar_site.shared.selectors.facts import facts_of
    from tournaments.models import MatchGame, PairingJob, Round
    from tournaments.selectors.events import event_by_key
    from tournaments.services.verify.event import event_verify

    event = event_by_key(event_key)
    return {
        "jobs": list(PairingJob.objects.values_list("step", "attempts")),
        "rounds": list(Round.objects.order_by("number").values_list("number", "state")),
        "games": MatchGame.objects.filter(match__round__number=2).count(),
        "facts": list(facts_of(event.stream).filter(payload__round=2).values_list("kind", flat=True)),
        "verified": event_verify(event=event).holds,
    }


COMMANDS = {"ask": ask, "stored": stored}

if __name__ == "__main__":
    django.setup()
    command, *arguments = sys.argv[1:]
    sys.stdout.write(json.dumps(COMMANDS[command](*arguments)))
