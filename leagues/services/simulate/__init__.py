"""A random season, played through the services that people use: `season` plays it, `invariants` says what must hold."""
