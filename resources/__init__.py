"""Data only: charts, maps, pictures, texts. Read through core."""
