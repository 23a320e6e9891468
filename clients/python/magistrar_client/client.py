"""How the API is asked: addresses, sign-in, refusals, asking again."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

LONGEST_WAIT = 60  # seconds; whoever is told to wait longer is told so
PASSING = frozenset({429, 503})  # what passes by itself, when the site says so


class Unset:
    """The type of `UNSET`: a member or a parameter that isn't sent at all, unlike None, which is sent as null."""

    def __bool__(self) -> bool:
        return False


UNSET = Unset()


class Refused(Exception):  # noqa: N818 # a refusal, as the API names it
    """The site refused. `code` is stable and for programs, `message` a sentence for people, `fields` says what is wrong
    with which input, `status` is HTTP's, `wait` after how many seconds to ask again (0: not said)."""

    def __init__(self, status: int, body: Mapping[str, Any], wait: float = 0) -> None:
        self.status, self.body, self.wait = status, dict(body), wait
        self.code, self.message = str(body.get("code", "")), str(body.get("message", ""))
        self.fields: dict[str, str] = dict(body.get("fields", {}))
        super().__init__(f"{status} {self.code}: {self.message}")


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)  # by names in small letters


# Method, address, headers, body; what came back. For tests, or for another library than urllib.
Transport = Callable[[str, str, Mapping[str, str], bytes | None], Answer]


class Client:
    """Asks one site. `token` is an API token, `link` that of a player's personal link; without either it reads what is
    public. What is refused because it was too often or the site lacks something for a moment is asked again up to
    `tries` times in all; everything that writes carries an Idempotency-Key, so that it is done once."""

    def __init__(
        self,
        site: str,
        *,
        token: str = "",
        link: str = "",
        language: str = "en",
        tries: int = 4,
        seconds: float = 30,
        transport: Transport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._base = f"{site.rstrip('/')}/api/v1/"
        self._headers = {"Accept": "application/json", "Accept-Language": language}
        if token or link:
            self._headers["Authorization"] = f"Token {token}" if token else f"Link {link}"
        self._tries, self._sleep = tries, sleep
        self._transport = transport or by_urllib(seconds)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = UNSET,
        idempotency_key: str = "",
    ) -> Any:
        """The answer's JSON, None where it has no body, the text of a file that is none. Refused for every refusal."""
        address = self._base + path + query_of(query or {})
        headers, sent = dict(self._headers), None
        if isinstance(body, Mapping):
            body = {name: value for name, value in body.items() if value is not UNSET}
        if body is not UNSET:
            headers["Content-Type"], sent = (
                "application/json",
                body if isinstance(body, bytes) else json.dumps(body).encode(),
            )
        if method not in {"GET", "DELETE"}:
            headers["Idempotency-Key"] = idempotency_key or uuid.uuid4().hex
        for left in reversed(range(self._tries)):
            answer = self._transport(method, address, headers, sent)
            if answer.status < 300:
                return read(answer)
            refusal = refusal_of(answer)
            if not left or answer.status not in PASSING or not 0 < refusal.wait <= LONGEST_WAIT:
                raise refusal
            self._sleep(refusal.wait)
        raise AssertionError("unreachable")

    def pages(self, operation: Callable[..., Any], *places: Any, **parameters: Any) -> Iterator[Any]:
        """Every row of a list, page after page: `site.pages(site.events.events, state="open")`."""
        number = 1
        while True:
            page = operation(*places, page=number, **parameters)
            yield from page["results"]
            if page["next"] is None:
                return
            number += 1


def quoted(part: object) -> str:
    """A part of an address."""
    return quote(str(part), safe="")


def query_of(values: Mapping[str, Any]) -> str:
    given = {name: value for name, value in values.items() if value is not UNSET and value is not None}
    said = {name: str(value).lower() if isinstance(value, bool) else value for name, value in given.items()}
    return f"?{urlencode(said, doseq=True)}" if said else ""


def read(answer: Answer) -> Any:
    if not answer.body:
        return None
    is_json = "json" in answer.headers.get("content-type", "")
    return json.loads(answer.body) if is_json else answer.body.decode()


def refusal_of(answer: Answer) -> Refused:
    """A refusal of the site, or of something in front of it that doesn't speak JSON."""
    try:
        body = json.loads(answer.body)
    except ValueError:
        body = {}
    wait = answer.headers.get("retry-after", "")
    said = body if isinstance(body, dict) else {}
    return Refused(answer.status, said, float(wait) if wait.isdecimal() else 0)


class _NoRedirect(HTTPRedirectHandler):
    """A token is sent to nobody else."""

    def redirect_request(self, *_args: Any, **_options: Any) -> None:
        return None


def by_urllib(seconds: float) -> Transport:
    opener = build_opener(_NoRedirect)

    def send(method: str, address: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        request = Request(address, data=body, headers=dict(headers), method=method)
        try:
            with opener.open(request, timeout=seconds) as response:
                return Answer(response.status, response.read(), lower(response.headers))
        except HTTPError as error:
            with error:
                return Answer(error.code, error.read(), lower(error.headers))

    return send


def lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
