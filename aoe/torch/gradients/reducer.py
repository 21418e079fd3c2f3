"""Applies a layout of buckets to a live DistributedDataParallel (DDP).

DDP's own helper makes the new `dist.Reducer`, as it does when a model is unpickled, so arguments
that differ between versions of torch are DDP's affair. Only the class is another: `_pinned` gives
one that has our buckets from the first step on and never rebuilds them. Every feature of DDP stays:
`no_sync`, communication hooks, unused parameters, static graphs, views into buckets.

Two things would make gradients wrong silently, so tests watch them: a static graph reduces nothing
in its first step unless a flag of DDP is reset, and hooks of the old Reducer must be removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks

from aoe.torch.gradients.collectives import Collectives

#: The numbers of the parameters of each bucket, in the order in which buckets are reduced.
Buckets: TypeAlias = Sequence[Sequence[int]]

#: The communication hooks of PyTorch that send gradients in another element type.
SENDING = {
    "bfloat16": default_hooks.bf16_compress_hook,
    "float16": default_hooks.fp16_compress_hook,
}

#: A Reducer collects the order of gradients in case it rebuilds its buckets: 16 bytes for each
#: gradient and step. After so many steps that is forgotten.
FORGET_EVERY = 1000
#: In a static graph that would forget more, so there the Reducer is made anew after so many steps.
RENEW_EVERY = 10_000


@dataclass(frozen=True, slots=True)
class Layout:
    """How gradients are reduced.

    Attributes:
        buckets: The numbers of the parameters of each bucket.
        sends: The element type in which they are sent; None for their own.
        updates: Whether parameters are updated as soon as their bucket is reduced.
    """

    buckets: Buckets
    sends: str | None = None
    updates: bool = False


def parameters_of(ddp: Any) -> list[torch.nn.Parameter]:
    """The parameters whose gradients are reduced, in the order that numbers them."""
    found: list[torch.nn.Parameter] = ddp._build_params_for_reducer()[0]
    return found


def names_of(ddp: Any) -> list[str]:
    """The names of these parameters."""
    names: dict[int, str] = {id(p): name for name, p in ddp.module.named_parameters()}
    return [names[id(parameter)] for parameter in parameters_of(ddp)]


def bytes_of(parameter: torch.Tensor) -> int:
    """The bytes of a parameter's gradient."""
    return int(parameter.numel() * parameter.element_size())


def type_of(parameter: torch.Tensor) -> str:
    """The name of its element type, `float32`."""
    return str(parameter.dtype).removeprefix("torch.")


def buckets_in_use(ddp: Any) -> list[list[int]]:
    """The buckets that DDP has now. It takes as much memory as the gradients for a moment."""
    numbers = {id(parameter): number for number, parameter in enumerate(parameters_of(ddp))}
    return [
        [numbers[id(parameter)] for parameter in bucket.parameters()]
        for bucket in ddp.reducer._get_zeros_like_grad_buckets()
    ]


def caps_of(ddp: Any) -> tuple[int, ...]:
    """The bytes at which DDP closes its own buckets, in turn; the last goes on."""
    config = getattr(ddp, "_bucket_config", None)  # torch 2.11 and newer
    if config is not None and config.per_bucket_bytes_caps:
        return tuple(config.per_bucket_bytes_caps)
    usual = int(ddp.bucket_bytes_cap)
    return (int(dist._DEFAULT_FIRST_BUCKET_BYTES) if ddp.bucket_bytes_cap_default else usual, usual)


def buckets_of(ddp: Any, order: Sequence[int], ends: Sequence[int]) -> list[list[int]]:
    """The buckets of a plan. A segment of several element types is a bucket for each.

    Args:
        ddp: The model.
        order: The parameters in the order in which their gradients become ready.
        ends: The ends of the segments.
    """
    parameters = parameters_of(ddp)
    buckets: list[list[int]] = []
    begin = 0
    for end in ends:
        kinds: dict[Any, list[int]] = {}
        for number in order[begin:end]:
            parameter = parameters[number]
            kinds.setdefault((parameter.dtype, parameter.device), []).append(number)
        buckets += kinds.values()
        begin = end
    return buckets


def layout_of(
    ddp: Any,
    order: Sequence[int],
    ends: Sequence[int],
    sends: str | None = None,
    updates: bool = False,
) -> Layout:
    """The layout of a plan. See `buckets_of` and `Layout`."""
    return Layout(buckets_of(ddp, order, ends), sends, updates)


def install(ddp: Any, layout: Layout, collectives: Collectives | None = None) -> None:
    """Gives DDP a layout from its next step on. Call it between two steps. To update parameters as
    soon as their bucket is reduced, `aoe.torch.gradients.updates` calls it.

    Args:
        ddp: The model.
        layout: The layout.
        collectives: Is told of each collective.

    Raises:
        RuntimeError: The last step is not finished, or PyTorch refuses the buckets. DDP has its own
            then.
    """
    ddp.reducer._check_reducer_finalized()
    made = _pinned(ddp, [[*bucket] for bucket in layout.buckets], collectives)
    try:
        with _replaced_reducer(made):
            _renew(ddp, layout.sends, collectives)
    except BaseException:
        restore(ddp)  # without a Reducer the model could not go on
        raise
    ddp._has_rebuilt_buckets = True


def restore(ddp: Any) -> None:
    """Gives DDP its own Reducer back, which makes its buckets as in the first step."""
    _renew(ddp, None)
    ddp._has_rebuilt_buckets = False


def is_installed(ddp: Any) -> bool:
    """Whether buckets were installed."""
    return type(ddp.reducer) is not dist.Reducer


def _renew(ddp: Any, sends: str | None, collectives: Collectives | None = None) -> None:
    parameters, sparse = ddp._build_params_for_reducer()
    hooks = ddp._comm_hooks if sends is None else [(SENDING[sends], ddp.process_group)]
    hook_name = hooks[-1][0].__qualname__ if hooks else ""
    if ddp.reducer is not None:  # as it is where another one could not be made
        ddp.reducer._remove_autograd_hooks()
    # The buckets of both would be more memory than there may be.
    ddp.reducer = ddp.logger = None
    names = ddp._build_debug_param_to_name_mapping(parameters)
    ddp._ddp_init_helper(parameters, sparse, names, ddp.static_graph)
    if ddp.static_graph:
        # The first step of a static graph reduces at its end, which DDP asks for once.
        ddp._static_graph_delay_allreduce_enqueued = False
        ddp.reducer._set_static_graph()
        ddp.logger._set_static_graph()
    for hook, state in hooks:
        noted = hook if collectives is None else collectives.hook(hook)
        dist._register_comm_hook(ddp.reducer, state, noted)
    if hook_name:
        ddp.logger._set_comm_hook_name(hook_name)


@contextmanager
def _replaced_reducer(made: type[Any]) -> Iterator[None]:
    """Within, DDP makes its Reducer of another class."""
    before = dist.Reducer
    dist.Reducer = made
    try:
        yield
    finally:
        dist.Reducer = before


def _pinned(ddp: Any, buckets: list[list[int]], collectives: Collectives | None) -> type[Any]:
    """A class of Reducers with these buckets for the parameters of `ddp`."""
    own = [id(parameter) for parameter in parameters_of(ddp)]
    parameters = parameters_of(ddp)
    limits = [sum(bytes_of(parameters[number]) for number in bucket) for bucket in buckets]
    static = bool(ddp.static_graph)

    class PinnedReducer(dist.Reducer):  # type: ignore[misc]
        def __init__(
            self, params: Any, indices: Any, sizes: Any, group: Any, *rest: Any, **named: Any
        ) -> None:
            # Another thread may make another DDP meanwhile.
            mine = [id(parameter) for parameter in params] == own
            self._own = mine
            self._steps = 0
            chosen = (buckets, limits) if mine else (indices, sizes)
            if mine and collectives is not None:
                group = collectives.group(group)
            self._group = group  # a class of Python has to live as long
            super().__init__(params, *chosen, group, *rest, **named)

        def _rebuild_buckets(self) -> bool:
            """What DDP calls before each forward pass: it rebuilds nothing."""
            if not self._own:
                return bool(super()._rebuild_buckets())
            self._check_reducer_finalized()  # tells of parameters without a gradient
            self._steps += 1
            if not static and self._steps % FORGET_EVERY == 0:
                self._reset_state()
            return False

    return PinnedReducer
