"""Facts on a player's own stream. Nothing is replayed from them; names stay out of them."""

from __future__ import annotations

from magistrar_site.shared.facts import FactPayload, Key


class PlayerCreated(FactPayload, frozen=True, kw_only=True):
    kind = "player.created"

    player: Key
    club: Key | None
    bot: bool


class PlayerNameHidden(FactPayload, frozen=True, kw_only=True):
    """Strangers read a code from now on."""

    kind = "player.name_hidden"

    player: Key


class PlayerPictureChanged(FactPayload, frozen=True, kw_only=True):
    """The player's account set another picture, or took it away."""

    kind = "player.picture_changed"

    player: Key


class PlayerNameShown(FactPayload, frozen=True, kw_only=True):
    kind = "player.name_shown"

    player: Key


class PlayerRenamed(FactPayload, frozen=True, kw_only=True):
    kind = "player.renamed"

    player: Key


class PlayerClaimed(FactPayload, frozen=True, kw_only=True):
    """The account `user` is this player."""

    kind = "player.claimed"

    player: Key
    user: Key


class PlayerUnclaimed(FactPayload, frozen=True, kw_only=True):
    """No account is this player any more."""

    kind = "player.unclaimed"

    player: Key


class PlayerErased(FactPayload, frozen=True, kw_only=True):
    kind = "player.erased"

    player: Key
