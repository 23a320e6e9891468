from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from ratings.selectors.planned_games import planner_register
        from tournaments import receivers  # noqa: F401 # connects them
        from tournaments.selectors.planned_tables import most_at_a_table

        planner_register(most_at_a_table)
