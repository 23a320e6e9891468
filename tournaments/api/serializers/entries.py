from __future__ import annotations

from typing import Any

from rest_framework import serializers

from magistrar_site.shared.acts import KEY_LENGTH
from tournaments.enums import Asked, QuestionKind


class IdentifySerializer(serializers.Serializer[Any]):
    known = serializers.BooleanField(help_text="It is the known player; false: somebody new of the same name.")


class ReasonSerializer(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=300, required=False, allow_blank=True, default="", help_text="The reason.")


class GivenDetailsSerializer(serializers.Serializer[Any]):
    """Contact details, and answers by the question's key; what the event doesn't ask is left out."""

    mail = serializers.CharField(required=False, allow_blank=True, default="", max_length=254)
    phone = serializers.CharField(required=False, allow_blank=True, default="", max_length=40)
    note = serializers.CharField(required=False, allow_blank=True, default="", max_length=500)
    answers = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=500),
        required=False,
        default=dict,
        help_text="To a question of yes or no: yes or no.",
    )


class QuestionSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(required=False, allow_blank=True, default="", help_text="Empty: a new question.")
    text = serializers.CharField(max_length=200)
    kind = serializers.ChoiceField(choices=QuestionKind.choices, default=QuestionKind.TEXT)
    choices = serializers.ListField(child=serializers.CharField(max_length=100), required=False, default=list)
    is_required = serializers.BooleanField(default=False)
    is_public = serializers.BooleanField(default=False, help_text="Everybody sees the answers.")


class AskingSerializer(serializers.Serializer[Any]):
    """What players are asked beside the name. The fee is in hundredths of the currency; contact details and answers are
    deleted so many days after the event."""

    mail = serializers.ChoiceField(choices=Asked.choices, default=Asked.NO)
    phone = serializers.ChoiceField(choices=Asked.choices, default=Asked.NO)
    note = serializers.ChoiceField(choices=Asked.choices, default=Asked.NO)
    fee = serializers.IntegerField(default=0, min_value=0)
    currency = serializers.CharField(default="EUR", max_length=3)
    kept_days = serializers.IntegerField(default=30, min_value=1, max_value=365)
    questions = QuestionSerializer(many=True, default=list)


class DetailsSerializer(serializers.Serializer[Any]):
    """For those who enter players. `answers` in the order of the questions, empty where there is none."""

    entry = serializers.CharField(source="entry.key")
    name = serializers.CharField(source="entry.player.name")
    mail = serializers.CharField(source="contact.mail", default="")
    phone = serializers.CharField(source="contact.phone", default="")
    note = serializers.CharField(source="contact.note", default="")
    answers = serializers.ListField(child=serializers.CharField(allow_blank=True))
    amount = serializers.IntegerField(help_text="In hundredths of the currency.")
    currency = serializers.CharField()
    is_paid = serializers.BooleanField()
    paid_at = serializers.DateTimeField(source="fee.paid_at", default=None, allow_null=True)
    noted_by = serializers.CharField(source="noted_by_name", help_text="Who noted it.")


class OwingSerializer(serializers.Serializer[Any]):
    owing = serializers.BooleanField(required=False, default=False, help_text="Only those who haven’t paid.")


class FeeSerializer(serializers.Serializer[Any]):
    paid = serializers.BooleanField()
    amount = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, help_text="In hundredths; null: as it was."
    )


class FeeStateSerializer(serializers.Serializer[Any]):
    amount = serializers.IntegerField()
    currency = serializers.CharField()
    paid_at = serializers.DateTimeField(allow_null=True)
    noted_at = serializers.DateTimeField()


class SignUpSerializer(serializers.Serializer[Any]):
    """For an account without a player of its own: what he is called."""

    name = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    name_public = serializers.BooleanField(
        required=False,
        default=False,
        help_text="The player agrees that the public reads the name; otherwise a new player is shown by code.",
    )
    under_16 = serializers.BooleanField(
        required=False, default=False, help_text="The player is under 16, and always shown by code."
    )
    said = GivenDetailsSerializer(required=False, help_text="What the event asks beside the name.")


class ShownSerializer(serializers.Serializer[Any]):
    """How a player is shown to the public; what is left out stays."""

    by_code = serializers.BooleanField(required=False, help_text="By a code instead of the name.")
    under_16 = serializers.BooleanField(required=False, help_text="Always by code; for the organisers to say.")


class CheckInStateSerializer(serializers.Serializer[Any]):
    """The newest session of checking in. `session` is 0 before the first one."""

    session = serializers.IntegerField()
    is_open = serializers.BooleanField()
    only_checked_in = serializers.BooleanField(help_text="Only players who have checked in are paired.")
    here = serializers.ListField(child=serializers.CharField(), help_text="Keys of entries.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="Keys of entries.")


class CheckInChangeSerializer(serializers.Serializer[Any]):
    """What is left out stays."""

    is_open = serializers.BooleanField(required=False)
    only_checked_in = serializers.BooleanField(required=False)
    all_here = serializers.BooleanField(default=False, help_text="Check everybody in who is missing.")


class TakeOverSerializer(serializers.Serializer[Any]):
    """Who goes on in the entry's place: a known player, or somebody new of that name."""

    player = serializers.CharField(required=False, default="", allow_blank=True, max_length=KEY_LENGTH)
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=100)
    counts_former = serializers.BooleanField(
        default=True, help_text="The former player's points count for the entry; else it starts from zero."
    )
    why = serializers.CharField(required=False, default="", allow_blank=True, max_length=300)


class ReassignSerializer(serializers.Serializer[Any]):
    """Whose the entry really is: a known player, or somebody new of that name."""

    player = serializers.CharField(required=False, default="", allow_blank=True, max_length=KEY_LENGTH)
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=100)
    renew_link = serializers.BooleanField(
        default=False, help_text="The personal link that the earlier player may have opens nothing any more."
    )
    why = serializers.CharField(required=False, default="", allow_blank=True, max_length=300)
    seen = serializers.CharField(
        required=False,
        default=None,
        allow_null=True,
        max_length=64,
        help_text="As the preview has it.",
    )


class RatingShiftSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class ReassignPreviewSerializer(serializers.Serializer[Any]):
    """How many games would move, and whose whole ratings would change."""

    was = serializers.CharField()
    now = serializers.CharField()
    games = serializers.IntegerField()
    shifts = RatingShiftSerializer(many=True)
    seen = serializers.CharField()
