from __future__ import annotations

import pytest

from magistrar_site.shared.api.tables import file_name


@pytest.mark.parametrize(
    "path, params, name",
    [
        ("/api/v1/events/evening/standings/", {}, "evening-standings"),
        (
            "/api/v1/events/evening/standings/",
            {"stage": "2", "round": "3", "x": "y"},
            "evening-standings-stage-2-round-3",
        ),
        ("/api/v1/players/", {"search": "anna"}, "players"),
        ("/api/v1/pools/club-Ab12/leaderboard/", {"round": '"\r\n'}, "club-ab12-leaderboard-round"),
        ("/", {}, "table"),
    ],
)
def test_table_is_saved_under_a_name_that_says_what_it_is(path: str, params: dict[str, str], name: str) -> None:
    assert file_name(path, params) == name
