"""Options of `torch.compile`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from aoe.errors import UsageError
from aoe.settings import read_settings, usable_cores
from aoe.torch import CompilerConfig
from aoe.torch.options import KEYS, TorchOptions, torch_options


def options(given: dict[str, Any] | None = None, **environment: str) -> TorchOptions:
    return torch_options(given, read_settings(environment))


def test_by_default_nothing_is_tuned() -> None:
    assert options() == TorchOptions(precision=options().precision)


def test_the_variable_tunes_and_an_option_beats_it() -> None:
    assert options(AOE_MODE="2").aoe_mode == "2"
    assert options({"aoe_mode": "1"}, AOE_MODE="2").aoe_mode == "1"
    assert options({"aoe_mode": None}, AOE_MODE="2").aoe_mode is None
    assert options(AOE_MODE="4").aoe_mode is None


def test_a_configuration_of_torchair_is_taken(tmp_path: Path) -> None:
    config = CompilerConfig()
    config.aoe_config.aoe_mode = "2"
    config.aoe_config.work_path = tmp_path
    found = options({"compiler_config": config})
    assert (found.aoe_mode, found.work_path) == ("2", tmp_path)


def test_a_script_for_torchair_changes_one_line() -> None:
    import aoe.torch as torchair

    config = torchair.CompilerConfig()
    chosen = torchair.get_npu_backend(compiler_config=config)
    compiled = torch.compile(torch.relu, backend=chosen)
    assert compiled(torch.tensor([-1.0, 2.0])).tolist() == [0, 2]
    config.aoe_config.aoe_mode = "3"
    with pytest.raises(UsageError, match="aoe_mode should be one of the list"):
        torchair.get_npu_backend(compiler_config=config)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"thread": 1}, "have no 'thread' for aoe; did you mean threads"),
        ({"aoe_mode": "3"}, r"aoe_mode should be one of the list:\['1','2'\], but it is '3'"),
        ({"aoe_mode": 4}, "but it is 4; '4' is for aoe.torch.tune_gradients"),
        (
            {"aoe_mode": "online"},
            "but it is 'online'",
        ),
        ({"threads": 0}, "threads=0: must be from 1"),
        ({"threads": "two"}, "threads='two': must be a whole number"),
        ({"threads": 2.0}, "threads=2.0: must be a whole number"),
        ({"threads": True}, "threads=True: must be a whole number"),
        ({"work_path": 3}, "work_path=3: must be a path"),
        ({"aoe_config_file": 3}, "aoe_config_file=3: must be a path"),
        ({"op_bank_path": b"x"}, "op_bank_path=b'x': must be a path"),
        ({3: 4}, "have no 3 for aoe"),
        ("threads=2", "options='threads=2': must be a dictionary"),
        ({"op_bank_path": "missing"}, "op_bank_path='missing': there is no such directory"),
        ({"aoe_config_file": "missing"}, "aoe_config_file='missing': there is no such file"),
        ({"budget": "soon"}, "budget='soon': must be a time above zero"),
        ({"budget": -3}, "budget=-3: must be a time above zero"),
        ({"budget": ["5m"]}, r"budget=\['5m'\]: must be a time above zero"),
        ({"budget": True}, "budget=True: must be a time above zero"),
        ({"budget": None}, "budget=None: must be a time above zero"),
        ({"most_sizes": "4"}, "most_sizes='4': must be a whole number above 0"),
        ({"most_sizes": True}, "most_sizes=True: must be a whole number above 0"),
        ({"freeze": "yes"}, "freeze='yes': must be True or False"),
        ({"precision_mode": 3}, "precision_mode=3: must be the name of a mode"),
        ({"cache": "force"}, "have no 'cache' for aoe"),
        ({"fallback": 1}, "fallback=1: must be True or False"),
        ({"precision_mode": "fast"}, "precision_mode=fast: must be one of"),
        ({"compiler_config": 3}, "compiler_config=3: must be an aoe.torch.CompilerConfig"),
        ({"compiler_config": CompilerConfig("2")}, "must be an aoe.torch.CompilerConfig"),  # type: ignore[arg-type]
    ],
)
def test_an_option_that_cannot_be_used_is_refused(given: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        options(given)


def test_a_graph_may_have_more_threads_than_there_are_cores() -> None:
    threads = usable_cores() + 1
    assert options({"threads": threads}).threads == threads
    compiled = torch.compile(torch.relu, backend="aoe", options={"threads": threads})
    assert compiled(torch.tensor([-1.0, 2.0])).tolist() == [0, 2]
    with pytest.raises(UsageError, match="the cores of this machine"):
        options({"threads": threads, "aoe_mode": "2"})


@pytest.mark.parametrize("value", ["", " "])
@pytest.mark.parametrize("name", sorted({*KEYS} - {"aoe_mode", "compiler_config"}))
def test_an_empty_value_is_refused(name: str, value: str) -> None:
    with pytest.raises(UsageError, match=f"{name}='{value}': is empty; give a value, or leave"):
        options({name: value})


def test_an_empty_value_of_a_configuration_is_refused() -> None:
    config = CompilerConfig()
    config.aoe_config.work_path = ""
    with pytest.raises(UsageError, match="work_path='': is empty"):
        options({"compiler_config": config})


def test_a_configuration_leaves_the_place_of_files_to_variables() -> None:
    assert options({"compiler_config": CompilerConfig()}).work_path is None


def test_a_configuration_of_torchair_is_checked() -> None:
    config = CompilerConfig()
    with pytest.raises(AttributeError, match="aoe_mod"):
        config.aoe_config.aoe_mod = "2"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"no 'aoe_mode', .*; set aoe_config\.aoe_mode"):
        config.aoe_mode = "2"
    with pytest.raises(AttributeError, match="no 'mode', only aoe_config; leave it out"):
        config.mode = "max-autotune"
    config.aoe_config.work_path = "missing"
    with pytest.raises(UsageError, match="work_path='missing': there is no such directory"):
        options({"compiler_config": config})


def error_of_a_convolution(given: dict[str, Any]) -> float:
    """The largest error of a layer with 256 channels, relative to the largest result."""
    import torch

    from aoe.torch.compiler import backend

    torch.manual_seed(0)
    layer, x = torch.nn.Conv2d(256, 16, 3, padding=1), torch.randn(1, 256, 12, 12)
    found = torch.compile(layer, backend=backend, options=given)(x).detach().double()
    exact = layer.double()(x.double()).detach()
    return float((found - exact).abs().max() / exact.abs().max())


def test_a_graph_with_high_precision_sums_products_plainly() -> None:
    precise = error_of_a_convolution({"op_select_implmode": "high_precision"})
    assert precise < 5e-7
    # Winograd's algorithm has 2e-6 here, one plain sum of 2304 products 7e-7.
    assert precise < error_of_a_convolution({})
