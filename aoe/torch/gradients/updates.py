"""Updates the parameters of a segment as soon as it is reduced, while later segments are under way.

An optimizer steps when all gradients are reduced. Where each parameter is updated apart from the
others, the update of a segment gives the same bits when it comes earlier. It comes after the last
gradient is computed, because the backward pass reads parameters, and needs the processor. So it
hides behind the tail of the communication. The `step` of the script then updates what is left.

This is exact only if a script does nothing between `backward` and `step` that the update would have
to see. Some steps are watched first. A script that clips gradients, scales the loss, gives a
closure or steps once after several passes keeps its usual updates, and is told why. What does so
later is an error, because parameters have changed too early then. `optimizers.py` says which
optimizers are exact, `passes.py` what a script did after a pass.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from aoe.errors import AoeError
from aoe.torch.gradients.collectives import Collectives, views_of
from aoe.torch.gradients.optimizers import USUAL, objection
from aoe.torch.gradients.passes import Pass, options_of
from aoe.torch.gradients.reducer import Buckets, Layout, install, parameters_of, restore

#: Passes that are watched closely: a change of a gradient is seen by its norm, too.
WATCHED = 3
#: A segment that keeps a thread waiting for so many seconds was still being reduced.
WAITED = 50e-6


class UpdateError(AoeError):
    """Parameters were updated before a script was done with their gradients."""


class SegmentUpdates:
    """The updates of one optimizer for one DDP model.

    Attributes:
        reason: Why its updates stay as they are; None while nothing forbids to bring them forward.
        seconds: Of each step that was watched.
        passes: How many backward passes were seen.
        tail: Seconds of the last pass with early updates from its end until the last segment was
            reduced. None if that was before this thread was done with the updates of others, so
            that nobody knows when.
    """

    def __init__(self, ddp: Any, optimizer: Any) -> None:
        self.reason = objection(ddp, optimizer)
        self.seconds: list[float] = []
        self.passes = 0
        self.tail: float | None = None
        self._ddp, self._optimizer = ddp, optimizer
        self._collectives: Collectives | None = None
        self._buckets: list[list[torch.Tensor]] = []
        self._views: dict[int, tuple[int, list[torch.Tensor]]] = {}
        self._pass: Pass | None = None
        self._updated: set[int] = set()
        self._own: list[tuple[torch.Tensor, torch.Tensor]] = []
        self._whole: list[tuple[dict[str, Any], list[torch.Tensor]]] = []
        self._begun: float | None = None
        self._handles: list[Any] = []
        self._is_reduced = True
        self._is_left = False
        if self.reason is None:
            self._watch()

    @property
    def in_use(self) -> bool:
        """Whether updates come earlier than they would."""
        return self._collectives is not None

    def stop(self) -> None:
        """Lets the optimizer alone from now on. If parameters were updated for a step that is still
        to come, that step updates the others only, and what is left of this does nothing
        afterwards.
        """
        self.use(None)
        self._is_left = True
        if not self._updated:
            for handle in self._handles:
                handle.remove()
            self._pass = None

    def use(self, buckets: Buckets | None) -> Collectives | None:
        """Brings updates forward from the next pass on, with a Reducer of these buckets, to which
        the collectives belong that are returned. None: steps are watched, and stay as they are.
        """
        self._views.clear()
        self._buckets, self._collectives = [], None
        if buckets is not None and self.reason is None and not self._is_left:
            parameters = parameters_of(self._ddp)
            self._buckets = [[parameters[number] for number in bucket] for bucket in buckets]
            self._collectives = Collectives()
        return self._collectives

    def before_forward(self, is_reduced: bool) -> None:
        """Is called before each forward pass that has gradients.

        Args:
            is_reduced: Whether the gradients are reduced; they are not within `no_sync`.
        """
        self._is_reduced = is_reduced
        if self._collectives is not None:
            self._collectives.clear()

    def _watch(self) -> None:
        first = parameters_of(self._ddp)[0]
        self._handles += [
            first.register_post_accumulate_grad_hook(self._computing),
            self._optimizer.register_step_pre_hook(self._before_step),
            self._optimizer.register_step_post_hook(self._after_step),
            self._optimizer.register_state_dict_pre_hook(self._before_saving),
            self._optimizer.register_load_state_dict_pre_hook(self._before_loading),
        ]

    @torch.compiler.disable  # type: ignore[untyped-decorator]
    def _computing(self, _: Any) -> None:
        """A gradient is ready: so the backward pass will end before the Reducer waits."""
        if self._is_reduced and not (self._is_left and self._pass is None):
            _at_end_of_pass(self._computed)

    def _computed(self) -> None:
        """All gradients are computed, and segments may still be under way."""
        self._restore()
        if self._pass is not None:
            self._forbid("a second backward pass came before the step of the optimizer")
        options = options_of(self._optimizer)
        _at_end_of_pass(lambda: self._reduced(options))  # after what the Reducer does then
        started = [] if self._collectives is None else self._collectives.taken()
        if self.reason is None and len(started) == len(self._buckets):
            known = {id(item) for group in self._optimizer.param_groups for item in group["params"]}
            begun = time.perf_counter()
            for number, reduced in enumerate(started):
                asked = time.perf_counter()
                flat = reduced()
                now = time.perf_counter()
                self.tail = now - begun if now - asked > WAITED else None
                self._update(number, flat, known)

    def _reduced(self, options: Sequence[dict[str, Any]]) -> None:
        """All gradients are reduced, and the script goes on."""
        self._give_gradients_back()
        self.passes += 1
        closely = self._collectives is None and self.passes <= WATCHED
        self._pass = Pass.of(parameters_of(self._ddp), options, closely)

    def _update(self, number: int, flat: torch.Tensor, known: set[int]) -> None:
        """Updates the parameters of a bucket.

        Args:
            number: Its number.
            flat: Its gradients, one after the other.
            known: The identities of the parameters of the optimizer; a tensor's own hash is slow.
        """
        parameters = self._buckets[number]
        if known.isdisjoint(map(id, parameters)):
            return
        if flat.numel() != sum(item.numel() for item in parameters):
            return
        place, views = self._views.get(number, (0, []))
        if place != flat.data_ptr():
            views = views_of(flat, parameters)
            self._views[number] = flat.data_ptr(), views
        pairs = zip(parameters, views, strict=True)
        found = [
            (item, gradient, view)
            for item, view in pairs
            if (gradient := item.grad) is not None and id(item) in known
        ]
        chosen = {id(item) for item, *_ in found}
        self._own += [(item, gradient) for item, gradient, _ in found]
        if not self._ddp.gradient_as_bucket_view:
            # What the Reducer would do only after all updates. Where a gradient is that place of
            # its bucket, it copies nothing.
            with torch.no_grad():
                gradients, reduced = [item for _, item, _ in found], [view for *_, view in found]
                torch._foreach_copy_(gradients, reduced)
        for item, _, view in found:
            item.grad = view
        with self._only(chosen):
            type(self._optimizer).step.__wrapped__(self._optimizer)
        self._updated |= chosen
        if self._ddp.gradient_as_bucket_view:
            self._give_gradients_back()

    def _give_gradients_back(self) -> None:
        for item, gradient in self._own:
            item.grad = gradient
        self._own.clear()

    @contextmanager
    def _only(self, chosen: set[int]) -> Iterator[None]:
        """Within, the optimizer has only the parameters of some identities."""
        self._choose(lambda item: id(item) in chosen)
        try:
            yield
        finally:
            self._restore()

    def _choose(self, is_chosen: Any) -> None:
        for group in self._optimizer.param_groups:
            self._whole.append((group, group["params"]))
            group["params"] = [item for item in group["params"] if is_chosen(item)]

    def _restore(self) -> None:
        for group, parameters in self._whole:
            group["params"] = parameters
        self._whole.clear()

    def _before_step(self, _: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        # While Dynamo compiles the step, it compiles this call, too, and knows that it does.
        self._inspect(arguments, named, torch.compiler.is_compiling())

    @torch.compiler.disable  # type: ignore[untyped-decorator]
    def _inspect(
        self, arguments: tuple[Any, ...], named: dict[str, Any], is_compiled: bool
    ) -> None:
        self._restore()  # a step that raised has left its groups without what was updated
        if self._pass is None:
            return
        changed = self._pass.change(self._optimizer, arguments, named)
        if is_compiled:
            changed = "the step of the optimizer is compiled, which may round in another way"
        if changed is not None:
            self._forbid(changed)
        if self._updated:
            self._choose(lambda item: id(item) not in self._updated)
        self._begun = time.perf_counter()

    @torch.compiler.disable  # type: ignore[untyped-decorator]
    def _after_step(self, *_: Any) -> None:
        self._restore()
        is_usual = self._collectives is None and not self._updated
        if self._begun is not None and self._pass is not None and is_usual:
            self.seconds.append(time.perf_counter() - self._begun)
            if not self._pass.has_same_norms():
                self._forbid("the step of the optimizer changes gradients")
        self._begun = self._pass = None
        self._updated = set()

    def _before_saving(self, _: Any) -> None:
        self._see_state("read")

    def _before_loading(self, *_: Any) -> None:
        self._see_state("loaded")

    def _see_state(self, done: str) -> None:
        """A script reads or loads the state of the optimizer, which may be half updated."""
        self._restore()  # see `_inspect`
        if self._pass is not None:
            self._forbid(
                f"the state of the optimizer is {done} between the backward pass and the step"
            )

    def _forbid(self, reason: str) -> None:
        if self._updated:
            raise UpdateError(
                f"{reason}, but parameters were updated already; leave optimizer= of "
                "tune_gradients out, and start again from the last checkpoint"
            )
        self.reason = self.reason or f"{reason}: {USUAL}"


def install_layout(ddp: Any, layout: Layout, updates: SegmentUpdates | None) -> None:
    """Gives DDP a layout, with the updates of an optimizer as it says (`reducer.install`)."""
    used = None if updates is None else updates.use(layout.buckets if layout.updates else None)
    install(ddp, layout, used)


def restore_default(ddp: Any, updates: SegmentUpdates | None) -> None:
    """Gives DDP its own Reducer back, and the optimizer its usual updates."""
    if updates is not None:
        updates.use(None)
    restore(ddp)


def _at_end_of_pass(function: Any) -> None:
    """Calls a function when the backward pass that is under way has computed all."""
    torch.autograd.Variable._execution_engine.queue_callback(function)
