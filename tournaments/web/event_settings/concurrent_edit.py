"""Two organisers on the settings: the second one keeps what he typed, and is told what the first one changed."""

from __future__ import annotations

from typing import cast

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from magistrar_site.shared.concurrent_edit import TAKEN_OVER, changed_meanwhile, put_notes
from tournaments.models import Stage
from tournaments.web.event_settings.form import SettingsForm


def sent_form(data: QueryDict, stage: Stage) -> SettingsForm:
    """The form as it was sent. One that was opened before an upgrade lacks the settings that are new since, and says
    another digest: where nothing that it showed has changed, it stands on the settings as they are now."""
    form, fresh = SettingsForm(data, stage=stage), SettingsForm(stage=stage)
    before, now, seen = form.shown_before(), fresh.shown(), fresh["seen"].value()
    if data.get("seen") == seen or not before or any(now.get(name) != value for name, value in before.items()):
        return form
    completed = data.copy()
    completed["seen"] = seen
    for name, value in now.items():
        if name not in before and value:
            completed[name] = value
    return SettingsForm(completed, stage=stage)


def form_after_others(sent: SettingsForm, stage: Stage) -> SettingsForm:
    """The form as it was sent, on the stage and its event as they are now. What somebody else changed
    meanwhile is marked with what it is now, and where this sender left it alone it is taken over."""
    fresh = SettingsForm(stage=stage)
    before, now = sent.shown_before(), fresh.shown()
    data = cast("QueryDict", sent.data).copy()
    for name in sent.zeros_left_out(data):
        data[name] = ""
    notes = dict(changed_meanwhile(now, typed=data, before=before, now=now))
    for name, note in notes.items():
        if note is TAKEN_OVER:
            data[name] = now[name]
            if not now[name]:
                del data[name]
    for hidden in ("seen", "before"):
        data[hidden] = fresh[hidden].value()
    form = SettingsForm(data, stage=stage)
    form.full_clean()
    put_notes(form, notes, before=before, now=now, summary=_number_words(len(notes)))
    return form


def _number_words(number: int) -> str:
    if not number:
        return _("Somebody changed the settings in the meantime. Check them as they are now, then save again.")
    return ngettext(
        "Somebody changed the settings in the meantime: %(number)d of them is marked. What you typed is still here; "
        "check it and save again.",
        "Somebody changed the settings in the meantime: %(number)d of them are marked. What you typed is still here; "
        "check them and save again.",
        number,
    ) % {"number": number}
