"""The rules: games, tables and records. Knows no socket, no clock, no screen and no prose."""
