from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from leagues.services.oversight import LeagueOverseer
        from tournaments.selectors.overseers import overseer_register
        from tournaments.services.demo_parts import demo_part_register

        overseer_register(LeagueOverseer())
        demo_part_register("leagues.services.demo.league_show")
