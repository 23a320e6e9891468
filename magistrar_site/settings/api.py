"""The API: Django REST framework and its OpenAPI document."""

from __future__ import annotations

from typing import Any

from magistrar_site.settings import environment

# Requests for one account or address. An address may be a whole hall behind one router, so these are generous.
RATES = {
    "anon": "600/min",
    "user": "1200/min",
    "submission": "240/min",
    "check": "240/min",
    "sign_up": "120/hour",
    "person": "30/hour",  # claims, exports and deletions of people's own data, and each try of a password for them
    "import": "30/hour",  # reports and bundles of events that are looked at and brought in
    "report": "10/hour",  # pages that visitors report
    "unsent": "60/hour",  # forms that are kept while somebody signs in again
}


def rest_framework() -> dict[str, Any]:
    return {
        "DEFAULT_PERMISSION_CLASSES": ["magistrar_site.accounts.api.authentication.ScopedAccess"],
        "DEFAULT_AUTHENTICATION_CLASSES": [
            "magistrar_site.accounts.api.authentication.TokenAuthentication",
            "magistrar_site.accounts.api.authentication.LinkAuthentication",
            "magistrar_site.accounts.api.authentication.SessionAuthentication",
        ],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["magistrar_site.shared.api.parsers.Utf8JsonParser"],
        "DEFAULT_CONTENT_NEGOTIATION_CLASS": "magistrar_site.shared.api.negotiation.ForgivingNegotiation",
        "EXCEPTION_HANDLER": "magistrar_site.shared.api.errors.exception_handler",
        "DEFAULT_SCHEMA_CLASS": "magistrar_site.shared.api.schema.OperationSchema",
        "DEFAULT_THROTTLE_CLASSES": ["magistrar_site.shared.api.throttling.RateLimit"],
        "DEFAULT_THROTTLE_RATES": {
            scope: environment.text(f"THROTTLE_{scope.upper()}", rate) for scope, rate in RATES.items()
        },
        "NUM_PROXIES": 0,  # `visitor_address` has put the visitor's address in place
        "TEST_REQUEST_DEFAULT_FORMAT": "json",
        "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    }


SPECTACULAR: dict[str, Any] = {
    "TITLE": "Magistrar",
    "DESCRIPTION": "Tournaments and leagues of board games. Reading needs no token.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "Side": "games.enums.Side",
        "Grade": "games.enums.Grade",
        "GameState": "games.enums.GameState",
        "Outcome": "games.enums.Outcome",
        "Role": "games.enums.Role",
        "LeagueRoleName": "leagues.enums.LeagueRoleName",
        "SeasonAnswer": "leagues.enums.Answer",
        "ResultKind": "games.enums.ResultKind",
        "EventState": "tournaments.enums.EventState",
        "StageState": "tournaments.enums.StageState",
        "RoundState": "tournaments.enums.RoundState",
        "EntryState": "tournaments.enums.EntryState",
        "RoundChange": "tournaments.api.serializers.round_changes.CHANGE_CHOICES",
        "ByeKind": "tournaments.enums.ByeKind",
        "RequestedByeKind": "tournaments.api.serializers.wishes.REQUESTED",
        "Separation": "tournaments.enums.Separation",
        "ClaimState": "privacy.enums.ClaimState",
        "Asked": "tournaments.enums.Asked",
        "PrizeSharing": "tournaments.enums.PrizeSharing",
        "PenaltyKind": "tournaments.enums.PenaltyKind",
        "HappeningType": "news.enums.HappeningType",
        "DeliveryState": "news.enums.DeliveryState",
        "DeliveryTrouble": "news.enums.Trouble",
        "RulingKind": "tournaments.api.serializers.games.RULINGS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "magistrar_site.shared.api.schema.say_errors",
    ],
}
