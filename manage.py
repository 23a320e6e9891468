#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

PURE_COMMANDS = {
    "berger": "tournaments",
    "bracket": "tournaments",
    "check_games": "games",
    "rate_games": "ratings",
    "season_plan": "leagues",
    "tables": "tournaments",
    "trf_check": "tournaments",
    "trf_pair": "tournaments",
    "trf_standings": "tournaments",
}
"""The commands that need neither the database nor the apps, with the app that has each: they start without them."""


def main(arguments: list[str]) -> None:
    """Run `manage.py COMMAND ...`; `arguments` as in sys.argv."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
    if arguments[1:2] == ["doctor"]:
        run_doctor(arguments)
        return
    app = PURE_COMMANDS.get(arguments[1]) if len(arguments) > 1 else None
    if app is not None:
        run_pure(app, arguments)
        return
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(arguments)
    except ImproperlyConfigured as error:  # a variable, said in a sentence
        sys.exit(f"{error} (docs/running.md has all variables; `manage.py doctor` looks at them.)")


def run_doctor(arguments: list[str]) -> None:
    """Run `doctor`, which says by itself what is wrong where not even the settings can be read."""
    from django.core.management import load_command_class

    load_command_class("magistrar_site", "doctor").run_from_argv(arguments)


def run_pure(app: str, arguments: list[str]) -> None:
    """Run a command of that app with Django's own settings instead of the site's, and without apps."""
    from django.conf import settings
    from django.core.management import load_command_class

    if not settings.configured:
        settings.configure()
    load_command_class(app, arguments[1]).run_from_argv(arguments)


if __name__ == "__main__":
    main(sys.argv)
