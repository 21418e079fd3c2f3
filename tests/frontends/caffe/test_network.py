"""Whole networks: names, inputs and outputs, phases, what is refused, and the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from aoe.frontends.caffe.layer import Layer
from aoe.frontends.caffe.network import read_caffe
from aoe.frontends.graph_builder import Operand
from tests.frontends.caffe.nets import (
    IMAGE,
    layer,
    numbers,
    outputs_of,
    source,
    write_net,
    write_weights,
)

_CONV = "convolution_param { num_output: 4 kernel_size: 1 bias_term: false }"
_IN_PLACE = (
    source()
    + layer("Convolution", _CONV, top=("c",), name="c")
    + layer("ReLU", "", ("c",), ("c",), "r")
    + layer("Power", "power_param { shift: 1 }", ("c",), ("c",), "p")
)
_W = numbers((4, 4, 1, 1))


def _conv(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.einsum("nchw,oc->nohw", x, _W[:, :, 0, 0]))


def _names(folder: Path, text: str) -> tuple[list[str], list[str]]:
    model = read_caffe(*write_net(folder, text, {"c": [_W]}), {})
    return (
        [str(value.name) for value in model.graph.inputs],
        [str(value.name) for value in model.graph.outputs],
    )


def test_a_name_belongs_to_the_last_layer_that_works_in_place(tmp_path: Path) -> None:
    x = numbers(IMAGE)
    conv = _conv(x)
    names = ["c", "c/r", "c/c"]
    options = aoe.ModelOptions(out_nodes=names)
    found = outputs_of(tmp_path, _IN_PLACE, {"data": x}, {"c": [_W]}, names, model_options=options)
    relu = np.maximum(conv, 0)
    for got, wanted in zip(found, (relu + 1, relu, conv), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("node", "shift"), [("c:0", None), ("r:0", 0), ("p:0", 1)])
def test_outputs_may_be_named_by_layer(node: str, shift: int | None, tmp_path: Path) -> None:
    x = numbers(IMAGE)
    (found,) = outputs_of(
        tmp_path,
        _IN_PLACE,
        {"data": x},
        {"c": [_W]},
        model_options=aoe.ModelOptions(out_nodes=[node]),
    )
    wanted = _conv(x) if shift is None else np.maximum(_conv(x), 0) + shift
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)


def test_tops_and_layers_do_not_mix(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="do not mix"):
        outputs_of(
            tmp_path,
            _IN_PLACE,
            {},
            {"c": [_W]},
            model_options=aoe.ModelOptions(out_nodes=["c/r", "p:0"]),
        )


def test_a_layer_of_several_nodes_gives_its_name_to_the_last(tmp_path: Path) -> None:
    text = source() + layer("MVN", name="m")
    x = numbers(IMAGE)
    (by_layer,) = outputs_of(
        tmp_path, text, {"data": x}, model_options=aoe.ModelOptions(out_nodes=["m:0"])
    )
    (by_top,) = outputs_of(
        tmp_path, text, {"data": x}, model_options=aoe.ModelOptions(out_nodes=["y"])
    )
    np.testing.assert_array_equal(by_layer, by_top)


def test_an_input_keeps_its_name(tmp_path: Path) -> None:
    text = source() + layer("Sigmoid", "", ("data",), ("data",), "s")
    assert _names(tmp_path, text) == (["data"], ["data/s"])


def test_outputs_are_what_no_layer_takes_in_alphabetical_order(tmp_path: Path) -> None:
    text = source() + layer("ReLU", top=("b",), name="1") + layer("TanH", top=("a",), name="2")
    text += layer("AbsVal", top=("z",), name="3") + layer("Silence", "", ("z",), (), "4")
    assert _names(tmp_path, text)[1] == ["a", "b"]


def test_losses_and_labels_are_left_out(tmp_path: Path) -> None:
    text = source() + source((2,), "label") + layer("ReLU", top=("y",), name="1")
    text += layer("SoftmaxWithLoss", "", ("y", "label"), ("loss",), "2")
    text += layer("Accuracy", "include { phase: TEST }", ("y", "label"), ("accuracy",), "3")
    assert _names(tmp_path, text) == (["data"], ["y"])


def test_layers_of_training_are_left_out(tmp_path: Path) -> None:
    text = source() + layer("Data", "include { phase: TRAIN }", (), ("w",), "1")
    text += layer("ReLU", "exclude { phase: TRAIN }", name="2")
    text += layer("TanH", "exclude { phase: TEST }", ("y",), ("z",), "3")
    text += layer("TanH", 'include { stage: "deep" }', ("y",), ("z",), "4")
    text += layer("TanH", "include { min_level: 1 }", ("y",), ("z",), "5")
    text += layer("AbsVal", 'include { not_stage: "deep" max_level: 0 }', ("y",), ("v",), "6")
    assert _names(tmp_path, text)[1] == ["v"]


def test_a_state_of_the_network_counts(tmp_path: Path) -> None:
    text = 'state { level: 2 stage: "deep" }' + source()
    text += layer("TanH", 'include { stage: "deep" min_level: 1 }', name="1")
    assert _names(tmp_path, text)[1] == ["y"]


@pytest.mark.parametrize(
    "head",
    [
        'input: "data" input_dim: 2 input_dim: 4 input_dim: 11 input_dim: 13\n',
        'input: "data" input_shape { dim: 2 dim: 4 dim: 11 dim: 13 }\n',
        '\ufeff# \u4e2d\r\ninput: "data" input_shape { dim: [2, 4, 11, 13], };\r\n',
    ],
)
def test_inputs_of_old_networks(head: str, tmp_path: Path) -> None:
    x = numbers(IMAGE)
    (found,) = outputs_of(tmp_path, head + layer("ReLU", "foo: BAR bar { baz: 1 }"), {"data": x})
    np.testing.assert_array_equal(found, np.maximum(x, 0))


def test_layers_of_old_networks(tmp_path: Path) -> None:
    text = 'input: "data" input_dim: 2 input_dim: 4 input_dim: 11 input_dim: 13\n'
    text += (
        'layers { name: "c" type: CONVOLUTION bottom: "data" top: "c" blobs_lr: 1 blobs_lr: 2 '
        "convolution_param { num_output: 4 kernel_size: 1 bias_term: false } }\n"
        'layers { name: "d" type: DATA top: "e" include { phase: TRAIN } }\n'
        'layers { name: "r" type: RELU bottom: "c" top: "c" relu_param { negative_slope: 0.5 } }\n'
        'layers { name: "i" type: INNER_PRODUCT bottom: "c" top: "y" '
        "inner_product_param { num_output: 3 bias_term: false } }\n"
    )
    x, w = numbers(IMAGE), numbers((3, 572), 1)
    (found,) = outputs_of(tmp_path, text, {"data": x}, {"c": [_W], "i": [w]})
    conv = _conv(x)
    wanted = np.where(conv > 0, conv, 0.5 * conv).reshape(2, -1) @ w.T
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-4)


def test_a_shape_of_the_user_counts_more_than_that_of_the_network(tmp_path: Path) -> None:
    text = source((1, 4, 1, 1)) + layer("Pooling", "pooling_param { kernel_size: 2 stride: 2 }")
    x = numbers((3, 4, 5, 6))
    (found,) = outputs_of(tmp_path, text, {"data": x}, input_shape={"data": x.shape})
    assert found.shape == (3, 4, 3, 3)


@pytest.mark.parametrize("shape", ["", "shape { dim: 1 dim: 4 dim: 0 dim: -1 }"])
def test_an_open_shape_is_asked_for(shape: str, tmp_path: Path) -> None:
    text = f'layer {{ name: "in" type: "Input" top: "data" input_param {{ {shape} }} }}'
    with pytest.raises(UsageError, match=r"data .*input_shape=\"data:1,"):
        outputs_of(tmp_path, text + layer("ReLU"), {})
    x = numbers(IMAGE)
    (found,) = outputs_of(tmp_path, text + layer("ReLU"), {"data": x}, input_shape={"data": IMAGE})
    np.testing.assert_array_equal(found, np.maximum(x, 0))


def test_an_input_that_no_machine_has_room_for_is_told_with_a_way_out(tmp_path: Path) -> None:
    text = source((1, 4, 10**6, 10**8)) + layer("ReLU")
    with pytest.raises(
        ModelError, match=r"input 'data' .* no machine has room; .* as input_shape$"
    ):
        outputs_of(tmp_path, text, {})


def test_shared_blobs_are_those_of_the_first_layer(tmp_path: Path) -> None:
    parameters = f'{_CONV} param {{ name: "w" }}'
    text = source(name="a") + source(name="b")
    text += layer("Convolution", parameters, ("a",), ("p",), "c")
    text += layer("Convolution", parameters, ("b",), ("q",), "d")
    feeds = {"a": numbers(IMAGE), "b": numbers(IMAGE, 1)}
    found = outputs_of(tmp_path, text, feeds, {"c": [_W]}, ["p", "q"])
    for got, x in zip(found, feeds.values(), strict=True):
        np.testing.assert_allclose(got, _conv(x), rtol=1e-5, atol=1e-5)


def test_everything_unsupported_is_listed_at_once(tmp_path: Path) -> None:
    text = source() + layer("Magic", top=("a",), name="1")
    text += layer("Pooling", "pooling_param { pool: STOCHASTIC kernel_size: 2 }", name="2")
    text += layer("DetectionEvaluate", "", ("a",), ("b",), "3")
    text += layer("ReLU", "relu_param { bits: 8 } quant_param { bits: 3 }", ("b",), ("d",), "4")
    text += layer("Concat", "", ("b", "y"), ("e",), "5") + layer("Data", "", (), ("f",), "6")
    with pytest.raises(UnsupportedModelError) as caught:
        outputs_of(tmp_path, text, {})
    said = str(caught.value)
    for part in (
        "layer '1' (Magic): not a known type of layer",
        "layer '2' (Pooling): stochastic pooling is not computed",
        "layer '3' (DetectionEvaluate): how it computes its results is not published",
        "layer '4' (ReLU): 'relu_param.bits' (line 5), 'quant_param' (line 5) is not a parameter",
        "layer '6' (Data): it reads a data set; give the network for inference, deploy.prototxt",
    ):
        assert part in said
    assert "'5'" not in said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("layer { ", r"net\.prototxt:1:7: a block has no end"),
        ("\0\0layer", "in text form, but a binary file"),
        ("", "has no layers"),
        ('layers { layer { name: "c" } }', "upgrade_net_proto_text"),
        (layer("ReLU"), "takes 'data', which no layer before it gives"),
        (source() + layer("ReLU", top=("a", "b")), "has 2 tops, but gives 1 value$"),
        (
            source() + layer("Softmax", "softmax_param { axis: 7 }"),
            "a tensor of 4 dimensions has no axis 7",
        ),
        (source() + layer("ReLU", "", (), ("y",)), "is not valid"),
        (source() + layer("Convolution", _CONV), "has no blob 0 for layer 'l'"),
        (source() + layer("Convolution"), "not valid: convolution_param needs num_output, a numb"),
        (
            source() + layer("Convolution", "convolution_param { num_output: 2 }"),
            "convolution_param needs kernel_size, or kernel_h and kernel_w",
        ),
        (
            source() + layer("Convolution", "convolution_param { num_output: 2 group: 0 }"),
            "convolution_param needs group, a number above 0",
        ),
        (source() + layer("InnerProduct"), "inner_product_param needs num_output, a number above"),
        (source() + layer("Embed"), "embed_param needs input_dim, a number above 0"),
        (source() + layer("Pooling"), "pooling_param needs kernel_size, or kernel_h and kernel_w"),
        (
            source() + layer("LSTM", bottom=("data", "data")),
            "recurrent_param needs num_output, a number above 0",
        ),
        (source() + layer("Eltwise", bottom=("data", "data", "x")), "takes 'x'"),
        (source() + source((4,), "b") + layer("Eltwise", bottom=("data", "b")), "values of the"),
        ('input: "data" input_dim: 1 ' + layer("ReLU"), "1 value of input_dim; an input has 4"),
        (source() + layer("Pooling", "pooling_param { kernel_size: 20 }"), "a window of 20"),
        (source(), "computes nothing"),
        (source((3,)) + layer("MVN"), "an input of 1 dimension, not 4"),
        (
            source((1, 1, 2, 2)) + layer("ShuffleChannel", "shuffle_channel_param { group: 2 }"),
            "it has 1 channel in 2 groups",
        ),
        (layer("DummyData", "", ()), "dummy_data_param needs shape, or num, channels"),
        (
            layer("DummyData", "dummy_data_param { num: 1 channels: 1 width: 1 }", ()),
            "0 values of height for 1 top$",
        ),
        (
            layer(
                "DummyData",
                "dummy_data_param { num: [1, 1] channels: 1 height: [1, 1, 1] width: 1 }",
                *((), ("a", "b")),
            ),
            "3 values of height for 2 tops$",
        ),
        (
            layer(
                "DummyData",
                "dummy_data_param { shape { dim: 1 } num: 1 channels: 1 height: 1 width: 1 }",
                (),
            ),
            "dummy_data_param needs shape, or num, channels, height and width, not both$",
        ),
        (
            layer(
                "DummyData",
                "dummy_data_param { shape { dim: 1 } shape { dim: 1 } }",
                *((), ("a", "b", "c")),
            ),
            "2 values of shape for 3 tops",
        ),
    ],
)
def test_networks_that_are_not_valid(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=reason):
        read_caffe(*write_net(tmp_path, text), {})


def test_old_sizes_of_constants_are_given_once_or_for_each_top(tmp_path: Path) -> None:
    parameters = (
        "dummy_data_param { num: 1 channels: 3 channels: 5 height: 2 width: 2 "
        "data_filler { value: 7 } data_filler { value: 8 } }"
    )
    text = source((1, 1, 2, 2)) + layer("DummyData", parameters, (), ("a", "b"), "d")
    text += layer("Concat", "", ("a", "data", "b"))
    x = numbers((1, 1, 2, 2))
    (found,) = outputs_of(tmp_path, text, {"data": x})
    wanted = [np.full((1, 3, 2, 2), 7), x, np.full((1, 5, 2, 2), 8)]
    np.testing.assert_array_equal(found, np.concatenate(wanted, 1).astype(np.float32))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (MemoryError(), "it needs more memory than there is"),
        (MemoryError("Unable to allocate"), "it needs more memory than there is"),
        (ValueError(), "ValueError"),
    ],
)
def test_only_a_lack_of_memory_is_told_as_one(
    error: Exception, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_: Layer) -> Operand:
        raise error

    monkeypatch.setattr("aoe.frontends.caffe.network.functions", lambda: {"ReLU": failing})
    with pytest.raises(ModelError, match=rf"\(ReLU\) is not valid: {reason}$"):
        read_caffe(*write_net(tmp_path, source() + layer("ReLU")), {})


def test_constants_of_all_tops_together_have_a_limit(tmp_path: Path) -> None:
    parameters = f"dummy_data_param {{ shape {{ dim: {2**24} }} }}"
    text = layer("DummyData", parameters, (), ("a", "b", "c"))
    with pytest.raises(UnsupportedModelError, match=r"its data have the shapes \[\[16777216\], "):
        read_caffe(*write_net(tmp_path, text), {})


def test_a_network_without_weights_needs_no_file_of_them(tmp_path: Path) -> None:
    model, _ = write_net(tmp_path, source() + layer("ReLU"))
    x = numbers(IMAGE)
    with aoe.compile(str(model), framework=0, threads=1, device="reference") as session:
        np.testing.assert_array_equal(session.run(None, {"data": x})[0], np.maximum(x, 0))


def test_layers_that_need_weights_are_named(tmp_path: Path) -> None:
    text = source() + layer("Convolution", _CONV, top=("c",), name="c") + layer("ReLU", "", ("c",))
    model, weights = write_net(tmp_path, text)
    weights.rename(tmp_path / "elsewhere.caffemodel")
    one = r"the layer 'c' \(Convolution\) needs weights; call their file .*, or give it as weight$"
    with pytest.raises(UsageError, match=one):
        aoe.compile(str(model), framework=0)
    many = "".join(
        layer("Scale", "", ("data",), (f"s{number}",), f"s{number}") for number in range(6)
    )
    with pytest.raises(UsageError, match=r"the layers 's0' \(Scale\), .* and 2 more need weights"):
        read_caffe(write_net(tmp_path, source() + many)[0], None, {})


def test_a_layer_that_asks_for_more_weights_than_a_file_holds_is_told(tmp_path: Path) -> None:
    parameters = f"inner_product_param {{ num_output: {2**31} }}"
    model, _ = write_net(tmp_path, source((1, 3)) + layer("InnerProduct", parameters))
    with pytest.raises(ModelError, match=r"layer 'l' \(InnerProduct\) asks for a blob of .* 2 GB"):
        read_caffe(model, None, {})


def test_the_command_of_the_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = source((1, 4, 6, 6)) + layer("Convolution", _CONV, top=("c",), name="c")
    text += layer("ReLU", "", ("c",), ("c",), "r") + layer("Softmax", "", ("c",), ("prob",), "s")
    (tmp_path / "resnet50.prototxt").write_text(text)
    write_weights(tmp_path / "resnet50.caffemodel", {"c": [_W]})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    command = "--framework=0 --model=resnet50.prototxt --weight=resnet50.caffemodel --job_type=2"
    monkeypatch.setenv("TUNING_PATH", str(tmp_path / "banks"))
    assert main([*command.split(), "--budget=1"]) == 0, capsys.readouterr().err
    (made,) = tmp_path.rglob("*.om")
    with aoe.InferenceSession(str(made)) as session:
        x = numbers((1, 4, 6, 6))
        (found,) = session.run(None, {"data": x})
    relu = np.exp(np.maximum(_conv(x), 0))
    np.testing.assert_allclose(found, relu / relu.sum(1, keepdims=True), rtol=1e-5, atol=1e-5)


def test_batch_sizes_of_the_user(tmp_path: Path) -> None:
    model, weights = write_net(tmp_path, _IN_PLACE, {"c": [_W]})
    options = aoe.ModelOptions(dynamic_batch_size=[1, 3])
    shape = {"data": (-1, *IMAGE[1:])}
    with aoe.compile(
        str(model), weight=str(weights), input_shape=shape, model_options=options
    ) as session:
        for batch in (1, 3):
            x = numbers((batch, *IMAGE[1:]))
            (found,) = session.run(None, {"data": x})
            np.testing.assert_allclose(found, np.maximum(_conv(x), 0) + 1, rtol=1e-5, atol=1e-5)
