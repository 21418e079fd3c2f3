"""Models with open shapes: their files, and the programs for shapes that come."""
