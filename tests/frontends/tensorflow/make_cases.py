"""Makes `cases.npz`: small graphs of TensorFlow, their inputs, and what TensorFlow computes.

Run it with TensorFlow 2.21 where operators are added, from the root of the repository:
`python -m tests.frontends.tensorflow.make_cases`. The tests read the file and need no TensorFlow.
The cases are in `made_cases`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases import (
    boxes,
    control_flow,
    elements,
    images,
    matrices,
    open_rows,
    quantised,
    recurrent,
    spectra,
    tensors,
)

v1 = tf.compat.v1
_SUBJECTS = (
    *(elements, images, matrices, tensors, quantised, control_flow, recurrent, boxes),
    *(open_rows, spectra),
)
CASES = {name: case for subject in _SUBJECTS for name, case in subject.TABLE.cases.items()}


def made(name: str) -> dict[str, np.ndarray]:
    """The graph of a case, its inputs and what is computed."""
    function, inputs = CASES[name]
    graph = tf.Graph()
    with graph.as_default():
        (v1.disable_control_flow_v2 if name.endswith("v1") else v1.enable_control_flow_v2)()
        places = [
            v1.placeholder(array.dtype, array.shape, f"in{number}")
            for number, array in enumerate(inputs)
        ]
        try:
            found = function(*places)
        except Exception as error:
            raise ValueError(name) from error
        results = list(found) if isinstance(found, (tuple, list)) else [found]
        outputs = [tf.identity(item, f"out{number}") for number, item in enumerate(results)]
    with v1.Session(graph=graph) as session:
        values = session.run(outputs, dict(zip(places, inputs, strict=True)))
    data = graph.as_graph_def().SerializeToString()
    return {
        "graph": np.frombuffer(data, np.uint8),
        **{f"in{number}": array for number, array in enumerate(inputs)},
        **{f"out{number}": value for number, value in enumerate(values)},
    }


if __name__ == "__main__":
    stored = {f"{name}/{key}": array for name in CASES for key, array in made(name).items()}
    np.savez_compressed(Path(__file__).with_name("cases.npz"), allow_pickle=False, **stored)
    sys.stdout.write(f"{len(CASES)} cases\n")
