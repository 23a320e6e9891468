from django.apps import AppConfig

from magistrar_site.shared.form_words import speak


class SharedConfig(AppConfig):
    name = "magistrar_site.shared"
    label = "shared"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Facts"


speak()  # while the apps are made known: before any module with forms is read
