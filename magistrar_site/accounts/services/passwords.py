"""Rules for passwords, said in the site's own voice. The rules are Django's."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class LongEnough(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return ngettext(
            "Too short: a password needs at least %(min_length)d character.",
            "Too short: a password needs at least %(min_length)d characters.",
            self.min_length,
        ) % {"min_length": self.min_length}

    def get_help_text(self) -> str:
        return ngettext(
            "At least %(min_length)d character.", "At least %(min_length)d characters.", self.min_length
        ) % {"min_length": self.min_length}


class NotLikeTheAddress(password_validation.UserAttributeSimilarityValidator):
    def validate(self, password: str, user: Any = None) -> None:
        try:
            super().validate(password, user)
        except ValidationError as refusal:
            message = _("This is too much like your name or e-mail address. Choose another one.")
            raise ValidationError(message, code=refusal.code) from None

    def get_help_text(self) -> str:
        return _("Not similar to your name or e-mail address.")


class NotCommon(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return _("Many people use this password, so it is easy to guess. Choose another one.")

    def get_help_text(self) -> str:
        return _("Not a password that many people use.")


class NotOnlyFigures(password_validation.NumericPasswordValidator):
    def get_error_message(self) -> str:
        return _("This is only digits. Add letters.")

    def get_help_text(self) -> str:
        return _("Not only digits.")
