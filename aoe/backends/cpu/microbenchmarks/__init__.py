"""Measures how fast this machine is, and watches whether it stays so."""
