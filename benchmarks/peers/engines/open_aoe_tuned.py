"""open-aoe with tuned policies: tuned for the job's budget, or compiled with a repository."""

from __future__ import annotations

import os

from benchmarks.peers.engine import FLOAT32, MIXED, STRICT, AbsentError, Engine, Job, Run
from benchmarks.peers.engines.open_aoe import precision_mode, version


def prepare(job: Job) -> None:
    """Tunes the model and writes the offline model, if there is a budget.

    The repository, the workspace and result files go to the job's folder.
    """
    version()
    if job.budget is None:
        return
    import aoe
    from benchmarks.sessions import repository_at

    os.chdir(job.folder)
    repository = job.repository or job.folder / "repository"
    with repository_at(repository):
        aoe.tune(
            job.model,
            output=job.folder / "tuned",
            budget=job.budget,
            threads=job.threads,
            precision=precision_mode(job),
        )


def open_model(job: Job) -> Run:
    """Opens the offline model that tuning wrote, or the model compiled with the repository."""
    version()
    import aoe
    from benchmarks.sessions import repository_at, run_of

    offline_model = job.folder / "tuned.om"
    if offline_model.exists():
        return run_of(aoe.InferenceSession(offline_model, job.threads))
    if job.repository is None:
        raise AbsentError("neither a budget to tune with nor a repository was given")
    with repository_at(job.repository):
        return run_of(aoe.compile(job.model, threads=job.threads, precision=precision_mode(job)))


ENGINE = Engine(
    "open-aoe tuned", open_model, version, prepare, (FLOAT32, STRICT, MIXED), tunes=True
)
