from privacy.models.people import Erasure, ErasureRequest, MergeRequest, PlayerClaim, PlayerMerge

__all__ = ["Erasure", "ErasureRequest", "MergeRequest", "PlayerClaim", "PlayerMerge"]
