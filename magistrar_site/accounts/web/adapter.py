"""Differences from allauth when somebody signs in, and in the mails that it sends."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.selectors.users import user_by_email
from magistrar_site.shared.proxies import address_counted


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "too_many_login_attempts": _(
            "Too many wrong passwords. Wait five minutes, or choose a new password (“Forgotten your password?”). "
            "Whoever runs this site can let you try again at once."
        ),
    }

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords for an account are counted for each visitor's address apart, so that a stranger can't lock
        somebody out; never for each Host, which anybody names as they like. The library's name for what it counts by;
        it has no public one."""
        login = str(credentials.get("email") or credentials.get("username") or "").lower()
        user = user_by_email(login)
        # Unlocked, an account has another name: what is counted by the old one is in the memory of other processes too.
        since = f":{user.unlocked_at.timestamp()}" if user is not None and user.unlocked_at else ""
        return f"{login}:{address_counted(self.get_client_ip(request))}{since}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Links in mails lead to SITE_URL, whatever Host the request named: anybody can ask for a mail to somebody
        else."""
        host = urlsplit(settings.SITE_URL).netloc
        site = {"site_url": settings.SITE_URL, "current_site": SimpleNamespace(domain=host, name=host)}
        super().send_mail(template_prefix, email, {**self._at_site_url(context), **site})

    def _at_site_url(self, context: dict[str, Any]) -> dict[str, Any]:
        """The context with each address of this site moved to SITE_URL."""
        named = self.request.build_absolute_uri("/")
        return {
            name: f"{settings.SITE_URL}/{value.removeprefix(named)}"
            if isinstance(value, str) and value.startswith(named)
            else value
            for name, value in context.items()
        }
