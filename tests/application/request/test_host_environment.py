"""`--host_env_os` and `--host_env_cpu` name this machine or another one."""

from __future__ import annotations

import platform

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.request.host_environment import HostEnvironment, host_environment
from aoe.backends.registry import backend_named
from aoe.errors import UsageError, printable
from aoe.settings import usable_cores
from tests.properties import examples

HERE = backend_named("cpu").machine.target()


def host(cpu: str | None = None, threads: int | None = None) -> HostEnvironment:
    found = host_environment({"host_env_os": "linux", "host_env_cpu": cpu}, threads=threads)
    assert found is not None
    return found


def test_no_option_names_no_machine() -> None:
    assert host_environment({}) is None


@pytest.mark.parametrize("cpu", [None, platform.machine(), HERE.model, f"{HERE.model}_1c"])
def test_its_architecture_and_its_cpu_name_this_machine(cpu: str | None) -> None:
    found = host(cpu)
    assert found.is_here
    assert found.name_ending == f"_linux_{platform.machine()}"
    assert found.target.threads == (1 if cpu == f"{HERE.model}_1c" else usable_cores())


@pytest.mark.parametrize(
    ("cpu", "architecture"),
    [
        ("neoverse-n1", "aarch64"),
        ("x86-64-v3", "x86_64"),
        ("tsv110_96c", "aarch64"),
        ("x86-64_8c", "x86_64"),
    ],
)
def test_other_names_are_other_machines(cpu: str, architecture: str) -> None:
    found = host(cpu)
    assert not found.is_here
    assert found.name_ending == f"_linux_{architecture}"


@examples(80)
@given(st.text() | st.from_regex(r"[a-z]{1,8}[-_]?[a-z0-9]{0,6}(_\d{1,4}c)?", fullmatch=True))
def test_any_name_is_a_machine_or_refused_by_name(name: str) -> None:
    refused = ""
    try:
        assert host_environment({"host_env_cpu": name}) is not None
    except UsageError as error:
        refused = str(error)
    assert not refused or refused.startswith((printable(f"--host_env_cpu={name}"), "--threads="))


def test_a_device_model_of_a_repository_gives_the_threads() -> None:
    found = host("neoverse-v1_48c")
    assert found.target.soc_version == "neoverse-v1_48c"
    assert found.threads == 48


def test_threads_of_another_machine_may_exceed_those_of_this_one() -> None:
    assert host("neoverse-v1", threads=512).target.threads == 512


@pytest.mark.parametrize(
    ("options", "threads", "named"),
    [
        ({"host_env_os": "windows"}, None, "--host_env_os=windows.*linux"),
        ({"host_env_cpu": "neoverse"}, None, "did you mean neoverse-"),
        ({"host_env_cpu": "abacus"}, None, "the known ones are .*aarch64"),
        ({"host_env_cpu": f"neoverse-n1_{'9' * 5000}c"}, None, "--host_env_cpu=neoverse-n1_9"),
        ({"host_env_cpu": "neoverse-n1_4c"}, 2, "contradicts --threads=2"),
        ({"host_env_cpu": "neoverse-n1_5000c"}, None, "from 1 to 1024"),
    ],
)
def test_what_cannot_be_compiled_for_is_refused(
    options: dict[str, str | None], threads: int | None, named: str
) -> None:
    with pytest.raises(UsageError, match=named):
        host_environment(options, threads=threads)


def test_a_backend_that_compiles_for_its_own_device_refuses_another() -> None:
    with pytest.raises(UsageError, match="compiles for this machine only"):
        host_environment({"host_env_cpu": "neoverse-n1"}, "reference")


def test_a_gpu_without_its_device_names_the_device() -> None:
    with pytest.raises(UsageError, match=r"^--host_env_cpu=sm_90_132c needs --device=cuda: "):
        host("sm_90_132c")
