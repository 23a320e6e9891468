"""Rows get their seats, places, numbers and parts from their sides, in batches by primary key.

Stopped halfway, it can be run again: what a batch would write is what is there already. In the end counts and sums of
both shapes are compared.
"""

from django.db import migrations
from django.db.models import Case, Count, F, Max, Q, Sum, Value, When

BATCH = 20_000
SEATS = {"white": 1, "black": 2}
NUMBERS = ("honoris", "markers", "encounters", "level")
BY_SIDE = (
    ("Game", "starter", "starter_seat"),
    ("GameSeat", "side", "number"),
    ("GameResult", "winner", "winner_seat"),
    ("Submission", "side", "seat"),
    ("Confirmation", "side", "seat"),
    ("DraftPart", "side", "seat"),
)


def batches(model):
    """The primary keys of a table in ranges: the last one before, and the last one of the range."""
    newest = model.objects.aggregate(newest=Max("pk"))["newest"] or 0
    return [(first, first + BATCH) for first in range(0, newest, BATCH)]


def in_range(batch):
    return Q(pk__gt=batch[0], pk__lte=batch[1])


def seats_fill(apps, schema_editor):
    for name, side, seat in BY_SIDE:
        model = apps.get_model("games", name)
        numbered = Case(*(When(**{side: word}, then=Value(number)) for word, number in SEATS.items()))
        for batch in batches(model):
            model.objects.filter(in_range(batch), **{f"{side}__in": SEATS, f"{seat}__isnull": True}).update(
                **{seat: numbered}
            )


def places_fill(apps, schema_editor):
    seat_results, results = apps.get_model("games", "SeatResult"), apps.get_model("games", "GameResult")
    for batch in batches(seat_results):
        rows = seat_results.objects.filter(in_range(batch), place__isnull=True)
        rows.filter(outcome__in=("win", "draw")).update(place=1)
        won = results.objects.exclude(winner="")
        rows.filter(outcome="loss", result__in=won).update(place=2)


def sql(schema_editor, text, **names):
    """The statement with names of tables and columns quoted. A row that is there already stays."""
    quoted = {name: schema_editor.quote_name(value) for name, value in names.items()}
    return f"{text.format(**quoted)} ON CONFLICT DO NOTHING"


def numbers_fill(apps, schema_editor):
    seat_results, numbers = apps.get_model("games", "SeatResult"), apps.get_model("games", "SeatNumber")
    text = (
        "INSERT INTO {numbers} (seat_result_id, {key}, {value}) SELECT id, %s, {number} FROM {seat_results} "
        "WHERE id > %s AND id <= %s AND {number} IS NOT NULL"
    )
    for batch in batches(seat_results):
        for number in NUMBERS:
            statement = sql(
                schema_editor,
                text,
                numbers=numbers._meta.db_table,
                seat_results=seat_results._meta.db_table,
                key="key",
                value="value",
                number=number,
            )
            with schema_editor.connection.cursor() as cursor:
                cursor.execute(statement, [number, *batch])


def parts_fill(apps, schema_editor):
    duels, parts, seats = (apps.get_model("games", name) for name in ("DuelRow", "PartResult", "PartSeat"))
    tables = {"duels": duels._meta.db_table, "parts": parts._meta.db_table, "seats": seats._meta.db_table}
    of_parts = (
        "INSERT INTO {parts} (result_id, number, winner) SELECT result_id, number, "
        "CASE winner WHEN 'white' THEN 1 WHEN 'black' THEN 2 END FROM {duels} WHERE id > %s AND id <= %s"
    )
    if schema_editor.connection.vendor == "postgresql":
        points = "CAST(d.points ->> %s AS integer)"
    else:
        points = "json_extract(d.points, '$.' || %s)"
    of_seats = (
        "INSERT INTO {seats} (part_id, seat, place, points) SELECT p.id, %s, "
        "CASE WHEN d.winner IN ('', %s) THEN 1 ELSE 2 END, " + points + " FROM {duels} d "
        "JOIN {parts} p ON p.result_id = d.result_id AND p.number = d.number WHERE d.id > %s AND d.id <= %s"
    )
    for batch in batches(duels):
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(sql(schema_editor, of_parts, **tables), batch)
            for side, seat in SEATS.items():
                cursor.execute(sql(schema_editor, of_seats, **tables), [seat, side, side, *batch])


def compare(apps, schema_editor):
    """RuntimeError where the two shapes don't say the same."""
    for what, old, new in compared(apps):
        if old != new:
            raise RuntimeError(f"{what}: {old} by sides, but {new} by seats")


def compared(apps):
    """What is counted and summed up in both shapes: a name, and what each of them says. Each value is weighted by its
    row, so that values that changed places are found too."""
    model = {name: apps.get_model("games", name).objects for name, _side, _seat in BY_SIDE}
    for name, side, seat in BY_SIDE:
        for word, number in SEATS.items():
            old, new = model[name].filter(**{side: word}), model[name].filter(**{seat: number})
            weights = {"rows": Count("pk"), "keys": Sum("pk")}
            yield f"{name}.{seat} {number}", old.aggregate(**weights), new.aggregate(**weights)
    seat_results, numbers = (apps.get_model("games", name).objects for name in ("SeatResult", "SeatNumber"))
    for key in NUMBERS:
        old = seat_results.filter(**{f"{key}__isnull": False}).aggregate(
            rows=Count("pk"), values=Sum(key), digest=Sum(F(key) * F("pk"))
        )
        new = numbers.filter(key=key).aggregate(
            rows=Count("pk"), values=Sum("value"), digest=Sum(F("value") * F("seat_result_id"))
        )
        yield f"SeatNumber {key}", old, new
    first = Q(outcome__in=("win", "draw"))
    weights = {"rows": Count("pk"), "keys": Sum("pk")}
    yield (
        "SeatResult.place 1",
        seat_results.filter(first).aggregate(**weights),
        seat_results.filter(place=1).aggregate(**weights),
    )
    yield (
        "SeatResult.place 2",
        seat_results.filter(outcome="loss").exclude(result__winner="").aggregate(**weights),
        seat_results.filter(place=2).aggregate(**weights),
    )
    duels, parts, seats = (apps.get_model("games", name).objects for name in ("DuelRow", "PartResult", "PartSeat"))
    weight = {"rows": Count("pk"), "digest": Sum(F("result_id") * F("number"))}
    yield "PartResult", duels.aggregate(**weight), parts.aggregate(**weight)
    for side, seat in SEATS.items():
        yield (
            f"PartResult won by {seat}",
            duels.filter(winner=side).aggregate(**weight),
            parts.filter(winner=seat).aggregate(**weight),
        )
        points = sum(row["points"][side] * row["result_id"] for row in duels.values("points", "result_id").iterator())
        of_seats = seats.filter(seat=seat).aggregate(digest=Sum(F("points") * F("part__result_id")))
        yield f"PartSeat.points of {seat}", points, of_seats["digest"] or 0


class Migration(migrations.Migration):
    atomic = False  # a batch that is done stays done

    dependencies = [
        ("games", "0010_seats_beside_sides"),
    ]

    operations = [
        migrations.RunPython(seats_fill, migrations.RunPython.noop),
        migrations.RunPython(places_fill, migrations.RunPython.noop),
        migrations.RunPython(numbers_fill, migrations.RunPython.noop),
        migrations.RunPython(parts_fill, migrations.RunPython.noop),
        migrations.RunPython(compare, migrations.RunPython.noop),
    ]
