"""Operator types by family, one module each, which defines `OPERATOR`."""
