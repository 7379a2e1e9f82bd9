"""Maharaja, 1994: an area wargame of India, 1500 BC to AD 1850."""
