"""Forms of every game system: a document as text or as a file, and keys that make sending twice be once."""

from __future__ import annotations

import uuid
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.selectors.evidence import MAX_BYTES

AnyForm = TypeVar("AnyForm", bound=forms.Form)


class DocumentForm(forms.Form):
    """A record, sheet or score as text or as a file. What it is worth is the engine's to say."""

    text = forms.CharField(
        label=_("Paste the record here"),
        help_text=_("As JSON or in the text notation. One of the two is enough: a text or a file."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off", "class": "code"}),
        required=False,
        strip=False,
    )
    file = forms.FileField(
        label=_("or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.txt,application/json,text/plain"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("text", "file"):  # neither may be left out if the other one is
            self.fields[name].is_one_of_several = True  # type: ignore[attr-defined] # read by the field's template

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not self.document():  # else what is wrong with it is said already
            raise forms.ValidationError(_("Nothing was sent. Paste a record or choose a file."), code="empty")
        return cleaned

    def document(self) -> bytes:
        """The bytes that were sent; a file goes before pasted text."""
        file = self.cleaned_data.get("file")
        if file is not None:
            file.seek(0)
            content: bytes = file.read()
            return content
        text: str = self.cleaned_data.get("text") or ""
        return text.strip().encode("utf-8", "surrogatepass")

    def text_of_file(self) -> str:
        """The text of the file that was sent, to stand in the form again; empty where none was, or one that is no text
        or too large for a game."""
        file = self.files.get("file")
        if file is None or (file.size or 0) > MAX_BYTES:
            return ""
        file.seek(0)
        try:
            text: str = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            return ""
        return text


class RecordForm(DocumentForm):
    """A document that is handed in: sent twice, it counts once."""

    idempotency_key = forms.CharField(max_length=80, widget=forms.HiddenInput)


class JsonRecordForm(RecordForm):
    """The same for a game without a text notation."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].help_text = _("As JSON. One of the two is enough: a text or a file.")


def with_new_key(form: AnyForm) -> AnyForm:
    """A form that was sent, to stand there again: with a new key, as its correction is another document, and with the
    text of a file, which a browser doesn't choose anew."""
    if form.is_bound:
        data = form.data.copy() if isinstance(form.data, QueryDict) else QueryDict(mutable=True)
        data["idempotency_key"] = uuid.uuid4().hex
        if isinstance(form, DocumentForm) and (text := form.text_of_file()):
            data["text"] = text
        form.data = data
    return form
