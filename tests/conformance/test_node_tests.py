"""Every node test of the onnx package that is in scope passes; `-k` picks operators."""

from __future__ import annotations

import pytest

from tests.conformance.node_tests import excluded, node_tests, pending, run_node_test

_IN_SCOPE = [name for name, case in node_tests().items() if not excluded(case)]
_PENDING = pytest.mark.xfail(reason="not computed yet", strict=False)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[_PENDING] * (name in pending())) for name in _IN_SCOPE],
)
def test_the_compiled_model_gives_what_the_node_test_expects(name: str) -> None:
    run_node_test(node_tests()[name])


def test_pending_tests_exist_and_are_in_scope() -> None:
    assert pending() <= set(_IN_SCOPE)
