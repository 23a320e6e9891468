from magistrar_site.shared.models.due import DueWork, MachineClock
from magistrar_site.shared.models.facts import Fact, FactDetail, Stream

__all__ = ["DueWork", "Fact", "FactDetail", "MachineClock", "Stream"]
