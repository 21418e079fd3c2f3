"""Implementations: ways to compute an operator type on a CPU. A module defines `IMPLEMENTATION`, or
`IMPLEMENTATIONS` where several differ in a parameter only.

An implementation gives a space of policies and lowers an operator under one of them to loops
(`aoe.backends.implementation`). Modules that begin with an underscore hold what others of their
folder share. `docs/policies.md` describes all implementations to users.
"""
