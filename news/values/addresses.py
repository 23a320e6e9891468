"""Which addresses other programs may be told at: those of the public internet, and no others."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

GLOBAL_UNICAST = IPv6Network("2000::/3")
# Addresses that stand for others, lead through relays, or are for documents and tests.
REFUSED = tuple(
    ip_network(network)
    for network in (
        "192.0.0.0/24",  # protocol assignments
        "192.88.99.0/24",  # relays of 6to4
        "168.63.129.16/32",  # looks public, but is the service of Azure for its own machines
        "2001::/23",  # protocol assignments, Teredo (2001::/32) among them
        "2001:db8::/32",
        "2002::/16",  # 6to4: an IPv4 address within
        "3fff::/20",
    )
)
ISATAP = (0x00005EFE, 0x02005EFE)  # the upper half of an interface's number that holds an IPv4 address


def is_public(address: str) -> bool:
    """Whether a numeric address is one of the public internet. Refused: private, loopback, link-local (the metadata of
    clouds), shared (CGNAT), multicast, reserved, and all IPv6 forms that hold or stand for an IPv4 address."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if found.is_multicast or found.is_reserved or found.is_unspecified or not found.is_global:
        return False
    if any(found in network for network in REFUSED if network.version == found.version):
        return False
    return isinstance(found, IPv4Address) or _is_plain(found)


def _is_plain(found: IPv6Address) -> bool:
    """Whether an IPv6 address is an ordinary one: 2000::/3, so neither IPv4-mapped nor NAT64, and not ISATAP."""
    if found.scope_id is not None or found not in GLOBAL_UNICAST:
        return False
    return (int(found) >> 32) & 0xFFFFFFFF not in ISATAP
