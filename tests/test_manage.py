"""manage.py: commands that are pure start without the site, and behave as they do with it."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import execute_from_command_line, get_commands

import manage

ROOT = Path(manage.__file__).resolve().parent
# Imports every pure command, and prints what of Django, Celery and the site came with them.
IMPORTED = """
import sys
from django.conf import settings
from django.core.management import load_command_class
import manage
settings.configure()
for name, app in manage.PURE_COMMANDS.items():
    load_command_class(app, name)
heavy = ("celery", "django.db.models.base", "magistrar_site.settings", "rest_framework", "tournaments.models")
print(*[module for module in heavy if module in sys.modules])
"""


def test_pure_commands_import_neither_models_nor_settings_nor_celery() -> None:
    ran = subprocess.run([sys.executable, "-c", IMPORTED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


def test_pure_commands_are_the_ones_that_django_knows() -> None:
    known = get_commands()
    assert {name: known[name] for name in manage.PURE_COMMANDS} == manage.PURE_COMMANDS


def ended(*arguments: str, light: bool) -> tuple[object, str, str]:
    """Exit code, output and errors of manage.py with these arguments."""
    out, err, code = io.StringIO(), io.StringIO(), None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            (manage.main if light else execute_from_command_line)(["manage.py", *arguments])
        except SystemExit as ending:
            code = ending.code
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    "arguments",
    [
        ("berger", "4"),
        ("berger", "1"),
        ("berger", "four"),
        ("bracket", "4", "--double", "--no-color"),
        ("bracket", "--help"),
        ("check_games", "missing.json", "--traceback"),
        ("check_games", "--system", "none"),
        ("rate_games", "missing.csv", "--system", "elo"),
        ("season_plan", "missing.json"),
        ("tables", "9"),
        ("trf_check", "missing.trf", "--version"),
        ("trf_pair", "missing.trf"),
        ("trf_standings", "missing.trf", "--tie-breaks", "NONE"),
    ],
)
def test_pure_command_ends_as_with_the_site(arguments: tuple[str, ...]) -> None:
    assert ended(*arguments, light=True) == ended(*arguments, light=False)


def test_pure_command_needs_no_settings() -> None:
    unset = {"PATH": "", "SECRET_KEY": "", "DATABASE_URL": "nonsense", "DJANGO_SETTINGS_MODULE": "nowhere"}
    command = [sys.executable, "manage.py", "berger", "3"]
    ran = subprocess.run(command, cwd=ROOT, env=unset, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["1: 2-3 1-0", "2: 1-2 3-0", "3: 3-1 2-0"]


def test_commands_of_the_site_go_through_django() -> None:
    code, shown, errors = ended("help", "berger", light=True)
    assert (code, errors) == (None, "")
    assert "how many entrants, at least 2" in shown
    assert ended("unknown_command", light=True)[0] == 1
