"""The error of a sum, or of what is computed from sums, does not grow with its length. That of
products grows less than that of sums of one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import aoe
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.lowering import sum_parts
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import default_policy, lower
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.operators.types.reduction.reduce import reduction
from aoe.policy import Policy
from tests.backends.cpu.codegen.running import run_lowered
from tests.backends.cpu.implementations.computing import compute, random_arrays
from tests.backends.cpu.implementations.conv_transposed.test_conv_transposed_joint import layer
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.graph.models import model


@pytest.mark.parametrize(
    ("shape", "axes"),
    [((1 << 20,), (0,)), ((1 << 24,), (0,)), ((1 << 18, 4), (0,)), ((2, 1021, 509), (1, 2))],
)
def test_a_long_sum_of_equal_numbers_is_right_whatever_its_length(
    shape: tuple[int, ...], axes: tuple[int, ...]
) -> None:
    # The worst case: all terms in one accumulator round the same way, and 2²⁴ terms lose 1e-3.
    operator = reduction(Operand.row_major("float32", shape), axes, "sum", False)
    destination = host_target(1)
    views = [View.dense(operator.inputs[0])]
    output = View.dense(operator.output)
    program = lower(operator, views, output, default_policy(operator, destination), destination)
    x = np.full(shape, 0.1, np.float32)
    total = run_lowered(program, [x.reshape(-1)], output, destination)
    exact = np.sum(x, axis=axes, dtype=np.float64)
    assert np.abs(total / exact - 1).max() <= 128 * 2.0**-24


LENGTH = 3_000_000
#: What a long row is reduced or normalised by, the shape of the result, and what it is in float64.
ROWS: dict[str, tuple[str, tuple[int, ...], Callable[[np.ndarray], np.ndarray]]] = {
    "mean": ("ReduceMean(x, last)", (1, 1), lambda x: x.mean()),
    "sum of squares": ("ReduceSumSquare(x, last)", (1, 1), lambda x: (x * x).sum()),
    "L1": ("ReduceL1(x, last)", (1, 1), lambda x: np.abs(x).sum()),
    "L2": ("ReduceL2(x, last)", (1, 1), lambda x: np.sqrt((x * x).sum())),
    "log of sum": ("ReduceLogSum(x, last)", (1, 1), lambda x: np.log(x.sum())),
    "log of sum of powers": (
        "ReduceLogSumExp(x, last)", (1, 1), lambda x: np.log(np.exp(x).sum()),
    ),
    "layer normalization": (
        "LayerNormalization(x, ones)",
        (1, LENGTH),
        lambda x: (x - x.mean()) / np.sqrt(x.var() + 1e-5),
    ),
    "softmax": ("Softmax(x)", (1, LENGTH), lambda x: np.exp(x) / np.exp(x).sum()),
    "log of softmax": ("LogSoftmax(x)", (1, LENGTH), lambda x: x - np.log(np.exp(x).sum())),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_what_is_made_of_a_long_sum_is_right_whatever_its_length(name: str) -> None:
    node, shape, exact = ROWS[name]
    x = np.full((1, LENGTH), 0.1, np.float32)
    x[:, ::3] = 0.3
    constants = {"last": np.asarray([1])}
    if "ones" in node:
        constants = {"ones": np.ones(LENGTH, np.float32)}
    text = f"(float[1,{LENGTH}] x) => (float[{shape[0]},{shape[1]}] y) {{ y = {node} }}"
    session = aoe.compile(model(text, 18, **(constants if "(x, " in node else {})), threads=2)
    (found,) = session.run(None, {"x": x})
    assert np.abs(found / exact(x.astype(np.float64)) - 1).max() <= 32 * 2.0**-24


TARGET = host_target(1)
#: Operators of long sums, by an implementation that adds up the products themselves.
PRODUCTS: dict[str, Operator] = {
    "conv_direct": convolution(Operand.row_major("float32", (1, 256, 6, 6)), 32, (3, 3)),
    "matmul": matrix_product(
        Operand.row_major("float32", (24, 2048)), Operand.row_major("float32", (2048, 32))
    ),
    "conv_transposed": layer(2048, (4, 4), 32),
}


@pytest.mark.parametrize("plain", PRODUCTS)
def test_products_round_less_than_sums_of_one_by_one(
    plain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = PRODUCTS[plain]
    precise = replace(operator, precision="direct")
    found = {"by default": mean_error(operator, first_policy(plain, operator))} | {
        name: mean_error(precise, first_policy(name, precise))
        for name, item in implementations().items()
        if item.computes(precise, TARGET)
    }
    assert plain in found
    monkeypatch.setattr(sum_parts, "USUAL_ROOTS", 0.0)
    one_by_one = mean_error(operator, first_policy(plain, operator))
    assert max(found.values()) < 0.7 * one_by_one, found


def first_policy(name: str, operator: Operator) -> Policy:
    """What an implementation would choose for an operator."""
    return implementations()[name].policies(operator, TARGET, 1)[0]


def mean_error(operator: Operator, policy: Policy) -> float:
    """The mean distance of a result from the reference."""
    arrays = random_arrays(operator)
    exact = reference(operator, arrays)
    return float(np.abs(compute(operator, policy, TARGET, arrays) - exact).mean())
