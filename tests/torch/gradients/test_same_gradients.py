"""Gradients are those of DistributedDataParallel while a plan is tuned, and with one in use."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import torch

import aoe.torch
from aoe.settings import read_settings
from aoe.torch.gradients import session as session_module
from aoe.torch.gradients.ranks import Ranks
from aoe.torch.gradients.reducer import Layout, install
from aoe.torch.gradients.session import Session

from .models import Chain, batch, gradients, same, step, wrapped
from .scripts import SOC, Notices, environment
from .workers import Workers


def tuned_beside_plain(
    rank: int, folder: str, options: dict[str, Any], accumulates: bool, types: bool
) -> dict[str, Any]:
    """Tunes in real steps, and trains the same model without tuning beside it."""
    environment(folder, "4")
    Notices()
    ddp, plain = wrapped(Chain(types), **options), wrapped(Chain(types))
    good = []
    with redirect_stdout(io.StringIO()):
        aoe.torch.tune_gradients(ddp, soc_version=SOC)
        for number in range(120):
            for model in (ddp, plain):
                model.zero_grad()
                if accumulates:
                    with model.no_sync():
                        model(batch(rank, 1000 + number)).sum().backward()
                model(batch(rank, number)).square().sum().backward()
            good.append(same(gradients(ddp), gradients(plain)))
    return {"good": all(good), "tuning": ddp._aoe_gradients.tuner is not None}


@pytest.mark.parametrize(
    ("options", "accumulates", "types"),
    [
        ({}, False, False),
        ({}, False, True),
        ({"static_graph": True}, False, False),
        ({"find_unused_parameters": True}, False, False),
        ({"gradient_as_bucket_view": True}, True, False),
    ],
)
def test_every_step_of_tuning_has_the_gradients_of_ddp(
    workers: Workers, tmp_path: Path, options: dict[str, Any], accumulates: bool, types: bool
) -> None:
    for found in workers.run(tuned_beside_plain, str(tmp_path), options, accumulates, types):
        assert found == {"good": True, "tuning": False}


def renewed(rank: int) -> list[bool]:
    """Trains a static graph beyond the steps after which its Reducer is made anew."""
    ddp, plain = wrapped(Chain(), static_graph=True), wrapped(Chain())
    ranks = Ranks(ddp.process_group, torch.device("cpu"))
    session = Session(ddp, ranks, "1", read_settings(), SOC)
    session.use(Layout([[*range(11, 5, -1)], [*range(5, -1, -1)]]))
    session.begin()
    with patch.object(session_module, "RENEW_EVERY", 3):
        return [same(step(rank, ddp, n), step(rank, plain, n)) for n in range(8)]


def test_a_static_graph_is_renewed(workers: Workers) -> None:
    assert workers.run(renewed) == [[True] * 8] * 2


def compiled(rank: int, folder: str) -> dict[str, Any]:
    """Looks a plan up for a compiled model, and trains beside plain DDP."""
    environment(folder, "")
    Notices()
    one, other = wrapped(Chain()), wrapped(Chain())
    model = torch.compile(one, backend="aot_eager")
    given = aoe.torch.tune_gradients(model, soc_version=SOC)
    install(one, Layout([[*range(11, 5, -1)], [*range(5, -1, -1)]]))
    good = []
    for number in range(3):
        mine, theirs = step(rank, model, number), step(rank, other, number)
        good.append(all(torch.equal(a, b) for a, b in zip(mine, theirs, strict=True)))
    return {"same": given is model, "good": good}


def test_a_compiled_model_is_taken(workers: Workers, tmp_path: Path) -> None:
    for found in workers.run(compiled, str(tmp_path)):
        assert found == {"same": True, "good": [True] * 3}
