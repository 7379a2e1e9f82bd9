"""Small tools for those who work on the program; the Makefile runs them."""
