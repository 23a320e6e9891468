"""The page about the API for people, made on the server from the OpenAPI document."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.generic import TemplateView
from drf_spectacular.generators import SchemaGenerator
from rest_framework.settings import api_settings

from magistrar_site.shared.api.reference import Reference, reference_of
from magistrar_site.shared.api.schema import RATE_HEADERS, REFUSALS

DOCUMENTS_LANGUAGE = "en"  # what views and serializers say of themselves is English
FORMS = ("unsent",)  # limits of pages, not of the API


class ReferenceView(TemplateView):
    """Every operation and every shape."""

    template_name = "site/api_reference.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "reference": rendered(get_language() or DOCUMENTS_LANGUAGE)}


@cache
def reference() -> Reference:
    """What the page shows. It is the same for everybody as long as this process lives: it follows from the code."""
    with translation.override(DOCUMENTS_LANGUAGE):
        document = SchemaGenerator().get_schema(request=None, public=True)
    return reference_of(document, site=settings.SITE_URL)


@cache
def rendered(language: str) -> SafeString:
    """The page's content in the language."""
    context = {
        "reference": reference(),
        "site": settings.SITE_URL,
        "rates": {name: rate for name, rate in api_settings.DEFAULT_THROTTLE_RATES.items() if name not in FORMS},
        "rate_headers": RATE_HEADERS,
        "refusals": REFUSALS,
    }
    with translation.override(language):
        return mark_safe(render_to_string("site/api_reference_content.html", context))
