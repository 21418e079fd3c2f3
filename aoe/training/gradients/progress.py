"""How far gradient tuning has come, and what is told where training ends before tuning has.

Tuning belongs to a model or a function, which `unfinished` does not keep.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias
from weakref import finalize

from aoe.errors import counted


@dataclass(slots=True)
class Progress:
    """How far tuning has come.

    Attributes:
        budget: The most steps that tuning may take.
        steps: How many steps were taken.
    """

    budget: int
    steps: int = 0


#: Tells that tuning has not ended, unless it is detached before.
Unfinished: TypeAlias = "finalize[[Progress, Callable[[str], None]], Any]"


def unfinished(owner: object, progress: Progress, tell: Callable[[str], None]) -> Unfinished:
    """Tells that tuning has not ended when its owner goes, or at the exit.

    Args:
        owner: What is tuned.
        progress: How far that has come.
        tell: Tells the user a sentence. It must not keep the owner.

    Returns:
        What to detach when tuning has ended.
    """
    return finalize(owner, _tell, progress, tell)


def _tell(progress: Progress, tell: Callable[[str], None]) -> None:
    tell(
        f"gradients are not tuned yet: training ended after {counted(progress.steps, 'step')} of "
        f"tuning, which takes up to {progress.budget}"
    )
