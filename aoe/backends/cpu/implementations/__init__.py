"""Implementations: ways to compute an operator type on a CPU. A module defines `IMPLEMENTATION`, or
`IMPLEMENTATIONS` for a family that shares its code.

An implementation gives a space of policies, and lowers an operator under one of them to loop nests
(`aoe.backends.implementation`). There is a folder for each family of operators. A module with a
leading underscore is a helper private to its folder. `docs/reference/policies.md` describes all
implementations to users.
"""
