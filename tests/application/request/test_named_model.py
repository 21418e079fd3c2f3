"""The model that a command names, as options."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.request.named_model import with_named_model
from aoe.errors import UsageError
from aoe.settings import Settings, read_settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "net.onnx").write_bytes(b"")
    (tmp_path / "models").mkdir()
    return read_settings({}, tmp_path)


def test_the_result_has_the_name_of_the_model(settings: Settings) -> None:
    options = with_named_model("net.onnx", {"threads": "1"}, settings)
    assert options == {"threads": "1", "model": "net.onnx", "output": "net.om"}


def test_a_result_may_be_named(settings: Settings) -> None:
    assert with_named_model("net.onnx", {"output": "out/fast"}, settings)["output"] == "out/fast"


def test_a_job_that_is_continued_has_its_own_place(settings: Settings) -> None:
    assert with_named_model("net.onnx", {"reload": "\0"}, settings)["output"] is None


def test_a_folder_is_one_of_models(settings: Settings) -> None:
    assert with_named_model("models", {}, settings) == {"model_path": "models", "output": "."}


def test_what_does_not_exist_is_refused(settings: Settings) -> None:
    with pytest.raises(UsageError, match=r"absent\.onnx: there is no such file"):
        with_named_model("absent.onnx", {}, settings)
