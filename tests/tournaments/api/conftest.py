from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from magistrar_site.accounts.models import User
from tests.copied_steps import Course, step
from tests.tournaments.api.evening import Evening, token_client


@pytest.fixture
def organiser(db: None) -> APIClient:
    Course()
    return step("organiser", lambda: program("organiser@example.org"))


@pytest.fixture
def stranger(organiser: APIClient) -> APIClient:
    """Somebody with an account and no role."""
    return step("stranger", lambda: program("stranger@example.org"))


def program(email: str) -> APIClient:
    return token_client(User.objects.create_user(email, "a long password"))


@pytest.fixture
def evening(organiser: APIClient) -> Evening:
    """Four players, the first round published."""
    return Evening(organiser).begin("Anna", "Björn", "Chloé", "Dörte")
