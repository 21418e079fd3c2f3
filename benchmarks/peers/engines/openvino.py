"""OpenVINO with the latency hint, in float32 and in its default precision.

The default is bfloat16 on a CPU that has dot products of it.
"""

from __future__ import annotations

import numpy as np

from benchmarks.peers.engine import FLOAT32, MIXED, AbsentError, Engine, Feed, Job, Run


def version() -> str:
    """The library's version. Raises `AbsentError` where it is not installed."""
    try:
        import openvino
    except ImportError as error:
        raise AbsentError("openvino is not installed") from error
    return str(openvino.__version__).partition("-")[0]


def open_model(job: Job) -> Run:
    """Opens the model with one inference request that is used again and again."""
    version()
    import openvino

    settings = {"INFERENCE_NUM_THREADS": job.threads, "PERFORMANCE_HINT": "LATENCY"}
    if job.precision == FLOAT32:
        settings["INFERENCE_PRECISION_HINT"] = "f32"
    compiled = openvino.Core().compile_model(str(job.model), "CPU", settings)
    taken = compiled.get_property("INFERENCE_PRECISION_HINT").get_type_name()
    if job.precision == MIXED and taken == "f32":
        raise AbsentError("its default precision on this CPU is float32")
    request = compiled.create_infer_request()
    outputs = compiled.outputs

    def run(feed: Feed) -> list[np.ndarray]:
        results = request.infer(dict(feed))
        return [np.asarray(results[output]) for output in outputs]

    return run


ENGINE = Engine("OpenVINO", open_model, version, precisions=(FLOAT32, MIXED))
