"""Which models gradient tuning can change. What it cannot is refused with a sentence."""

from __future__ import annotations

from typing import Any

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from aoe.errors import UsageError
from aoe.torch.gradients.reducer import names_of, parameters_of

_ADVICE = "its gradients stay as PyTorch reduces them"


def ddp_of(model: Any) -> Any:
    """The DistributedDataParallel (DDP) of what a script has: the model, or a compiled one.

    Raises:
        UsageError: It is something else.
    """
    found = getattr(model, "_orig_mod", model)
    if isinstance(found, DistributedDataParallel):
        return found
    kinds = {item.__name__ for item in type(found).__mro__}
    if "FullyShardedDataParallel" in kinds or "FSDPModule" in kinds:
        what = "FSDP groups gradients by module and has no buckets to choose"
    elif "ReplicateModule" in kinds or _is_replicated(found):
        what = "replicate() groups gradients by module and has no buckets to choose"
    else:
        what = f"a {type(found).__name__} reduces no gradients"
    raise UsageError(f"tune_gradients: {what}; give it a torch.nn.parallel.DistributedDataParallel")


def _is_replicated(module: Any) -> bool:
    """Whether `torch.distributed._composable.replicate` was applied."""
    try:
        from torch.distributed._composable.contract import _get_registry

        registry = _get_registry(module) if isinstance(module, torch.nn.Module) else None
    except (ImportError, AttributeError):
        return False
    return registry is not None and "replicate" in registry


def objection(ddp: Any, compression: str | None = None) -> str | None:
    """Why a model cannot be tuned; None if it can. It is the same on all ranks that made the model
    alike. `compression`: the element type in which gradients may be sent.
    """
    if compression is not None and ddp._comm_hooks:
        return (
            f"compression={compression!r} needs the place of the communication hook "
            f"{ddp._comm_hooks[0][0].__qualname__}; leave one of them out; {_ADVICE}"
        )
    if compression is not None:
        names = zip(names_of(ddp), parameters_of(ddp), strict=True)
        complex_ones = [name for name, parameter in names if parameter.is_complex()]
        if complex_ones:
            return (
                f"compression={compression!r} would drop the imaginary part of the gradient of "
                f"{complex_ones[0]}; leave it out; {_ADVICE}"
            )
    if ddp._use_python_reducer:
        return f"optimize_ddp='python_reducer' has no buckets to choose; {_ADVICE}"
    if ddp.mixed_precision is not None:
        return f"mixed_precision= of DDP casts gradients by hooks of its own; {_ADVICE}"
    if ddp._delay_all_reduce_params:
        return f"delay_all_reduce_named_params= reduces gradients apart from buckets; {_ADVICE}"
    if ddp._join_config.enable:
        return f"{join_objection()}; {_ADVICE}"
    if any(hasattr(parameter, "_in_backward_optimizers") for parameter in ddp.parameters()):
        return f"an optimizer that steps within backward is tied to DDP's buckets; {_ADVICE}"
    if any(ddp._build_params_for_reducer()[1]):
        return f"a sparse gradient is gathered, not reduced in a bucket; {_ADVICE}"
    if ddp._get_ddp_logging_data().get("comm_hook") and not ddp._comm_hooks:
        return f"a built-in communication hook cannot be moved to other buckets; {_ADVICE}"
    for hook, state in ddp._comm_hooks:
        if state is not None and not isinstance(state, dist.ProcessGroup):
            return (
                f"the communication hook {hook.__qualname__} has a state of the class "
                f"{type(state).__name__}, which may be tied to DDP's buckets; {_ADVICE}"
            )
    return None


def join_objection() -> str:
    """What is said of uneven inputs."""
    return "Join lets ranks end at different steps, which would not wait for each other's decisions"
