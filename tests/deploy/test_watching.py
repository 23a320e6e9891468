"""What Prometheus and Grafana are told asks for numbers that /metrics has, and every number is looked at somewhere."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from magistrar_site.metrics import stored
from magistrar_site.shared.services.due import pulse_note
from tests.deploy.recipes import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LABELS = {"view", "method", "status", "le", "queue", "what", "job"}
SERVERS = {"magistrar_database_connections", "magistrar_database_connections_most"}  # PostgreSQL's alone


def rules() -> list[dict[str, Any]]:
    document = yaml.safe_load((ROOT / "deploy/prometheus/magistrar.rules.yml").read_text())
    return [rule for group in document["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((ROOT / "deploy/grafana/magistrar.json").read_text())["panels"]
    return found


def expressions() -> list[str]:
    return [*(rule["expr"] for rule in rules()), *(target["expr"] for each in panels() for target in each["targets"])]


def names_of(expression: str) -> set[str]:
    return set(re.findall(r"\bmagistrar_[a-z_]+", expression))


@pytest.fixture
def numbers(settings: Any, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of everything that /metrics says, Redis' numbers included."""
    settings.METRICS_TOKEN, settings.REDIS_URL = "token", "redis://127.0.0.1:1/0"
    client = Client(headers={"Authorization": "Bearer token"})
    client.handler.load_middleware()

    class Quiet:
        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_error: object) -> None: ...

        def llen(self, _name: str) -> int:
            return 0

        hlen = llen

        def lindex(self, _name: str, _index: int) -> None: ...

    monkeypatch.setattr(stored.Redis, "from_url", lambda *_args, **_options: Quiet())
    pulse_note(name="due", now=timezone.now())
    client.get("/events/")
    families = text_string_to_metric_families(client.get("/metrics").content.decode())
    return {each.name for family in families for each in family.samples} | SERVERS


def test_rules_and_dashboard_ask_for_numbers_that_are_there(numbers: set[str]) -> None:
    asked = {name for expression in expressions() for name in names_of(expression)}
    ours = {name for name in numbers if name.startswith("magistrar_")}
    derived = {name for name in ours if name.endswith(("_created", "_sum", "_count"))}

    assert (asked - ours, ours - derived - asked) == (set(), set())


def test_expressions_are_whole_and_use_labels_that_are_there() -> None:
    for expression in expressions():
        for opening, closing in ("()", "[]", "{}"):
            assert expression.count(opening) == expression.count(closing), expression
        named = re.findall(r"(\w+)\s*=~?\s*\"", expression)
        named += [name for group in re.findall(r"by \(([^)]*)\)", expression) for name in group.split(", ")]
        assert set(named) <= LABELS, expression


def test_every_alert_says_what_is_wrong_and_what_to_do() -> None:
    found = rules()
    documented = (ROOT / "docs/running.md").read_text()

    assert len({rule["alert"] for rule in found}) == len(found) >= 10
    for rule in found:
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[mh]", rule["for"])
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert all(text.endswith(".") for text in rule["annotations"].values())
        assert f"`{rule['alert']}`" in documented


def test_panels_dont_overlap() -> None:
    taken: dict[tuple[int, int], str] = {}
    for panel in panels():
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        for cell in ((x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])):
            assert taken.setdefault(cell, panel["title"]) == panel["title"]


def test_prometheus_reads_with_the_token() -> None:
    document = yaml.safe_load((ROOT / "deploy/prometheus/prometheus.yml").read_text())
    (job,) = document["scrape_configs"]

    assert (job["metrics_path"], job["authorization"]["type"], "credentials" in job["authorization"]) == (
        "/metrics",
        "Bearer",
        False,
    )
    assert all((ROOT / "deploy/prometheus" / name).is_file() for name in document["rule_files"])
