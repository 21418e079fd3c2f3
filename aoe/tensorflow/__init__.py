"""Training and online inference of TensorFlow on a CPU, with whole steps run by open-aoe.

    import aoe.tensorflow

This line activates it, before or after TensorFlow is imported. `python -m aoe.tensorflow train.py`
runs a script that does not have it. From then on each training step of Keras's `fit`, each call of
a tf.function and each `Session.run` that computes a network is read once and run by native code.
What cannot be is left to TensorFlow, with a sentence that says why.

`activation.py` has the places where TensorFlow is asked, `adapter.py` what is done there.
`aoe.training` runs steps. Nothing here imports TensorFlow before the script does.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from aoe.tensorflow.activation import activate

if TYPE_CHECKING:
    from aoe.tensorflow.adapter import left_to_tensorflow, reports
    from aoe.tensorflow.inference import compile
    from aoe.tensorflow.options import NPURunConfig, global_options

__all__ = [
    "NPURunConfig",
    "activate",
    "compile",
    "global_options",
    "left_to_tensorflow",
    "reports",
]

_HOMES = {
    "NPURunConfig": "aoe.tensorflow.options",
    "compile": "aoe.tensorflow.inference",
    "global_options": "aoe.tensorflow.options",
    "left_to_tensorflow": "aoe.tensorflow.adapter",
    "reports": "aoe.tensorflow.adapter",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'aoe.tensorflow' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


activate()
