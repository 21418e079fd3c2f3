"""Writes what TFLite's interpreter computes for `cases.py`; needs `ai-edge-litert` 2.3.

`python -m tests.frontends.tflite.make_expected`. The reference kernels are used, without delegates.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.frontends.tflite.cases import CASES
from tests.frontends.tflite.recurrent_cases import STEPS

EXPECTED = Path(__file__).with_name("data") / "expected.npz"


def computed(file: bytes, given: dict[str, np.ndarray], runs: int = 1) -> list[np.ndarray]:
    """The outputs of a file after some runs with the same inputs."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    interpreter: Any = Interpreter(
        model_content=file,
        experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
    )
    interpreter.allocate_tensors()
    for item in interpreter.get_input_details():
        interpreter.set_tensor(item["index"], given[item["name"]])
    for _ in range(runs):
        interpreter.invoke()
    return [interpreter.get_tensor(item["index"]) for item in interpreter.get_output_details()]


def main() -> None:
    """Writes the file, and names the cases that TFLite does not compute."""
    found: dict[str, Any] = {}
    for name, case in CASES.items():
        try:
            outputs = computed(case.file(name), case.numbers(name))
        except (RuntimeError, ValueError) as error:
            print(name, str(error)[:300])
            continue
        found.update({f"{name}/{number}": array for number, array in enumerate(outputs)})
    for name, case in STEPS.items():
        for run in (1, 2):
            (array,) = computed(case.file(name), case.numbers(name), run)
            found[f"{name}/run{run}"] = array
    np.savez_compressed(EXPECTED, **found)


if __name__ == "__main__":
    main()
