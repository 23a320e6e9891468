"""What stands in an address's query: only what the operation declares, each once, in the form that the schema says. A
typo is refused by its name, as in a body, instead of being left out without a word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

FORMAT = "format"  # which form of an answer is wanted: content negotiation's
NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
POSITIVE = re.compile(r"0*[1-9][0-9]{0,8}", re.ASCII)
TRUE_OR_FALSE = frozenset({"true", "false"})

MANY = "many"  # a parameter that may be given several times
_known: dict[tuple[type[APIView], str], Mapping[str, str]] = {}  # what was read of the operations


def check_query(view: APIView, request: Request) -> None:
    """ValidationError (400) for parameters that the operation doesn't have, that stand there twice, or that aren't the
    number or the word that the schema names."""
    given = request.query_params
    if not given:
        return
    operation = type(view), str(request.method)
    declared = _known.get(operation)
    if declared is None:
        declared = _known[operation] = _declared(view, str(request.method))
    errors: dict[str, Any] = {}
    for name, values in given.lists():
        if name == FORMAT:
            continue
        if name not in declared:
            errors[name] = [_("There is no such parameter.")]
        elif len(values) > 1 and declared[name] != MANY:
            errors[name] = [_("This stands there more than once.")]
        elif (wrong := _wrong(declared[name], values[0])) is not None:
            errors[name] = [wrong]
    if errors:
        raise ValidationError(errors)


def _wrong(kind: str, value: str) -> str | Promise | None:
    if kind == "integer" and value and NUMBER.fullmatch(value) is None:
        return _("A whole number is needed.")
    if kind == "positive" and POSITIVE.fullmatch(value) is None:
        return _("A whole number from 1 on is needed.")
    if kind == "boolean" and value and value not in TRUE_OR_FALSE:
        return _("true or false is needed.")
    return None


def _declared(view: APIView, method: str) -> Mapping[str, str]:
    """The query parameters of an operation: "integer", "positive", "boolean", `MANY`, or "" for any text, by name."""
    handler = getattr(view, "get" if method == "HEAD" else method.lower(), None)
    schema = getattr(handler, "kwargs", {}).get("schema")
    if schema is None:
        return {}
    inspector = schema()
    inspector.view, inspector.method = view, "GET" if method == "HEAD" else method
    found: dict[str, str] = {}
    for parameter in inspector.get_override_parameters():
        if not isinstance(parameter, OpenApiParameter):
            fields = (parameter if isinstance(parameter, serializers.Serializer) else parameter()).fields
            found |= {name: _kind_of_field(field) for name, field in fields.items()}
        elif parameter.location == OpenApiParameter.QUERY:
            found[parameter.name] = _kind_of_type(parameter.type)
    return found


def _kind_of_field(field: serializers.Field[Any, Any, Any, Any]) -> str:
    match field:
        case serializers.ListField() | serializers.MultipleChoiceField() | serializers.ListSerializer():
            return MANY
        case serializers.IntegerField():
            return "integer"
        case serializers.BooleanField():
            return "boolean"
    return ""


def _kind_of_type(kind: Any) -> str:
    if isinstance(kind, dict):
        return "positive" if kind.get("minimum") == 1 else str(kind.get("type", ""))
    return {int: "integer", bool: "boolean"}.get(kind, "")
