"""open-aoe with default policies: nothing measured, no repository."""

from __future__ import annotations

from benchmarks.peers.engine import FLOAT32, MIXED, STRICT, AbsentError, Engine, Job, Run


def version() -> str:
    """Returns the version of the package.

    Raises:
        AbsentError: Something that it needs is not installed.
    """
    try:
        import aoe.application.python_api.single_model
    except ImportError as error:
        raise AbsentError(f"open-aoe cannot be imported: {error}") from error
    return aoe.__version__


def precision_mode(job: Job) -> str:
    """Returns the job's precision by open-aoe's name.

    Raises:
        AbsentError: Mixed precision is asked for, and the CPU multiplies nothing but float32.
    """
    from aoe.backends.cpu.target.host import host_target

    if job.precision == FLOAT32:
        return "must_keep_origin_dtype"
    if job.precision == STRICT:
        return "force_fp32"
    if not host_target().multiplies_bfloat16:
        raise AbsentError("this CPU has no dot products of bfloat16")
    return "allow_mix_precision"


def open_model(job: Job) -> Run:
    """Opens the model compiled with an empty repository."""
    version()
    import aoe
    from benchmarks.sessions import repository_at, run_of

    with repository_at(job.folder / "empty"):
        return run_of(aoe.compile(job.model, threads=job.threads, precision=precision_mode(job)))


ENGINE = Engine("open-aoe", open_model, version, precisions=(FLOAT32, STRICT, MIXED))
