"""LSTM in the ways that TFLite has it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.frontends.tflite.case import Case, Operand, Random, State

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


RECURRENT: dict[str, Case] = {
    "lstm": _lstm(5),
    "lstm_clip_out_of_reach": _lstm(5, 10),
    "lstm_clip": _lstm(9, 0.7),
    "lstm_time_major": _lstm(4, time_major=True),
    "lstm_coupled": _lstm(5, coupled=True),
    "lstm_cells": _lstm(5, cells=True),
    "lstm_cells_clip": _lstm(9, 0.7, cells=True),
    "lstm_coupled_cells": _lstm(6, 0.9, coupled=True, cells=True, time_major=True),
}
