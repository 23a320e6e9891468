from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "privacy"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from privacy import receivers  # noqa: F401 # connects them
