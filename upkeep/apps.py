from django.apps import AppConfig


class UpkeepConfig(AppConfig):
    name = "upkeep"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from upkeep import receivers  # noqa: F401 # registers the reconciler
