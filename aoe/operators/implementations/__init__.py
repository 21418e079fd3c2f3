"""Implementations: ways to compute an operator type, each a module that defines `IMPLEMENTATION`.

An implementation gives a space of policies and lowers an operator under one of them to loops
(`aoe.operators.definition`). Contractions share `aoe.operators.contraction`; modules that begin
with an underscore hold what others share. `docs/policies.md` describes them to users.
"""
