"""Refusals as pages show them."""

from __future__ import annotations

from django.forms import Form

from magistrar_site.shared.errors import DomainError


def put_on_form(form: Form, refusal: DomainError) -> int:
    """Write what was refused beside the fields that it is about, or above the form; returns the HTTP status."""
    placed = False
    for name, text in refusal.fields.items():
        if name in form.fields and text:
            form.add_error(name, str(text))
            placed = True
    if not placed:
        form.add_error(None, str(refusal.message))
    return refusal.status
