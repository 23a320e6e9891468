"""What Prometheus reads at /metrics: requests as this web process and its like counted them, and how things stand in
the database and in Redis. Labels are names of views, methods, statuses and queues: never who or what it was about."""
