"""Pooling in two passes: it agrees, and is chosen for large windows."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.registry import default_policy
from aoe.loops.expression import Accumulator, Load, apply
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.implementations.computing import check
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import check as check_interpreted
from tests.operators.operator_cases import target

FIRST, LAST = (0, 1, 2, 3), (0, 2, 3, 1)


def pooling(
    size: int,
    channels: int = 20,
    kernel: tuple[int, ...] = (5, 5),
    combine: str = "max",
    order: tuple[int, ...] = LAST,
    stride: int = 1,
    dtype: str = "float32",
) -> Operator:
    """Windows whose pixels in the middle are those of the result."""
    rank = len(kernel)
    pads = tuple(n // 2 for n in kernel)
    attributes = (
        ("combine", combine),
        ("count_include_pad", 0),
        ("dilations", (1,) * rank),
        ("kernel", kernel),
        ("pads", (*pads, *pads)),
        ("strides", (stride,) * rank),
    )
    result = (size - 1) // stride + 1
    x = Operand(dtype, (1, channels, *(size,) * rank), order)
    output = Operand(dtype, (1, channels, *(result,) * rank), order)
    return Operator("Pool", attributes, (x,), output, 1)


CASES = {
    "channels last": pooling(9),
    "channels first": pooling(9, order=FIRST),
    "every other pixel": pooling(9, stride=2),
    "every other pixel of lines": pooling(19, 3, order=FIRST, stride=2),
    "averages": pooling(9, combine="average"),
    "three dimensions": pooling(5, 18, (3, 5, 3), order=(0, 2, 3, 4, 1)),
    "three dimensions, channels first": pooling(6, 2, (3, 3, 3), "average", (0, 1, 2, 3, 4)),
    "windows larger than images": pooling(4, kernel=(9, 9)),
    "windows that are not unrolled": pooling(3, kernel=(19, 21)),
    "bytes": pooling(9, dtype="uint8"),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("threads", [1, 2])
def test_it_agrees_with_the_reference(name: str, threads: int) -> None:
    check_interpreted("pool_separable", CASES[name], target(threads), policies=6)


@pytest.mark.parametrize("preset", each("host", "avx2", "sse"))
@pytest.mark.parametrize("name", CASES)
def test_compiled_it_agrees(name: str, preset: str) -> None:
    destination, item = named(preset), implementations()["pool_separable"]
    first = ("host", "avx2", "sse").index(preset)
    for policy in list(item.space(CASES[name], destination))[first::10]:
        check(CASES[name], policy, destination, threads=2)


def test_what_comes_behind_is_computed_with_it() -> None:
    operator = pooling(9, combine="average")
    residual = Operand("float32", operator.output.shape, LAST)
    epilogue = apply("add", Accumulator(), Load(1))
    fused = Operator(
        "Pool",
        operator.attributes,
        (*operator.inputs, residual),
        operator.output,
        1,
        epilogue=epilogue,
    )
    check_interpreted("pool_separable", fused, target(2), policies=4)


@pytest.mark.parametrize(
    ("operator", "chosen"),
    [
        (pooling(20, 128), "pool_separable"),
        (pooling(13, 512, (13, 13)), "pool_separable"),
        (pooling(20, 256, order=FIRST), "pool_separable"),
        (pooling(28, 192, (3, 3)), "pool"),
        (pooling(112, 64, (3, 3), stride=2), "pool"),
    ],
)
def test_it_is_the_default_for_windows_that_are_large(operator: Operator, chosen: str) -> None:
    assert default_policy(operator, target(2, 64)).impl == chosen


@pytest.mark.parametrize(
    "operator",
    [
        pooling(9, kernel=(1, 5)),
        pooling(9, kernel=(5,), order=(0, 2, 1)),
        pooling(9, kernel=(5, 1)),
        pooling(300, 16),
    ],
    ids=["one line", "one dimension", "one pixel", "lines that no cache holds"],
)
def test_windows_without_two_stages_and_large_images_are_not_computed_so(
    operator: Operator,
) -> None:
    assert not implementations()["pool_separable"].supports(operator, target(2, 64))
