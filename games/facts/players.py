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


class FormerNameErased(FactPayload, frozen=True, kw_only=True):
    """Staff forgot a name that the player had before."""

    kind = "player.former_name_erased"

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


class PlayerMerged(FactPayload, frozen=True, kw_only=True):
    """The player is the same person as `into`, who has everything from now on."""

    kind = "player.merged"

    player: Key
    into: Key


class PlayerSplit(FactPayload, frozen=True, kw_only=True):
    """The player is somebody of their own again, and no more the same person as `was_in`."""

    kind = "player.split"

    player: Key
    was_in: Key
