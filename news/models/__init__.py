from news.models.following import Follow, NewsChoice, Notice
from news.models.webhooks import Webhook, WebhookAttempt, WebhookDelivery

__all__ = ["Follow", "NewsChoice", "Notice", "Webhook", "WebhookAttempt", "WebhookDelivery"]
