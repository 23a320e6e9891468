from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView


class Pages(PageNumberPagination):
    """Pages of a list whose order is total, so that no row is left out or shown twice."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


def list_response(
    view: APIView, rows: QuerySet[Any] | Sequence[Any], serializer: type[BaseSerializer[Any]]
) -> Response:
    """The page of the rows that the request asks for."""
    pages = Pages()
    page = pages.paginate_queryset(rows, view.request, view=view)
    return pages.get_paginated_response(serializer(page, many=True).data)


def lists(operation_id: str, serializer: type[BaseSerializer[Any]], *filters: Any) -> Callable[[Any], Any]:
    """Decorator: this method answers with a page of such rows, filtered by these query parameters."""
    page = _page(serializer)  # type: ignore[arg-type] # mypy takes the class for an instance that is hashed
    positive = {"type": "integer", "minimum": 1}
    size = "At most 200: of more, 200 are given."
    paging = [OpenApiParameter("page", positive), OpenApiParameter("page_size", positive, description=size)]
    return extend_schema(operation_id=operation_id, parameters=[*filters, *paging], responses=page)


@cache
def _page(serializer: type[BaseSerializer[Any]]) -> serializers.Serializer[Any]:
    """The page of such rows: one for all methods, as the schema has one component of a name."""
    return inline_serializer(
        name=f"{serializer.__name__.removesuffix('Serializer')}Page",
        fields={
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": serializer(many=True),
        },
    )
