"""Rewrite rules for operators whose number of results depends on data, and for what reads them."""
