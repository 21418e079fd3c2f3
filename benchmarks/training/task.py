"""What a training task is; see `tasks` and `library_tasks`."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Task:
    """A model to train.

    Attributes:
        model: The model.
        inputs: What it reads.
        labels: The classes of its results.
    """

    model: nn.Module
    inputs: tuple[torch.Tensor, ...]
    labels: torch.Tensor
