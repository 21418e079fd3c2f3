"""What cannot be tuned is said, on all ranks alike, and leaves the model as it is."""

from __future__ import annotations

import io
import os
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import torch
from torch import nn
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.distributed.algorithms.join import Join
from torch.nn.parallel import DistributedDataParallel

import aoe.torch
from aoe.errors import UsageError
from aoe.torch.gradients.reducer import is_installed

from .models import Chain, batch, wrapped
from .scripts import SOC, Notices, environment, section_of
from .workers import Workers


def refused(rank: int, kind: str) -> str:
    """What is said of a model that cannot be tuned."""
    os.environ["AOE_MODE"] = "4"
    notices = Notices()
    module: Any = Chain()
    try:
        model = _made(kind, module)
        aoe.torch.tune_gradients(model, soc_version=SOC)
    except UsageError as error:
        return str(error)
    return " ".join(notices.texts)


def _made(kind: str, module: Any) -> Any:
    if kind == "module":
        return module
    if kind == "FSDP":
        from torch.distributed.fsdp import fully_shard

        return fully_shard(module)
    if kind == "replicate":
        from torch.distributed._composable.replicate import replicate

        return replicate(module)
    if kind == "sparse":
        return wrapped(nn.Sequential(nn.Embedding(4, 4, sparse=True)))
    if kind == "mixed_precision":
        ddp = wrapped(module)
        ddp.mixed_precision = object()  # DDP makes streams for it, which CPUs have not
        return ddp
    ddp = wrapped(module)
    if kind == "built-in hook":
        from torch.distributed import BuiltinCommHookType

        ddp._register_builtin_comm_hook(BuiltinCommHookType.FP16_COMPRESS)
    if kind == "PowerSGD":
        from torch.distributed.algorithms.ddp_comm_hooks import powerSGD_hook

        state = powerSGD_hook.PowerSGDState(None)
        ddp.register_comm_hook(state, powerSGD_hook.powerSGD_hook)
    return ddp


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("module", "a Chain reduces no gradients"),
        ("FSDP", "FSDP groups gradients by module"),
        ("replicate", "replicate() groups gradients by module"),
        ("sparse", "a sparse gradient is gathered"),
        ("mixed_precision", "mixed_precision= of DDP"),
        ("built-in hook", "a built-in communication hook"),
        ("PowerSGD", "a state of the class PowerSGDState"),
    ],
)
def test_what_cannot_be_tuned_is_refused(workers: Workers, kind: str, part: str) -> None:
    assert part in workers.run(refused, kind)[0]


def joined(rank: int, folder: str, mode: str) -> dict[str, Any]:
    """Trains uneven inputs under Join."""
    environment(folder, mode)
    notices, losses, printed = Notices(), [], io.StringIO()
    for tunes in (False, True):
        ddp = DistributedDataParallel(Chain())
        if tunes:
            aoe.torch.tune_gradients(ddp, soc_version=SOC)
        optimizer = torch.optim.SGD(ddp.parameters(), 0.1)
        with Join([ddp]), redirect_stdout(printed):
            for number in range(2 + rank):
                optimizer.zero_grad()
                ddp(batch(rank, number)).square().sum().backward()
                optimizer.step()
        losses.append([parameter.detach().clone() for parameter in ddp.parameters()])
    equal = all(torch.equal(one, other) for one, other in zip(*losses, strict=True))
    return {
        "notices": notices.texts,
        "equal": equal,
        "installed": is_installed(ddp),
        "printed": printed.getvalue().splitlines(),
    }


def test_uneven_inputs_are_refused_when_they_begin(workers: Workers, tmp_path: Path) -> None:
    first, second = workers.run(joined, str(tmp_path), "4")
    (said,) = first["printed"]
    assert said.startswith("[Aoe]gradient process failed: Join lets ranks end at different steps")
    section = section_of(tmp_path)
    assert section.verdict == "tuning failed"
    assert "Join lets ranks end" in section.remarks[0]
    assert first["notices"] == second["notices"] == second["printed"] == []
    for found in (first, second):
        assert found["equal"]
        assert not found["installed"]


def different(rank: int, folder: str) -> dict[str, Any]:
    """A communication hook with a state on one rank only."""
    environment(folder, "4")
    notices, ddp = Notices(), wrapped(Chain())
    if rank == 1:
        ddp.register_comm_hook(object(), lambda _, bucket: None)
    aoe.torch.tune_gradients(ddp, soc_version=SOC)
    return {"notices": notices.texts, "installed": is_installed(ddp)}


def test_an_objection_of_one_rank_counts_for_all(workers: Workers, tmp_path: Path) -> None:
    first, second = workers.run(different, str(tmp_path))
    assert "has a state of the class object" in first["notices"][0]
    assert not first["installed"]
    assert not second["installed"]


def misused(rank: int, arguments: dict[str, Any]) -> str:
    try:
        aoe.torch.tune_gradients(wrapped(Chain()), soc_version=SOC, **arguments)
    except UsageError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ({"mode": "2"}, "mode='2'"),
        ({"budget_steps": 44}, "budget_steps=44"),
        ({"repository": "/dev/null/none"}, "/dev/null/none"),
        ({"compression": "int8"}, "compression='int8': must be 'bfloat16' or 'float16'"),
    ],
)
def test_wrong_arguments_are_refused(
    workers: Workers, arguments: dict[str, Any], part: str
) -> None:
    assert part in workers.run(misused, arguments)[0]


def disagreeing(rank: int, folder: str, what: str) -> dict[str, Any]:
    """Ranks of which the second has another argument or variable."""
    environment(folder, "4")
    notices, ddp = Notices(), wrapped(Chain())
    arguments: dict[str, Any] = {}
    if rank == 1 and what == "AOE_MODE":
        arguments = {"mode": "0"}
    if what == "budget_steps":
        arguments = {"budget_steps": 60 + rank}
    if rank == 1 and what == "compression":
        arguments = {"compression": "bfloat16"}
    variables = {"REPEAT_TUNE": "True"} if rank == 1 and what == "REPEAT_TUNE" else {}
    with patch.dict(os.environ, variables):
        aoe.torch.tune_gradients(ddp, soc_version=SOC, **arguments)
    return {"notices": notices.texts, "session": hasattr(ddp, "_aoe_gradients")}


@pytest.mark.parametrize("what", ["AOE_MODE", "REPEAT_TUNE", "budget_steps", "compression"])
def test_what_ranks_do_not_agree_about_is_refused(
    workers: Workers, tmp_path: Path, what: str
) -> None:
    first, second = workers.run(disagreeing, str(tmp_path), what)
    assert f"{what} is not the same on all ranks" in first["notices"][0]
    assert not first["session"]
    assert not second["session"]


def compressed_and_hooked(rank: int) -> str:
    notices, ddp = Notices(), wrapped(Chain())
    ddp.register_comm_hook(None, allreduce_hook)
    aoe.torch.tune_gradients(ddp, soc_version=SOC, compression="bfloat16")
    return " ".join(notices.texts)


def compressed_complex(rank: int, folder: str) -> dict[str, Any]:
    """A model with a complex parameter whose gradients may be sent in 16 bits."""
    environment(folder, "4")
    notices, module = Notices(), Chain()
    module.turns = nn.Parameter(torch.ones(12, dtype=torch.complex64))
    ddp = wrapped(module)
    aoe.torch.tune_gradients(ddp, soc_version=SOC, compression="bfloat16")
    return {"notices": notices.texts, "session": hasattr(ddp, "_aoe_gradients")}


def test_complex_gradients_are_not_compressed(workers: Workers, tmp_path: Path) -> None:
    first, second = workers.run(compressed_complex, str(tmp_path))
    assert "would drop the imaginary part of the gradient of turns" in first["notices"][0]
    assert not first["session"]
    assert not second["session"]


def test_compression_beside_a_hook_is_refused(workers: Workers) -> None:
    assert (
        "needs the place of the communication hook allreduce_hook"
        in workers.run(compressed_and_hooked)[0]
    )


def wrong_on_one(rank: int) -> str:
    return misused(rank, {"budget_steps": 44 if rank == 1 else 60})


def test_what_one_rank_refuses_all_refuse(workers: Workers) -> None:
    for text in workers.run(wrong_on_one):
        assert "budget_steps=44" in text
