"""Every column is classified, the classes hold, and the export leaves nothing out."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.test import Client

from games.services.players import player_account_give
from privacy.selectors.columns import TABLES, Deleting
from privacy.selectors.export import person_document
from tests.privacy.people import EMAIL, MARKS, NAME, person, places_naming

NAMES_SOMEBODY = {Deleting.GHOST, Deleting.EMPTIED, Deleting.GOES}


def test_every_column_of_the_database_is_classified_once() -> None:
    found = {
        model._meta.label: sorted(column.name for column in model._meta.concrete_fields)
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.label.startswith("tests.")
    }
    said = {label: sorted(" ".join(table.columns.values()).split()) for label, table in TABLES.items()}

    assert said == found, "say in privacy/selectors/columns.py what the new column holds"


def test_rows_of_a_person_are_exported() -> None:
    """Whatever goes or is emptied because it is about one person is in the export too."""
    not_by_person = {
        "tournaments.Announcement": "the club's words, which may name somebody",
        "shared.DueWork": "an error that quotes what was typed",
        "games.GameResult": "the report is the document's, which is exported",
    }
    missing = [
        label
        for label, table in TABLES.items()
        if not NAMES_SOMEBODY.isdisjoint(table.columns) and not table.section and label not in not_by_person
    ]
    assert missing == []


@pytest.mark.django_db
def test_what_names_a_person_is_classified_so() -> None:
    person()
    wrong = [
        place
        for place in places_naming(*MARKS)
        if (where := place.rpartition("."))
        and TABLES[where[0]].deleting()[where[2].removesuffix("_id")] not in NAMES_SOMEBODY
    ]
    assert wrong == []


@pytest.mark.django_db
def test_export_holds_everything_and_opens_nothing() -> None:
    someone = person()
    player_account_give(act=someone.evening.act(), player=someone.player, user_key=someone.user.key)
    someone.player.refresh_from_db()
    Client().force_login(someone.user, backend="django.contrib.auth.backends.ModelBackend")

    document = person_document(player=someone.player, user=someone.user, at=someone.evening.now)

    assert {name for name in document if isinstance(document[name], list)} >= {
        *(
            "account",
            "player",
            "mails_on_their_way",
            "api_tokens",
            "personal_links",
            "sessions",
            "entries",
            "games",
            "standings",
        ),
        *("documents_of_games", "seats_in_matches", "facts", "texts_of_facts", "results", "ratings"),
    }
    text = json.dumps(document, ensure_ascii=False)
    for said in (NAME, EMAIL, "I am Xanthippe", "Xanthippe is wrong", "quuxbaum's script", "quuxbaum-1"):
        assert said in text
    assert someone.user.password not in text
    assert document["account"][0]["email"] == EMAIL
    assert [row["event"] for row in document["entries"]] == [someone.event.name]
    assert "Both players heard" in text, "what was decided about the player's game"
    assert "Quuxbaum looked on" not in text, "somebody else's document"
