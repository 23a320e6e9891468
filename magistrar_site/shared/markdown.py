"""Texts in Markdown that a club or an organiser writes, as HTML for everybody: paragraphs, lists, emphasis, headings
and links. No HTML of the writer's, no pictures; links lead off the site and say so to search engines."""

from __future__ import annotations

from collections.abc import Sequence

import nh3
from django.utils.html import urlize
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

LINK_REL = "nofollow ugc noopener"
TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "a", "h3", "h4", "h5", "h6", "blockquote", "code", "pre", "hr"}
ATTRIBUTES: dict[str, set[str]] = {"a": {"href"}, "ol": {"start"}, "*": set()}
SCHEMES = {"http", "https", "mailto"}
BELOW = 2  # headings stand below the page's own: # is an h3
DEEPEST = 6


def _heading(self: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: object) -> str:
    level = min(int(tokens[at].tag[1:]) + BELOW, DEEPEST)
    return f"<{'/' * (tokens[at].nesting < 0)}h{level}>"


def _picture(self: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: object) -> str:
    """A picture as a link to it: nobody's browser loads it unasked."""
    address = str(tokens[at].attrs.get("src", ""))
    return f'<a href="{escapeHtml(address)}">{escapeHtml(tokens[at].content or address)}</a>'


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(["html_block", "html_inline"])
_MARKDOWN.add_render_rule("heading_open", _heading)
_MARKDOWN.add_render_rule("heading_close", _heading)
_MARKDOWN.add_render_rule("image", _picture)


def markdown_html(text: str) -> SafeString:
    """The text as HTML. It is rendered without raw HTML, and what comes out is cleaned once more."""
    return _cleaned(_MARKDOWN.render(text))


def links_html(text: str) -> SafeString:
    """A line of plain text whose web and mail addresses are links."""
    return _cleaned(urlize(text, autoescape=True))


def _cleaned(html: str) -> SafeString:
    clean = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=LINK_REL)
    return mark_safe(clean)  # nh3 leaves what is named above
