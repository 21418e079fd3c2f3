"""What a check is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import onnx_ir

#: Says what is wrong with a node of known shapes; None if nothing is.
Check: TypeAlias = Callable[[onnx_ir.Node], str | None]


def all_of(*checks: Check) -> Check:
    """A check that tells the first problem of several ones."""

    def check(node: onnx_ir.Node) -> str | None:
        return next((problem for each in checks if (problem := each(node)) is not None), None)

    return check
