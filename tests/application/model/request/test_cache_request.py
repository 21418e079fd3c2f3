"""The compile cache from the user's side: what options do, and what a second run compiles."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.compilation import repository_policies
from aoe.application.model.request.cache_request import CacheRequest, cache_request
from aoe.application.model.source import load_graph
from aoe.backends.cpu.compile import compile_pool
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import default_policy, space
from aoe.errors import UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.policy import Policy
from aoe.settings import read_settings
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import Winner
from tests.application.conftest import expected

SHAPE = {"x": (2, 8)}


@pytest.fixture(autouse=True)
def own_cache(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASCEND_CACHE_PATH", str(place / "cache"))


def refuse(*arguments: object) -> NoReturn:
    raise AssertionError("something is compiled")


def compiled(cache: aoe.CacheOptions | None = None) -> dict[str, bytes]:
    with aoe.compile("small.onnx", threads=1, input_shape=SHAPE, cache=cache) as session:
        x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), rtol=1e-5)
        return dict(session.model.objects)


def test_a_second_compilation_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled()
    monkeypatch.setattr(compile_pool, "object_code", refuse)
    monkeypatch.setattr(compile_pool, "plain_object_code", refuse)
    assert compiled() == first


@pytest.mark.parametrize("mode", ["force", "disable"])
def test_other_modes_compile_again(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled()
    monkeypatch.setattr(compile_pool, "object_code", refuse)
    with pytest.raises(AssertionError, match="something is compiled"):
        compiled(aoe.CacheOptions(mode=mode))


def test_the_cache_lies_where_the_option_says(place: Path) -> None:
    compiled(aoe.CacheOptions(directory="mine"))
    assert list(place.glob("mine/kernel_cache/*/*"))
    assert not (place / "cache").exists()


def test_a_new_repository_entry_is_used_at_once() -> None:
    first = compiled()
    target = host_target(1)
    _, graph = load_graph(ModelOrigin("small.onnx"), SHAPE)
    (node,) = graph.operator_nodes
    default = default_policy(node.operator, target)
    other: Policy = next(policy for policy in space(node.operator, target) if policy != default)
    measured = Measurement.of([1e-6] * 10)
    store = repository_policies(read_settings(), target)
    store.store(node.operator, Winner(other, measured, measured, measured))
    second = compiled()
    assert second != first
    assert compiled() == second


@pytest.mark.parametrize(
    ("given", "mode"),
    [
        ({}, "enable"),
        ({"op_compiler_cache_mode": "force"}, "force"),
        ({"op_debug_level": "0"}, "enable"),
        ({"op_debug_level": "1"}, "disable"),
        ({"op_debug_level": "4", "op_compiler_cache_mode": "force"}, "disable"),
    ],
)
def test_a_debug_level_turns_the_cache_off(given: dict[str, str], mode: str) -> None:
    assert cache_request(given, read_settings()).mode == mode


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"op_compiler_cache_mode": "on"}, "--op_compiler_cache_mode=on: must be enable, force"),
        ({"op_debug_level": "5"}, "--op_debug_level=5: must be a whole number from 0 to 4"),
        ({"op_compiler_cache_dir": "small.onnx"}, "--op_compiler_cache_dir=small.onnx: it is not"),
    ],
)
def test_values_that_cannot_be_are_refused(given: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError) as caught:
        cache_request(given, read_settings())
    assert str(caught.value).startswith(words)


def test_a_relative_folder_is_relative_to_the_working_directory(place: Path) -> None:
    request = cache_request({"op_compiler_cache_dir": "mine"}, read_settings())
    assert request == CacheRequest("enable", place / "mine")


def test_the_command_line_refuses_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--model=small.onnx", "--job_type=2", "--op_compiler_cache_mode=maybe"]
    assert main(options) == 2
    assert "--op_compiler_cache_mode=maybe" in capsys.readouterr().err
