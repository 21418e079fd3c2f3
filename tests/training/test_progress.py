"""What is told of gradient tuning that has not ended."""

from __future__ import annotations

import gc
import weakref

from aoe.training.gradients.progress import Progress, unfinished


class Owner:
    """What is tuned. It is in a cycle, as models are."""

    def __init__(self) -> None:
        self.itself = self


def test_tuning_whose_owner_goes_is_told_with_its_steps() -> None:
    owner, progress, told = Owner(), Progress(60), list[str]()
    at_end = unfinished(owner, progress, told.append)
    assert at_end.atexit
    progress.steps = 3
    assert told == []
    known = weakref.ref(owner)
    del owner
    gc.collect()
    assert known() is None
    assert told == [
        "gradients are not tuned yet: training ended after 3 steps of tuning, which takes up to 60"
    ]


def test_tuning_that_has_ended_is_not_told() -> None:
    owner, told = Owner(), list[str]()
    unfinished(owner, Progress(60), told.append).detach()
    del owner
    gc.collect()
    assert told == []
