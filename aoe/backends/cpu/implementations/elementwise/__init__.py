"""Implementations that compute or move single elements."""
