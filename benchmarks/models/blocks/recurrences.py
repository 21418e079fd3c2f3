"""Recurrent layers: few sequences, so that a step reads all weights for few multiply-adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from benchmarks.models.graph import Graph
from benchmarks.models.layers import dense

_STEPS = 50
_GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}


def recurrence(
    g: Graph,
    kind: str,
    units: int,
    *,
    sequences: int = 1,
    width: int | None = None,
    steps: int = _STEPS,
    both: bool = False,
    layers: int = 1,
    reset_last: bool = False,
) -> str:
    """Adds an input T×N×C, recurrent layers and a dense layer of 32.

    Args:
        g: The model.
        kind: RNN, GRU or LSTM.
        units: The number of hidden units.
        sequences: The batch size N.
        width: C; by default as many as units.
        steps: The length T.
        both: Whether layers run in both directions.
        layers: The number of layers.
        reset_last: Whether a GRU's reset gate is applied after the product (PyTorch's form).
    """
    x = g.input("x", steps, sequences, width or units)
    directions = 2 if both else 1
    for _ in range(layers):
        x = _layer(g, x, kind, units, directions, reset_last)
    return dense(g, x, 32)


def _layer(g: Graph, x: str, kind: str, units: int, directions: int, reset_last: bool) -> str:
    steps, sequences, width = g.shape(x)
    rows, bound = _GATES[kind] * units, units**-0.5
    parameters = (
        g.uniform(-bound, bound, directions, rows, width),
        g.uniform(-bound, bound, directions, rows, units),
        g.uniform(-bound, bound, directions, 2 * rows),
    )
    y = g.node_outputs(
        kind,
        [x, *map(g.constant, parameters)],
        1,
        hidden_size=units,
        direction="bidirectional" if directions == 2 else None,
        linear_before_reset=1 if reset_last else None,
    )[0]
    y = g.node("Transpose", y, perm=(0, 2, 1, 3))
    return g.node("Reshape", y, g.integers(steps, sequences, directions * units))


MODELS: Mapping[str, Callable[[Graph], str]] = {
    "lstm_64": partial(recurrence, kind="LSTM", units=64),
    "lstm_128": partial(recurrence, kind="LSTM", units=128),
    "lstm_256": partial(recurrence, kind="LSTM", units=256),
    "lstm_512": partial(recurrence, kind="LSTM", units=512),
    "lstm_1024": partial(recurrence, kind="LSTM", units=1024),
    "lstm_512_two_sequences": partial(recurrence, kind="LSTM", units=512, sequences=2),
    "lstm_256_eight_both_ways": partial(recurrence, kind="LSTM", units=256, sequences=8, both=True),
    "lstm_256_both_ways": partial(recurrence, kind="LSTM", units=256, both=True),
    "lstm_320_two_layers": partial(recurrence, kind="LSTM", units=320, layers=2, width=80),
    "gru_128": partial(recurrence, kind="GRU", units=128),
    "gru_512_reset_first": partial(recurrence, kind="GRU", units=512),
    "gru_512_reset_last": partial(recurrence, kind="GRU", units=512, reset_last=True),
    "gru_512_eight_sequences": partial(
        recurrence, kind="GRU", units=512, sequences=8, reset_last=True
    ),
    "gru_800_both_ways": partial(
        recurrence, kind="GRU", units=800, both=True, steps=20, reset_last=True
    ),
    "rnn_256": partial(recurrence, kind="RNN", units=256),
    "rnn_512": partial(recurrence, kind="RNN", units=512),
}
