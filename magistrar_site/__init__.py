"""The site: settings, addresses, processes, and what every app shares."""

from magistrar_site.celery import app as celery_app

__all__ = ["celery_app"]
