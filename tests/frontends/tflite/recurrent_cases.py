"""Recurrent layers in the ways that TFLite has them."""

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


def _both_lstms(steps: int, clip: float = 0, *, merge: bool) -> Case:
    """A layer of both directions. A merged result has the steps first, because LiteRT 2.3 gives
    wrong numbers for the second item of a batch otherwise.
    """
    sequence = (steps, _BATCH) if merge else (_BATCH, steps)
    operands: list[Operand] = [(*sequence, _INPUTS)]
    for _ in range(2):
        operands += [*_gates((_UNITS, _INPUTS), False), *_gates((_UNITS, _UNITS), False)]
        operands += [*[None] * 3, *_gates((_UNITS,), False), None, None]
    operands += [*[State((_BATCH, _UNITS))] * 4, *[None] * 9]
    assert len(operands) == 48
    return Case(
        "BIDIRECTIONAL_SEQUENCE_LSTM",
        operands,
        {"activation": _TANH, "cell_clip": clip, "time_major": int(merge), "merge": int(merge)},
        [Random(())] * (1 if merge else 2),
    )


def _rnn_weights() -> list[Operand]:
    return [
        Random((_UNITS, _INPUTS)),
        Random((_UNITS, _UNITS), low=-0.5, high=0.5),
        Random((_UNITS,)),
    ]


def _rnn(activation: int, *, time_major: bool = False) -> Case:
    sequence = (5, _BATCH) if time_major else (_BATCH, 5)
    return Case(
        "UNIDIRECTIONAL_SEQUENCE_RNN",
        [(*sequence, _INPUTS), *_rnn_weights(), State((_BATCH, _UNITS))],
        {"activation": activation, "time_major": int(time_major)},
    )


def _both_rnns(*, merge: bool) -> Case:
    state = State((_BATCH, _UNITS))
    return Case(
        "BIDIRECTIONAL_SEQUENCE_RNN",
        [(_BATCH, 5, _INPUTS), *_rnn_weights(), state, *_rnn_weights(), state, *[None] * 3],
        {"activation": _TANH, "merge": int(merge)},
        [Random(())] * (1 if merge else 2),
    )


def _svdf(rank: int, activation: int, *, biased: bool) -> Case:
    units, steps = 3, 4
    filters = units * rank
    return Case(
        "SVDF",
        [
            (_BATCH, _INPUTS),
            Random((filters, _INPUTS)),
            Random((filters, steps)),
            Random((units,)) if biased else None,
            State((_BATCH, filters * steps)),
        ],
        {"rank": rank, "activation": activation},
    )


def _lstm_step(clip: float, *, cells: bool = False, coupled: bool = False) -> Case:
    """One step of a layer."""
    layer = _lstm(1, clip, cells=cells, coupled=coupled)
    options = {"activation": _TANH, "cell_clip": clip, "kernel": 0}
    return Case("LSTM", [(_BATCH, _INPUTS), *layer.operands[1:]], options)


#: Operators of one step, which are run twice: the second time with the states of the first.
STEPS: dict[str, Case] = {
    "rnn": Case(
        "RNN",
        [(_BATCH, _INPUTS), *_rnn_weights(), State((_BATCH, _UNITS))],
        {"activation": _TANH},
    ),
    "rnn_relu": Case(
        "RNN", [(_BATCH, _INPUTS), *_rnn_weights(), State((_BATCH, _UNITS))], {"activation": 1}
    ),
    "svdf": _svdf(2, 0, biased=True),
    "svdf_relu": _svdf(1, 1, biased=False),
    "lstm_step": _lstm_step(0),
    "lstm_step_clip": _lstm_step(0.3, cells=True),
    "lstm_step_coupled": _lstm_step(0, coupled=True),
}
RECURRENT: dict[str, Case] = {
    "rnn_sequence": _rnn(_TANH),
    "rnn_sequence_relu": _rnn(1, time_major=True),
    "rnn_both": _both_rnns(merge=False),
    "rnn_both_merged": _both_rnns(merge=True),
    "lstm_both": _both_lstms(5, merge=False),
    "lstm_both_merged": _both_lstms(5, merge=True),
    "lstm_both_clip": _both_lstms(7, 0.6, merge=False),
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
