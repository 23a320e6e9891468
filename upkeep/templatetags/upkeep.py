"""What pages say of the service itself."""

from __future__ import annotations

from typing import Any

from django import template

from upkeep.selectors.backups import BackupState, backup_state

register = template.Library()


@register.simple_tag
def backups_of_service(user: Any) -> BackupState | None:
    """How the backups stand, for whoever runs the service; None for everybody else."""
    return backup_state() if user.is_authenticated and user.is_superuser else None
