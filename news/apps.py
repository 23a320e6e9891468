from django.apps import AppConfig


class NewsConfig(AppConfig):
    name = "news"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from news import receivers  # noqa: F401 # connects them
