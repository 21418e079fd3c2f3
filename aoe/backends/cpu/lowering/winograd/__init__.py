"""Winograd's minimal filtering: transform matrices, tiles and loop nests."""
