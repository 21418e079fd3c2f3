"""Contractions whose operands have different types, all computed in float32."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.lowering.contraction.contraction import contractible
from aoe.backends.registry import implementations_of
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.implementations.computing import compute, error, random_arrays
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cpu.targets import named
from tests.not_empty import not_empty

IMAGE = Operand("float32", (1, 16, 9, 10), (0, 2, 3, 1))
OPERATORS = {
    "winograd": convolution(IMAGE, 24, (3, 3), pads=(1, 1, 1, 1), residual=True),
    "strides": convolution(IMAGE, 24, (3, 3), strides=(2, 2), pads=(0, 1, 1, 0)),
    "depthwise": convolution(IMAGE, 16, (3, 3), group=16),
    "product": matrix_product(
        Operand.row_major("float32", (7, 40)), Operand.row_major("float32", (40, 33), True)
    ),
    "vector": matrix_product(
        Operand.row_major("float32", (1, 40)),
        Operand.row_major("float32", (33, 40), True),
        transpose_b=True,
    ),
    "transposed": Operator(
        "ConvTranspose",
        (("dilations", (1, 1)), ("group", 1), ("pads", (0, 0)), ("strides", (2, 2))),
        (IMAGE, Operand.row_major("float32", (16, 24, 2, 2), True)),
        Operand("float32", (1, 24, 18, 20), IMAGE.order),
        2,
    ),
}
TYPES = [("bfloat16", "float32"), ("float32", "bfloat16"), ("bfloat16", "bfloat16")]


def of_types(operator: Operator, types: tuple[str, str]) -> Operator:
    """The operator with operands of these types, and a bfloat16 result."""
    a, b, *others = operator.inputs
    inputs = (replace(a, dtype=types[0]), replace(b, dtype=types[1]), *others)
    return replace(operator, inputs=inputs, output=replace(operator.output, dtype="bfloat16"))


@pytest.mark.parametrize("types", TYPES)
@pytest.mark.parametrize("name", OPERATORS)
def test_every_implementation_computes_them_to_the_rounding_of_the_result(
    name: str, types: tuple[str, str]
) -> None:
    operator, target = of_types(OPERATORS[name], types), named("host")
    arrays = random_arrays(operator)
    for item in not_empty(implementations_of(operator, target)):
        result = compute(operator, item.default(operator, target), target, arrays)
        assert error(operator, arrays, result) <= 2.0**-7, item.name


def test_winograd_computes_bfloat16_operands() -> None:
    operator = of_types(OPERATORS["winograd"], ("bfloat16", "bfloat16"))
    operator = replace(operator, output=replace(operator.output, dtype="float32"))
    target = named("host")
    items = {item.name: item for item in implementations_of(operator, target)}
    arrays = random_arrays(operator)
    for policy in not_empty(items["conv_winograd"].space(operator, target)[:40:13]):
        result = compute(operator, policy, target, arrays)
        assert error(operator, arrays, result) <= items["conv_winograd"].tolerance


@pytest.mark.parametrize(
    ("a", "b", "known"),
    [
        ("float32", "bfloat16", True),
        ("float16", "bfloat16", True),
        ("float64", "float32", False),
        ("float32", "int32", False),
        ("uint8", "int8", True),
        ("bool", "bool", False),
    ],
)
def test_operands_are_contractible_where_they_are_read_as_one_type(
    a: str, b: str, known: bool
) -> None:
    left, right = Operand.row_major(a, (4, 4)), Operand.row_major(b, (4, 4))
    assert contractible(left, right) is known
