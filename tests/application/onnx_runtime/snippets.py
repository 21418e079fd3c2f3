"""Programs as the documentation of ONNX Runtime's Python API shows them: each takes the module that
is imported as `ort`, and returns what it would print. The names of arguments and methods are those
of that API (https://onnxruntime.ai/docs/api/python/api_summary.html).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MODEL = "classifier.onnx"
X = np.random.default_rng(5).standard_normal((3, 4)).astype(np.float32)


def classifier() -> onnx.ModelProto:
    """A layer and a Softmax: `probabilities` of three classes for `features`, [batch, 4]."""
    weights = np.random.default_rng(6).standard_normal((4, 3)).astype(np.float32)
    nodes = [
        helper.make_node("Gemm", ["features", "w", "b"], ["scores"]),
        helper.make_node("Softmax", ["scores"], ["probabilities"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "iris",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["batch", 4])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["batch", 3])],
        [
            numpy_helper.from_array(weights, "w"),
            numpy_helper.from_array(np.array([0.1, -0.2, 0.3], np.float32), "b"),
        ],
        doc_string="a small classifier",
    )
    made = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
    made.producer_name, made.domain, made.model_version = "trainer", "org.example", 3
    made.doc_string = "classifies flowers"
    helper.set_model_props(made, {"classes": "setosa,versicolor,virginica"})
    return made


def first_inference(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=ort.get_available_providers())
    input_name = session.get_inputs()[0].name
    label_name = session.get_outputs()[0].name
    return session.run([label_name], {input_name: X})[0]


def describing_inputs_and_outputs(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    described = [(item.name, item.shape, item.type) for item in session.get_inputs()]
    return described + [(item.name, item.shape, item.type) for item in session.get_outputs()]


def setting_session_options(ort: ModuleType) -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = ort.InferenceSession(MODEL, options, ["CPUExecutionProvider"])
    entry = options.get_session_config_entry("session.intra_op.allow_spinning")
    threads = session.get_session_options().intra_op_num_threads
    return [entry, threads, session.run(None, {"features": X})[0]]


def asking_for_the_device(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    available = "CPUExecutionProvider" in ort.get_available_providers()
    known = "CPUExecutionProvider" in ort.get_all_providers()
    return [ort.get_device(), available, known, session.get_providers()]


def model_in_memory(ort: ModuleType) -> Any:
    content = Path(MODEL).read_bytes()
    session = ort.InferenceSession(content, providers=["CPUExecutionProvider"])
    return session.run(["probabilities"], {"features": X})[0]


def value_in_the_feed(ort: ModuleType) -> Any:
    value = ort.OrtValue.ortvalue_from_numpy(X)
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    outputs = session.run(["probabilities"], {"features": value})
    facts = [value.device_name(), value.shape(), value.data_type(), value.is_tensor()]
    return [*facts, np.array_equal(value.numpy(), X), outputs[0]]


def binding_an_input_on_the_cpu(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    io_binding = session.io_binding()
    io_binding.bind_cpu_input("features", X)
    io_binding.bind_output("probabilities")
    session.run_with_iobinding(io_binding)
    return io_binding.copy_outputs_to_cpu()[0]


def binding_to_buffers(ort: ModuleType) -> Any:
    x_value = ort.OrtValue.ortvalue_from_numpy(X, "cpu", 0)
    y_value = ort.OrtValue.ortvalue_from_shape_and_type([3, 3], np.float32, "cpu", 0)
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    io_binding = session.io_binding()
    io_binding.bind_input(
        name="features",
        device_type=x_value.device_name(),
        device_id=0,
        element_type=np.float32,
        shape=x_value.shape(),
        buffer_ptr=x_value.data_ptr(),
    )
    io_binding.bind_output(
        name="probabilities",
        device_type=y_value.device_name(),
        device_id=0,
        element_type=np.float32,
        shape=y_value.shape(),
        buffer_ptr=y_value.data_ptr(),
    )
    session.run_with_iobinding(io_binding)
    return y_value.numpy()


def binding_values(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    value = ort.OrtValue.ortvalue_from_numpy(X.copy())
    io_binding = session.io_binding()
    io_binding.bind_ortvalue_input("features", value)
    io_binding.bind_output("probabilities", "cpu")
    found = []
    for factor in (1.0, 2.0):
        value.update_inplace(X * np.float32(factor))
        io_binding.synchronize_inputs()
        session.run_with_iobinding(io_binding)
        io_binding.synchronize_outputs()
        found.append(io_binding.get_outputs()[0].numpy().copy())
    return [*found, io_binding.get_outputs()[0].shape()]


def running_with_values(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    options = ort.RunOptions()
    options.log_severity_level = 3
    options.logid = "request 1"
    value = ort.OrtValue.ortvalue_from_numpy(X)
    (found,) = session.run_with_ort_values(["probabilities"], {"features": value}, options)
    return [found.shape(), found.data_type(), found.numpy()]


def reading_metadata(ort: ModuleType) -> Any:
    meta = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"]).get_modelmeta()
    return [
        meta.producer_name,
        meta.domain,
        meta.graph_name,
        meta.description,
        meta.graph_description,
        meta.version,
        dict(meta.custom_metadata_map),
    ]


def running_asynchronously(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    done = threading.Event()
    seen: dict[str, Any] = {}

    def callback(results: Any, user_data: Any, error: str) -> None:
        seen.update(results=results, user_data=user_data, error=error)
        done.set()

    session.run_async(["probabilities"], {"features": X}, callback, "request 1")
    assert done.wait(20)
    return [seen["results"][0], seen["user_data"], seen["error"]]


def batches_of_any_size(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return [session.run(None, {name: X[:count]})[0] for count in (1, 3)]


def fixing_a_dimension(ort: ModuleType) -> Any:
    options = ort.SessionOptions()
    options.add_free_dimension_override_by_name("batch", 3)
    session = ort.InferenceSession(MODEL, sess_options=options, providers=["CPUExecutionProvider"])
    return [session.get_inputs()[0].shape, session.run(None, {"features": X})[0]]


def lists_of_numbers(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    return session.run(None, {"features": [[5.1, 3.5, 1.4, 0.2], [6, 3, 5, 2]]})[0]


def choosing_providers_later(ort: ModuleType) -> Any:
    ort.disable_telemetry_events()
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    session.set_providers(["CPUExecutionProvider"])
    return [session.get_providers(), session.run(None, {"features": X})[0]]


def catching_errors(ort: ModuleType) -> Any:
    session = ort.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    try:
        session.run(None, {"features": X.astype(np.float64)})
    except Exception as error:
        return "features" in str(error) or "double" in str(error)
    return None


SNIPPETS: tuple[Callable[[ModuleType], Any], ...] = (
    first_inference,
    describing_inputs_and_outputs,
    setting_session_options,
    asking_for_the_device,
    model_in_memory,
    value_in_the_feed,
    binding_an_input_on_the_cpu,
    binding_to_buffers,
    binding_values,
    running_with_values,
    reading_metadata,
    running_asynchronously,
    batches_of_any_size,
    fixing_a_dimension,
    lists_of_numbers,
    choosing_providers_later,
    catching_errors,
)
