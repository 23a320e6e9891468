from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from leagues.services.oversight import LeagueOverseer
        from tournaments.selectors.overseers import overseer_register

        overseer_register(LeagueOverseer())
