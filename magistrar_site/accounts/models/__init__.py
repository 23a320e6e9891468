from magistrar_site.accounts.models.access import ApiToken, JoinCode, PersonalLink
from magistrar_site.accounts.models.user import User

__all__ = ["ApiToken", "JoinCode", "PersonalLink", "User"]
