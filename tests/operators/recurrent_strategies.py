"""Recurrences: of six steps, and random ones of every cell, with and without their options.

Narrow weights are of sizes that are multiplied in pairs; those of a `multiple` of a size are
constant. `operator_strategies` has the random operators of all other types.
"""

from __future__ import annotations

from hypothesis import strategies as st

from aoe.operators.operator import Operand, Operator
from aoe.operators.types.recurrent.recurrent import (
    GATES,
    KEPT,
    OPTIONAL_OPERANDS,
    PYTORCH_ORDER,
    recurrence,
    state_count,
)
from aoe.operators.types.recurrent.recurrent_gradient import recurrence_gradient
from tests.operators.operator_cases import operands

_ACTIVATIONS = ("sigmoid", "tanh", "relu", "hardsigmoid:0.2:0.5", "softsign", "affine:0.5:0.1")
_USUAL_ACTIVATIONS = {"LSTM": "sigmoid tanh tanh", "GRU": "sigmoid tanh", "RNN": "tanh"}


def six_steps(
    cell: str, weights_type: str, hidden: int, batch: int = 3, after: int = 0, constant: bool = True
) -> Operator:
    """Six steps in two directions; `after`: GRU's reset gate multiplies the product."""
    x = Operand.row_major("float32", (2, 6, batch, GATES[cell] * hidden))
    weights = Operand.row_major(weights_type, (2, GATES[cell] * hidden, hidden), constant)
    return recurrence(cell, x, weights, _USUAL_ACTIVATIONS[cell], {}, linear_before_reset=after)


@st.composite
def recurrences(
    draw: st.DrawFn, weights_type: str = "float32", multiple: int | None = None
) -> Operator:
    """Of any cell. Weights of int8 have scales, and the recurrence rounds its states."""
    quantized = weights_type == "int8"
    cell = draw(st.sampled_from(sorted(GATES)))
    directions, steps = draw(st.integers(1, 2)), draw(st.sampled_from([1, 2, 3, 4]))
    sizes = [2, 6, 8, 18, 32, 64] if weights_type == "bfloat16" else [1, 3, 8, 17, 32, 64]
    if multiple is not None:
        sizes = [multiple, 2 * multiple]
    batch, hidden = draw(st.integers(1, 5)), draw(st.sampled_from(sizes))
    shapes: dict[str, tuple[int, ...]] = {
        "initial_h": (directions, batch, hidden),
        "initial_c": (directions, batch, hidden),
        "peepholes": (directions, 3 * hidden),
        "bias": (directions, hidden),
        "lengths": (batch,),
        "scales": (directions, GATES[cell] * hidden),
        "zeros": (directions, GATES[cell] * hidden),
        "mask": (directions, steps, batch),
    }
    if not quantized:
        del shapes["scales"], shapes["zeros"]
    if cell != "LSTM":
        del shapes["initial_c"], shapes["peepholes"]
    reset_last = cell == "GRU" and draw(st.booleans())
    if not reset_last:
        del shapes["bias"]
    constant = multiple is not None or draw(st.booleans())
    optional = {}
    for name in (name for name in OPTIONAL_OPERANDS if name in shapes):
        if name == "scales" or draw(st.booleans()):
            dtype = {"lengths": "int32", "zeros": "int32", "mask": "bool"}.get(name, "float32")
            packed = constant and name in ("scales", "zeros")
            optional[name] = draw(operands(shapes[name], dtype, packed))
    clip, coupled = draw(st.sampled_from([0.0, 0.0, 0.7])), cell == "LSTM" and draw(st.booleans())
    ordered = not quantized and draw(st.booleans()) and (cell != "GRU" or reset_last)
    plain = not (quantized or clip or coupled or {"peepholes", "lengths"} & optional.keys())
    keeps = plain and (cell != "GRU" or reset_last) and draw(st.booleans())
    count = {"LSTM": 3, "GRU": 2, "RNN": 1}[cell]
    weights = (directions, GATES[cell] * hidden, hidden)
    return recurrence(
        cell,
        draw(operands((directions, steps, batch, GATES[cell] * hidden))),
        draw(operands(weights, weights_type, constant=constant)),
        " ".join(draw(st.sampled_from(_ACTIVATIONS)) for _ in range(count)),
        optional,
        clip,
        int(coupled),
        int(reset_last),
        int(quantized),
        gate_order=PYTORCH_ORDER[cell] if ordered else (),
        keeps_gates=int(keeps),
    )


@st.composite
def recurrence_gradients(draw: st.DrawFn) -> Operator:
    cell = draw(st.sampled_from(sorted(GATES)))
    directions, steps = draw(st.integers(1, 2)), draw(st.integers(1, 4))
    batch, hidden = draw(st.integers(1, 5)), draw(st.sampled_from([1, 3, 8, 17, 32, 64]))
    rows, state = state_count(cell) + KEPT[cell], (directions, batch, hidden)
    names = ("last_h", "last_c")[: state_count(cell)]
    usual = _USUAL_ACTIVATIONS[cell]
    optional = {name: draw(operands(state)) for name in names if draw(st.booleans())}
    if draw(st.booleans()):
        optional["mask"] = draw(operands((directions, steps, batch), "bool"))
    return recurrence_gradient(
        cell,
        draw(operands((rows, steps + 1, directions, batch, hidden))),
        draw(operands((directions, GATES[cell] * hidden, hidden), constant=draw(st.booleans()))),
        draw(operands((directions, steps, batch, hidden))),
        usual.replace("tanh", "relu") if draw(st.booleans()) else usual,
        optional,
        PYTORCH_ORDER[cell] if draw(st.booleans()) else (),
    )
