"""The quick way of judging sheets makes no difference."""

import json
import random

from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.report import encode_report
from games.engine.systems.magistrar.derive import sheet_of
from games.engine.systems.magistrar.documents import encode_document
from games.engine.systems.magistrar.random_player import random_record, random_variants
from games.engine.systems.magistrar.system import MAGISTRAR
from tests.extent import examples


@given(st.integers(0, 2**64), st.booleans())
@examples(300)
def test_sheets_have_the_plain_report(seed: int, is_changed: bool) -> None:
    rng = random.Random(seed)
    data = encode_document(sheet_of(random_record(rng, variants=random_variants(rng))))
    if is_changed:
        sheet = json.loads(data)
        haul = rng.choice(sheet["duels"])[rng.choice(("white", "black"))]
        haul |= rng.choice(
            [{"light": rng.randint(0, 9)}, {"dark": rng.randint(0, 9)}, {"super": "L"}, {"golden": "D."}]
        )
        data = json.dumps(sheet, separators=(",", ":")).encode()
    assert MAGISTRAR.check_encoded(data) == encode_report(MAGISTRAR.check(data))


def test_sheet_without_duels_has_the_plain_report() -> None:
    data = b'{"format":"magistrar-sheet/1","starter":"white","duels":[],"claim":{"white":0,"black":1}}'
    report = MAGISTRAR.check_encoded(data)
    assert report == encode_report(MAGISTRAR.check(data))
    assert json.loads(report)["legal"] is True
