"""Contractions (sums of products): register tiles, packed panels, their space of schedules."""
