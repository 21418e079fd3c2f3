"""Kernels of rows compute the reference: rows of any length along and across memory, one thread, a
warp or a block for each, rows too long for registers, and reductions in two steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.backends.registry import default_policy
from aoe.element_types import numpy_type
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.reduction.layer_normalization import normalization
from aoe.operators.types.reduction.reduce import reduction
from aoe.operators.types.reduction.softmax import softmax
from aoe.policy import Policy
from tests.backends.cuda.running import TARGET, executed, executed_and_accepted
from tests.operators.operator_cases import arrays_for, check
from tests.operators.operator_strategies import OPERATORS

NAMES = {
    "LayerNormalization": "layer_normalization",
    "Reduce": "reduce",
    "RowWise": "row_wise",
    "Softmax": "softmax",
}


def row(*shape: int, order: Sequence[int] = (), dtype: str = "float32") -> Operand:
    return Operand(dtype, shape, tuple(order or range(len(shape))))


def compared(operator: Operator, policies: int = 1, **decisions: int) -> None:
    """Checks the best policies with some decisions."""

    def wanted(policy: Policy) -> bool:
        schedule = dict(policy.schedule)
        return all(schedule[name] == value for name, value in decisions.items())

    arrays = [
        array.astype(numpy_type(item.dtype))
        for array, item in zip(arrays_for(operator, 1), operator.inputs, strict=True)
    ]
    check(
        f"simt_{NAMES[operator.type]}_rows",
        operator,
        TARGET,
        0,
        arrays,
        policies=policies,
        run=executed,
        tolerance={"float32": 3e-6, "float16": 2e-3}.get(operator.output.dtype, 1e-5),
        wanted=wanted,
        known=implementations,
    )


@pytest.mark.parametrize("name", ["layer_normalization", "reduce", "row_wise", "softmax"])
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_random_operator_computes_the_reference(data: st.DataObject, name: str) -> None:
    operator = data.draw(OPERATORS[name]())
    own = f"simt_{name}_rows"
    if implementations()[own].computes(operator, TARGET):
        check(
            own, operator, TARGET, 3, policies=2, run=executed_and_accepted, known=implementations
        )


@pytest.mark.parametrize("shares", [1, 4, 32, 64])
def test_softmax_with_any_number_of_threads(shares: int) -> None:
    compared(softmax(row(5, 36), (1,)), shares=shares)


def test_softmax_of_rows_that_no_vector_divides() -> None:
    compared(softmax(row(3, 2, 37), (2,)), policies=3)


@pytest.mark.parametrize("shares", [1, 4, 16])
def test_softmax_across_memory(shares: int) -> None:
    compared(softmax(row(2, 9, 3, 8), (1,)), shares=shares)


def test_the_logarithm_of_softmax() -> None:
    operator = softmax(row(4, 40), (1,))
    attributes = tuple((k, 1 if k == "log" else v) for k, v in operator.attributes)
    compared(replace(operator, attributes=attributes), policies=2)


@pytest.mark.parametrize("length", [32, 768, 2500])
def test_layer_normalization(length: int) -> None:
    compared(normalization(row(3, length), (1,), 1e-5), policies=2)


def test_layer_normalization_of_float16() -> None:
    operator = normalization(row(4, 64, dtype="float16"), (1,), 1e-5)
    compared(replace(operator, output=row(4, 64, dtype="float16")), policies=2)


@pytest.mark.parametrize("split", [1, 8])
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 3, 1)])
def test_a_mean_of_pixels(order: tuple[int, ...], split: int) -> None:
    mean = apply("mul", Accumulator(), Constant(1 / 256))
    operator = reduction(row(2, 12, 16, 16, order=order), (2, 3), "sum", True, epilogue=mean)
    compared(operator, split=split)


def test_a_long_row_is_read_in_steps() -> None:
    compared(reduction(row(3, 5000), (1,), "max", False), shares=32)
    compared(reduction(row(5000, 3), (0,), "sum", False), shares=8)


def test_normalisations_read_rows_again_that_are_too_long_for_registers() -> None:
    compared(normalization(row(2, 3000), (1,), 1e-5), shares=8)
    compared(normalization(row(1, 600, 8), (1,), 1e-5), shares=4)
    doubled = normalization(row(2, 3000), (1,), 1e-5)
    prologue = apply("mul", apply("exp", Load(0)), Constant(0.5))
    compared(replace(doubled, prologue=prologue), shares=8)


def test_a_reduction_of_everything_is_divided() -> None:
    operator = reduction(row(1 << 20), (0,), "sum", True)
    policy = default_policy(operator, cuda_target("sm_90"))
    assert policy.impl == "simt_reduce_rows"
    split = dict(policy.schedule)["split"]
    assert isinstance(split, int)
    assert split > 1


@pytest.mark.parametrize(
    "operator",
    [
        softmax(row(1536, 128), (1,)),
        normalization(row(128, 768), (1,), 1e-5),
        reduction(row(1, 96, 112, 112, order=(0, 2, 3, 1)), (2, 3), "sum", True),
    ],
)
def test_rows_in_registers_are_the_default(operator: Operator) -> None:
    assert default_policy(operator, cuda_target("sm_90")).impl.endswith("_rows")


def test_the_epilogue_of_a_divided_reduction_is_computed_once() -> None:
    operator = reduction(
        row(4, 64), (1,), "sum", True, epilogue=apply("add", Accumulator(), Load(1))
    )
    operator = replace(operator, inputs=(*operator.inputs, row(4, 1)))
    compared(operator, split=8)
