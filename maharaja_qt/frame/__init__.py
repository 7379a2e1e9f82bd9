"""What all games share on the screen: start page, lobby, table page with its docks, settings.

What is particular to a game sits in its `Presenter`; nothing here knows a game by name.
"""
