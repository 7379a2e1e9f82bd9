"""The board of any game: a view that zooms and pans, tiles, pieces, and what is done by dragging."""
