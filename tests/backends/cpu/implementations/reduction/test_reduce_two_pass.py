"""Reductions of images in two steps: interpreted, compiled, and when they are chosen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.implementations.reduction.reduce_two_pass import IMPLEMENTATION
from aoe.backends.registry import default_policy
from aoe.loops.expression import Accumulator, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.reduction.reduce import mean_of, reduction
from tests.backends.cpu.implementations.compiled_cases import check_compiled
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import arrays_for, check, target


def mean(
    shape: tuple[int, ...], combine: str = "sum", keepdims: bool = True, dtype: str = "float32"
) -> Operator:
    """The mean over the pixels of channels-last images, with one more operand in the epilogue."""
    rank = len(shape)
    image = Operand(dtype, shape, (0, *range(2, rank), 1))
    made = reduction(image, range(2, rank), combine, keepdims)
    factor = Operand.row_major("float32", made.output.shape)
    total = mean_of(Accumulator(), 9, "float32") if combine == "sum" else Accumulator()
    return replace(made, inputs=(image, factor), epilogue=apply("mul", total, Load(1)))


CASES = [
    mean((1, 5, 4, 3)),
    mean((2, 40, 6, 7), keepdims=False),
    mean((1, 33, 7, 7), "max"),
    mean((2, 3, 9, 2), "min"),
    mean((1, 6, 10), "prod"),
    mean((1, 17, 8, 2, 3), keepdims=False),
    mean((1, 20, 12, 5), dtype="bfloat16"),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
@pytest.mark.parametrize("threads", [2, 3])
def test_reductions_in_steps_agree_with_the_reference(
    operator: Operator, padding: int, threads: int
) -> None:
    check("reduce_two_pass", operator, target(threads), padding)


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("preset", each("host", "avx2"))
def test_compiled_reductions_in_steps_agree_with_the_reference(
    operator: Operator, preset: str
) -> None:
    arrays = arrays_for(operator, 0)
    check_compiled("reduce_two_pass", operator, target(2), named(preset), arrays)


def test_results_of_runs_of_16_bit_numbers_are_kept_in_32_bits() -> None:
    operator = mean((1, 8, 64, 64), dtype="bfloat16")
    views = [View.dense(item) for item in operator.inputs]
    policy = IMPLEMENTATION.default(operator, target(2))
    program = IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, target(2))
    assert [buffer.dtype for buffer in program.temporaries] == ["float32"]


@pytest.mark.parametrize(
    "operator",
    [
        reduction(Operand.row_major("float32", (2, 6, 4, 4)), (1, 2), "sum", True),
        reduction(Operand.row_major("float32", (2, 6, 4, 4)), (3,), "sum", True),
        reduction(Operand.row_major("float32", (2, 6, 1, 4)), (2, 3), "sum", True),
        reduction(Operand.row_major("int32", (2, 6, 4, 4)), (2, 3), "sum", True),
        reduction(Operand.row_major("float32", (2, 6)), (1,), "sum", True),
    ],
    ids=["channels", "columns", "one row", "integers", "no image"],
)
def test_other_reductions_have_one_step(operator: Operator) -> None:
    assert not IMPLEMENTATION.supports(operator, target(2))


def test_one_thread_has_nothing_to_fetch_from_others() -> None:
    operator = mean((1, 96, 56, 56))
    assert not IMPLEMENTATION.supports(operator, target(1))
    assert default_policy(operator, target(1)).impl == "reduce"


def test_large_images_are_reduced_in_steps_by_default() -> None:
    assert default_policy(mean((1, 96, 56, 56)), target(2, 64)).impl == "reduce_two_pass"
    assert default_policy(mean((1, 8, 4, 4)), target(2, 64)).impl == "reduce"


@pytest.mark.parametrize(("threads", "runs"), [(2, {2, 4}), (5, {7, 8}), (100, {56})])
def test_there_are_no_fewer_runs_than_threads_if_there_are_so_many_rows(
    threads: int, runs: set[int]
) -> None:
    space = IMPLEMENTATION.space(mean((1, 96, 56, 56)), target(threads))
    assert {dict(policy.schedule)["runs"] for policy in space} == runs
