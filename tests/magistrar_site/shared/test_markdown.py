"""What people write in Markdown reaches others as harmless HTML."""

from __future__ import annotations

import re
import time

import pytest

from magistrar_site.shared.markdown import links_html, markdown_html


def test_paragraphs_lists_headings_and_links_are_shown() -> None:
    text = "# Evening\n\nBring *tokens*\nand **boards**.\n\n- one\n- two\n\n###### Deep\n\n[site](https://example.org/a?b=1&c=2)"
    assert markdown_html(text).replace("\n", "") == (
        "<h3>Evening</h3><p>Bring <em>tokens</em><br>and <strong>boards</strong>.</p><ul><li>one</li><li>two</li></ul>"
        '<h6>Deep</h6><p><a href="https://example.org/a?b=1&amp;c=2" rel="nofollow ugc noopener">site</a></p>'
    )


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![track](https://evil.example/pixel.png)",
    '![a](x "onerror=alert(1)")',
    "[click](javascript:alert(1))",
    "[click](JaVaScRiPt&colon;alert(1))",
    "[click](data:text/html;base64,PHNjcmlwdD4=)",
    "[click](vbscript:x)",
    "<javascript:alert(1)>",
    "[a](<javascript:alert(1)>)",
    '[a](https://e.example "x\\" onmouseover=\\"alert(1)")',
    "<a href='https://e.example' onclick=alert(1)>x</a>",
    "<style>*{display:none}</style>",
    "<iframe src=https://e.example></iframe>",
    "<svg/onload=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "```html onload\n<script>alert(1)</script>\n```",
    "[x]: javascript:alert(1)\n\n[x]",
    "\u202e[gpj.exe](https://e.example)",
    "\0<script>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_hostile_comes_through(text: str) -> None:
    shown = markdown_html(text)
    tags = set(re.findall(r"<\s*/?\s*([a-zA-Z0-9]+)", shown))
    assert tags <= {"p", "br", "a", "code", "pre", "em", "strong"}
    for link in re.findall(r"<a [^>]*>", shown):
        assert re.fullmatch(r'<a href="(https://[^"]*|x)" rel="nofollow ugc noopener">', link), link


@pytest.mark.parametrize("piece", ["[", "![", "[a](", "*a ", "a**b", "`", ">", "- ", "1. ", "<", "_", "[a]: b\n"])
def test_long_hostile_text_is_rendered_quickly(piece: str) -> None:
    text = (piece * 5000)[:5000]
    begun = time.process_time()
    markdown_html(text)
    assert time.process_time() - begun < 1


def test_addresses_in_a_line_become_links_and_nothing_else_does() -> None:
    shown = links_html("anna@club.example or https://club.example <b>x</b> javascript:alert(1)")
    assert shown == (
        '<a href="mailto:anna@club.example" rel="nofollow ugc noopener">anna@club.example</a> or '
        '<a href="https://club.example" rel="nofollow ugc noopener">https://club.example</a> '
        "&lt;b&gt;x&lt;/b&gt; javascript:alert(1)"
    )


def test_picture_is_a_link_to_it() -> None:
    rel = 'rel="nofollow ugc noopener"'
    html = markdown_html("![The <hall>](https://example.org/a.png) ![](https://example.org/b.png)")
    assert html == (
        f'<p><a href="https://example.org/a.png" {rel}>The &lt;hall&gt;</a> '
        f'<a href="https://example.org/b.png" {rel}>https://example.org/b.png</a></p>\n'
    )
