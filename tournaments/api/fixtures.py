"""Fixtures: what everybody sees of them, agreeing on times, days away, and the calendar's secret address."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.acts import Act
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.lookups import visible_event, visible_match
from tournaments.api.serializers.fixtures import (
    AwayDaysSerializer,
    CalendarAddressSerializer,
    FixtureSerializer,
    OverdueOrderSerializer,
    OwnZoneSerializer,
    ProposalAcceptSerializer,
    ProposalOrderSerializer,
    PublicFixtureSerializer,
    WindowOrderSerializer,
)
from tournaments.api.serializers.round_changes import place_of
from tournaments.models import AwayDays, Match, Proposal
from tournaments.selectors.events import entry_by_key
from tournaments.selectors.fixtures.own import away_of, fixture_of, own_fixtures
from tournaments.selectors.fixtures.windows import fixtures
from tournaments.selectors.rounds.matches import match_by_key, match_seats
from tournaments.services.fixtures.answer import proposal_accept, proposal_decline
from tournaments.services.fixtures.away import away_days_add, away_days_remove, require_away
from tournaments.services.fixtures.calendars import calendar_token_make, calendar_token_revoke
from tournaments.services.fixtures.propose import call_off_propose, no_fixture, proposal_withdraw, times_propose
from tournaments.services.fixtures.staff import fixture_extend, fixture_forfeit
from tournaments.services.fixtures.zone import own_zone_set
from tournaments.services.permissions import require_event, seat_of


def _fixture(act: Act, match: Match) -> Response:
    """The fixture as the actor, one of its players or of the staff, sees it. NotAllowed for anybody else; DomainError
    `no_fixture`."""
    seat = seat_of(act.actor, match)
    if seat is None:
        require_event(act, match.round.stage.event, Action.PAIR)
    view = fixture_of(match_by_key(match.key), me=seat.entry.key if seat else "", now=timezone.now())
    if view is None:
        raise no_fixture()
    return Response(FixtureSerializer(view).data)


class FixturesView(ApiView):
    @lists("fixtures", PublicFixtureSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The event’s fixtures: matches that are played within a window of days, by end."""
        event = visible_event(request, slug)
        rows = fixtures(Match.objects.filter(round__stage__event=event)).prefetch_related(match_seats())
        return list_response(self, rows, PublicFixtureSerializer)


class EntryFixturesView(ApiView):
    is_public = False

    @extend_schema(operation_id="entry_fixtures", responses=FixtureSerializer(many=True))
    def get(self, request: Request, key: str) -> Response:
        """A player’s fixtures that are still to be played; for the player and the event’s staff."""
        entry = entry_by_key(key)
        require_away(act_of_request(request), entry)
        return Response(FixtureSerializer(own_fixtures(entries=[key], now=timezone.now()), many=True).data)


class FixtureView(ApiView):
    is_public = False

    @extend_schema(operation_id="fixture", responses=FixtureSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A fixture with what was proposed, the place and days away; for its two players and the event’s staff."""
        return _fixture(act_of_request(request), visible_match(request, key))


class ProposalsView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="times_propose", request=ProposalOrderSerializer, responses={201: FixtureSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Propose times to the opponent, several at once, in place of what was proposed before."""
        said, act = body_params(ProposalOrderSerializer, request), act_of_request(request)
        match = visible_match(request, key)
        times_propose(
            act=act, match_key=key, times=said["times"], place=place_of(said["place"]), answers=said["answers"]
        )
        response = _fixture(act, match)
        response.status_code = 201
        return response


class CallOffView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="call_off_propose", request=None, responses=FixtureSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Ask the opponent to take the agreed time back. It stays until they accept."""
        act, match = act_of_request(request), visible_match(request, key)
        call_off_propose(act=act, match_key=key)
        return _fixture(act, match)


def _after(act: Act, proposal: Proposal) -> Response:
    return _fixture(act, match_by_key(proposal.match.key))


class ProposalAcceptView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="proposal_accept", request=ProposalAcceptSerializer, responses=FixtureSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Accept one of the opponent’s times. Twice is once."""
        said, act = body_params(ProposalAcceptSerializer, request), act_of_request(request)
        return _after(act, proposal_accept(act=act, key=key, starts_at=said["starts_at"]))


class ProposalDeclineView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="proposal_decline", request=None, responses=FixtureSerializer)
    def post(self, request: Request, key: str) -> Response:
        """None of the times suits. Twice is once."""
        act = act_of_request(request)
        return _after(act, proposal_decline(act=act, key=key))


class ProposalWithdrawView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="proposal_withdraw", request=None, responses=FixtureSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Take an own proposal back. Twice is once."""
        act = act_of_request(request)
        return _after(act, proposal_withdraw(act=act, key=key))


class MatchWindowView(ApiView):
    @extend_schema(operation_id="match_window", request=WindowOrderSerializer, responses=FixtureSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Give the two of a fixture until another moment; by the staff."""
        said = body_params(WindowOrderSerializer, request)
        act, match = act_of_request(request, why=said["why"]), visible_match(request, key)
        fixture_extend(act=act, match=match, closes_at=said["closes_at"])
        return _fixture(act, match)


class MatchOverdueView(ApiView):
    @extend_schema(operation_id="match_overdue", request=OverdueOrderSerializer, responses=FixtureSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Decide about a fixture that wasn’t played: whoever was available wins, or both lose; by an arbiter."""
        said = body_params(OverdueOrderSerializer, request)
        act, match = act_of_request(request, why=said["why"]), visible_match(request, key)
        fixture_forfeit(act=act, match_key=key, winner=said["winner"])
        return _fixture(act, match)


class EventAwayDaysView(ApiView):
    is_public = False

    @lists("event_away_days", AwayDaysSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Who can’t play on which days; for the event’s staff."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.PAIR)
        rows = AwayDays.objects.filter(entry__event=event).select_related("entry")
        return list_response(self, rows.order_by("first_day", "pk"), AwayDaysSerializer)


class AwayDaysView(ApiView):
    is_public = False
    scope = "submit"

    @extend_schema(operation_id="away_days", responses=AwayDaysSerializer(many=True))
    def get(self, request: Request, key: str) -> Response:
        """Days on which a player can’t play; for the player and the event’s staff."""
        entry = entry_by_key(key)
        require_away(act_of_request(request), entry)
        return Response(AwayDaysSerializer(away_of(entry), many=True).data)

    @extend_schema(operation_id="away_days_add", request=AwayDaysSerializer, responses={201: AwayDaysSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Mark days, first and last included. Spans that touch become one."""
        said, entry = body_params(AwayDaysSerializer, request), entry_by_key(key)
        row = away_days_add(act=act_of_request(request), entry=entry, **said)
        return Response(AwayDaysSerializer(row).data, status=201)


class AwaySpanView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="away_days_remove", responses={204: None})
    def delete(self, request: Request, key: str, span: str) -> Response:
        """The player can play on these days after all. Twice is once."""
        away_days_remove(act=act_of_request(request), entry=entry_by_key(key), key=span)
        return Response(status=204)


class OwnZoneView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="own_zone_set", request=OwnZoneSerializer, responses={204: None})
    def post(self, request: Request, key: str) -> Response:
        """Choose the time zone in which a player reads and types times on their pages."""
        said = body_params(OwnZoneSerializer, request)
        own_zone_set(act=act_of_request(request), entry=entry_by_key(key), time_zone=said["time_zone"])
        return Response(status=204)


def _address(secret: str) -> Response:
    path = reverse("tournaments:own_calendar", args=[secret])
    return Response(CalendarAddressSerializer({"address": f"{settings.SITE_URL}{path}"}).data, status=201)


class EntryCalendarView(ApiView):
    scope = "submit"
    keeps_secret = True

    @extend_schema(operation_id="entry_calendar_make", request=None, responses={201: CalendarAddressSerializer})
    def post(self, request: Request, key: str) -> Response:
        """A secret address for the player’s calendar of that event, in place of the one before."""
        return _address(calendar_token_make(act=act_of_request(request), entry=entry_by_key(key)))

    @extend_schema(operation_id="entry_calendar_revoke", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """The address opens nothing any more. Twice is once."""
        calendar_token_revoke(act=act_of_request(request), entry=entry_by_key(key))
        return Response(status=204)


class MyCalendarView(ApiView):
    scope = "submit"
    keeps_secret = True

    @extend_schema(operation_id="my_calendar_make", request=None, responses={201: CalendarAddressSerializer})
    def post(self, request: Request) -> Response:
        """A secret address for the calendar of all events of the account’s player, in place of the one before."""
        return _address(calendar_token_make(act=act_of_request(request)))

    @extend_schema(operation_id="my_calendar_revoke", responses={204: None})
    def delete(self, request: Request) -> Response:
        """The address opens nothing any more. Twice is once."""
        calendar_token_revoke(act=act_of_request(request))
        return Response(status=204)
