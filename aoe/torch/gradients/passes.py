"""What a script does between a backward pass and the step of an optimizer.

An update that came before has not seen it, so it must be nothing. `updates.py` asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.optim import optimizer as optimizers


@dataclass(frozen=True, slots=True)
class Pass:
    """A backward pass whose gradients are reduced, and that no step has used yet.

    Attributes:
        versions: The parameters with a gradient, their version, that gradient and its version.
        options: The options of the groups of the optimizer.
        norms: The norms of these gradients; None if they are not taken.
    """

    versions: Sequence[tuple[torch.Tensor, int, torch.Tensor, int]]
    options: Sequence[dict[str, Any]]
    norms: torch.Tensor | None

    @staticmethod
    def of(
        parameters: Sequence[torch.Tensor], options: Sequence[dict[str, Any]], closely: bool
    ) -> Pass:
        """The pass that ended now. `closely`: whether norms are taken."""
        versions = [
            (item, item._version, gradient, gradient._version)
            for item in parameters
            if (gradient := item.grad) is not None
        ]
        return Pass(versions, options, _norms(versions) if closely else None)

    def has_same_norms(self) -> bool:
        """Whether gradients have the norms that were taken, if they were."""
        return self.norms is None or bool(torch.equal(self.norms, _norms(self.versions)))

    def change(
        self, optimizer: Any, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> str | None:
        """What a script did since that an update has to see; None if nothing.

        Args:
            optimizer: The optimizer whose step begins.
            arguments: What its step is called with, itself first.
            named: What it is called with by name.
        """
        if len(arguments) > 1 or any(value is not None for value in named.values()):
            return "the step of the optimizer is given a closure"
        if len(optimizer._optimizer_step_pre_hooks) > 1 or optimizers._global_optimizer_pre_hooks:
            return "a hook runs before the step of the optimizer"
        if getattr(optimizer, "grad_scale", None) is not None:
            return "a gradient scaler inspects all gradients before a step"
        if any(item.grad is not gradient for item, _, gradient, _ in self.versions) or (
            any(gradient._version != version for *_, gradient, version in self.versions)
            # Gradient scalers, and scripts that use `.data`, leave the version as it is.
            or not self.has_same_norms()
        ):
            return (
                "gradients are changed between the backward pass and the step, as clipping and "
                "gradient scalers do"
            )
        if any(item._version != version for item, version, *_ in self.versions):
            return "parameters are changed between the backward pass and the step"
        if not _same(self.options, options_of(optimizer)):
            return (
                "options of the optimizer, such as its learning rate, are changed between the "
                "backward pass and the step"
            )
        return None


def options_of(optimizer: Any) -> list[dict[str, Any]]:
    """The options of each group. A tensor, such as a learning rate, counts with its version."""
    return [
        {
            name: (id(value), value._version) if isinstance(value, torch.Tensor) else value
            for name, value in group.items()
            if name != "params"
        }
        for group in optimizer.param_groups
    ]


def _same(one: Sequence[dict[str, Any]], other: Sequence[dict[str, Any]]) -> bool:
    return len(one) == len(other) and all(a == b for a, b in zip(one, other, strict=True))


def _norms(versions: Sequence[tuple[torch.Tensor, int, torch.Tensor, int]]) -> torch.Tensor:
    """The norms of gradients, without values that equal nothing."""
    norms = torch._foreach_norm([gradient.detach() for *_, gradient, _ in versions])
    return torch.stack([norm.double() for norm in norms]).nan_to_num()
