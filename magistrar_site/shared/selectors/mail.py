from __future__ import annotations

from magistrar_site.shared.models import OutgoingMail


def mails_to(address: str) -> list[OutgoingMail]:
    """The mails on their way that somebody with this address gets, in any case, oldest first."""
    wanted = address.casefold()
    return [
        mail
        for mail in OutgoingMail.objects.order_by("pk")
        if any(wanted in str(other).casefold() for others in mail.recipients.values() for other in others)
    ]
