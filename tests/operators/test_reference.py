"""The types in which references compute: of large operators, and where functions jump."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.frontends.graph_builder import GraphBuilder
from aoe.graph.pipeline import build
from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply, cast
from aoe.operators import reference
from aoe.operators.evaluate import evaluate
from aoe.operators.operator import Operand
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.types.reduction.reduce import reduction
from aoe.operators.types.reduction.row_wise import RowReduction, row_wise

#: A number that float32 does not have.
FINE = 1.0 + 2.0**-40


def result(op_type: str, dtype: type, shape: tuple[int, ...]) -> np.ndarray:
    """What an operator gives for numbers that float32 does not have, and ones."""
    builder = GraphBuilder("large", ("result",))
    x = builder.input("x", dtype, shape)
    ones: list[np.ndarray] = [np.ones(shape, dtype)] if op_type != "Relu" else []
    made = builder.named(builder.node(op_type, x, *ones), "result")
    graph = build(builder.model([made]), "large")
    return evaluate(graph, {"x": np.full(shape, FINE, dtype)})["result"]


@pytest.mark.parametrize(
    ("op_type", "shape"), [("MatMul", (2, 2)), ("Conv", (1, 1, 2, 2)), ("Relu", (2, 2))]
)
def test_large_operators_of_float64_are_computed_in_float64(
    op_type: str, shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, "WIDE_ELEMENTS", 1)
    monkeypatch.setattr(reference, "WIDE_LIMIT", 1)
    found = result(op_type, np.float64, shape)
    terms = {"MatMul": 2, "Conv": 4, "Relu": 1}[op_type]
    np.testing.assert_array_equal(found, np.full(found.shape, terms * FINE))


def test_large_products_of_float32_are_computed_in_float32(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reference, "WIDE_LIMIT", 1)
    builder = GraphBuilder("large", ("result",))
    x = builder.input("x", np.float32, (1, 2))
    product = builder.node("MatMul", x, np.asarray([[1.0], [2.0**-30]], np.float32))
    less = builder.node("Sub", product, np.ones((1, 1), np.float32))
    graph = build(builder.model([builder.named(less, "result")]), "large")
    found = evaluate(graph, {"x": np.ones((1, 2), np.float32)})["result"]
    np.testing.assert_array_equal(found, [[0.0]])


#: Divided by the float32 next to 0.1 it is -127.4999981, in float32 a tie.
TIE = np.asarray([-12.75], np.float32)
#: Divided by that it is 6.9999998, in float32 a whole number.
WHOLE = np.asarray([0.7], np.float32)
TENTH = Constant(float(np.float32(0.1)))
QUOTIENT = apply("div", Load(0), TENTH)
SEVEN = Constant(7.0)


@pytest.mark.parametrize(
    ("function", "expected"), [("round", -128), ("floor", -128), ("ceil", -127)]
)
def test_a_quotient_is_rounded_to_its_type_before_it_becomes_whole(
    function: str, expected: float
) -> None:
    x = Operand.row_major("float32", (1,))
    operator = pointwise(apply(function, QUOTIENT), (x,), x)
    assert reference.reference(operator, [TIE]) == expected


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        (apply("mod", QUOTIENT, Constant(1.0)), 0),
        (apply("sign", apply("sub", QUOTIENT, SEVEN)), 0),
        (cast(apply("equal", QUOTIENT, SEVEN), "float32"), 1),
        (cast(apply("not_equal", QUOTIENT, SEVEN), "float32"), 0),
        (cast(apply("less", QUOTIENT, SEVEN), "float32"), 0),
        (cast(apply("less_equal", SEVEN, QUOTIENT), "float32"), 1),
        (cast(apply("greater", SEVEN, QUOTIENT), "float32"), 0),
        (cast(apply("greater_equal", QUOTIENT, SEVEN), "float32"), 1),
        (cast(cast(QUOTIENT, "int32"), "float32"), 7),
        (cast(cast(QUOTIENT, "int64"), "float32"), 7),
        (cast(cast(apply("sub", QUOTIENT, SEVEN), "bool"), "float32"), 0),
    ],
)
def test_arguments_of_functions_that_jump_are_computed_in_their_type(
    element: Expression, expected: float
) -> None:
    x = Operand.row_major("float32", (1,))
    assert reference.reference(pointwise(element, (x,), x), [WHOLE]) == expected


def test_other_functions_take_numbers_that_are_not_rounded() -> None:
    x = Operand.row_major("float32", (1,))
    rest = apply("sub", apply("add", Load(0), Constant(2.0**-30)), Constant(1.0))
    operator = pointwise(rest, (x,), x)
    assert reference.reference(operator, [np.ones(1, np.float32)]) == 2.0**-30


@pytest.mark.parametrize(("combine", "expected"), [("sum", 14), ("max", 7)])
def test_a_quotient_in_front_of_a_reduction_is_rounded_before_it_becomes_whole(
    combine: str, expected: float
) -> None:
    x = Operand.row_major("float32", (1, 2))
    whole = apply("floor", apply("div", Accumulator(), TENTH))
    operator = reduction(x, (1,), combine, keepdims=True, prologue=whole)
    assert reference.reference(operator, [np.repeat(WHOLE, 2).reshape(1, 2)]) == expected


def test_a_quotient_in_a_row_is_rounded_before_it_becomes_whole() -> None:
    x = Operand.row_major("float32", (1, 1))
    whole = apply("floor", QUOTIENT)
    steps = [RowReduction("sum", whole, Accumulator())]
    operator = row_wise((x,), (1,), steps, apply("add", whole, Load(1)), x)
    assert reference.reference(operator, [WHOLE.reshape(1, 1)]) == 14


def test_numbers_of_64_bits_become_whole_as_they_are() -> None:
    x = Operand.row_major("float64", (1,))
    operator = pointwise(apply("floor", Load(0)), (x,), x)
    number = np.nextafter(3.0, 0)
    assert reference.reference(operator, [np.asarray([number])]) == 2
    narrow = Operand.row_major("float32", (1,))
    inside = apply("floor", apply("sub", cast(Load(0), "float64"), Constant(1e-12, "float64")))
    operator = pointwise(cast(inside, "float32"), (narrow,), narrow)
    assert reference.reference(operator, [np.asarray([3], np.float32)]) == 2
