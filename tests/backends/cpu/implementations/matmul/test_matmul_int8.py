"""Matmuls of uint8 by int8, four steps at a time: interpreted, compiled with and without VNNI."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.loops.expression import Accumulator, Constant, Load, apply, cast
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.compiled_cases import check_compiled
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import check, target

_VNNI = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512vnni")


def _product(
    rows: int,
    steps: int,
    columns: int,
    batch: tuple[int, ...] = (),
    constant: bool = True,
    transposed: tuple[int, int] = (0, 0),
) -> Operator:
    """`transposed`: whether the first and the second operand are read by columns."""
    first, second = transposed
    of_a, of_b = (steps, rows) if first else (rows, steps), (steps, columns)
    a = Operand.row_major("uint8", (*batch, *of_a))
    b = Operand.row_major("int8", of_b[::-1] if second else of_b, constant)
    output = Operand.row_major("int32", (*batch, rows, columns))
    attributes = (("transpose_a", first), ("transpose_b", second))
    return Operator("MatMul", attributes, (a, b), output, 2)


def _quantized(operator: Operator) -> Operator:
    """The epilogue of a quantised layer."""
    scaled = apply("mul", cast(apply("add", Accumulator(), Load(2)), "float32"), Constant(0.001))
    bounded = apply("min", apply("max", apply("round", scaled), Constant(-128.0)), Constant(127.0))
    bias = Operand.row_major("int32", operator.output.shape[-1:], constant=True)
    output = replace(operator.output, dtype="int8")
    inputs = (*operator.inputs, bias)
    return replace(operator, inputs=inputs, output=output, epilogue=cast(bounded, "int8"))


def _bytes(operator: Operator) -> list[np.ndarray]:
    """Inputs over the whole range, including its ends."""
    rng = np.random.default_rng(0)
    arrays = [rng.integers(0, 256, item.shape).astype(item.dtype) for item in operator.inputs]
    arrays[0].reshape(-1)[::3] = 255
    arrays[1].reshape(-1)[::5] = -128
    return arrays


CASES = [
    _product(5, 16, 32),
    _product(4, 13, 7),
    _product(1, 64, 33),
    _product(3, 6, 20, (2,)),
    _product(9, 8, 16, (2, 3), constant=False),
    _product(37, 16, 33, constant=False, transposed=(1, 0)),
    _product(18, 13, 40, constant=False, transposed=(1, 1)),
    _product(7, 11, 5, (2,), constant=False, transposed=(1, 0)),
    _product(5, 19, 35, transposed=(0, 1)),
    _quantized(_product(6, 10, 19)),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_byte_products_are_exact(operator: Operator, padding: int) -> None:
    check("matmul_int8", operator, _VNNI, padding, _bytes(operator))


@pytest.mark.parametrize("preset", each("host", "avx2", "sse"))
@pytest.mark.parametrize("operator", CASES)
def test_compiled_byte_products_are_exact_with_and_without_the_instruction(
    operator: Operator, preset: str
) -> None:
    check_compiled("matmul_int8", operator, _VNNI, named(preset), _bytes(operator))


def test_it_needs_the_instruction_to_be_considered() -> None:
    assert not target(2, 64).multiplies_bytes
    assert _VNNI.multiplies_bytes
    assert changed(_VNNI, features="+avx2,+avxvnni").multiplies_bytes
