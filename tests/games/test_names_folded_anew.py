"""The migration that folds the names of known players anew."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from games.models import Player
from tests.evening import Evening

fold_anew = import_module("games.migrations.0009_names_folded_anew").fold_anew


@pytest.mark.django_db
def test_known_names_get_their_keys_and_a_second_run_goes_on_where_the_first_stopped() -> None:
    Evening().event(("हरि", "Hämäläinen", "Zoe"))
    Player.objects.exclude(name="Zoe").update(folded_name="old", plain_name="")
    Player.objects.filter(name="Zoe").update(folded_name="done already")
    fold_anew(apps, None)
    assert list(Player.objects.order_by("name").values_list("name", "folded_name", "plain_name")) == [
        ("Hämäläinen", "haemaelaeinen", "hamalainen"),
        ("Zoe", "done already", "zo"),
        ("हरि", "हरि", "हरि"),
    ]
