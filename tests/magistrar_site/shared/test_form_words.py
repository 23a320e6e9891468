"""Django's fields say the site's own sentences, also those that only inherit theirs."""

from __future__ import annotations

import pytest
from django import forms


@pytest.mark.parametrize("kind", [forms.ChoiceField, forms.TypedChoiceField])
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("", "Nothing is chosen yet. Choose one."),
        ("c", "“c” can’t be chosen any more. Choose one of those shown."),
    ],
)
def test_choice_says_what_is_wrong_with_it(kind: type[forms.ChoiceField], sent: str, said: str) -> None:
    with pytest.raises(forms.ValidationError) as refused:
        kind(choices=[("a", "A")]).clean(sent)
    assert refused.value.messages == [said]
