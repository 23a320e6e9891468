"""`manage.py export_season` writes what `manage.py verify_season` reads."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.leagues.league_evening import LeagueEvening

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("options", [(), ("--public",)])
def test_season_is_written_once_and_verifies(options: tuple[str, ...], tmp_path: Path) -> None:
    evening = LeagueEvening()
    evening.running(4)
    league, file = f"{evening.club.slug}/{evening.league.slug}", str(tmp_path / "season.zip")
    call_command("export_season", league, "1", file, *options)
    out = StringIO()
    call_command("verify_season", file, stdout=out)
    assert out.getvalue().startswith("verified ")
    with pytest.raises(CommandError) as there:
        call_command("export_season", league, "1", file, *options)
    assert (there.value.returncode, "exists" in str(there.value)) == (2, True)


def test_season_that_isnt_there_is_named(tmp_path: Path) -> None:
    evening = LeagueEvening()
    with pytest.raises(CommandError) as refusal:
        call_command("export_season", f"{evening.club.slug}/{evening.league.slug}", "7", str(tmp_path / "x.zip"))
    assert "no such season" in str(refusal.value)
