"""The comparison of a first native step with the framework's."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.frontends.graph_builder import GraphBuilder
from aoe.training.gate import (
    COARSE_FACTOR,
    Moved,
    StepResult,
    difference,
    perturbed,
    roundings,
    without_shifts,
)

BEFORE = {"w": np.ones(4, np.float32)}


def result(loss: float, w: object) -> StepResult:
    return StepResult([np.asarray(loss, np.float32)], {"w": np.asarray(w, np.float32)})


def test_a_step_of_its_own_rounding_passes() -> None:
    native, framework = result(1.0, [0.9, 0.8, 0.7, 0.6]), result(1.00001, [0.9, 0.8, 0.7, 0.601])
    assert difference(BEFORE, native, [Moved([native])], framework) is None


def test_a_change_that_is_noise_passes() -> None:
    """Adam makes rounding noise as large as any change; then a second run differs as much."""
    native, moved = result(1.0, [1.1, 0.9, 1.1, 0.9]), result(1.0, [0.9, 1.1, 1.1, 0.9])
    assert difference(BEFORE, native, [Moved([moved])], result(1.0, [0.9, 0.9, 0.9, 1.1])) is None


def test_another_loss_is_told() -> None:
    native = result(1.0, BEFORE["w"])
    assert difference(BEFORE, native, [Moved([native])], result(1.01, BEFORE["w"])) == (
        "output 0 differs by 0.01, 0.0001 is allowed"
    )


def test_a_variable_that_does_not_move_is_told() -> None:
    native, framework = result(1.0, BEFORE["w"]), result(1.0, [0.9, 0.9, 0.9, 0.9])
    found = difference(BEFORE, native, [Moved([native])], framework)
    assert found is not None
    assert found.startswith("the new value of w differs by 0.2")


def test_infinity_is_no_number() -> None:
    native = result(np.inf, BEFORE["w"])
    found = difference(BEFORE, native, [Moved([native])], result(1.0, BEFORE["w"]))
    assert found == "output 0 has other values that are not finite"


def test_integers_have_to_be_equal() -> None:
    one, other = (StepResult([np.asarray([number])], {}) for number in (3, 4))
    assert difference({}, one, [Moved([one])], other) == "output 0 differs"


def test_integers_are_not_perturbed() -> None:
    generator = np.random.default_rng(0)
    labels, values = np.arange(5), np.ones(100, np.float32)
    assert perturbed(labels, generator) is labels
    apart = np.abs(perturbed(values, generator) - values)
    assert 0 < apart.max() < 1e-6


def test_texts_have_to_be_equal() -> None:
    one, other = (StepResult([np.asarray(text, object)], {}) for text in (b"a", b"b"))
    assert difference({}, one, [Moved([one])], one) is None
    assert difference({}, one, [Moved([one])], other) == "output 0 differs"


def mixed_step(rounded: onnx_ir.DataType = onnx_ir.DataType.BFLOAT16) -> onnx_ir.Model:
    """A product of bfloat16, and one of float32."""
    builder = GraphBuilder("mixed")
    coarse, table, fine = (builder.input(name, np.float32, (4, 4)) for name in ("w", "t", "v"))
    rows = builder.node("Gather", table, np.asarray([0, 2, 1, 3]))
    one, other = (builder.node("Cast", item, to=int(rounded)) for item in (coarse, rows))
    wide = builder.node("Cast", builder.node("MatMul", one, other), to=int(onnx_ir.DataType.FLOAT))
    # Rounded only after something was computed.
    late = builder.node("Cast", builder.node("MatMul", fine, wide), to=int(rounded))
    return builder.model([late])


@pytest.mark.parametrize(("kind", "size"), [("BFLOAT16", 2.0**-8), ("FLOAT16", 2.0**-11)])
def test_what_a_step_rounds_to_fewer_bits_is_found(kind: str, size: float) -> None:
    assert roundings(mixed_step(onnx_ir.DataType[kind])) == {"w": size, "t": size}


def test_a_step_of_float32_rounds_nothing_to_fewer_bits() -> None:
    assert roundings(mixed_step(onnx_ir.DataType.FLOAT)) == {}


def test_a_coarse_rounding_allows_what_it_moves_and_no_more() -> None:
    """Its own change of a variable is no part of how far the step moves that."""
    native = result(1.0, [0.9, 0.9, 0.9, 0.9])
    shift = np.full(4, 0.1)
    small = without_shifts(result(1.0, [1.0, 1.0, 1.0, 1.0]), {"w": shift})
    large = without_shifts(result(1.01, [1.002, 1.0, 1.0, 1.0]), {"w": shift})
    moved = Moved([small, large], COARSE_FACTOR)
    assert difference(BEFORE, native, [moved], result(1.009, BEFORE["w"] - 0.1)) is None
    found = difference(BEFORE, native, [moved], result(1.011, BEFORE["w"] - 0.1))
    assert found is not None
    assert found.startswith("output 0")
    found = difference(BEFORE, native, [moved], result(1.0, [0.95, 0.9, 0.9, 0.9]))
    assert found is not None
    assert found.startswith("the new value of w")


def test_a_perturbed_run_that_overflows_allows_nothing() -> None:
    native, framework = result(1.0, [0.9, 0.9, 0.9, 0.9]), result(1.0, [5.0, 0.9, 0.9, 0.9])
    moved = Moved([result(np.inf, [np.inf, 0.9, 0.9, 0.9])])
    assert difference(BEFORE, native, [moved], framework) is not None
    assert difference(BEFORE, native, [moved], native) is None
