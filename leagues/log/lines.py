"""A league's facts as sentences, newest first, for its staff."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from leagues.facts.registry import LEAGUE_KINDS
from leagues.models import League, Season, SeasonEntry
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.selectors.facts import facts_of


@dataclass(frozen=True, slots=True)
class LogLine:
    """A fact in words. `season` is its name, `player` the one it is about; `why` the reason that was given."""

    number: int
    at: datetime
    by: str
    sentence: str
    season: str
    player: str
    why: str


def log_lines(league: League) -> list[LogLine]:
    """All facts of the league."""
    facts = list(facts_of(league.stream))
    actors = {fact.actor.partition(":")[2] for fact in facts if fact.actor.startswith("user:")}
    users = {key: user.name or user.email for key, user in users_by_keys(actors).items()}
    seasons = dict(Season.objects.filter(league=league).values_list("key", "name"))
    entries = SeasonEntry.objects.filter(season__league=league).select_related("player")
    players = {entry.key: str(entry.player.name) for entry in entries}
    lines = []
    for fact in reversed(facts):
        declared, members = LEAGUE_KINDS.get(fact.kind), fact.members
        sentence = declared.sentence.template(members) % members if declared else fact.kind
        kind, _separator, key = fact.actor.partition(":")
        by = users.get(key, "") if kind == "user" else _("the player") if kind in {"link", "nobody"} else ""
        why = next((detail.text for detail in fact.details.all() if detail.field == "why"), "")
        player = players.get(str(members.get("entry", "")), "")
        season = seasons.get(str(members.get("season", "")), "")
        lines.append(LogLine(fact.number, fact.at, by, sentence, str(season), isolated(player), why or ""))
    return lines
