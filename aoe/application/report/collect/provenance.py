"""Where a report comes from: the machine, the model file and the job."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aoe import __version__
from aoe.application.tune.job_folder import Job
from aoe.backends.registry import backend_of
from aoe.errors import counted
from aoe.runtime.offline_model import Manifest
from aoe.target import Target


def machine_facts(target: Target) -> dict[str, str]:
    """The device that a model runs on, in words."""
    found = {"device model": target.soc_version, "backend": target.backend}
    found |= backend_of(target).machine.fingerprint(target)
    named = {name.replace("_", " "): value for name, value in found.items() if value}
    return named | {"this report by": f"open-aoe {__version__}"}


def model_facts(manifest: Manifest) -> dict[str, str]:
    """Where an offline model comes from, and what was made of its numbers."""
    target = manifest.target
    found = {
        "name": manifest.name,
        "source": manifest.source,
        "SHA-256 of the source": manifest.source_sha256,
        "compiled": manifest.created,
        "compiled by": manifest.producer,
        "code generator": manifest.generator,
        "compiled for": f"{target.soc_version}, {counted(target.threads, 'thread')}",
        "precision": _plain(manifest.precision) or "as in the source model",
        "compression": _plain(manifest.compression),
    }
    return {name: value for name, value in found.items() if value}


def job_facts(job: Job) -> dict[str, str]:
    """What a tuning job was asked for."""
    record = job.record
    asked = {f"--{name}": value for name, value in record.options.items()}
    return {
        "folder": str(job.folder),
        "started": record.started,
        "device model": record.soc_version,
        "repository": record.repository,
        "searches known operators again": "yes" if record.repeat_tune else "no",
        **asked,
    }


def _plain(data: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in data.items() if value not in (None, ""))
