"""Tables over a network: host, find, join. Knows no game by name."""
