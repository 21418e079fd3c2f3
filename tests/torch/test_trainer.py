"""Accelerate takes the backend by its name."""

from __future__ import annotations

import subprocess
import sys
from importlib import reload

import pytest

pytest.importorskip("torch")
pytest.importorskip("accelerate")

import torch
from accelerate import Accelerator
from accelerate.utils import DynamoBackend
from accelerate.utils.dataclasses import TorchDynamoPlugin

import aoe.torch.trainer
from aoe.torch.report import journal


def test_a_model_that_accelerate_prepares_is_compiled() -> None:
    model = Accelerator(cpu=True, dynamo_backend="aoe").prepare(torch.nn.Linear(3, 2))
    before = len(journal().reports)
    model(torch.ones(4, 3)).sum().backward()
    assert len(journal().reports) > before


def test_the_plugin_hands_on_the_name_that_torch_knows() -> None:
    assert TorchDynamoPlugin(backend="aoe").to_kwargs()["backend"] == "aoe"


def test_a_second_import_adds_nothing() -> None:
    before = DynamoBackend.list()
    reload(aoe.torch.trainer)
    assert DynamoBackend.list() == before
    assert before.count("AOE") == 1


def test_unknown_backends_are_still_refused() -> None:
    with pytest.raises(ValueError, match="not a valid DynamoBackend"):
        TorchDynamoPlugin(backend="aoee")


def test_a_missing_accelerate_is_told() -> None:
    code = "import sys; sys.modules['accelerate'] = None; import aoe.torch.trainer"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "UsageError: aoe.torch.trainer is for scripts with Accelerate" in run.stderr
    assert "pip install accelerate" in run.stderr
