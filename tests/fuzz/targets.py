"""What is fuzzed: readers of files and options, each as a function of bytes.

A target returns for input that is understood and raises an `AoeError` for input that is refused.
Everything else is a finding: another exception, a refusal that is not one clear sentence, a crash,
more than `SECONDS` of processor time for one input, or more than `MEMORY` bytes of address space
beyond what the program takes when it starts.
"""

from __future__ import annotations

import json
import os
import signal
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from unittest.mock import patch

import click
import numpy as np
import onnx_ir

from aoe.application.command_line import aoe as command
from aoe.application.model.graph_check import require_consistent
from aoe.application.model.source import load_graph
from aoe.application.options import notices
from aoe.application.request.shapes import static_shapes
from aoe.application.request.tune_request import tune_request
from aoe.application.request.values import budget_seconds, named_files
from aoe.backends.session import read_offline_model
from aoe.errors import AoeError, ModelError
from aoe.frontends.caffe.network import model_of, read_caffe
from aoe.frontends.caffe.prototxt import read_prototxt
from aoe.frontends.caffe.weights import Weights
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.mindspore import limits
from aoe.frontends.preprocessing.insertion import insert_preprocessing
from aoe.frontends.preprocessing.settings import read_preprocessing
from aoe.frontends.single_operator.description_json import parse_descriptions, read_text
from aoe.frontends.single_operator.reader import operator_model
from aoe.frontends.tensorflow.keras.hdf5 import Hdf5File
from aoe.frontends.tensorflow.tensor_bundle import TensorBundle
from aoe.frontends.torch.archive import check_archive
from aoe.graph import prepared_graph
from aoe.operators.graph_json import graph_from_json
from aoe.repository.bank_file import read_bank
from aoe.repository.repository import Repository
from aoe.runtime.container import write_container
from aoe.settings import read_settings

#: Bounds on one input of some kilobytes.
SECONDS = 20
MEMORY = 3 << 30
#: A message longer than this, beside what it quotes of an option, is no clear sentence any more.
LONGEST_MESSAGE = 2000

#: The models whose weights `keras_model` takes.
KERAS_MODELS = Path(__file__).parents[1] / "frontends/tensorflow/keras_models"

#: A model of two inputs that may be images.
_OF_IMAGES = """<ir_version: 8, opset_import: ["": 17]>
g (float[1,3,8,10] colors, float[2,1,6,4] shades) => (float[1,3,8,10] y, float[2,1,6,4] z)
{ y = Relu(colors) z = Relu(shades) }"""

Target = Callable[[bytes], None]


def onnx_model(data: bytes) -> None:
    """An ONNX model, from its bytes to the operator graph."""
    load_graph(ModelOrigin(data), {})


#: Between a network of Caffe and its weights.
BETWEEN = b"\n=== weights ===\n"


class _AnyWeights(Weights):
    """Zeros for every blob that a network asks for, so that fuzzing leads to all its layers."""

    def blob(self, layer: object, position: int, shape: tuple[int, ...]) -> np.ndarray:
        if min(shape, default=1) < 0 or prod(shape) > 1 << 20:
            raise ModelError("too large")
        return np.zeros(shape, np.float32)


def caffe_model(data: bytes) -> None:
    """A network of Caffe, and the file of its weights if there is one."""
    text, separator, blobs = data.partition(BETWEEN)
    with TemporaryDirectory() as folder:
        path, weight = Path(folder) / "net.prototxt", Path(folder) / "net.caffemodel"
        path.write_bytes(text)
        weight.write_bytes(blobs)
        if separator:
            read_caffe(path, weight, {})
        else:
            model_of(path, read_prototxt(path), _AnyWeights(weight, {}), {})


def tensorflow_model(data: bytes) -> None:
    """A frozen graph of TensorFlow, or `saved_model.pb`, from its bytes to the operator graph."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / ("saved_model.pb" if data[:1] == b"\x08" else "model.pb")
        path.write_bytes(data)
        load_graph(ModelOrigin(path, 3), {})


def keras_model(data: bytes) -> None:
    """A `.keras` file by its description, which also names the model that it has the weights of."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.keras"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("config.json", data)
            archive.writestr("model.weights.h5", _keras_weights(data))
        load_graph(ModelOrigin(path, 3), {})


def _keras_weights(data: bytes) -> bytes:
    names = [path.stem for path in KERAS_MODELS.glob("*.keras")]
    name = next((item for item in names if f'"weights_of": "{item}"'.encode() in data), names[0])
    with zipfile.ZipFile(KERAS_MODELS / f"{name}.keras") as archive:
        return archive.read("model.weights.h5")


def hdf5_file(data: bytes) -> None:
    """The weights of a `.keras` file."""
    opened = Hdf5File(data, "weights")
    for path in opened:
        opened.array(path)


def tensor_bundle(data: bytes) -> None:
    """The index of the variables of a SavedModel, whose shards are not there."""
    with TemporaryDirectory() as folder:
        prefix = Path(folder) / "variables"
        prefix.with_suffix(".index").write_bytes(data)
        bundle = TensorBundle(prefix)
        for name in bundle:
            bundle.read(name)


def tflite_model(data: bytes) -> None:
    """A TFLite model, from the bytes of its file to the operator graph."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.tflite"
        path.write_bytes(data)
        load_graph(ModelOrigin(path), {})


#: Nodes of MindIR that are gone through, and parts of tuples, before a file is refused. Changed
#: loops and tuples tend to go on until then: with the bounds of the reader, fuzzing would do
#: little else.
MINDIR_STEPS, MINDIR_PARTS = 2000, 1 << 15


def mindspore_model(data: bytes) -> None:
    """A MindIR file, from its bytes to the operator graph."""
    bounds = patch.multiple(limits, MOST_STEPS=MINDIR_STEPS, MOST_PARTS=MINDIR_PARTS)
    with TemporaryDirectory() as folder, bounds:
        path = Path(folder) / "model.mindir"
        path.write_bytes(data)
        load_graph(ModelOrigin(path, 1), {})


def pt2_archive(data: bytes) -> None:
    """A `.pt2` file, as it is looked into before torch opens it: a zip archive, or a JSON object of
    the texts of its members.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.pt2"
        members = _texts(data)
        if members is None:
            path.write_bytes(data)
        else:
            with zipfile.ZipFile(path, "w") as archive:
                for name, text in members.items():
                    archive.writestr(name, text)
        check_archive(path)


def single_operators(data: bytes) -> None:
    """A file of described operators, from its bytes to the operator graph of each."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "operators.json"
        path.write_bytes(data)
        for item in parse_descriptions(read_text(path), "operators.json"):
            load_graph(ModelOrigin(operator_model(item)), {})


def offline_model(data: bytes) -> None:
    """An offline model: the bytes of a file, or a JSON object of the contents of its members, from
    which a file with right checksums is made. Its machine code is not run, but its graph is checked
    as for who lets the machine code alone.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.om"
        members = _members(data)
        if members is None:
            path.write_bytes(data)
        else:
            manifest = json.loads(members.pop("manifest", "{}"))
            write_container(path, manifest, {name: text.encode() for name, text in members.items()})
        model = read_offline_model(path)
        require_consistent(graph_from_json(model.graph, model.constants), "model.om")


def repository(data: bytes) -> None:
    """A file of repository entries, read, and looked up in for each operator it names."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "znver4_2c/unified_bank/Conv.json"
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        bank = read_bank(path)
        for reason in (*bank.damaged.values(), bank.unreadable or "is sound"):
            check_sentence(reason)
        custom = path.parents[1]
        opened = Repository(custom, custom.with_name("builtin"), "znver4_2c", "1")
        for key, entry in bank.entries.items():
            opened.lookup(entry.signature, key)


def options(data: bytes) -> None:
    """A command line, an argument a line; lines that start with `$` are variables instead."""
    lines = data.decode("utf-8", "surrogateescape").replace("\0", "").split("\n")
    variables = [line[1:].partition("=") for line in lines if line.startswith("$")]
    arguments = [line for line in lines if not line.startswith("$")]
    settings = read_settings({name: value for name, _, value in variables}, Path("/nowhere"))
    for argument in arguments:
        for parse in (static_shapes, budget_seconds, lambda text: named_files([text])):
            _refusable(parse, argument)
    try:
        context = command.make_context("aoe", list(arguments), resilient_parsing=False)
    except click.exceptions.Exit:  # --help
        return
    except click.ClickException as error:
        check_sentence(error.format_message(), LONGEST_MESSAGE + 8 * len(data))
        return
    given: Mapping[str, str | None] = context.params
    for sentence in notices(given):
        check_sentence(sentence, LONGEST_MESSAGE + 8 * len(data))
    tune_request(given, settings)


def image_settings(data: bytes) -> None:
    """A file of `--insert_op_conf`, for inputs of 3 channels and of 1."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "aipp.cfg"
        path.write_bytes(data)
        wanted = read_preprocessing(path, Path(folder))
    for sentence in wanted.warnings:
        check_sentence(sentence, LONGEST_MESSAGE + 8 * len(data))
    model = onnx_ir.from_onnx_text(_OF_IMAGES)
    insert_preprocessing(model, wanted, "NCHW", "the model")
    prepared_graph(model, "images")


#: By the names of the folders in `corpus/`.
TARGETS: Mapping[str, Target] = {
    target.__name__: target
    for target in (
        onnx_model,
        caffe_model,
        offline_model,
        repository,
        options,
        image_settings,
        tensorflow_model,
        tensor_bundle,
        keras_model,
        hdf5_file,
        pt2_archive,
        tflite_model,
        mindspore_model,
        single_operators,
    )
}


def check_input(target: Target, data: bytes) -> None:
    """Runs a target on one input; returns if the input is understood or refused as it should be."""
    try:
        with _bounded_time():
            target(data)
    except AoeError as error:
        check_sentence(str(error), LONGEST_MESSAGE + 8 * len(data))


@contextmanager
def _bounded_time() -> Iterator[None]:
    """Raises `TimeoutError` after `SECONDS` of processor time, which a busy machine cannot stretch;
    not while native code runs.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {SECONDS} s for one input")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def check_sentence(text: str, longest: int = LONGEST_MESSAGE) -> None:
    """Raises `AssertionError` for a message that is not one clear sentence."""
    assert text.strip(), "an empty message"
    assert len(text) <= longest, f"a message of {len(text)} characters: {text[:200]!r}"
    assert "\n" not in text, f"more than one line: {text[:200]!r}"
    assert "Traceback" not in text, f"a traceback in a message: {text!r}"


def _refusable(parse: Callable[[str], object], text: str) -> None:
    try:
        parse(text)
    except AoeError as error:
        check_sentence(str(error), LONGEST_MESSAGE + 8 * len(text))


def _texts(data: bytes) -> dict[str, str] | None:
    """An object of texts by names of files; None if that is not what the bytes are."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    sound = isinstance(found, dict) and all(
        isinstance(text, str) and name.isascii() and 0 < len(name) < 500
        for name, text in found.items()
    )
    return found if sound and "\\ud" not in json.dumps(found) else None


def _members(data: bytes) -> dict[str, str] | None:
    """The texts of an object of texts, or None if that is not what the bytes are."""
    try:
        found = json.loads(data)
        sound = isinstance(found, dict) and all(isinstance(text, str) for text in found.values())
        if sound:
            json.loads(found.get("manifest", "{}")).keys()
            [os.fsencode(name) + text.encode() for name, text in found.items()]
    except (ValueError, RecursionError, AttributeError):
        return None
    return found if sound else None
