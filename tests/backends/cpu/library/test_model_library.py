"""Libraries, linked by this machine's linker and loaded, compute what sessions do."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.source import read_model
from aoe.application.model.static_compilation import compiled_profiles
from aoe.backends.cpu.library.interface import ARGUMENT, CPU, FIRST_REQUIREMENT, FORKED, OK
from aoe.backends.cpu.library.linker import found_linker
from aoe.backends.cpu.library.model_library import write_model_library
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.element_types import numpy_type
from aoe.errors import AoeError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.preprocessing.parameters import EACH, HEAD, NAME
from aoe.runtime.offline_model import OfflineModel
from aoe.settings import read_settings
from tests.application.conftest import work_in
from tests.graph.models import inputs_of, model, weights

try:
    found_linker(host_target().architecture)
except UsageError:
    pytest.skip("there is no linker", allow_module_level=True)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bank").mkdir()
    work_in(tmp_path, monkeypatch)
    return tmp_path


class Library:
    """A library of a model, loaded, with an opened model."""

    def __init__(self, made: OfflineModel, place: Path, threads: int = 1) -> None:
        path = place / "libmade.so"
        write_model_library(made, path, place / "made.h")
        self.functions = ctypes.CDLL(str(path))
        self.functions.made_message.restype = ctypes.c_char_p
        if hasattr(self.functions, "made_size"):
            self.functions.made_size.restype = ctypes.c_int64
        self.model = ctypes.c_void_p()
        self.opened = self.functions.made_open(ctypes.byref(self.model), threads)

    def run(
        self, inputs: Sequence[np.ndarray], outputs: Sequence[np.ndarray], *profile: int
    ) -> int:
        given = (ctypes.c_void_p * len(inputs))(*(item.ctypes.data for item in inputs))
        made = (ctypes.c_void_p * len(outputs))(*(item.ctypes.data for item in outputs))
        return int(self.functions.made_run(self.model, *profile, given, made))

    def message(self, result: int) -> str:
        return str(self.functions.made_message(result).decode())

    def close(self) -> None:
        self.functions.made_close(self.model)


def compiled(proto: onnx.ModelProto, threads: int = 1) -> OfflineModel:
    onnx.save(proto, "m.onnx")
    with aoe.compile("m.onnx", threads=threads) as session:
        return session.model


def empty_outputs(made: OfflineModel) -> list[np.ndarray]:
    return [np.empty(info.shape, numpy_type(info.dtype)) for info in made.plan.shown]


def computed(
    library: Library, made: OfflineModel, feed: Mapping[str, np.ndarray]
) -> list[np.ndarray]:
    outputs = empty_outputs(made)
    inputs = [feed[info.name] for info in made.plan.inputs if info.name in feed]
    assert library.run(inputs, outputs) == OK
    return outputs


NETWORK = model(
    "(float[1,8,12,12] x) => (float[1,10] y) {"
    " c = Conv<pads=[1,1,1,1]>(x, w, b)  r = Relu(c)  p = GlobalAveragePool(r)"
    " f = Flatten(p)  y = MatMul(f, v) }",
    w=weights(16, 8, 3, 3),
    b=weights(16),
    v=weights(16, 10),
)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_library_computes_what_a_session_does(place: Path, threads: int) -> None:
    made, feed = compiled(NETWORK), inputs_of(NETWORK)
    with aoe.InferenceSession(made, threads) as session:
        wanted = session.run(None, feed)
    library = Library(made, place, threads)
    assert library.opened == OK
    for _ in range(2):
        np.testing.assert_array_equal(computed(library, made, feed)[0], wanted[0])
    library.close()


def test_two_models_of_one_library_are_apart(place: Path) -> None:
    made, feed = compiled(NETWORK), inputs_of(NETWORK)
    library = Library(made, place)
    first = computed(library, made, feed)
    other = ctypes.c_void_p()
    assert library.functions.made_open(ctypes.byref(other), 1) == OK
    library.functions.made_close(other)
    np.testing.assert_array_equal(computed(library, made, feed)[0], first[0])
    library.close()


def test_each_profile_has_a_number(place: Path) -> None:
    proto = model(
        "(float[n,6] x) => (float[n,3] y) { p = MatMul(x, w)  y = Relu(p) }", w=weights(6, 3)
    )
    onnx.save(proto, "m.onnx")
    options = aoe.ModelOptions(dynamic_batch_size="1,4")
    with aoe.compile(
        "m.onnx", threads=1, model_options=options, input_shape={"x": (-1, 6)}
    ) as session:
        made = session.model
        library = Library(made, place)
        for profile, rows in enumerate((1, 4)):
            x, y = weights(rows, 6), np.empty((rows, 3), np.float32)
            assert library.run([x], [y], profile) == OK
            np.testing.assert_array_equal(y, session.run(None, {"x": x})[0])
    assert library.run([x], [y], 2) == ARGUMENT
    library.close()


def test_sizes_that_the_data_decide_are_told(place: Path) -> None:
    proto = model("(float[3,4] x) => (int64[2,n] y) { y = NonZero(x) }")
    made = compiled(proto)
    x = np.zeros((3, 4), np.float32)
    x[0, 1] = x[2, 2] = x[2, 3] = 1
    library = Library(made, place)
    (y,) = computed(library, made, {"x": x})
    count = library.functions.made_size(library.model, 0, 1)
    assert count == 3
    found = y.reshape(-1)[: 2 * count].reshape(2, count)
    np.testing.assert_array_equal(found, np.nonzero(x))
    assert library.functions.made_size(library.model, 0, 0) == -1
    library.close()


def test_what_the_model_refuses_has_a_message(place: Path) -> None:
    proto = model(
        """(float[2,6] x, int64 rate) => (float[2,2] y) {
        c = Equal (rate, k)
        y = If (c) <then_branch = t () => (float[2,2] a) { a = MatMul (x, w) },
                    else_branch = e () => (float[2,2] b) { b = MatMul (x, v) }> }""",
        k=np.asarray(16000),
        w=weights(6, 2),
        v=weights(3, 2),
    )
    onnx.save(proto, "m.onnx")
    made = compiled_profiles(
        read_model(ModelOrigin("m.onnx")), [{}], CompileRequest(read_settings(), 1)
    )
    x, library = weights(2, 6), Library(made, place)
    (y,) = computed(library, made, {"x": x, "rate": np.asarray(16000)})
    np.testing.assert_allclose(y, x @ weights(6, 2), rtol=1e-5)
    result = library.run([x, np.asarray(8000)], empty_outputs(made))
    assert result == FIRST_REQUIREMENT
    assert library.message(result) == made.plan.requirements[0].message
    library.close()


def test_numbers_of_a_message_are_told(place: Path) -> None:
    proto = model("(float[2,3,2,4] x) => (float[2,3,2,4] y) { y = Relu(x) }")
    (place / "aipp.cfg").write_text("aipp_op { aipp_mode: dynamic max_src_image_size: 99 }")
    options = aoe.ModelOptions(insert_op_conf=place / "aipp.cfg")
    with aoe.compile(proto, threads=1, model_options=options) as session:
        made = session.model
        library, outputs = Library(made, place), empty_outputs(made)
        detail = library.functions.made_detail
        detail.restype = ctypes.c_int64
        images = np.arange(99, dtype=np.uint8)
        settings = aoe.AippParameters("RGB888_U8", 4, 2, batch=2).to_bytes()
        settings[HEAD + EACH : HEAD + EACH + 24] = aoe.AippParameters(
            "RGB888_U8", 9, 2, crop=(1, 0, 4, 2)
        ).to_bytes()[HEAD : HEAD + 24]
        result = library.run([images, settings], outputs)
        message = library.message(result)
        assert "image {0} of 2: cropStartPosW and cropSizeW end at {1}" in message
        assert [detail(library.model, number) for number in (-1, 0, 1, 3, 4)] == [-1, 2, 5, 4, -1]
        for number in range(4):
            message = message.replace(f"{{{number}}}", str(detail(library.model, number)))
        with pytest.raises(AoeError) as raised:
            session.run(None, {"x": images, NAME: settings})
        assert str(raised.value) == message
    settings[HEAD + EACH] = 0
    assert library.run([images, settings], outputs) == OK
    np.testing.assert_array_equal(outputs[0].transpose(0, 2, 3, 1).reshape(-1), images[:48])
    library.close()


def test_random_numbers_go_on_from_run_to_run(place: Path) -> None:
    proto = model(
        "(float[8] x) => (float[8] y) { r = RandomNormalLike<seed=1.0>(x)  y = Add(x, r) }"
    )
    made, x = compiled(proto), weights(8)
    library = Library(made, place)
    with aoe.InferenceSession(made, 1) as session:
        for _ in range(2):
            np.testing.assert_array_equal(
                computed(library, made, {"x": x})[0], session.run(None, {"x": x})[0]
            )
    library.close()


def test_null_pointers_are_refused(place: Path) -> None:
    made = compiled(NETWORK)
    library = Library(made, place)
    given = (ctypes.c_void_p * 1)(None)
    assert library.functions.made_run(library.model, given, given) == ARGUMENT
    assert library.functions.made_run(None, given, given) == ARGUMENT
    assert library.functions.made_open(None, 1) == ARGUMENT
    assert library.functions.made_open(ctypes.byref(library.model), -1) == ARGUMENT
    assert "null" in library.message(ARGUMENT)


def test_a_cpu_without_the_instructions_is_refused(place: Path) -> None:
    made = compiled(NETWORK)
    target = made.manifest.target
    assert isinstance(target, CpuTarget)
    lacking = "+avx10.1,+amx-fp8" if target.architecture == "x86_64" else "+sve2,+bf16,+i8mm"
    elsewhere = replace(target, features=f"{target.features},{lacking}")
    made = replace(made, manifest=replace(made.manifest, target=elsewhere))
    library = Library(made, place)
    assert library.opened == CPU
    assert not library.model


def test_a_child_process_opens_the_model_itself(place: Path) -> None:
    made, feed = compiled(NETWORK), inputs_of(NETWORK)
    library = Library(made, place, threads=2)
    outputs = empty_outputs(made)
    child = os.fork()
    if child == 0:
        os._exit(library.run(list(feed.values()), outputs))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == FORKED
    assert library.run(list(feed.values()), outputs) == OK
    library.close()


def test_texts_are_refused(place: Path) -> None:
    proto = model("(string[2] x) => (string[2] y) { y = Identity(x) }")
    with pytest.raises(UsageError, match="tensor of texts"):
        write_model_library(compiled(proto), place / "libt.so", place / "t.h")


def test_only_the_functions_of_the_header_are_seen(place: Path) -> None:
    library = Library(compiled(NETWORK), place)
    assert not hasattr(library.functions, "aoe_parallel")
    library.close()
