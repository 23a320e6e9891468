"""Before web processes part, everything is loaded that a first request would load."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

VARIABLES = {"DJANGO_SETTINGS_MODULE": "magistrar_site.settings", "STATIC_COLLECTED": "false"}
LOADED = """
import sys
import runpy
runpy.run_path("gunicorn.conf.py")["when_ready"](None)
before = set(sys.modules)
from django.test import Client
Client(headers={"cookie": "x=1"}).get("/events/")
late = {name.split(".")[0] for name in set(sys.modules) - before}
apps = {"games", "ratings", "tournaments", "leagues", "news", "privacy", "moderation", "upkeep", "magistrar_site"}
ours = late & (apps | {"rest_framework", "allauth"})
print(sorted(ours))
"""


def test_no_module_of_ours_is_imported_by_the_first_request(tmp_path: object) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        env={**VARIABLES, "DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[]\n", done.stderr
