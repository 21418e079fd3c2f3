"""Rewrite rules that remove work, or give equal computations equal nodes."""
