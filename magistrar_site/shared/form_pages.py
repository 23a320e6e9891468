"""Addresses that only take what a form sends: whoever asks for one is led to the page on which the form stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest, HttpResponseBase
from django.urls import NoReverseMatch, Resolver404, ResolverMatch, resolve, reverse

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def form_stands_on(page: str) -> Callable[[View], View]:
    """Decorator, the outermost: the form that is sent to this view stands on the page of this name, which takes no
    other values than the view. Needed only where that isn't the next address above."""

    def decorate(view: View) -> View:
        view.form_page = page  # type: ignore[attr-defined] # read below
        return view

    return decorate


def page_of_form(request: HttpRequest) -> str:
    """The address of the page on which the form stands that is sent to this address."""
    match = request.resolver_match
    return (_named_page(match) if match else "") or _address_above(request.path_info)


def _named_page(match: ResolverMatch) -> str:
    name: str = getattr(match.func, "form_page", "")
    values = dict(match.kwargs)
    while name:
        try:
            return reverse(name, kwargs=values)
        except NoReverseMatch:
            if not values:
                raise
            values.popitem()  # the page is about the whole of which the form changes a part
    return ""


def _address_above(path: str) -> str:
    """The nearest address above that leads anywhere; it may lead further up itself."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return path
