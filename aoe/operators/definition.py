"""What one operator type provides; found by `aoe.operators.registry`.

A file `aoe/operators/types/<type>.py` defines `OPERATOR`: a new operator is one new file and no
edit elsewhere. How a device computes it: `aoe.backends.implementation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from aoe.operators.operator import Operand, Operator


class SourceNode(Protocol):
    """An ONNX node as an operator definition sees it. Absent optional inputs are None."""

    @property
    def op_type(self) -> str:
        """The ONNX operator, e.g. `MaxPool`."""

    @property
    def version(self) -> int:
        """The opset version of the node's domain."""

    @property
    def inputs(self) -> Sequence[Operand | None]:
        """Types of the inputs, row-major."""

    @property
    def output(self) -> Operand:
        """Type of the first output, row-major."""

    def attribute(self, name: str, default: object = None) -> object:
        """An attribute's value as int, float, str, np.ndarray or tuple of int or float; `default`
        if absent.
        """

    def constant(self, position: int) -> np.ndarray | None:
        """The value of an input known at compile time, else None."""


@dataclass(frozen=True, slots=True)
class ImportedOperator:
    """The operator of a source node and which of the node's inputs it reads, in order."""

    operator: Operator
    inputs: tuple[int, ...]


def no_choices(operator: Operator) -> Mapping[int, int]:
    """No input is indices."""
    return {}


@dataclass(frozen=True, slots=True)
class OperatorDefinition:
    """One operator type.

    `onnx_types`: the ONNX operators it imports. `import_node` raises `UnsupportedModelError` for
    variants that are not computed. `reference(operator, anchor_inputs)` is the anchor alone in
    NumPy (float64 inside where the operands are floating point); `prologue` and `epilogue` are
    applied by `aoe.operators.reference`. `output_order(operator)` is the dimension order the
    operator likes to write, given the orders of its inputs. `choices(operator)`: of the inputs that
    are indices, how many elements they choose from, by number.
    """

    type: str
    onnx_types: tuple[str, ...]
    import_node: Callable[[SourceNode], ImportedOperator]
    reference: Callable[[Operator, Sequence[np.ndarray]], np.ndarray]
    output_order: Callable[[Operator], tuple[int, ...]]
    fuses_prologue: bool = False
    fuses_epilogue: bool = True
    choices: Callable[[Operator], Mapping[int, int]] = no_choices
