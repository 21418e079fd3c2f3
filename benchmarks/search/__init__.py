"""Comparing search methods without a device: on recorded times of whole spaces."""
