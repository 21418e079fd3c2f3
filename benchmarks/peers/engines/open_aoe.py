"""open-aoe with default policies: nothing measured, no repository."""

from __future__ import annotations

from benchmarks.peers.engine import FLOAT32, MIXED, AbsentError, Engine, Job, Run


def version() -> str:
    """The package's version. Raises `AbsentError` where what it needs is not installed."""
    try:
        import aoe.application.api
    except ImportError as error:
        raise AbsentError(f"open-aoe cannot be imported: {error}") from error
    return aoe.__version__


def precision_mode(job: Job) -> str:
    """The job's precision as open-aoe calls it. Raises `AbsentError` where the CPU has none but
    float32.
    """
    from aoe.backends.cpu.target.host import host_target

    if job.precision == FLOAT32:
        return "must_keep_origin_dtype"
    if not host_target().multiplies_bfloat16:
        raise AbsentError("this CPU has no dot products of bfloat16")
    return "allow_mix_precision"


def open_model(job: Job) -> Run:
    """The model compiled with an empty repository."""
    version()
    import aoe
    from benchmarks.sessions import repository_at, run_of

    with repository_at(job.folder / "empty"):
        return run_of(aoe.compile(job.model, threads=job.threads, precision=precision_mode(job)))


ENGINE = Engine("open-aoe", open_model, version, precisions=(FLOAT32, MIXED))
