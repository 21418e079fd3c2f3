"""Rewrite rules for resizing, and for sampling at computed positions."""
