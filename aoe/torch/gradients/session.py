"""Gradient tuning of one model: what happens before each of its forward passes.

`tuning.py` begins a session, `tuner.py` says what it does while tuning. A model that is copied or
unpickled has DDP's own buckets, so its copy has no session.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch

from aoe.errors import AoeError
from aoe.settings import Settings
from aoe.torch.gradients.ranks import Ranks
from aoe.torch.gradients.reducer import (
    RENEW_EVERY,
    Layout,
    buckets_in_use,
    is_installed,
)
from aoe.torch.gradients.support import join_objection
from aoe.torch.gradients.tuner import Tuner
from aoe.torch.gradients.updates import (
    WATCHED,
    SegmentUpdates,
    install_layout,
    restore_default,
)
from aoe.training.gradients.findings import Findings
from aoe.training.gradients.progress import Unfinished, unfinished
from aoe.training.gradients.workers import RankError

logger = logging.getLogger("aoe.torch")

#: The attribute of a model in which its session is kept.
_ATTRIBUTE = "_aoe_gradients"


@dataclass(slots=True)
class Session:
    """Gradient tuning of one model in one process.

    Attributes:
        ddp: The model.
        ranks: Its ranks.
        model: The hash of its gradients.
        settings: The environment.
        soc_version: The device model that the repository knows.
        tuner: The tuner, while tuning.
        layout: The layout that was installed; None for DDP's own.
        steps: Steps since they were installed.
        findings: What tuning found; None before its end.
        updates: The updates of the optimizer that the script gave; None without one, or where they
            stay as they are.
        watched: The layout with updates behind segments that is used when some steps were watched.
        unfinished: Tells that tuning has not ended, when the model goes or at the exit; None if
            there is no tuning.
    """

    ddp: Any
    ranks: Ranks
    model: str
    settings: Settings
    soc_version: str
    tuner: Tuner | None = None
    layout: Layout | None = None
    steps: int = 0
    findings: Findings | None = None
    updates: SegmentUpdates | None = None
    watched: Layout | None = None
    unfinished: Unfinished | None = None

    def before_forward(self) -> None:
        """What happens before each forward pass of the model."""
        if not torch.is_grad_enabled():
            return
        if self.updates is not None:
            self.updates.before_forward(self.ddp.require_backward_grad_sync)
        if not self.ddp.require_backward_grad_sync or (self.tuner is None and self.layout is None):
            return
        if self.ddp._join_config.enable:
            self._leave_join()
        elif self.tuner is not None:
            if not self.tuner.before_forward():
                self.end_tuning()
        elif self.ddp.static_graph:
            self.steps += 1
            if self.steps % RENEW_EVERY == 0 and self.layout is not None:
                install_layout(self.ddp, self.layout, self.updates)
        elif self.watched is not None:
            self._bring_updates_forward(self.watched)

    def begin(self) -> None:
        """Lets the model call `before_forward` before each forward pass."""
        setattr(self.ddp, _ATTRIBUTE, self)
        self.ddp.register_forward_pre_hook(_Hook(self), prepend=True)

    def use(self, layout: Layout) -> bool:
        """Installs a layout on all ranks, and checks that its buckets are in use. If that fails on
        a rank, DDP's own stay on all of them, and a notice says why.

        Returns:
            Whether the layout is in use.
        """

        def checked() -> None:
            install_layout(self.ddp, layout, self.updates)
            if buckets_in_use(self.ddp) != [[*bucket] for bucket in layout.buckets]:
                raise AoeError("DDP has other buckets than those that were asked for")

        try:
            self.ranks.together(checked)
        except RankError as error:
            restore_default(self.ddp, self.updates)
            notice(self.ranks, f"gradients are reduced by DDP's default split: {error}")
            return False
        self.layout = layout
        return True

    def leave_updates(self) -> None:
        """Leaves updates to the steps of the optimizer from now on."""
        if self.updates is not None:
            self.updates.stop()
        self.updates = self.watched = None

    def _bring_updates_forward(self, layout: Layout) -> None:
        """Updates parameters behind segments after some steps, if no rank has seen what forbids
        it.
        """
        updates = self.updates
        if updates is None or updates.passes < WATCHED:
            return
        self.watched = None
        reason = next(filter(None, self.ranks.gathered(updates.reason)), None)
        if reason is None:
            self.use(layout)
            return
        self.leave_updates()
        notice(self.ranks, reason)

    def tune(self, tuner: Tuner) -> None:
        """Tunes in the next steps. A script that drops the model or ends before is told so."""
        self.tuner = tuner
        self.unfinished = unfinished(self.ddp, tuner.progress, partial(notice, self.ranks))

    def end_tuning(self) -> None:
        """Is called when tuning has ended."""
        self.tuner = None
        if self.unfinished is not None:
            self.unfinished.detach()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy of the model has DDP's own buckets, and no session."""
        return _no_session, ()

    def _leave_join(self) -> None:
        tuner = self.tuner
        if tuner is not None:
            tuner.stop()
            tuner.failed(AoeError(join_objection()))
        elif is_installed(self.ddp):
            restore_default(self.ddp, self.updates)
        self.leave_updates()
        self.end_tuning()
        self.layout = None
        if tuner is None:
            text = f"gradients are reduced by DDP's default split from now on: {join_objection()}"
            notice(self.ranks, text)


def _no_session() -> None:
    """What a copy of a `Session` is."""


class _Hook:
    """Is called before each forward pass of a model. That of a copied or unpickled model does
    nothing.
    """

    def __init__(self, session: Session | None = None) -> None:
        self._session = session

    @torch.compiler.disable  # type: ignore[untyped-decorator]
    def __call__(self, *_: Any) -> None:
        if self._session is not None:
            self._session.before_forward()

    def __reduce__(self) -> tuple[Any, ...]:
        return _Hook, ()


def session_of(ddp: Any) -> Session | None:
    """The session of a model; None if `tune_gradients` was not called for it."""
    found: Session | None = getattr(ddp, _ATTRIBUTE, None)
    return found


def notice(ranks: Ranks, text: str) -> None:
    """Tells the user something, once for all ranks."""
    if ranks.is_first:
        logger.warning("%s", text)
