from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.db.models.signals import post_migrate, pre_migrate

from magistrar_site.shared.form_words import speak
from magistrar_site.shared.migration_limits import limits_lift, limits_restore


class SharedConfig(AppConfig):
    name = "magistrar_site.shared"
    label = "shared"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Facts"

    def ready(self) -> None:
        pre_migrate.connect(limits_lift, sender=self)
        post_migrate.connect(limits_restore, sender=self)


class AdminConfig(admin_apps.AdminConfig):
    default_site = "magistrar_site.shared.admin_site.LookingSite"
    default = False  # this module has the app's own config too


speak()  # while the apps are made known: before any module with forms is read
