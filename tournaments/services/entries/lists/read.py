"""Reading lists of players as people have them: typed, pasted from a table, or saved by a spreadsheet. Values in,
values out; nothing here knows who is who."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from tournaments.services.entries.lists.columns import Reading
from tournaments.services.entries.lists.encodings import repair_text
from tournaments.services.entries.lists.lines import lines_read
from tournaments.services.entries.lists.player_list import ListedPlayer, PlayerList, doubt_of, in_order
from tournaments.services.entries.lists.tables import heading_of, table_read
from tournaments.services.entries.lists.trf import is_trf, trf_players

MOST_LINES = 1000


def list_read(text: str, reading: Reading | None = None) -> PlayerList:
    """The players of a list, in order, empty lines left out.

    With a heading line (tab, semicolon, comma or bar between the columns, lines above it are titles) the columns are
    taken by their names; a name that isn't known is asked about. Without one each line is read by itself
    (`lists.lines`). A tournament report file (TRF) gives its players with their ratings. Invalid
    `too_many_lines` over 1,000 players, `unreadable_list`.
    """
    said = reading or Reading()
    text = repair_text(text.removeprefix("\ufeff"))
    if is_trf(text):
        read = _of_report(text)
    else:
        heading = heading_of(text)
        read = table_read(heading, said) if heading else lines_read(text, said)
    if len(read.players) > MOST_LINES:
        raise Invalid(
            "too_many_lines",
            _("At most 1,000 names at a time."),
            fields={"names": _("At most 1,000 at a time: split the list.")},
        )
    return read


def _of_report(text: str) -> PlayerList:
    return PlayerList(
        tuple(
            ListedPlayer(
                player.line,
                in_order(clean_name(player.name)),
                player.rating,
                doubt=doubt_of(player.name),
                left_out=tuple(part for part in (player.title, player.federation) if part),
            )
            for player in trf_players(text)
        )
    )
