"""LSTM in the ways that TFLite has it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.frontends.tflite.case import Case, Operand, Random, State, byte, result

_BATCH, _INPUTS, _UNITS, _TANH = 2, 4, 3, 4


def _lstm(
    steps: int,
    clip: float = 0,
    *,
    time_major: bool = False,
    coupled: bool = False,
    cells: bool = False,
) -> Case:
    """A layer. `coupled`: the input gate is 1 less the forget gate. `cells`: gates see the cell."""
    sequence = (steps, _BATCH) if time_major else (_BATCH, steps)
    operands: list[Operand] = [(*sequence, _INPUTS)]
    operands += _gates((_UNITS, _INPUTS), coupled)
    operands += _gates((_UNITS, _UNITS), coupled)
    peepholes: list[Operand] = [Random((_UNITS,))] * 3 if cells else [None] * 3
    operands += [None, *peepholes[1:]] if coupled else peepholes
    operands += _gates((_UNITS,), coupled)
    operands += [None, None, State((_BATCH, _UNITS)), State((_BATCH, _UNITS))]
    assert len(operands) == 20
    return Case(
        "UNIDIRECTIONAL_SEQUENCE_LSTM",
        operands,
        {"activation": _TANH, "cell_clip": clip, "time_major": int(time_major)},
    )


def _gates(shape: Sequence[int], coupled: bool) -> list[Operand]:
    return [None if coupled else Random(tuple(shape)), *[Random(tuple(shape))] * 3]


def _integer_lstm(steps: int, clip: float = 0, *, units: int = 6, time_major: bool = False) -> Case:
    """A layer of integers. Its state has the scale and zero point of its result."""
    sequence = (steps, _BATCH) if time_major else (_BATCH, steps)
    scale, zero = 1 / 128, 3
    operands: list[Operand] = [byte(*sequence, _INPUTS, scale=0.03, zero=-4)]
    operands += [_bytes((units, _INPUTS), 0.01 + 0.002 * number) for number in range(4)]
    operands += [_bytes((units, units), 0.008 + 0.001 * number) for number in range(4)]
    operands += [None] * 3
    operands += [Random((units,), True, "INT32", low=-4000, high=4000)] * 4
    operands += [None, None, State((_BATCH, units), "INT8", (scale,), (zero,))]
    operands += [State((_BATCH, units), "INT16", (2.0**-11,), (0,))]
    return Case(
        "UNIDIRECTIONAL_SEQUENCE_LSTM",
        operands,
        {"activation": _TANH, "cell_clip": clip, "time_major": int(time_major)},
        [result(scale, zero)],
        [Random((), True, "INT16", (2.0**-12,), (0,))] * 4
        + [Random((), True, "INT8", (scale,), (zero,))],
    )


def _bytes(shape: tuple[int, ...], scale: float) -> Random:
    return Random(shape, True, "INT8", (scale,), (0,), low=-127, high=127)


RECURRENT: dict[str, Case] = {
    "lstm": _lstm(5),
    "lstm_clip_out_of_reach": _lstm(5, 10),
    "lstm_clip": _lstm(9, 0.7),
    "lstm_time_major": _lstm(4, time_major=True),
    "lstm_coupled": _lstm(5, coupled=True),
    "lstm_cells": _lstm(5, cells=True),
    "lstm_cells_clip": _lstm(9, 0.7, cells=True),
    "lstm_of_integers": _integer_lstm(12),
    "lstm_of_integers_clip": _integer_lstm(9, 0.9, units=5, time_major=True),
    "lstm_coupled_cells": _lstm(6, 0.9, coupled=True, cells=True, time_major=True),
}
