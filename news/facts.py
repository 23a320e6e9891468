"""Facts on a club's own stream: who set up where other programs are told. Nothing is replayed from them; the address is
a detail, as it may hold a key."""

from __future__ import annotations

from typing import Literal

from magistrar_site.shared.facts import FactPayload, Key


class WebhookSet(FactPayload, frozen=True, kw_only=True):
    kind = "club.webhook_set"

    webhook: Key
    step: Literal["added", "changed", "removed", "stopped", "resumed", "new_secret"]
