"""The visitor's address behind proxies, and which headers of a proxy are believed."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from magistrar_site.shared.middleware import GetResponse

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

THIS_MACHINE = "127.0.0.1"
# What only a proxy may say. (`X-Real-IP` and `Forwarded` are read by nobody.)
PROXY_HEADERS = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT")


def visitor_address(get_response: GetResponse) -> GetResponse:
    """Middleware, the outermost. Makes REMOTE_ADDR the visitor's address, for every limit that counts by address, and
    drops the headers of a proxy that come from anybody but a trusted one (TRUSTED_PROXIES)."""
    trusted: Sequence[Network] = settings.TRUSTED_PROXIES

    def middleware(request: HttpRequest) -> HttpResponseBase:
        peer = request.META.get("REMOTE_ADDR", "")
        if is_trusted(peer, trusted):
            hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
            request.META["REMOTE_ADDR"] = visitor_of(peer, hops, trusted)
        else:
            for header in PROXY_HEADERS:
                request.META.pop(header, None)
        if not request.META.get("REMOTE_ADDR"):
            request.META["REMOTE_ADDR"] = THIS_MACHINE  # by a socket of this machine, which has no addresses
        return get_response(request)

    return middleware


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Whether a peer is one of the proxies. One without an address came by a socket file, which only this machine
    reaches: it is one where there are proxies at all."""
    if not peer:
        return bool(trusted)
    address = address_of(peer)
    return address is not None and any(address in network for network in trusted)


def visitor_of(peer: str, hops: Iterable[str], trusted: Sequence[Network]) -> str:
    """The address that the outermost trusted proxy saw. `hops` are X-Forwarded-For's, the visitor's first; each proxy
    adds whom it saw behind them, so they are read from the end: what stands before it anybody may have written."""
    seen = peer
    for hop in reversed([*hops]):
        address = address_of(hop)
        if address is None:
            break
        seen = str(address)
        if not any(address in network for network in trusted):
            break
    return seen


def address_counted(address: str) -> str:
    """The name by which a limit counts a visitor: the address, or the network of an IPv6 address, as every visitor
    chooses the last 64 bits at will."""
    found = address_of(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((found.packed, 64), strict=False))
    return address


@lru_cache(maxsize=10_000)
def address_of(text: str) -> Address | None:
    """An address as proxies write it: with or without a port, IPv6 with or without brackets; None for anything else.
    An IPv4 address in IPv6's clothes is the IPv4 address."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
