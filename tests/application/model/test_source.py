"""What is read for given shapes only cannot stay open."""

from __future__ import annotations

from pathlib import Path

import pytest

import aoe
from aoe.application.command_line import main
from aoe.errors import UsageError
from tests.frontends.caffe.nets import layer, numbers, source, write_net


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = source((1, 3)) + layer("InnerProduct", "inner_product_param { num_output: 2 }")
    path, _ = write_net(tmp_path, text, {"l": [numbers((2, 3)), numbers((2,))]})
    path.rename(tmp_path / "net.prototxt")
    (tmp_path / "bank").mkdir()
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path / "bank"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "net.prototxt"


def test_a_format_that_reads_shapes_has_no_ranges(network: Path) -> None:
    with pytest.raises(UsageError, match=r"input_shape_range.*read for given shapes"):
        aoe.compile(
            network,
            weight="net.caffemodel",
            model_options=aoe.ModelOptions(input_shape_range="data:[1~2,3]"),
        )


def test_the_command_refuses_ranges_of_such_a_format(
    network: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--model=net.prototxt", "--weight=net.caffemodel", "--job_type=2"]
    assert main([*options, "--input_shape_range=data:[1~2,3]"]) == 2
    assert "read for given shapes" in capsys.readouterr().err
