"""The address by which other machines of the same network reach this one."""

from __future__ import annotations

import socket
from ipaddress import ip_address

ELSEWHERE = ("192.0.2.1", 9)  # TEST-NET-1 (RFC 5737): nobody's address, and nothing is sent to it


def network_address() -> str | None:
    """This machine's IPv4 address in its local network; None without a network, or where the address is a public one.
    Choosing a route for a datagram tells it; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    address = ip_address(found)
    return found if address.is_private and not address.is_loopback and not address.is_unspecified else None
