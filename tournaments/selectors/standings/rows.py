from __future__ import annotations

from tournaments.models import Stage, Standing, StandingTable


def standing_table(stage: Stage, *, after_round: int | None = None) -> StandingTable | None:
    """The stored table after a round (the newest by default); None before there is one."""
    tables = StandingTable.objects.filter(stage=stage)
    if after_round is not None:
        tables = tables.filter(after_round=after_round)
    return tables.order_by("-after_round").first()


def standing_rows(table: StandingTable) -> list[Standing]:
    """Its rows in rank order, with entries and players."""
    rows = Standing.objects.filter(table=table).select_related("entry__player__club")
    return list(rows.order_by("rank", "entry__number"))
