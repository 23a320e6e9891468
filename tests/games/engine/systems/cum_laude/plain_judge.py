"""The rules once more, tile by tile and as plainly as can be: what the judge is held against in tests.

Written from the numbered rules, sharing no code with the judge. Takes a document as decoded JSON of the right shape,
and an edition as its data; returns the report, with bare violations (code, rule, turn, seat, position).
"""

from tests.games.engine.systems.cum_laude.plain_points import Json
from tests.games.engine.systems.cum_laude.plain_records import record_report
from tests.games.engine.systems.cum_laude.plain_sheets import score_report, sheet_report


def plain_report(document: Json, edition: Json) -> Json:
    """The report on a document of the right shape."""
    kind = document["format"].split("-")[2].split("/")[0]
    if kind == "record":
        return record_report(document, edition)
    return sheet_report(document, edition) if kind == "sheet" else score_report(document, edition)
