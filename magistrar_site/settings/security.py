"""Headers for browsers, and limits of requests."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from magistrar_site.settings import environment

YEAR = 365 * 24 * 3600
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
LOOPBACK_NETWORKS = ["127.0.0.0/8", "::1"]

# Nothing but our own files, nothing inline. `data:` images are QR codes.
CONTENT_SECURITY_POLICY: dict[str, list[str]] = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}


def site_origin(url: str) -> str:
    """SITE_URL without a slash at its end. ImproperlyConfigured unless it is a scheme and a host."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise ImproperlyConfigured(f"SITE_URL must look like https://magistrar.example, not {url!r}.")
    return f"{parts.scheme}://{parts.netloc}"


def trusted_proxies() -> list[IPv4Network | IPv6Network]:
    """The proxies whose headers are believed: TRUSTED_PROXIES, or a proxy on this machine where BEHIND_PROXY says that
    there is one. ImproperlyConfigured for what is neither an address nor a network."""
    told = environment.words("TRUSTED_PROXIES") or (LOOPBACK_NETWORKS if environment.flag("BEHIND_PROXY") else [])
    try:
        return [ip_network(network) for network in told]
    except ValueError as error:
        raise ImproperlyConfigured(f"TRUSTED_PROXIES must be addresses or networks like 10.0.0.0/8: {error}") from None


def security_options(origin: str) -> dict[str, Any]:
    """Django's security settings for the site at `origin`: over https everything that https makes possible."""
    https = origin.startswith("https://")
    host = urlsplit(origin).hostname or ""
    # A browser that was told so once would ask for everything on this machine by https, of other programs too.
    keeps_to_https = https and host not in {"localhost", "127.0.0.1", "::1"}
    options: dict[str, Any] = {
        "ALLOWED_HOSTS": [f"[{host}]" if ":" in host else host, *LOOPBACK, *environment.words("ALLOWED_HOSTS")],
        "CSRF_TRUSTED_ORIGINS": [origin, *environment.words("CSRF_TRUSTED_ORIGINS")],
        "SESSION_COOKIE_SECURE": https,
        "CSRF_COOKIE_SECURE": https,
        "LANGUAGE_COOKIE_SECURE": https,
        "SECURE_SSL_REDIRECT": https and environment.flag("REDIRECT_TO_HTTPS", default=True),
        "SECURE_REDIRECT_EXEMPT": [r"^(healthz|readyz|metrics)$"],  # asked from within, without the proxy
        "SECURE_HSTS_SECONDS": environment.number("HSTS_SECONDS", YEAR) if keeps_to_https else 0,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": keeps_to_https and environment.flag("HSTS_INCLUDE_SUBDOMAINS", default=True),
        "SECURE_HSTS_PRELOAD": keeps_to_https and environment.flag("HSTS_PRELOAD", default=True),
    }
    if trusted_proxies():
        options["SECURE_PROXY_SSL_HEADER"] = ("HTTP_X_FORWARDED_PROTO", "https")
        options["USE_X_FORWARDED_HOST"] = True
    return options
