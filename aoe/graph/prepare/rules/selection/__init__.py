"""Rewrite rules for operators that select or place elements."""
