"""A few of the cases of the audit of old operator sets (`tests.conformance.opsets`)."""

from __future__ import annotations

import pytest

from aoe.graph.prepare.opset import CANONICAL_OPSET
from aoe.graph.prepare.opset_adapters.registry import adapters
from tests.conformance.opsets.audit import GENERATORS, audit, forms

_FORMS = [
    (op_type, version, following)
    for op_type, versions in forms().items()
    for version, following in zip(versions, (*versions[1:], None), strict=True)
]


@pytest.mark.parametrize(("op_type", "version", "following"), _FORMS)
def test_each_form_gives_what_its_operator_set_means(
    op_type: str, version: int, following: int | None
) -> None:
    row = audit(op_type, version, following, 3)
    assert not row.wrong
    assert row.right or row.left


def test_every_operator_with_an_adapter_is_audited() -> None:
    adapted = {name for item in adapters() for name in item.op_types}
    assert adapted <= GENERATORS.keys()
    assert max(item.version for item in adapters()) <= CANONICAL_OPSET
