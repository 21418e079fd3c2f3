"""Every node test of the onnx package that is in scope passes, and none that is excluded does; `-k`
picks operators.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aoe.errors import AoeError
from tests.conformance.node_tests import (
    excluded,
    excludes,
    exclusions,
    node_tests,
    operator_of,
    run_node_test,
)

_ROOT = Path(__file__).parents[2]
_EXCLUDED = [name for name, case in node_tests().items() if excluded(case)]
_IN_SCOPE = [name for name in node_tests() if name not in set(_EXCLUDED)]
#: The reference computes in float64, where their ties of float32 are none.
_TIES = ("test_dynamicquantizelinear", "test_dynamicquantizelinear_expanded")
#: One test of each operator: all of them pass, but they take a minute.
_FOR_REFERENCE = sorted(
    {
        operator_of(node_tests()[name]): name for name in reversed(_IN_SCOPE) if name not in _TIES
    }.values()
)


@pytest.mark.parametrize("name", _IN_SCOPE)
def test_the_compiled_model_gives_what_the_node_test_expects(name: str) -> None:
    run_node_test(node_tests()[name])


@pytest.mark.parametrize("name", _FOR_REFERENCE)
def test_the_reference_backend_gives_what_the_node_test_expects(name: str) -> None:
    run_node_test(node_tests()[name], "reference")


@pytest.mark.parametrize("name", _EXCLUDED)
def test_what_is_excluded_is_refused_or_has_other_values(name: str) -> None:
    case = node_tests()[name]
    rule = next(rule for rule in exclusions() if excludes(rule, case))
    if rule.get("computed"):
        with pytest.raises(AssertionError, match="Not equal to tolerance"):
            run_node_test(case)
    else:
        with pytest.raises(AoeError):
            run_node_test(case)


@pytest.mark.parametrize("rule", exclusions(), ids=lambda rule: rule["reason"])
def test_every_exclusion_excludes_something(rule: dict[str, Any]) -> None:
    assert any(excludes(rule, case) for case in node_tests().values())


def test_the_documents_tell_how_many_tests_pass_and_why_others_are_left_out() -> None:
    count, page = len(_IN_SCOPE), (_ROOT / "docs/reference/operators.md").read_text()
    assert f"\n{count} of {count} tests pass." in page
    assert (
        f"{count} of the {count} applicable `onnx` node tests" in (_ROOT / "README.md").read_text()
    )
    listed = [line for line in page.partition("## Excluded")[2].splitlines() if line[:2] == "- "]
    reasons = {excluded(node_tests()[name]) for name in _EXCLUDED}
    assert sorted(line[2:].rpartition(": ")[0] for line in listed) == sorted(reasons)
