from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class ForgivingNegotiation(DefaultContentNegotiation):
    """Who accepts nothing that there is gets JSON rather than a refusal. So does everything that isn't read, whatever
    `format` its address names: there is no other form of it."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderers = [*renderers]
        if request.method not in ("GET", "HEAD"):
            return renderers[0], str(renderers[0].media_type)
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            chosen: Any = next(iter(renderers))
            return chosen, str(chosen.media_type)
