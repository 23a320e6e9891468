from __future__ import annotations

from typing import Any

from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import SessionAuthentication, act_of_request, actor_of
from magistrar_site.accounts.api.serializers import (
    MeSerializer,
    NewTokenSerializer,
    ShownOnceSerializer,
    TokenSerializer,
)
from magistrar_site.accounts.models import ApiToken, User
from magistrar_site.accounts.selectors.tokens import token_by_prefix, tokens_of
from magistrar_site.accounts.services.tokens import token_create, token_revoke
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from magistrar_site.shared.errors import NotAllowed


class MeView(ApiView):
    """Who is asking. Reading it gives a browser its CSRF cookie."""

    keeps_secret = True

    @extend_schema(operation_id="me", responses=MeSerializer)
    @method_decorator(ensure_csrf_cookie)
    def get(self, request: Request) -> Response:
        actor = actor_of(request)
        scopes = request.auth.scopes if isinstance(request.auth, ApiToken) else None
        name = str(request.user) if actor.kind == "user" else ""
        shown = {"kind": actor.kind, "key": actor.key, "name": name, "scopes": scopes}
        return Response(MeSerializer(shown).data)


class TokenAdministration(ApiView):
    """Tokens are made and revoked by a signed-in browser alone: no token can give itself or others more."""

    authentication_classes = [SessionAuthentication]
    is_public = False
    keeps_secret = True

    def owner(self) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise NotAllowed("sign_in", _("Sign in with your account to see and make API tokens."))
        return user


class TokensView(TokenAdministration):
    @lists("tokens", TokenSerializer)
    def get(self, request: Request) -> Response:
        """The API tokens of the signed-in account, newest first."""
        return list_response(self, tokens_of(self.owner()), TokenSerializer)

    @extend_schema(operation_id="token_create", request=NewTokenSerializer, responses={201: ShownOnceSerializer})
    def post(self, request: Request) -> Response:
        """Make an API token. Its secret is in this response and nowhere else."""
        wanted: dict[str, Any] = body_params(NewTokenSerializer, request)
        token, secret = token_create(act=act_of_request(request), user=self.owner(), **wanted)
        return Response({**TokenSerializer(token).data, "secret": secret}, status=201)


class TokenView(TokenAdministration):
    @extend_schema(operation_id="token_revoke", responses={204: None})
    def delete(self, request: Request, prefix: str) -> Response:
        """Revoke a token: from now on it opens nothing."""
        token_revoke(act=act_of_request(request), token=token_by_prefix(self.owner(), prefix))
        return Response(status=204)
