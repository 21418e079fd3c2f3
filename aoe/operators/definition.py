"""What one operator type and one implementation of it provide; found by `aoe.operators.registry`.

A file `aoe/operators/<type>.py` defines `OPERATOR`, a file
`aoe/operators/implementations/<name>.py` defines `IMPLEMENTATION`: a new operator or implementation
is one new file and no edit elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from aoe.device import Device
from aoe.loops.stage import Program
from aoe.operators.floor import no_floor
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy

#: How many times as many policies as usual a space has at most: what deeper searches choose from.
WIDEST = 8


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


@dataclass(frozen=True, slots=True)
class Implementation:
    """One way to compute an operator type.

    `policies(operator, device, breadth)`: all policies worth considering, the lowest `estimate`
    first, which is the seconds a policy should take, for ranking only; where there are more, up to
    `breadth` times as many as usual. `lower(operator, inputs, output, policy, device)` gives the
    loops; raises `PolicyError` when the policy is not in the space. `tolerance`:
    largest allowed |error| relative to the largest |reference| value. `floor`: seconds below which
    the policy cannot be (`aoe.operators.floor`), never too high.
    """

    name: str
    operator_type: str
    supports: Callable[[Operator, Device], bool]
    policies: Callable[[Operator, Device, int], Sequence[Policy]]
    estimate: Callable[[Operator, Policy, Device], float]
    lower: Callable[[Operator, Sequence[View], View, Policy, Device], Program]
    tolerance: float = 1e-5
    floor: Callable[[Operator, Policy, Device], float] = no_floor

    def space(self, operator: Operator, device: Device, breadth: int = 1) -> Sequence[Policy]:
        """All policies worth considering; up to `breadth`, at most `WIDEST`, times as many. However
        fast a device is, they are the same: what is in a repository stays in the space when a
        machine is measured again, or when the policy comes from another machine of its kind.
        """
        return self.policies(operator, device.at_common_speed, breadth)

    def default(self, operator: Operator, device: Device) -> Policy:
        """The best analytic guess at the speed of the device."""
        known = self.space(operator, device)
        if device == device.at_common_speed:
            return known[0]
        return min(known, key=lambda policy: self.estimate(operator, policy, device))
