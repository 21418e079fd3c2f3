"""An offline model becomes a shared library with a C interface, and a header for it.

The library has the machine code of the model, its constants, the thread pool, and functions around
them (`aoe.backends.cpu.library.interface_code`). It needs the C library alone. Object files are
made here; a linker of this machine joins them (`aoe.backends.cpu.library.linker`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from aoe.atomic_file import replace_file
from aoe.backends.cpu.codegen.object_code import object_code
from aoe.backends.cpu.codegen.plan.plan_code import library_plan_ir
from aoe.backends.cpu.library.c_header import c_header
from aoe.backends.cpu.library.c_names import model_name
from aoe.backends.cpu.library.cpu_check_code import check_instructions, cpu_check_ir
from aoe.backends.cpu.library.elf_object import Content, elf_object
from aoe.backends.cpu.library.inference_code import CONSTANTS, PREPARE, RUN
from aoe.backends.cpu.library.interface import Interface, interface_of
from aoe.backends.cpu.library.interface_code import interface_ir
from aoe.backends.cpu.library.linker import found_linker, link
from aoe.backends.cpu.library.memory import model_memory
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.named_cpus import named_cpu
from aoe.errors import AoeError, OfflineModelError, UsageError, not_written
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.runtime.plan import ALIGNMENT

#: Bytes of constants that code reaches in a library.
MOST_CONSTANTS = (1 << 31) - (64 << 20)
#: The object of a plan as Python loads it; a library has another.
_PLAN = "plan"
#: Files of the linker.
_LINKED, _SYMBOLS = "linked.so", "symbols.map"


def write_model_library(
    model: OfflineModel, library: Path, header: Path, linker: str | None = None
) -> None:
    """Writes the library and the header of an offline model.

    Args:
        model: The model.
        library: The shared library to write.
        header: The header to write. The names in it begin with its name.
        linker: The linker to use; by default the first that is found.

    Raises:
        UsageError: The model has what a library cannot have, or there is no linker.
        OfflineModelError: The model does not fit together.
        AoeError: The linker fails, or a file cannot be written.
    """
    target = model.manifest.target
    assert isinstance(target, CpuTarget), "the CPU makes libraries of what was compiled for CPUs"
    plans = [item.plan for item in static_models(model)]
    interface = interface_of(model_name(header), plans)
    if model.constant_data.nbytes > MOST_CONSTANTS:
        raise UsageError(
            f"the model has {model.constant_data.nbytes} bytes of constants; a library can have "
            f"{MOST_CONSTANTS}; ship the offline model"
        )
    program = found_linker(target.architecture, linker)
    title = f"{model.manifest.name}, compiled by {model.manifest.producer} for {target.model}."
    try:
        with tempfile.TemporaryDirectory(dir=library.parent, prefix=".aoe_export_") as name:
            folder = Path(name)
            objects = _write_objects(model, interface, target, folder)
            exported = " ".join(f"{function};" for function in interface.functions)
            (folder / _SYMBOLS).write_text(f"{{ global: {exported} local: *; }};\n")
            link(program, folder, objects, _LINKED, library.name, _SYMBOLS)
            (folder / _LINKED).replace(library)
        replace_file(header, c_header(interface, title, library.name).encode())
    except OSError as error:
        raise AoeError(not_written(error.filename or library, error)) from error


def _write_objects(
    model: OfflineModel, interface: Interface, target: CpuTarget, folder: Path
) -> list[str]:
    """Writes the object files of a library. Returns their names."""
    names = []
    for number, data in enumerate(library_objects(model, interface, target).values()):
        names.append(f"{number}.o")
        (folder / names[-1]).write_bytes(data)
    names.append("constants.o")
    with (folder / names[-1]).open("wb") as file:
        for piece in elf_object(_contents(model, target), target.architecture, ALIGNMENT):
            file.write(piece)
    return names


def library_objects(
    model: OfflineModel, interface: Interface, target: CpuTarget
) -> Mapping[str, bytes]:
    """The object files of a library by name, without that of the constants.

    Raises:
        OfflineModelError: If two profiles have different code of one name.
    """
    found: dict[str, bytes] = {}
    for item in static_models(model):
        for name, data in item.objects.items():
            if name != _PLAN and found.setdefault(name, data) != data:
                raise OfflineModelError(
                    f"two profiles of {model.manifest.name} have different code named {name}; make "
                    "the offline model again from its source model"
                )
    for number, plan in enumerate(interface.plans):
        text = library_plan_ir(plan, target, RUN.format(number), PREPARE.format(number))
        found[f"{_PLAN}.{number}"] = object_code(text, target)
    # What asks for the instructions of the CPU must not need them itself.
    plain = replace(named_cpu(target.architecture, target.threads), triple=target.triple)
    text = interface_ir(interface, model_memory(interface.plans))
    found["interface"] = object_code(text, plain)
    found["cpu_check"] = object_code(cpu_check_ir(target), plain)
    return found


def _contents(model: OfflineModel, target: CpuTarget) -> list[Content]:
    data = model.constant_data
    if data.size == 0:
        data = np.zeros(1, np.uint8)
    return [Content(CONSTANTS, data), *check_instructions(target)]
