"""What people wrote, as HTML for everybody (`shared.markdown`)."""

from __future__ import annotations

from django import template

from magistrar_site.shared.markdown import links_html, markdown_html

register = template.Library()
register.filter("markdown", markdown_html)
register.filter("links", links_html)
