"""Rewrite rules for reductions, normalisations and scans along axes."""
