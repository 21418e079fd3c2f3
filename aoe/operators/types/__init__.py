"""Operator types, one module each, which defines `OPERATOR`."""
