"""Early updates that end between a backward pass and a step, and steps that raised: no parameter is
updated twice, and none is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
import torch

from aoe.torch.gradients.reducer import restore
from aoe.torch.gradients.updates import UpdateError, install_layout

from .models import batch
from .test_updates import OPTIMIZERS, Training, equal
from .workers import Workers


def ended(rank: int, name: str, end: Callable[[Training], None]) -> dict[str, Any]:
    """Trains three steps; in the second one early updates end between the pass and the step."""
    one, other = (Training(rank, OPTIMIZERS[name], early) for early in (True, False))
    good, early = [], []
    for number in range(3):
        for training in (one, other):
            training.optimizer.zero_grad()
            training.backward(number)
        assert one.updates is not None
        early.append(len(one.updates._updated))
        if number == 1:
            end(one)
        for training in (one, other):
            training.optimizer.step()
        good.append(equal(one.values(), other.values()))
    return {"good": good, "early": early, "whole": len(one.optimizer.param_groups[0]["params"])}


def stop(training: Training) -> None:
    """What a session does when a model has no early updates any more."""
    assert training.updates is not None
    training.updates.stop()
    restore(training.ddp)


def take_another_layout(training: Training) -> None:
    """What a tuner does whose next plan updates at the end."""
    assert training.updates is not None
    install_layout(training.ddp, training.layout, None)
    training.updates.use(None)


@pytest.mark.parametrize("end", [stop, take_another_layout])
@pytest.mark.parametrize("name", ["momentum", "adamw foreach", "adam fused"])
def test_what_was_updated_early_is_not_updated_again(
    workers: Workers, name: str, end: Callable[[Training], None]
) -> None:
    for found in workers.run(ended, name, end):
        assert found == {"good": [True] * 3, "early": [12, 12, 0], "whole": 12}


def left(rank: int) -> list[Any]:
    """Whether an optimizer that was let alone is watched no more, and takes what was forbidden."""
    training = Training(rank, OPTIMIZERS["momentum"], True)
    training.backward(0)
    stop(training)
    training.optimizer.step()
    training.optimizer.zero_grad()
    for number in range(1, 3):
        training.ddp(batch(rank, number)).square().sum().backward()
        training.optimizer.param_groups[0]["lr"] *= 0.5
        training.optimizer.load_state_dict(training.optimizer.state_dict())
    training.optimizer.step()
    assert training.updates is not None
    return [training.updates.reason, training.updates._pass]


def test_an_optimizer_that_was_let_alone_may_do_all(workers: Workers) -> None:
    assert workers.run(left) == [[None, None]] * 2


class StoppedError(Exception):
    """What a step raises."""


def raised(rank: int) -> list[bool]:
    """Trains two steps, of which the first raises before it changed anything, and is repeated. One
    parameter of the optimizer is in no segment.
    """
    found, sizes = [], []
    for early in (True, False):
        extra = torch.nn.Parameter(torch.ones(3))

        def make(parameters: Any, extra: torch.nn.Parameter = extra) -> Any:
            return torch.optim.SGD([*parameters, extra], 0.05, momentum=0.9)

        training = Training(rank, make, early)
        training.backward(0)
        extra.grad = torch.full((3,), 0.5)
        with (
            patch("torch.optim.sgd.sgd", side_effect=StoppedError),
            pytest.raises(StoppedError),
        ):
            training.optimizer.step()
        training.optimizer.step()
        sizes.append(len(training.optimizer.param_groups[0]["params"]))
        training.step(1)
        found.append([training.values(), extra.data])
    return [equal(*found), sizes == [13, 13]]


def test_a_step_that_raised_can_be_repeated(workers: Workers) -> None:
    assert workers.run(raised) == [[True, True]] * 2


def whole_again(rank: int) -> list[Any]:
    """What is said of a state that is read after a step that raised, and the parameters then."""
    training = Training(rank, OPTIMIZERS["momentum"], True)
    training.backward(0)
    with patch("torch.optim.sgd.sgd", side_effect=StoppedError), pytest.raises(StoppedError):
        training.optimizer.step()
    with pytest.raises(UpdateError) as error:
        training.optimizer.state_dict()
    return [
        "is read between" in str(error.value),
        len(training.optimizer.param_groups[0]["params"]),
    ]


def test_a_step_that_raised_leaves_the_optimizer_whole(workers: Workers) -> None:
    assert workers.run(whole_again) == [[True, 12]] * 2
