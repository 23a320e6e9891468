from privacy.models.people import Erasure, ErasureRequest, PlayerClaim

__all__ = ["Erasure", "ErasureRequest", "PlayerClaim"]
