"""Two pages compare as readers see them, however their source is laid out."""

from __future__ import annotations

import pytest

from tests.plain_pages import plain_page


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<div><p>Anna</p></div>", "<div>\n  <p>\n    Anna\n  </p>\n</div>"),
        ('<a class="b" id="c">Anna</a>', '<a id="c"\n   class="b">Anna</a>'),
        ("<p>Anna <b>and Bert</b></p>", "<p>Anna\n<b>\nand Bert</b>\n</p>"),
        ("<p><button>Yes</button> <button>No</button></p>", "<p><button>\nYes\n</button>\n<button> No</button></p>"),
        (
            '<script type="application/json">{"a": 1, "b": 2}</script>',
            '<script type="application/json">{"b":2,"a":1}</script>',
        ),
        ("<ul><li>One</li><li>Two</li></ul><!-- end -->", "<ul> <li>One</li> <li>Two</li> </ul>"),
        ('<p class="row"><b>Anna</b><i>Bert</i></p>', '<p class="row"><b>Anna</b> <i>Bert</i></p>'),
        ("<svg><use href='#a'></use></svg>", "<svg>\n<use href='#a'/>\n</svg>"),
    ],
)
def test_other_layout_of_the_source_is_no_difference(one: str, other: str) -> None:
    assert plain_page(one) == plain_page(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p><b>Anna</b> <i>Bert</i></p>", "<p><b>Anna</b><i>Bert</i></p>"),
        ('<p class="row"><b>Anna</b><i>B<b>c</b></i></p>', '<p class="row"><b>Anna</b><i>B <b>c</b></i></p>'),
        ("<p>2<sup>nd</sup></p>", "<p>2 <sup>nd</sup></p>"),
        ("<p><button>Yes</button> <button>No</button></p>", "<p><button>Yes</button><button>No</button></p>"),
        ("<p><svg></svg> Anna</p>", "<p><svg></svg>Anna</p>"),
        ('<a href="/a">Anna</a>', '<a href="/b">Anna</a>'),
        ("<input required>", "<input>"),
        ("<pre>a  b</pre>", "<pre>a b</pre>"),
        ("<textarea> a</textarea>", "<textarea>a</textarea>"),
    ],
)
def test_what_readers_see_is_a_difference(one: str, other: str) -> None:
    assert plain_page(one) != plain_page(other)
