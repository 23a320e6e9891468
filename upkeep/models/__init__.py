from upkeep.models.backups import BackupRun

__all__ = ["BackupRun"]
