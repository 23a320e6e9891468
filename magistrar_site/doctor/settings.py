"""What the variables of the environment say: secrets, addresses, names that were mistyped."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from magistrar_site.doctor.finding import Finding, note, ok, problem, warning
from magistrar_site.settings import environment

LEAST_TOKEN = 20
LEAST_SECRET = 50  # characters, as Django's own check asks for
OTHERS_MAY_READ = 0o077
# What begins like a variable of ours and is another program's.
FOREIGN = frozenset({"DATA_DIRS", "HOME", "HOSTNAME", "LANGUAGE", "LOGNAME", "PYTHONUNBUFFERED"})
CLOSE = 0.85


def settings_findings() -> Iterator[Finding]:
    yield from _debug()
    yield _secret_key()
    if 0 < len(settings.METRICS_TOKEN) < LEAST_TOKEN:
        yield warning(
            "metrics_token",
            f"METRICS_TOKEN is easy to guess ({len(settings.METRICS_TOKEN)} characters).",
            "Name a file by METRICS_TOKEN_FILE instead: it is made with a good one.",
        )
    yield from _site_url()
    yield from _mistyped(dict(os.environ))


def _debug() -> Iterator[Finding]:
    if settings.DEBUG and not is_local(settings.SITE_URL):
        yield problem("debug", "DEBUG is on: errors show strangers the code and the settings.", "Unset DEBUG.")
    elif settings.DEBUG:
        yield note("debug", "DEBUG is on, for developing on this machine.")
    else:
        yield ok("debug", "DEBUG is off.")


def _secret_key() -> Finding:
    key = settings.SECRET_KEY
    if len(key) < LEAST_SECRET or len(set(key)) < 8:
        return problem(
            "secret_key",
            f"SECRET_KEY is easy to guess ({len(key)} characters): whoever does can sign in as anybody.",
            "Name a file by SECRET_KEY_FILE: it is made with a good key. Everybody has to sign in again, and printed "
            "links end, unless SECRET_KEY_FALLBACKS has the old key.",
        )
    for path in _secret_files():
        if path.is_file() and stat.S_IMODE(path.stat().st_mode) & OTHERS_MAY_READ:
            return warning("secret_key", f"Others on this machine can read {path}.", f"chmod 600 {path}")
    return ok("secret_key", "SECRET_KEY is long enough, and nobody else can read its file.")


def _secret_files() -> list[Path]:
    named = [environment.text(f"{name}_FILE") for name in ("SECRET_KEY", "DATABASE_PASSWORD", "METRICS_TOKEN")]
    return [*(Path(path) for path in named if path), Path(settings.DATA_DIR) / "secret_key"]


def _site_url() -> Iterator[Finding]:
    site = urlsplit(settings.SITE_URL)
    if is_local(settings.SITE_URL):
        yield note(
            "site_url",
            f"SITE_URL is {settings.SITE_URL}: links and QR codes work on this machine alone.",
            "Set SITE_URL to the address by which phones reach the site; for a hall's network: HALL=1 make run.",
        )
    elif site.scheme == "http":
        yield warning(
            "https",
            f"SITE_URL is {settings.SITE_URL}: passwords and links can be read by others in the network.",
            "Put a proxy with https in front (deploy/), and begin SITE_URL with https://.",
        )
    else:
        yield ok("site_url", f"Visitors reach the site at {settings.SITE_URL}.")
        if not settings.TRUSTED_PROXIES:
            yield warning(
                "proxy",
                "No proxy is trusted, though SITE_URL is https: limits count all visitors as one, and http may lead to "
                "itself for ever.",
                "BEHIND_PROXY=true for a proxy on this machine, else TRUSTED_PROXIES with its address.",
            )
        else:
            yield ok("proxy", "The headers of the proxy are believed.")
    if "*" in settings.ALLOWED_HOSTS:
        yield warning(
            "allowed_hosts", "ALLOWED_HOSTS has *: any name is taken for this site's.", "Name the hosts, or unset it."
        )


def _mistyped(variables: dict[str, str]) -> Iterator[Finding]:
    known = environment.asked | {f"{name}_FILE" for name in environment.asked}
    for name in sorted(set(variables) - known - FOREIGN):
        meant = get_close_matches(name, known, n=1, cutoff=CLOSE)
        if meant and meant[0] not in variables:
            yield warning("variables", f"Nothing reads the variable {name}.", f"Is {meant[0]} meant?")


def is_local(url: str) -> bool:
    """Whether an address leads to this machine alone."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
