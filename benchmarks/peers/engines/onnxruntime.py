"""ONNX Runtime with its CPU provider and the settings it has when nothing but threads is set."""

from __future__ import annotations

from benchmarks.peers.engine import AbsentError, Engine, Job, Run

ERRORS_ONLY = 3


def version() -> str:
    """The library's version. Raises `AbsentError` where it is not installed."""
    try:
        import onnxruntime
    except ImportError as error:
        raise AbsentError("onnxruntime is not installed") from error
    return str(onnxruntime.__version__)


def open_model(job: Job) -> Run:
    """A session with as many threads inside operators as the job has."""
    version()
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = job.threads
    options.log_severity_level = ERRORS_ONLY
    session = onnxruntime.InferenceSession(
        str(job.model), options, providers=["CPUExecutionProvider"]
    )
    return lambda feed: list(session.run(None, dict(feed)))


ENGINE = Engine("ONNX Runtime", open_model, version)
