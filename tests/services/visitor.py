"""A visitor with a browser's cookies and no browser: what a phone sends, over real HTTP."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
SECONDS = 60


@dataclass(frozen=True)
class Page:
    """What came back, after redirects."""

    status: int
    url: str
    text: str

    @property
    def csrf(self) -> str:
        found = CSRF.search(self.text)
        assert found, f"no form at {self.url}: {self.text[:2000]}"
        return found[1]

    def rows(self) -> list[list[str]]:
        """The text of every cell of every table on the page, row by row."""
        reader = _Rows()
        reader.feed(self.text)
        return reader.rows


class _Rows(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())


class Visitor:
    """Keeps cookies between requests to one site."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Page:
        return self._send(Request(self.origin + path))

    def post(self, path: str, fields: Mapping[str, str]) -> Page:
        return self._send(Request(self.origin + path, data=urlencode(fields).encode()))

    def _send(self, request: Request) -> Page:
        try:
            with self._opener.open(request, timeout=SECONDS) as response:
                return Page(response.status, response.url, response.read().decode())
        except HTTPError as error:
            return Page(error.code, error.url, error.read().decode())
