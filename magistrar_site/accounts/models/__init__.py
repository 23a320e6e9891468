from magistrar_site.accounts.models.access import ApiToken, PersonalLink
from magistrar_site.accounts.models.user import User

__all__ = ["ApiToken", "PersonalLink", "User"]
