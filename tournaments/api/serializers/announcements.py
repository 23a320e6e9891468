from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.services.announcements.announce import LONGEST


class AnnouncementSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(read_only=True)
    text = serializers.CharField(max_length=LONGEST)
    by_mail = serializers.BooleanField(required=False, default=False)
    said_at = serializers.DateTimeField(read_only=True)
