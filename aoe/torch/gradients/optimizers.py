"""Which optimizers may update parameters behind segments: those that update each by itself.

`updates.py` brings their updates forward, `passes.py` watches what a script does meanwhile.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.optim import optimizer as optimizers

from aoe.torch.gradients.reducer import parameters_of

#: Optimizers that update each parameter by its own gradient and state. A class that is derived from
#: them may do more.
EXACT = frozenset(
    {
        "ASGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "NAdam",
        "RAdam", "RMSprop", "Rprop", "SGD",
    }
)  # fmt: skip
#: What is said of updates that stay as they are.
USUAL = "parameters are updated when all gradients are reduced"


def objection(ddp: Any, optimizer: Any) -> str | None:
    """Why the updates of an optimizer cannot come earlier; None if they can."""
    kind = type(optimizer)
    if kind is not getattr(torch.optim, kind.__name__, None) or kind.__name__ not in EXACT:
        what = f"the optimizer {kind.__name__} is not known to update each parameter by itself"
    elif ddp.find_unused_parameters or ddp.static_graph:
        what = "which parameters are used is known when all gradients are reduced"
    elif "step" in vars(optimizer) and not hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        what = "the step of the optimizer was replaced"
    elif optimizer._optimizer_step_pre_hooks or optimizers._global_optimizer_pre_hooks:
        what = "the optimizer has a hook that is called before its step"
    elif any(group.get("differentiable") for group in optimizer.param_groups):
        what = "the optimizer is differentiable"
    elif not _alike(ddp, optimizer):
        what = "the optimizer has other kinds of tensors than the parameters of the model"
    else:
        return None
    return f"{what}: {USUAL}"


def _alike(ddp: Any, optimizer: Any) -> bool:
    """Whether an optimizer takes the same way for some of its parameters as for all of them."""
    own = parameters_of(ddp)
    known = [item for group in optimizer.param_groups for item in group["params"]]
    usual = all(type(item) in (torch.Tensor, torch.nn.Parameter) for item in known)
    devices = {item.device for item in (*own, *known)}
    kinds = {(item.is_complex(), item.is_floating_point()) for item in known}
    return usual and len(devices) == len(kinds) == 1 and bool({*own} & {*known})
