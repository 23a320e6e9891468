from moderation.models.reports import Report
from moderation.models.steps import Step

__all__ = ["Report", "Step"]
