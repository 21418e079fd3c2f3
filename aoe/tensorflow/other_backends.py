"""Keras with another backend than TensorFlow: its steps are none of TensorFlow, which is told."""

from __future__ import annotations

from typing import Any

from aoe.tensorflow import adapter


def patch(module: Any) -> None:
    """Says that steps stay with Keras's backend. `module`: that of its trainer."""
    backend = module.__name__.split(".")[-2]
    adapter.logger.warning(
        "Keras computes with %s here, so open-aoe takes no step over; set KERAS_BACKEND=tensorflow",
        backend,
    )
