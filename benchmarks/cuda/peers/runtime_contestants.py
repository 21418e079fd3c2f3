"""ONNX Runtime and TensorRT as contestants on a GPU: inputs and outputs lie in tensors of PyTorch,
and an inference is one CUDA graph on one stream.

Each is compared where it is installed. Neither ran on a card so far.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import torch

from benchmarks.cuda.peers.torch_contestants import arrays, median_of_events

#: Calls before times are taken: ONNX Runtime captures its graph in one of the first.
_FIRST_CALLS = 3


class OnnxRuntimeModel:
    """A session with inputs and outputs bound to tensors."""

    def __init__(
        self,
        model: onnx.ModelProto,
        feed: Mapping[str, np.ndarray],
        precision: str,
        device: str = "cuda",
    ) -> None:
        """`device`: "cuda", or "cpu" to try the bindings without a GPU."""
        import onnxruntime

        self._stream = torch.cuda.Stream() if device == "cuda" else None
        if precision == "float16":
            model = halved(model)
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), providers=self._providers(precision)
        )
        if self._stream and "CUDAExecutionProvider" not in session.get_providers():
            raise ValueError("ONNX Runtime did not take its CUDA provider")
        self._inputs = [torch.from_numpy(np.array(item)).to(device) for item in feed.values()]
        shapes = [(item.shape, _numpy_type(item.type)) for item in session.get_outputs()]
        self._outputs = [
            torch.from_numpy(np.zeros(shape, dtype)).to(device) for shape, dtype in shapes
        ]
        self._binding = session.io_binding()
        for name, tensor in zip(feed, self._inputs, strict=True):
            self._binding.bind_input(name, *_placed(tensor))
        for item, tensor in zip(session.get_outputs(), self._outputs, strict=True):
            self._binding.bind_output(item.name, *_placed(tensor))
        self._options = onnxruntime.RunOptions()
        if self._stream:
            self._options.add_run_config_entry("disable_synchronize_execution_providers", "1")
        self._session = session
        for _ in range(_FIRST_CALLS):
            self.call()

    def _providers(self, precision: str) -> list[Any]:
        if self._stream is None:
            return ["CPUExecutionProvider"]
        options = {
            "enable_cuda_graph": "1",
            "user_compute_stream": str(self._stream.cuda_stream),
            "cudnn_conv_algo_search": "EXHAUSTIVE",
            "use_tf32": str(int(precision == "tf32")),
        }
        return [("CUDAExecutionProvider", options)]

    def run(self) -> None:
        """Starts one inference."""
        self._session.run_with_iobinding(self._binding, self._options)

    def call(self) -> None:
        """One inference as a caller sees it."""
        self.run()
        if self._stream:
            self._stream.synchronize()

    def gpu_seconds(self, count: int) -> float:
        """The median of inferences in a row."""
        return _median_on(self._stream, self.run, count)

    def outputs(self) -> list[np.ndarray]:
        """Those of one inference."""
        self.call()
        return arrays(self._outputs)


class TensorRtModel:
    """An engine that TensorRT has built of a model, in one CUDA graph."""

    def __init__(
        self, model: onnx.ModelProto, feed: Mapping[str, np.ndarray], precision: str
    ) -> None:
        """Builds the engine, which takes minutes."""
        import tensorrt

        logger = tensorrt.Logger(tensorrt.Logger.ERROR)
        builder = tensorrt.Builder(logger)
        network = builder.create_network(0)
        parser = tensorrt.OnnxParser(network, logger)
        if not parser.parse(model.SerializeToString()):
            raise ValueError(f"TensorRT does not read the model: {parser.get_error(0)}")
        plan = builder.build_serialized_network(network, _configured(builder, precision))
        if plan is None:
            raise ValueError("TensorRT builds no engine of the model")
        self._runtime = tensorrt.Runtime(logger)  # it must live as long as the engine
        self._engine = self._runtime.deserialize_cuda_engine(plan)
        self._context = self._engine.create_execution_context()
        self._stream = torch.cuda.Stream()
        self._inputs = [torch.from_numpy(np.array(item)).cuda() for item in feed.values()]
        for name, tensor in zip(feed, self._inputs, strict=True):
            self._context.set_tensor_address(name, tensor.data_ptr())
        self._outputs = []
        for name in (item.name for item in model.graph.output):
            shape = tuple(self._context.get_tensor_shape(name))
            dtype = tensorrt.nptype(self._engine.get_tensor_dtype(name))
            self._outputs.append(torch.from_numpy(np.zeros(shape, dtype)).cuda())
            self._context.set_tensor_address(name, self._outputs[-1].data_ptr())
        self._graph = torch.cuda.CUDAGraph()
        for _ in range(_FIRST_CALLS):
            self._enqueue(self._stream)
        self._stream.synchronize()
        with torch.cuda.graph(self._graph, stream=self._stream):
            self._enqueue(torch.cuda.current_stream())

    def _enqueue(self, stream: torch.cuda.Stream) -> None:
        if not self._context.execute_async_v3(stream.cuda_stream):
            raise ValueError("TensorRT cannot run its engine")

    def call(self) -> None:
        """One inference as a caller sees it."""
        self._graph.replay()
        torch.cuda.synchronize()

    def gpu_seconds(self, count: int) -> float:
        """The median of inferences in a row."""
        return median_of_events(self._graph.replay, count)

    def outputs(self) -> list[np.ndarray]:
        """Those of one inference."""
        self.call()
        return arrays(self._outputs)


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model in float16, with inputs and outputs as they are."""
    from onnxruntime.transformers.float16 import convert_float_to_float16

    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    made: onnx.ModelProto = convert_float_to_float16(copy, keep_io_types=True)
    return made


def _configured(builder: Any, precision: str) -> Any:
    import tensorrt

    config = builder.create_builder_config()
    config.builder_optimization_level = 5
    config.clear_flag(tensorrt.BuilderFlag.TF32)
    if precision == "float16":
        config.set_flag(tensorrt.BuilderFlag.FP16)
    elif precision == "tf32":
        config.set_flag(tensorrt.BuilderFlag.TF32)
    return config


def _placed(tensor: torch.Tensor) -> tuple[str, int, Any, Sequence[int], int]:
    """Where a tensor is, as bindings of ONNX Runtime take it."""
    dtype = np.dtype(str(tensor.dtype).removeprefix("torch."))
    return tensor.device.type, 0, dtype.type, tuple(tensor.shape), tensor.data_ptr()


def _numpy_type(name: str) -> Any:
    """The type of ONNX Runtime's name, such as `tensor(float)`."""
    given = name.removeprefix("tensor(").removesuffix(")")
    return np.dtype({"float": "float32", "double": "float64"}.get(given, given))


def _median_on(stream: torch.cuda.Stream | None, run: Callable[[], None], count: int) -> float:
    """The median of inferences in a row on a stream."""
    with _used(stream):
        return median_of_events(run, count)


@contextlib.contextmanager
def _used(stream: torch.cuda.Stream | None) -> Iterator[None]:
    with contextlib.nullcontext() if stream is None else torch.cuda.stream(stream):
        yield


#: By name.
CONTESTANTS: Mapping[str, Callable[..., Any]] = {
    "ONNX Runtime CUDA": OnnxRuntimeModel,
    "TensorRT": TensorRtModel,
}
