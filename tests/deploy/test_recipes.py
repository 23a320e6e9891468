"""The recipes for containers and systemd say nothing that isn't there. No container and no systemd runs here: what can
be known without them is looked at, and the steps of the image run as a script (test_image_steps.py)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from tests.deploy.recipes import ROOT, compose, container_steps, known_variables, units

SITE = ("secrets", "migrate", "web", "worker", "beat")
LEAST_EXPOSED = 20  # of 100, as systemd counts what a service could do


def test_compose_starts_everything_in_order() -> None:
    services = compose()["services"]
    conditions = {
        name: {other: need["condition"] for other, need in service.get("depends_on", {}).items()}
        for name, service in services.items()
    }
    running = {"migrate": "service_completed_successfully", "redis": "service_healthy"}
    assert conditions == {
        "secrets": {},
        "database": {"secrets": "service_completed_successfully"},
        "redis": {},
        "migrate": {"database": "service_healthy"},
        "web": running,
        "worker": running,
        "beat": running,
        "proxy": {"web": "service_healthy"},
    }
    needed = {other for needs in conditions.values() for other, how in needs.items() if how == "service_healthy"}
    assert {name for name in needed if "healthcheck" not in services[name]} == set()


def test_compose_names_volumes_and_networks_that_it_has() -> None:
    document = compose()
    named = {
        volume.split(":")[0]
        for service in document["services"].values()
        for volume in service.get("volumes", [])
        if not volume.startswith(("./", "/"))
    }
    networks = {network for service in document["services"].values() for network in service.get("networks", [])}
    assert (named, networks) == (set(document["volumes"]), set(document["networks"]))


def test_only_the_proxy_is_reached_from_outside() -> None:
    services = compose()["services"]
    assert {name for name, service in services.items() if "ports" in service} == {"proxy"}
    assert {name for name in services if "inside" in services[name]["networks"]} == {*SITE, "database", "redis"}


def test_site_runs_without_rights_and_cannot_change_its_files() -> None:
    users = [step.text for step in container_steps() if step.word == "USER"]
    assert users == ["10001:10001"]
    for name in SITE:
        service = compose()["services"][name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"]), name


def test_recipes_hold_no_secret_and_name_no_host_of_images() -> None:
    services = compose()["services"].values()
    values = {key: value for service in services for key, value in service.get("environment", {}).items()}
    secret = {key for key in values if re.search("PASSWORD|SECRET|TOKEN", key) and not key.endswith("_FILE")}
    images = [service["image"] for service in services]
    images += [step.words[0] for step in container_steps() if step.word == "FROM"]
    assert (secret, [image for image in images if "/" in image]) == (set(), [])
    assert ".env" in (ROOT / ".gitignore").read_text().replace("/", "").splitlines()


def test_every_variable_of_the_recipes_is_one_of_the_settings() -> None:
    known, other = known_variables(), {"SITE_ADDRESS", "PATH", "PYTHONUNBUFFERED"}
    named = {key for name in SITE for key in compose()["services"][name]["environment"]}
    named |= set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text()))
    named |= {word.partition("=")[0] for step in container_steps() if step.word == "ENV" for word in step.words}
    named |= set(re.findall(r"^([A-Z_]+)=", (ROOT / "deploy/systemd/magistrar.env").read_text(), re.MULTILINE))
    named |= {value.partition("=")[0] for lines in units().values() for name, value in lines if name == "Environment"}
    assert named - known - other == set()


def test_every_variable_is_documented() -> None:
    texts = "".join(path.read_text() for path in sorted((ROOT / "docs").glob("*.md")))
    documented = set(re.findall(r"`([A-Z][A-Z_]+)`", texts))
    assert known_variables() - documented == set()


def test_image_copies_what_is_there_and_all_apps() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    copied = [
        source
        for step in container_steps()
        if step.word == "COPY" and not step.words[0].startswith("--from")
        for source in step.words[:-1]
    ]
    apps = {app.split(".")[0] for app in settings.INSTALLED_APPS} & {path.name for path in ROOT.iterdir()}
    needed = apps | {"templates", "static", "locale", "manage.py", "gunicorn.conf.py", "requirements.txt"}
    assert ignored[0] == "*"
    assert [source for source in copied if not (ROOT / source).exists()] == []
    assert (set(copied) - let_in, let_in - set(copied), needed - set(copied)) == (set(), set(), set())
    assert [path for path in ("var", ".env", ".venv", "tests") if any(fnmatch(path, name) for name in let_in)] == []


def test_commands_of_the_recipes_exist() -> None:
    services = "\n".join(value for lines in units().values() for name, value in lines if name.startswith("Exec"))
    run = re.findall(r'manage\.py"?,? "?([a-z_]+)', (ROOT / "compose.yaml").read_text() + services)
    assert set(run) == {"check", "migrate", "apply_erasures", "collectstatic"}
    assert set(run) <= set(get_commands())


def test_containerfile_passes_the_linter() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    told = subprocess.run([linter, ROOT / "Containerfile"], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "")


@pytest.mark.parametrize("name, upstream", [("container", "web:8000"), ("systemd", "127.0.0.1:8000")])
def test_caddyfile_leads_to_where_the_web_process_listens(name: str, upstream: str) -> None:
    lines = [line.strip() for line in (ROOT / "deploy" / name / "Caddyfile").read_text().splitlines()]
    said = [line for line in lines if line and line[0] != "#"]
    depth, depths = 0, []
    for line in said:
        depth += line.endswith(" {") - (line == "}")
        depths.append(depth)
    assert (depths[-1], min(depths[:-1])) == (0, 1)
    assert said[1:] == ["request_body {", "max_size 17MB", "}", f"reverse_proxy {upstream}", "}"]
    largest = max(settings.LARGER_BODIES.values())
    assert largest < 17_000_000


def test_units_pass_systemds_own_check(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze isn't installed.")
    shutil.copytree(ROOT / "deploy/systemd", tmp_path / "units")
    for path in (tmp_path / "units").glob("*.service"):
        path.write_text(path.read_text().replace("/srv/magistrar/.venv/bin", str(Path(sys.executable).parent)))
    variables = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path / 'units'}:"}
    files = [path for path in sorted((tmp_path / "units").iterdir()) if path.suffix in {".service", ".target"}]
    told = subprocess.run(
        [analyze, "verify", "--man=no", *files], env=variables, capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
    services = [path for path in files if path.suffix == ".service"]
    limit = f"--threshold={LEAST_EXPOSED}"
    told = subprocess.run(
        [analyze, "security", "--offline=true", limit, *services],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, len(services)) == (0, 4)


def test_units_bring_the_database_up_to_date_first() -> None:
    for name in ("magistrar-web.service", "magistrar-worker.service", "magistrar-beat.service"):
        lines = dict(units()[name])
        assert lines["Requires"] == "magistrar-migrate.service"
        assert "magistrar-migrate.service" in lines["After"].split()
        assert name in dict(units()["magistrar.target"])["Wants"].split()
    migrate = dict(units()["magistrar-migrate.service"])
    assert (migrate["Type"], migrate["RemainAfterExit"]) == ("oneshot", "yes")
