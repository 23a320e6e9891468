"""The site as an app of its own: what every process (web, worker, command) does once, before any thread runs."""

from django.apps import AppConfig

from magistrar_site import celery  # noqa: F401 -- the tasks of the apps that follow are this Celery application's

# Modules with types that msgspec reads and that no app imports by itself at start-up. A test says which one is missing.
LATE = (
    "games.api.documents",
    "games.engine.systems.magistrar.arena_values",
    "games.engine.systems.magistrar.placements_values",
    "games.pages.magistrar.arenas",
    "leagues.facts.registry",
    "leagues.placement.values",
    "leagues.services.bundle.document",
    "ratings.facts",
    "tournaments.facts.clubs",
    "tournaments.services.bundle.document",
)


class SiteConfig(AppConfig):
    name = "magistrar_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from magistrar_site.shared.decoding import decoders_build

        decoders_build(LATE)
