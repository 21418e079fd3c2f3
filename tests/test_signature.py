"""Signatures of earlier versions are read as those of today."""

from __future__ import annotations

from typing import Any

import pytest

from aoe.signature import current_fields, earlier_fields

PAIRS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"alone": True}, {"inter_op": True}),
    ({"exact": True}, {"precision": "high"}),
    ({"whole": True}, {"precision": "highest"}),
    ({"sparse": True}, {"zeros_expected": True}),
    ({"alone": True, "exact": True}, {"inter_op": True, "precision": "high"}),
]


@pytest.mark.parametrize(("earlier", "today"), PAIRS)
def test_fields_of_before_have_the_names_of_today(
    earlier: dict[str, Any], today: dict[str, Any]
) -> None:
    rest = {"type": "MatMul", "anchor_inputs": 2}
    assert current_fields({**rest, **earlier}) == {**rest, **today}
    assert earlier_fields({**rest, **today}) == {**rest, **earlier}


def test_the_stricter_of_two_precisions_holds() -> None:
    assert current_fields({"whole": True, "exact": True}) == {"precision": "highest"}


def test_a_field_that_is_false_says_nothing() -> None:
    assert current_fields({"type": "MatMul", "alone": False}) == {"type": "MatMul"}


@pytest.mark.parametrize("signature", [None, [], "text", {}, {"type": "Conv", "inter_op": True}])
def test_what_has_no_field_of_before_is_returned_itself(signature: Any) -> None:
    assert current_fields(signature) is signature
