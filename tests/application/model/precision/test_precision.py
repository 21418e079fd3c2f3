"""Models compiled and tuned in another precision: their outputs, and what is said of these."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.precision import precision
from aoe.application.model.precision.precision import (
    Precision,
    output_error,
    reduced_precision_of,
    typical_error,
)
from aoe.application.model.request.precision_request import PrecisionRequest, precision_request
from aoe.application.model.source import load_profiles
from aoe.backends.cpu.target.host import host_target
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.graph_json import graph_from_json
from aoe.runtime.offline_model import OfflineModel
from tests.backends.cpu.changed_target import changed
from tests.graph.models import by_onnxruntime, model, weights

#: On CPUs without dot products of bfloat16 this is the mode that changes anything.
MODES = ["force_fp16"]
if host_target().multiplies_bfloat16:
    MODES.append("allow_mix_precision")


@pytest.fixture
def network(place: Path) -> onnx.ModelProto:
    """Convolutions, a pooling and a product: `network.onnx`."""
    proto = model(
        """(float[1,32,16,16] x) => (float[1,64] y) {
        a = Conv<pads = [1, 1, 1, 1], strides = [2, 2]>(x, c, b) r = Relu(a)
        d = Conv(r, e) s = Add(d, r) t = Relu(s) g = GlobalAveragePool(t)
        f = Flatten(g) y = MatMul(f, w) }""",
        c=weights(64, 32, 3, 3, scale=0.05),
        b=weights(64),
        e=weights(64, 64, 1, 1, scale=0.1),
        w=weights(64, 64, scale=0.1),
    )
    onnx.save(proto, place / "network.onnx")
    return proto


def feed(seed: int = 0) -> dict[str, np.ndarray]:
    x = np.random.default_rng(seed).standard_normal((1, 32, 16, 16))
    return {"x": x.astype(np.float32)}


def types_read(compiled: OfflineModel) -> set[str]:
    """The element types that contractions of a model read."""
    graph = graph_from_json(compiled.graph, compiled.constants)
    return {
        operand.dtype
        for node in graph.operator_nodes
        if node.operator.type in ("Conv", "MatMul")
        for operand in node.operator.inputs[:2]
    }


@pytest.mark.parametrize("mode", MODES)
def test_outputs_agree_with_float32_within_the_error_that_is_told(
    network: onnx.ModelProto, mode: str
) -> None:
    errors = []
    with aoe.compile("network.onnx", threads=1, precision=mode) as session:
        assert "bfloat16" in types_read(session.model)
        for seed in range(3):
            wanted = by_onnxruntime(network, feed(seed))["y"]
            (found,) = session.run(None, feed(seed))
            errors.append(np.abs(found - wanted).max() / np.abs(wanted).max())
        told = session.model.manifest.precision
    error = max(errors)
    assert told["mode"] == mode
    assert 0 < told["narrow"] <= told["contractions"] == 3
    assert 0 < error < 0.02
    assert told["output_error"] == pytest.approx(error, rel=1e-3)


@pytest.mark.usefixtures("network")
def test_a_model_that_keeps_its_types_says_nothing_of_them() -> None:
    with aoe.compile("network.onnx", threads=1) as session:
        assert session.model.manifest.precision == {}
        assert types_read(session.model) == {"float32"}


@pytest.mark.usefixtures("network")
def test_what_was_told_stays_in_the_file(place: Path) -> None:
    with aoe.compile("network.onnx", threads=1, precision="force_fp16") as session:
        session.save(place / "network.om")
        told = session.model.manifest.precision
    with aoe.InferenceSession(place / "network.om", threads=1) as session:
        assert session.model.manifest.precision == told
        assert "bfloat16" in types_read(session.model)


@pytest.mark.usefixtures("network")
def test_operators_to_be_kept_are_and_unknown_names_are_told(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (place / "keep.cfg").write_text("OpType::Conv\nnobody\n")
    with aoe.compile(
        "network.onnx",
        threads=1,
        precision=aoe.PrecisionOptions("force_fp16", keep_dtype="keep.cfg"),
    ) as session:
        assert session.model.manifest.precision["narrow"] < 2
    assert "no operator of the model is called 'nobody'" in caplog.text


def test_a_recurrence_is_kept_by_the_name_that_it_has_in_the_model(place: Path) -> None:
    proto = model(
        """(float[8,1,64] x) => (float[8,1,1,64] y) {
        layer, h = LSTM<hidden_size = 64>(x, w, r) y = Relu(layer) }""",
        w=weights(1, 256, 64, scale=0.1),
        r=weights(1, 256, 64, seed=1, scale=0.1),
    )
    onnx.save(proto, place / "recurrent.onnx")
    (place / "keep.cfg").write_text("layer\n")
    wanted = precision_request({"precision_mode": "force_fp16", "keep_dtype": "keep.cfg"}, place)
    profiles = load_profiles(ModelOrigin("recurrent.onnx"), [{}])[1]
    found = reduced_precision_of(profiles, wanted, host_target(), _unexpected)
    assert found is not None
    kept = found.applied_to(profiles[0].default)
    assert {tensor.dtype for tensor in kept.tensors.values()} == {"float32"}


def test_several_shapes_share_their_narrow_constants(place: Path) -> None:
    proto = model(
        "(float[N,256] x) => (float[N,256] y) { a = MatMul(x, w) r = Relu(a) y = MatMul(r, w) }",
        w=weights(256, 256, scale=1 / 16),
    )
    onnx.save(proto, place / "shapes.onnx")
    with aoe.compile(
        "shapes.onnx",
        threads=1,
        input_shape="x:-1,256",
        model_options=aoe.ModelOptions(dynamic_batch_size="1,4"),
        precision="force_fp16",
    ) as session:
        assert session.model.constant_data.nbytes < 1.5 * 2 * 256 * 256
        for batch in (1, 4):
            x = np.random.default_rng(0).standard_normal((batch, 256)).astype(np.float32)
            wanted = by_onnxruntime(proto, {"x": x})["y"]
            (found,) = session.run(None, {"x": x})
            assert np.abs(found - wanted).max() < 0.02 * np.abs(wanted).max()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.usefixtures("network")
def test_a_tuned_model_tells_its_error(
    place: Path, capsys: pytest.CaptureFixture[str], mode: str
) -> None:
    options = ["--model=network.onnx", "--job_type=2", "--threads=1", "--budget=8", "--output=made"]
    assert main([*options, f"--precision_mode={mode}"]) == 0
    assert f"{mode}: " in capsys.readouterr().out
    with aoe.InferenceSession(place / "made.om", threads=1) as session:
        assert 0 < session.model.manifest.precision["output_error"] < 0.02
        assert "bfloat16" in types_read(session.model)


def _profiles() -> tuple[PreparedGraph, ...]:
    return load_profiles(ModelOrigin("network.onnx"), [{}])[1]


def _request(mode: str, place: Path) -> PrecisionRequest:
    return precision_request({"precision_mode": mode}, place)


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("mode", ["allow_mix_precision", "cube_fp16in_fp32out"])
def test_a_cpu_without_dot_products_keeps_types_and_says_so(place: Path, mode: str) -> None:
    told: list[str] = []
    target = changed(host_target(), features="")
    assert reduced_precision_of(_profiles(), _request(mode, place), target, told.append) is None
    (sentence,) = told
    assert sentence.startswith(f"--precision_mode={mode}: ")
    assert "no instructions for products of bfloat16" in sentence


@pytest.mark.usefixtures("network")
def test_storing_in_16_bits_needs_no_dot_products(place: Path) -> None:
    target, profiles = changed(host_target(), features=""), _profiles()
    narrowing = reduced_precision_of(profiles, _request("force_fp16", place), target, _unexpected)
    assert narrowing is not None
    graph = replace(profiles[0], reduced_precision=narrowing).formed({})
    assert Precision.of("force_fp16", ["bfloat16"], [graph]).reduced == 3


def _unexpected(text: str) -> None:
    raise AssertionError(text)


def test_the_error_is_that_of_the_worst_output_of_numbers_with_fractions() -> None:
    expected = [np.array([1.0, -4.0]), np.array([10.0]), np.array([7])]
    found = [np.array([1.5, -4.0]), np.array([10.5]), np.array([9])]
    assert output_error(found, expected) == 0.125
    assert output_error(found[2:], expected[2:]) is None


def test_an_error_in_outputs_of_zeros_is_told_as_it_is() -> None:
    assert output_error([np.array([0.25])], [np.array([0.0])]) == 0.25


@pytest.mark.parametrize("wrong", [np.inf, np.nan, 1.0])
def test_a_number_that_is_finite_in_one_precision_only_is_an_infinite_error(wrong: float) -> None:
    found, expected = [np.array([1.0, wrong])], [np.array([1.0, np.nan if wrong == 1.0 else 2.0])]
    assert output_error(found, expected) == np.inf
    assert typical_error(found, expected) == np.inf
    assert output_error(expected, expected) == 0.0


def test_the_typical_error_is_relative_to_the_root_mean_square_of_the_output() -> None:
    found = [np.array([3.0, 4.0, 0.5], np.float32), np.array([np.inf, 2.0]), np.array([7])]
    expected = [np.array([3.0, 4.0, 0.0], np.float32), np.array([np.inf, 2.0]), np.array([1])]
    assert typical_error(found, expected) == pytest.approx(0.1)
    assert typical_error(found[2:], expected[2:]) is None
    assert typical_error([np.array([0.25])], [np.array([0.0])]) == 0.25


def test_sentences_say_how_many_operators_took_part_and_the_error() -> None:
    facts = precision.Precision("allow_mix_precision", "bfloat16", 3, 4, 0.00123)
    assert facts.sentence == (
        "allow_mix_precision: 3 of 4 convolutions, matmuls and recurrences read bfloat16; outputs "
        "differ from those of float32 by at most 0.0012 of the largest"
    )
    assert replace(facts, output_error=None).sentence.endswith("read bfloat16")
    infinite = replace(facts, output_error=np.inf)
    assert infinite.sentence.endswith("some outputs are infinite or NaN and are finite in float32")
    assert precision.Precision.from_json(json.loads(json.dumps(infinite.to_json()))) == infinite


def test_the_error_of_several_shapes_is_known_where_all_errors_are_or_one_is_infinite() -> None:
    facts = precision.Precision("allow_mix_precision", "bfloat16", 3, 4, 0.001)
    other = replace(facts, output_error=0.002)
    assert facts.with_shapes_of({}) == facts
    both = facts.with_shapes_of(other.to_json())
    assert (both.reduced, both.contractions, both.output_error) == (6, 8, 0.002)
    infinite = replace(facts, output_error=np.inf)
    assert facts.with_shapes_of(infinite.to_json()).output_error == np.inf
    unknown = replace(facts, output_error=None)
    assert facts.with_shapes_of(unknown.to_json()).output_error is None
    assert unknown.with_shapes_of(infinite.to_json()).output_error == np.inf
