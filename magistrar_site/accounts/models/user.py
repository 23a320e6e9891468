from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.acts import SecretIds


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """An account with a normalised e-mail address; without a password nobody can sign in with one."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


def new_key() -> str:
    return SecretIds().key()


class User(AbstractBaseUser, PermissionsMixin):
    """An account of somebody who organises, or of a player who wants one. Nothing but an address and a name."""

    key = models.CharField(max_length=12, unique=True, editable=False, default=new_key)
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=100, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    is_trusted = models.BooleanField(
        default=False, db_default=False, help_text=_("The limits of new accounts don't hold for it.")
    )
    date_joined = models.DateTimeField(default=timezone.now)
    unread = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="How many news the account hasn't read: every page says it."
    )
    unlocked_at = models.DateTimeField(
        null=True, blank=True, help_text=_("Wrong passwords before this instant don’t count any more.")
    )

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)
