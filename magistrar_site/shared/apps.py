from django.apps import AppConfig


class SharedConfig(AppConfig):
    name = "magistrar_site.shared"
    label = "shared"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Facts"
