"""A player's way through an event, as a plot."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.templatetags.plots import Plot, PlotLine
from magistrar_site.shared.isolates import isolated
from tournaments.formats.core.points import written_points
from tournaments.selectors.stages import scale_of
from tournaments.selectors.standings.progress import progress_of
from tournaments.selectors.standings.tie_breaks import ExplainedRow


def progress_plot(line: ExplainedRow) -> Plot | None:
    """The points of a line of the standings after each round, beside the leader's; None before two rounds."""
    progress = progress_of(line.table, line.row.entry_key)
    rounds = sorted(progress.points)
    if len(rounds) < 3:  # the start, and two rounds
        return None
    scale = scale_of(line.table.stage)
    lines = [PlotLine(line.row.name, [_drawn(progress.points[number], scale) for number in rounds])]
    leaders = [_drawn(progress.leader_points[number], scale) for number in rounds if number in progress.leader_points]
    if len(leaders) == len(rounds):
        lines.append(PlotLine(_("%(name)s, who leads") % {"name": isolated(progress.leader_name)}, leaders, "other"))
    label = _("Points of %(name)s after each round: %(points)s after round %(round)s") % {
        "name": isolated(line.row.name),
        "points": written_points(progress.points[rounds[-1]], scale),
        "round": rounds[-1],
    }
    return Plot(label, _("Round"), [str(number) for number in rounds], lines)


def _drawn(points: int, scale: int) -> tuple[float, str]:
    """Where a plot draws points, and how it writes them."""
    return points / scale, written_points(points, scale)
