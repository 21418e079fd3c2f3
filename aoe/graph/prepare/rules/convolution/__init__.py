"""Rewrite rules for convolutions."""
