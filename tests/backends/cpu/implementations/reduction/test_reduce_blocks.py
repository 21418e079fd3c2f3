"""Several sums in one pass, and what follows from them."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.implementations.reduction.reduce_blocks import IMPLEMENTATION
from aoe.backends.cpu.implementations.scheduling import decisions
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import implementations_of
from aoe.backends.session import InferenceSession
from aoe.loops.expression import Accumulator, Constant, Earlier, Expression, Load, apply
from aoe.loops.loop_nest import Kernel
from aoe.operators.operator import Operand, Operator, Result, View
from aoe.operators.reference import references
from aoe.operators.types.reduction.reduce import mean_of, reduction
from aoe.policy import Policy
from aoe.runtime.offline_model import Manifest
from aoe.tuning.workload.single_operator import single_operator_graph, stored_arrays
from tests.backends.cpu.changed_target import changed
from tests.not_empty import not_empty

THREADS = 2
LAST, FIRST = (0, 2, 3, 1), (0, 1, 2, 3)


def squared(distance: Expression) -> Expression:
    return apply("mul", distance, distance)


def statistics(shape: tuple[int, ...], order: tuple[int, ...]) -> Operator:
    """Mean and variance of channels, one over the standard deviation, and a scale."""
    image = Operand("float32", shape, order)
    axes = [0, *range(2, len(shape))]
    count = int(np.prod([shape[axis] for axis in axes]))
    mean = mean_of(Accumulator(), count, "float32")
    first = reduction(image, axes, "sum", True, epilogue=mean)
    of_channels = replace(first.output, order=tuple(range(len(shape))))
    distance = apply("sub", Accumulator(), Earlier(0))
    deviation = apply("rsqrt", apply("add", Earlier(1), Constant(1e-5)))
    return replace(
        first,
        inputs=(image, of_channels),
        output=of_channels,
        further=(
            Result(of_channels, mean, squared(distance)),
            Result(of_channels, deviation),
            Result(of_channels, apply("mul", Load(1), Earlier(2))),
        ),
    )


def gradients(shape: tuple[int, ...], order: tuple[int, ...]) -> Operator:
    """The sums that the gradient of a batch normalisation needs."""
    image = Operand("float32", shape, order)
    axes = [0, *range(2, len(shape))]
    first = reduction(image, axes, "sum", False)
    mean = Operand.row_major("float32", tuple(shape[1] if d == 1 else 1 for d in range(len(shape))))
    product = apply("mul", Accumulator(), apply("sub", Load(1), Load(2)))
    result = Result(first.output, Accumulator(), product)
    return replace(first, inputs=(image, image, mean), further=(result,))


def arrays_of(operator: Operator, mean: float = 0.0) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [(rng.standard_normal(item.shape) + mean).astype(np.float32) for item in operator.inputs]


def computed(operator: Operator, policy: Policy, arrays: list[np.ndarray]) -> list[np.ndarray]:
    graph = single_operator_graph(operator)
    manifest = Manifest("sums", host_target(THREADS))
    inputs, _ = stored_arrays(operator, arrays)
    with InferenceSession(compile_graph(graph, {operator.key: policy}, manifest)) as session:
        return session.run(None, dict(zip(graph.inputs, inputs, strict=True)))


def some_policies(operator: Operator, count: int = 2) -> list[Policy]:
    found = list(IMPLEMENTATION.space(operator, host_target(THREADS)))
    return found[:: max(1, len(found) // count)]


@pytest.mark.parametrize("make", [statistics, gradients])
@pytest.mark.parametrize(
    ("shape", "order"),
    [
        ((4, 24, 6, 10), LAST),
        ((3, 5, 9, 11), FIRST),
        ((37, 20), (0, 1)),
        ((1, 3, 7, 13), LAST),
        ((2, 1, 8, 8), FIRST),
    ],
)
def test_results_are_those_of_the_reference(
    make: type, shape: tuple[int, ...], order: tuple[int, ...]
) -> None:
    operator = make(shape, order)
    arrays = arrays_of(operator)
    expected = references(operator, arrays)
    for policy in not_empty(some_policies(operator)):
        for array, wanted in zip(computed(operator, policy, arrays), expected, strict=True):
            largest = max(1.0, float(np.abs(wanted).max()))
            np.testing.assert_allclose(array, wanted, rtol=0, atol=3e-6 * largest)


@pytest.mark.parametrize("order", [LAST, FIRST])
def test_a_variance_keeps_its_digits_far_from_zero(order: tuple[int, ...]) -> None:
    operator = statistics((8, 16, 16, 16), order)
    arrays = arrays_of(operator, mean=1000.0)
    wide = arrays[0].astype(np.float64)
    (policy,) = some_policies(operator, 1)[:1]
    found = computed(operator, policy, arrays)
    variance = wide.var((0, 2, 3), keepdims=True)
    # In float32, sums of squares would keep no digit, and elements have 6e-5 of their distances.
    np.testing.assert_allclose(found[1], variance, rtol=2e-5)
    np.testing.assert_allclose(found[0], wide.mean((0, 2, 3), keepdims=True), rtol=5e-7)


def test_other_functions_of_an_earlier_sum_are_not_taken() -> None:
    operator = statistics((4, 8, 4, 4), LAST)
    odd = apply("mul", Accumulator(), Earlier(0))
    second = replace(operator.further[0], prologue=odd)
    other = replace(operator, further=(second, *operator.further[1:]))
    assert implementations_of(operator, host_target(THREADS))
    assert not implementations_of(other, host_target(THREADS))


WIDE = changed(host_target(THREADS), vector_bytes=64, l2=1 << 20)


def runs_of(shape: tuple[int, ...], vectors: int) -> Kernel:
    """The kernel that sums the runs of an operator, in the first policy with so many vectors and
    two rows in a register tile.
    """
    operator = gradients(shape, LAST)
    wanted = {("vectors", vectors), ("rows", 2)}
    policy = next(p for p in IMPLEMENTATION.space(operator, WIDE) if wanted <= set(p.schedule))
    views = [View.dense(operand) for operand in operator.inputs]
    results = [View.dense(result) for result in operator.outputs]
    return IMPLEMENTATION.lowered(operator, views, results, policy, WIDE).kernels[0]


def test_a_part_of_each_row_is_fetched_a_run_ahead_once() -> None:
    first, second = runs_of((8, 64, 64, 64), vectors=1).nests
    (image,), (other,) = first.prefetch, second.prefetch
    assert (image.operand, other.operand) == (0, 1)
    assert image.elements == other.elements == 16
    assert image.offset == first.operands[0].stride("run") > 64


@pytest.mark.parametrize(
    ("shape", "vectors"), [((8, 64, 64, 64), 4), ((1, 64, 4, 4), 1), ((8, 64, 16, 16), 1)]
)
def test_whole_rows_a_single_run_and_what_caches_hold_are_not_fetched_ahead(
    shape: tuple[int, ...], vectors: int
) -> None:
    assert not any(nest.prefetch for nest in runs_of(shape, vectors).nests)


def test_all_coordinates_of_a_step_are_fetched_ahead() -> None:
    code = kernel_ir(runs_of((8, 64, 64, 64), vectors=1), "sums", WIDE)
    fetched = re.findall(r"call void @llvm.prefetch.p0\(ptr (\S+),", code)
    assert len(fetched) == len(set(fetched)) == 4  # two pixels of two operands


def test_blocks_that_several_sums_read_stay_in_the_first_level_cache() -> None:
    operator, target = gradients((8, 128, 28, 28), LAST), changed(host_target(THREADS), l1=49152)
    schedule = decisions(IMPLEMENTATION.default(operator, target))
    block = schedule["length"] * schedule["vectors"] * target.lanes("float32") * 4
    assert 2 * block <= target.l1
