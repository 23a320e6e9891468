"""The site as a visitor reaches it, by SITE_URL."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings

from magistrar_site.doctor.finding import Finding, ok, problem, warning
from magistrar_site.doctor.settings import is_local

SECONDS = 8
PAGE = "/accounts/login/"


def site_findings() -> Iterator[Finding]:
    site = settings.SITE_URL
    try:
        status, headers = _answer(site, PAGE)
    except ssl.SSLCertVerificationError as error:
        if is_local(site):
            yield ok("site", f"{site} answers, with a certificate that this machine made.")
        else:
            yield problem(
                "site",
                f"The certificate of {site} isn't good: {error.verify_message}",
                "Let the proxy get one (Caddy does by itself, once ports 80 and 443 of that name lead to it).",
            )
        return
    except socket.gaierror:
        yield problem("site", f"Nobody knows the name in {site}.", "Correct SITE_URL, or have the name entered (DNS).")
        return
    except (OSError, http.client.HTTPException) as error:
        yield problem(
            "site",
            f"{site} doesn't answer: {error}",
            "Start the web process and the proxy; SITE_URL and PORT or BIND must fit.",
        )
        return
    yield _judged(site, status, headers)


def _judged(site: str, status: int, headers: dict[str, str]) -> Finding:
    leads_to = headers.get("location", "")
    if "x-request-id" not in headers:
        return problem(
            "site",
            f"Something else than this site answers at {site} (status {status}).",
            "Correct SITE_URL, or let the proxy pass requests to the web process.",
        )
    if status in (301, 302, 307, 308) and leads_to.startswith(site):
        return problem(
            "site",
            f"{site} leads to itself for ever: the site doesn't know that it is asked by https.",
            "Let the proxy set X-Forwarded-Proto, and set BEHIND_PROXY=true (or TRUSTED_PROXIES).",
        )
    if status == 400:
        return problem(
            "site",
            f"The site refuses its own name at {site}.",
            "Let the proxy pass on the name (Host or X-Forwarded-Host), or add it to ALLOWED_HOSTS.",
        )
    if status >= 500:
        return problem("site", f"{site}{PAGE} fails with status {status}.", "The log of the web process has the error.")
    if site.startswith("https://") and "strict-transport-security" not in headers and not is_local(site):
        return warning("site", f"{site} answers without Strict-Transport-Security.", "HSTS_SECONDS should be a year.")
    return ok("site", f"{site} answers.")


def _answer(site: str, path: str) -> tuple[int, dict[str, str]]:
    """Status and headers (by small names) of one GET that follows nothing."""
    parts = urlsplit(site)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}
    finally:
        connection.close()
