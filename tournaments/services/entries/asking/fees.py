"""Who has paid the fee: noted at the desk, nothing is paid here."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from tournaments.models import Entry, EntryFee
from tournaments.selectors.asking import form_of
from tournaments.services.entries.asking.form import MOST_CENTS
from tournaments.services.permissions import require_event


@transaction.atomic
def fee_note(*, act: Act, entry: Entry, is_paid: bool, amount: int | None = None) -> EntryFee:
    """Note that an entry's fee is paid, or isn't, and how much it is (in hundredths; None: as it was). The desk may.
    Twice is once, and keeps who noted it first. Invalid `wrong_fee`."""
    require_event(act, entry.event, Action.DESK)
    if amount is not None and not 0 <= amount <= MOST_CENTS:
        message = _("Type an amount between 0 and %(most)d.") % {"most": MOST_CENTS // 100}
        raise Invalid("wrong_fee", message, fields={"amount": message})
    form = form_of(entry.event)
    standing = EntryFee.objects.select_for_update().filter(entry=entry).first()
    fee = standing or EntryFee(entry=entry, amount=form.fee, currency=form.currency)
    wanted = fee.amount if amount is None else amount
    if standing is not None and (standing.amount, standing.paid_at is not None) == (wanted, is_paid):
        return standing
    if is_paid != (fee.paid_at is not None):
        fee.paid_at = act.at if is_paid else None
    fee.amount, fee.noted_by, fee.noted_at = wanted, str(act.actor), act.at
    fee.save()
    return fee
