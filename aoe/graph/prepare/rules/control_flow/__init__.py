"""Rewrite rules that unroll loops and resolve sequences."""
