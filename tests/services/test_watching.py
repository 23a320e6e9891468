"""/metrics and `manage.py doctor` on real parts: two web processes, Redis, PostgreSQL, workers there or not."""

from __future__ import annotations

import json
import subprocess
import sys
from urllib.request import Request, urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.services.conftest import Evening, run
from tests.services.processes import ROOT, Web, Worker, ended_afterwards
from tests.services.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.xdist_group("services")]

SEND = """
import django
django.setup()
from magistrar_site.shared.tasks import work_off_due
work_off_due.delay()
"""
TOKEN, REQUESTS = "a-token-of-this-test", 30


def levels(variables: dict[str, str]) -> dict[str, str]:
    ran = subprocess.run(
        [sys.executable, "manage.py", "doctor", "--json"],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    return {found["check"]: found["level"] for found in json.loads(ran.stdout)}


def numbers(web: Web) -> dict[str, float]:
    with urlopen(Request(f"{web.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})) as response:
        families = text_string_to_metric_families(response.read().decode())
    found: dict[str, float] = {}
    for each in (sample for family in families for sample in family.samples):
        name = " ".join([each.name.removeprefix("magistrar_"), *(each.labels[key] for key in sorted(each.labels))])
        found[name] = each.value
    return found


def test_numbers_of_several_processes_add_up_and_queues_are_seen(evening: Evening) -> None:
    variables = {**evening.variables, "METRICS_TOKEN": TOKEN, "WEB_WORKERS": "2"}
    web, worker = Web(variables, evening.folder), Worker("worker", variables, evening.folder)
    with ended_afterwards(web, worker):
        web.start_and_wait()
        for _ in range(REQUESTS):
            urlopen(f"{web.url}/check/").close()
        before = numbers(web)
        run(["-c", SEND], variables)
        waiting = numbers(web)
        worker.start_and_wait()
        wait_until(lambda: numbers(web)["queue_waiting deadlines"] == 0, what="the worker has taken the task")

    counted = [value for name, value in before.items() if name.startswith("requests_total GET 200 games:check")]
    assert counted == [REQUESTS]
    assert (before["database_up"], before["redis_up"], before["queue_waiting deadlines"]) == (1, 1, 0)
    assert waiting["queue_waiting deadlines"] == 1
    assert 0 < waiting["queue_seconds deadlines"] < 60
    assert waiting["database_connections"] < waiting["database_connections_most"]


def test_doctor_tells_which_process_is_missing(evening: Evening) -> None:
    variables = {**evening.variables, "SITE_URL": "http://localhost:1"}
    without = levels(variables)
    half = Worker("half", variables, evening.folder, queues="magistrar")
    with ended_afterwards(half):
        half.start_and_wait()
        one_queue = levels(variables)
    with ended_afterwards(*evening.processes):
        evening.worker.start_and_wait()
        evening.beat.start()
        wait_until(lambda: levels(variables)["beat"] == "ok", what="beat was seen", seconds=60)
        whole = levels(variables)
    evening.redis.stop()
    no_redis = levels(variables)

    assert (without["worker"], without["beat"], without["redis"]) == ("problem", "problem", "ok")
    assert (one_queue["worker"], one_queue["beat"]) == ("problem", "problem")
    assert (whole["worker"], whole["beat"], whole["database"], whole["migrations"]) == ("ok", "ok", "ok", "ok")
    assert (no_redis["redis"], no_redis["worker"], no_redis["database"]) == ("problem", "problem", "ok")
