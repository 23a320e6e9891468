"""The site: settings, addresses, processes, and what every app shares."""
