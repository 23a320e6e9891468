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
            "Too short: a password has at least %(min_length)d letter.",
            "Too short: a password has at least %(min_length)d letters.",
            self.min_length,
        ) % {"min_length": self.min_length}

    def get_help_text(self) -> str:
        return ngettext("At least %(min_length)d letter.", "At least %(min_length)d letters.", self.min_length) % {
            "min_length": self.min_length
        }


class NotLikeTheAddress(password_validation.UserAttributeSimilarityValidator):
    def validate(self, password: str, user: Any = None) -> None:
        try:
            super().validate(password, user)
        except ValidationError as refusal:
            message = _("This is too much like your name or e-mail address. Choose another one.")
            raise ValidationError(message, code=refusal.code) from None

    def get_help_text(self) -> str:
        return _("Not like your name or e-mail address.")


class NotCommon(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return _("Many people use this password, so it is tried first. Choose another one.")

    def get_help_text(self) -> str:
        return _("Not one that many people use.")


class NotOnlyFigures(password_validation.NumericPasswordValidator):
    def get_error_message(self) -> str:
        return _("These are figures only. Add letters.")

    def get_help_text(self) -> str:
        return _("Not figures only.")
