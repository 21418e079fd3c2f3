"""The lower bound of a model's time."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.model import roofline
from aoe.application.model.machine import this_machine
from aoe.application.model.roofline import lower_bound_of, model_lower_bound
from aoe.backends.session import read_offline_model
from aoe.operators.graph_json import graph_from_json
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.target import Target


def test_a_model_is_bound_by_the_sum_of_its_operators(
    compiled_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def bound(operator: Operator, policy: Policy, target: Target) -> float:
        seen.append(operator.type)
        return 2.0

    monkeypatch.setattr(roofline, "lower_bound_of", bound)
    model = read_offline_model(compiled_folder / "small.om")
    target = this_machine(1, read_settings())
    assert model_lower_bound(model, target) == 2.0 * len(seen)
    assert seen == ["MatMul"]


@pytest.mark.parametrize(("products", "bound"), [(0, 2.0), (100, 0.0)])
def test_a_product_of_unknown_bound_leaves_that_of_the_model_unknown(
    products: int, bound: float, compiled_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounds = iter([0.0, 2.0])
    monkeypatch.setattr(roofline, "lower_bound_of", lambda *_: next(bounds))
    monkeypatch.setattr(roofline, "multiply_adds", lambda operator: products)
    monkeypatch.setattr(roofline, "static_models", lambda model: [model, model])
    model = read_offline_model(compiled_folder / "small.om")
    assert model_lower_bound(model, this_machine(1, read_settings())) == bound


def test_an_implementation_that_is_not_known_has_no_bound(compiled_folder: Path) -> None:
    model = read_offline_model(compiled_folder / "small.om")
    (node,) = graph_from_json(model.graph, model.constants).operator_nodes
    target = this_machine(1, read_settings())
    assert lower_bound_of(node.operator, Policy("made_up"), target) == 0.0
