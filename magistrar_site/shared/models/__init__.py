from magistrar_site.shared.models.answers import AnsweredRequest
from magistrar_site.shared.models.due import DueWork, MachineClock, Pulse
from magistrar_site.shared.models.facts import Fact, FactDetail, Stream
from magistrar_site.shared.models.mail import MailCount, OutgoingMail

__all__ = [
    "AnsweredRequest",
    "DueWork",
    "Fact",
    "FactDetail",
    "MachineClock",
    "MailCount",
    "OutgoingMail",
    "Pulse",
    "Stream",
]
