"""open-aoe with default policies: nothing measured, no repository."""

from __future__ import annotations

from benchmarks.peers.engine import AbsentError, Engine, Job, Run


def version() -> str:
    """The package's version. Raises `AbsentError` where what it needs is not installed."""
    try:
        import aoe.application.api
    except ImportError as error:
        raise AbsentError(f"open-aoe cannot be imported: {error}") from error
    return aoe.__version__


def open_model(job: Job) -> Run:
    """The model compiled with an empty repository."""
    version()
    import aoe
    from benchmarks.sessions import repository_at, run_of

    with repository_at(job.folder / "empty"):
        return run_of(aoe.compile(job.model, threads=job.threads))


ENGINE = Engine("open-aoe", open_model, version)
