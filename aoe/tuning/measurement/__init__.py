"""Measurement: candidates run in a process of their own, are checked and timed."""
