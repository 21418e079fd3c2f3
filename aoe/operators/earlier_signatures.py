"""The signatures that earlier versions gave to an operator, for entries of repositories.

The names of their fields are `aoe.signature.EARLIER_FIELDS`. A field that earlier versions gave to
fewer operators is described here. Such an operator had the signature that another one has today,
so `aoe.repository.repository.EarlierForm` also asks which version wrote an entry.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from aoe.operators.operator import Operator
from aoe.signature import canonical_json, earlier_fields, key_of

#: Earlier versions expected zeros only where a matmul has so many weights.
_LEAST_WEIGHTS = 2**18


def entry_signature(operator: Operator) -> str:
    """The signature, in the fields of today, of what an earlier version stored for an operator."""
    return _as_before(operator).signature


def earlier_key(operator: Operator) -> str:
    """The key that earlier versions gave to an operator."""
    return key_of(canonical_json(earlier_fields(_as_before(operator).to_json())))


def lost_mark(operator: Operator) -> bool:
    """Whether earlier versions described an operator as this version describes another one: the
    matmul in whose input no zeros are expected.
    """
    return operator.zeros_expected and prod(operator.inputs[1].shape) < _LEAST_WEIGHTS


def _as_before(operator: Operator) -> Operator:
    """The operator with the facts that earlier versions knew of it."""
    return replace(operator, zeros_expected=False) if lost_mark(operator) else operator
