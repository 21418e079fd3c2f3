"""Rewrite rules for matrix multiplications."""
