"""Models are built the same every time, and are fit to be measured."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from benchmarks.models.__main__ import main
from benchmarks.models.checks import BadModelError, check_file
from benchmarks.models.finishing import feed_of, finished, runtime_session
from benchmarks.models.graph import Graph
from benchmarks.models.layers import conv, conv_bn
from benchmarks.models.registry import BLOCKS, SUITE, kind_of

_CHEAP = ["lstm_64", "generator_last_3x3", "two_pixels_512", "ghostnet_block", "swin_block"]


def test_there_are_fourteen_networks_and_ninety_four_blocks() -> None:
    names = [name for models in BLOCKS.values() for name in models]
    assert len(SUITE) == 14
    assert len(names) == len(set(names)) == 94
    assert kind_of("lstm_64") == "recurrences"
    assert kind_of("resnet50") == "suite"
    assert kind_of("mine") is None


@pytest.mark.parametrize(
    ("name", "nodes"),
    [("shufflenet", 203), ("mobilenet_v2", 100), ("unet256", 38), ("bilstm2", 50), ("edsr128", 26)],
)
def test_networks_of_the_suite_have_the_nodes_that_exporters_write(name: str, nodes: int) -> None:
    model = SUITE[name]()
    assert len(model.graph.node) == nodes


def test_one_command_builds_and_checks_models(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["blocks", str(tmp_path), *_CHEAP]) == 0
    assert sorted(path.stem for path in tmp_path.glob("*.onnx")) == sorted(_CHEAP)
    assert (tmp_path / "models.json").exists()
    assert len(capsys.readouterr().out.splitlines()) == len(_CHEAP)


def test_the_same_model_is_built_every_time() -> None:
    build = BLOCKS["ends"]["fsrcnn_last"]
    assert build().SerializeToString() == build().SerializeToString()


def test_an_unknown_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no model nobody"):
        main(["suite", str(tmp_path), "nobody"])


def test_folding_changes_no_output() -> None:
    def output(folded: bool) -> np.ndarray:
        g = Graph("m")
        x = conv_bn(g, g.input("x", 1, 8, 9, 9), 16)
        model = finished(g, conv_bn(g, x, 8, 1, act=None), folded=folded)
        kinds = Counter(node.op_type for node in model.graph.node)
        assert kinds["BatchNormalization"] == (0 if folded else 2)
        (found,) = runtime_session(model).run(None, feed_of(model))
        return np.asarray(found)

    np.testing.assert_allclose(output(True), output(False), rtol=1e-4, atol=1e-5)


def test_activations_after_a_normalisation_are_of_order_one() -> None:
    g = Graph("m")
    x = g.input("x", 1, 4, 16, 16)
    for _ in range(6):
        x = g.node("Mul", conv_bn(g, x, 4, act=None), g.scalar(50.0))
    model = finished(g, conv_bn(g, x, 4, act=None))
    (found,) = runtime_session(model).run(None, feed_of(model))
    assert 0.1 < np.std(found) < 10


def test_a_model_that_ignores_its_input_is_refused(tmp_path: Path) -> None:
    g = Graph("m")
    y = conv(g, g.input("x", 1, 4, 8, 8), 4)
    model = finished(g, g.node("Add", g.node("Mul", y, g.scalar(1e-9)), g.scalar(1.0)))
    onnx.save(model, tmp_path / "m.onnx")
    with pytest.raises(BadModelError, match="other inputs change"):
        check_file(tmp_path / "m.onnx")


def test_shapes_are_known_while_a_model_is_built() -> None:
    g = Graph("m")
    x = g.input("x", 2, 3, 8, 10)
    assert g.shape(conv(g, x, 5, 3, stride=2)) == (2, 5, 4, 5)
    assert g.shape(g.node("Reshape", x, g.integers(2, -1))) == (2, 240)
    value = g.node("Constant", value=numpy_helper.from_array(np.array((6, 80), np.int64)))
    assert g.shape(g.node("Reshape", x, value)) == (6, 80)
