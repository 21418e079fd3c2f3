"""Reductions that take packed weights apart compute the same under every policy."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import implementations_of
from aoe.frontends.onnx import load_onnx
from aoe.graph.compression.forms import Form
from aoe.graph.compression.layers import layers_of
from aoe.graph.compression.rewrite import rewrite
from aoe.graph.pipeline import prepared_graph
from aoe.operators.operator import Operator
from aoe.operators.reference import reference
from tests.backends.cpu.implementations.computing import compute, random_arrays
from tests.graph.compression.networks import layer, two_of_four

#: Policies of each implementation that are tried, evenly spread over the best.
_POLICIES = 6


def reduction(form: Form, columns: int) -> Operator:
    """The operator of a row of 64 times packed weights."""
    proto = layer("MatMul", (1, 64), two_of_four(64, columns))

    def revise(model: onnx_ir.Model) -> bool:
        return rewrite(model, {item.name: form for item in layers_of(model)}, None)

    graph = prepared_graph(load_onnx(proto), "test", revise=revise).default
    (operator,) = (n.operator for n in graph.operator_nodes if n.operator.type == "Reduce")
    return operator


@pytest.mark.parametrize("kind", ["int4", "int8", "sparse"])
@pytest.mark.parametrize("columns", [64, 100])
def test_every_policy_computes_the_same(kind: str, columns: int) -> None:
    form = Form(kind, 0 if kind == "sparse" else 16)  # type: ignore[arg-type]
    target, operator = host_target(), reduction(form, columns)
    arrays = random_arrays(operator)
    expected = reference(operator, arrays)
    largest = float(np.abs(expected).max())
    tried = 0
    for implementation in implementations_of(operator, target):
        policies = list(implementation.policies(operator, target, 1))
        for policy in policies[:: -(-len(policies) // _POLICIES)]:
            found = compute(operator, policy, target, arrays)
            np.testing.assert_allclose(found, expected, atol=1e-5 * largest, rtol=0)
            tried += 1
    assert tried >= 2
