"""A page as its tags, attributes and texts, a line each: what two pages differ in beside how their source is laid out.

Whitespace is collapsed as a browser does it, and left out where the style sheets lay an element's parts out (`flex` or
`grid`). So another indentation makes no difference, and a space that appears or disappears between two words does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SPACE = "␣"
VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
})  # fmt: skip # a list of words
VERBATIM = frozenset({"pre", "script", "style", "textarea"})
# What stands in a line of text, such as a word; every other element begins a line of its own.
IN_A_LINE = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd", "label",
    "mark", "output", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
    "tspan",
})  # fmt: skip # likewise
# What stands in a line as one piece; inside it, lines are of its own.
PIECES = frozenset({
    "button", "img", "input", "meter", "progress", "select", "svg", "textarea", "canvas", "iframe", "video",
})  # fmt: skip # likewise


def plain_page(source: str) -> str:
    reader = _Reader()
    reader.feed(source)
    reader.close()
    reader.end_of_text()
    return "\n".join(without_unseen_spaces(reader.lines)) + "\n"


@dataclass(frozen=True)
class _Element:
    tag: str
    classes: frozenset[str]

    def fits(self, selector: str) -> bool:
        """Whether it is what a part of a selector names, such as `a.button`."""
        tag, *classes = re.sub(r"\[[^]]*\]|:.*", "", selector).split(".")
        return tag in {"", self.tag} and self.classes.issuperset(classes)


@cache
def _laying_out() -> tuple[tuple[str, ...], ...]:
    """The selectors of elements whose parts are laid out, each in its parts from the innermost outwards."""
    found = set()
    for sheet in (*ROOT.glob("static/css/*.css"), *ROOT.glob("games/pages/*/static/**/*.css")):
        rules = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL))
        for selectors, declarations in rules:
            if re.search(r"display:\s*(?:contents|(?:inline-)?(?:flex|grid))\b", declarations):
                found.update(tuple(reversed(each.replace(">", " ").split())) for each in selectors.split(","))
    return tuple(sorted(found))


@cache
def _naming(element: _Element) -> list[tuple[str, ...]]:
    """Of the selectors that name it, what they ask of the elements around it."""
    return [tuple(outer) for innermost, *outer in _laying_out() if element.fits(innermost)]


def _is_laid_out(element: _Element, around: Sequence[_Element]) -> bool:
    """Whether the element's parts are, so that spaces between them aren't seen. `around`: from inside outwards."""
    for asked in _naming(element):
        left = iter(around)
        if all(any(each.fits(part) for each in left) for part in asked):
            return True
    return False


def without_unseen_spaces(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a plain page without spaces between the parts of elements that are laid out."""
    path: list[tuple[_Element, bool]] = []  # each with whether its parts are laid out
    is_unseen = False  # a space since the last word or piece
    for line in lines:
        if line == SPACE:
            if not is_unseen:
                yield line
            continue
        opened, closed = re.match(r"<(\w+)", line), re.match(r"</(\w+)>", line)
        if opened and opened[1] not in VOID:
            classes = re.search(r' class="([^"]*)"', line)
            element = _Element(opened[1], frozenset(classes[1].split() if classes else ()))
            path.append((element, _is_laid_out(element, [each for each, _laid_out in reversed(path)])))
        elif closed and any(each.tag == closed[1] for each, _laid_out in path):
            while path.pop()[0].tag != closed[1]:
                pass
        is_unseen = (bool(path) and path[-1][1]) or (is_unseen and bool(opened or closed))
        yield line


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._text = ""
        self._verbatim = ""  # the element whose text is taken as it is
        self._is_json = False
        self._line_begins = True
        self._space = False  # one is waiting for what comes next in its line

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.end_of_text()
        if tag in PIECES:
            self._place()
        elif tag not in IN_A_LINE:
            self._line()
        self.lines.append(" ".join([f"<{tag}", *_attributes(attrs)]) + ">")
        if tag in PIECES and tag not in VOID:
            self._line()
        if tag in VERBATIM:
            self._verbatim, self._is_json = tag, "json" in (dict(attrs).get("type") or "")

    def handle_endtag(self, tag: str) -> None:
        self.end_of_text()
        self._verbatim = ""
        if tag not in IN_A_LINE:
            self._line()
        if tag not in VOID:
            self.lines.append(f"</{tag}>")
        if tag in PIECES:
            self._line_begins = False

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def end_of_text(self) -> None:
        text, self._text = self._text, ""
        if self._verbatim:
            self.lines += _as_it_is(text, is_json=self._is_json, is_code=self._verbatim in {"script", "style"})
            return
        words = " ".join(text.split())
        self._space = self._space or (text[:1].isspace() and not self._line_begins)
        if words:
            self._place()
            self.lines.append(words)
            self._space = text[-1].isspace()

    def _place(self) -> None:
        """Something comes in the line: the space before it counts."""
        if self._space:
            self.lines.append(SPACE)
        self._space = self._line_begins = False

    def _line(self) -> None:
        """A new line begins: spaces at the end of the last one and at its beginning aren't seen."""
        self._space, self._line_begins = False, True


def _attributes(attrs: list[tuple[str, str | None]]) -> Iterator[str]:
    for name, value in sorted(attrs, key=lambda attribute: attribute[0]):
        yield name if value is None else f'{name}="{_value(value)}"'


def _value(value: str) -> str:
    if value.lstrip()[:1] in {"{", "["}:
        try:
            return json.dumps(json.loads(value), ensure_ascii=False, sort_keys=True)
        except ValueError:
            pass
    return " ".join(value.split())


def _as_it_is(text: str, *, is_json: bool, is_code: bool) -> Iterator[str]:
    if is_json:
        yield plain_json(text)
    elif is_code:
        yield from (line.strip() for line in text.splitlines() if line.strip())
    else:
        yield text.removeprefix("\n")


def plain_json(text: str) -> str:
    """The document with its members sorted, one a line; what is no JSON as it is."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, indent=1)
    except ValueError:
        return text
