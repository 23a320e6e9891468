"""The places that are still possible, for templates."""

from __future__ import annotations

from django import template

from tournaments.selectors.standings.possible_words import first_place_needs, place_range, places_in_words

register = template.Library()

register.filter("place_range", place_range)
register.filter("places_in_words", places_in_words)
register.simple_tag(first_place_needs, name="first_place_needs")
