"""A rank that ends during tuning ends the training of the others with an error, and leaves the
repository as it was.
"""

from __future__ import annotations

import os
from pathlib import Path

import torch

import aoe.torch
from aoe.torch.gradients.ranks import Ranks
from aoe.training.gradients.workers import LostRankError

from .models import Chain, step, wrapped
from .scripts import environment
from .workers import WorkerError, Workers


def ended(rank: int, folder: str) -> None:
    """Rank 1 ends in the tenth step."""
    environment(folder, "4")
    ddp = aoe.torch.tune_gradients(wrapped(Chain()), soc_version="test_2c")
    for number in range(100):
        if rank == 1 and number == 10:
            os._exit(1)
        step(rank, ddp, number)


def asked(rank: int) -> str:
    """Asks the other rank, which has ended."""
    try:
        Ranks(None, torch.device("cpu")).wait()
    except LostRankError as error:
        return str(error)
    return ""


def test_a_rank_that_ends_is_told(tmp_path: Path) -> None:
    bank, meeting = tmp_path / "bank", tmp_path / "meeting"
    bank.mkdir()
    meeting.mkdir()
    with Workers(2, meeting) as workers:
        first, second = workers.outcomes(ended, str(bank))
        assert isinstance(second, WorkerError)
        assert "the process ended" in str(second)
        assert isinstance(first, WorkerError)
        assert "Error" in str(first)
        assert not [*bank.glob("*gradient_fusion*")]
        message = workers.alone(0, asked)
    assert "a rank ended or does not answer" in message
