"""No address inside a network is ever called, however it is written."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from news.values.addresses import is_public
from tests.extent import examples

INSIDE = [
    IPv4Network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
        *("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
    )
]
inside = st.sampled_from(INSIDE).flatmap(
    lambda network: st.integers(int(network[0]), int(network[-1])).map(IPv4Address)
)
any_four = st.integers(0, 2**32 - 1).map(IPv4Address)
any_six = st.integers(0, 2**128 - 1).map(IPv6Address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.31.255.255", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "240.0.0.1", "192.88.99.1", "198.18.0.1"),
        *("168.63.129.16", "100.100.100.200", "192.0.0.192"),  # services of clouds for their own machines
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1"),
        *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::a00:1"),
        *("2002:7f00:1::1", "2002:808:808::1", "2001::1", "2001:db8::1", "100::1", "3fff::1"),
        *("2a00:1450:4001::5efe:a00:1", "2a00:1450:4001::200:5efe:a00:1", "4000::1"),
        *("", "localhost", "0x7f000001", "127.1", "2130706433", "8.8.8.8 ", "１.１.１.１"),
    ],
)
def test_address_inside_a_network_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "93.184.216.34", "2a00:1450:4001:81b::200e", "2606:4700::1"])
def test_address_of_the_internet_is_taken(address: str) -> None:
    assert is_public(address)


@given(inside)
@examples(300)
def test_inner_address_is_refused_in_every_form(four: IPv4Address) -> None:
    number = int(four)
    forms = (
        four,
        IPv6Address(number),
        IPv6Address((0xFFFF << 32) | number),
        IPv6Address((0x0064_FF9B << 96) | number),
        IPv6Address((0x2002 << 112) | (number << 80) | 1),
        IPv6Address((0x2A00_1450 << 96) | (0x5EFE << 32) | number),
    )
    assert [str(form) for form in forms if is_public(str(form))] == []


@given(st.one_of(any_four, any_six))
@examples(500)
def test_what_is_taken_is_global_and_stands_for_no_other(address: IPv4Address | IPv6Address) -> None:
    if not is_public(str(address)):
        return
    assert address.is_global
    assert [address.is_multicast, address.is_private, address.is_loopback, address.is_link_local] == [False] * 4
    if isinstance(address, IPv6Address):
        assert (address.ipv4_mapped, address.sixtofour, address.teredo) == (None, None, None)
        assert address in IPv6Network("2000::/3")
    else:
        assert not any(address in network for network in INSIDE)
