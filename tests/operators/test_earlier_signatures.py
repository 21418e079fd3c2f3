"""What earlier versions called an operator, as keys that they wrote show."""

from __future__ import annotations

from dataclasses import replace

from aoe.operators.earlier_signatures import earlier_key, entry_signature
from aoe.operators.operator import Operator, Precision
from aoe.signature import canonical_json, key_of
from tests.tuning.examples import product

MANY, FEW = product(1, 512, 512), product(1, 64, 16)


def key_before(operator: Operator, *marks: str) -> str:
    """The key that an earlier version made of an operator without marks and its own marks."""
    return key_of(canonical_json({**operator.to_json(), **dict.fromkeys(marks, True)}))


def test_an_operator_without_marks_has_the_same_key() -> None:
    assert earlier_key(MANY) == MANY.key
    assert entry_signature(MANY) == MANY.signature


def test_marks_have_the_names_of_before() -> None:
    precisions: tuple[tuple[Precision, str], ...] = (("high", "exact"), ("highest", "whole"))
    for precision, mark in precisions:
        operator = replace(MANY, inter_op=True, precision=precision, zeros_expected=True)
        assert earlier_key(operator) == key_before(MANY, "alone", mark, "sparse")
        assert entry_signature(operator) == operator.signature


def test_zeros_were_not_expected_with_few_weights() -> None:
    operator = replace(FEW, zeros_expected=True)
    assert earlier_key(operator) == FEW.key
    assert entry_signature(operator) == FEW.signature
