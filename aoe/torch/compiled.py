"""A compiled graph as AOTAutograd calls it: tensors by address, nothing copied that is dense."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch

from aoe.application.model.program_group import GroupProgram
from aoe.errors import ModelError, UsageError
from aoe.torch.device.devices import TensorDevice
from aoe.torch.layouts import is_natural, strides_of
from aoe.torch.translate.emitter import inverse
from aoe.torch.translate.interface import Draw, GraphOutput, Interface
from aoe.torch.turns import Turns
from aoe.training.dump import Ranges

#: Is told the ranges of inputs of integers before the first run.
FirstRun: TypeAlias = Callable[[Ranges], None]
#: Draws random numbers, and is told the arguments of the graph.
_Drawing: TypeAlias = Callable[[Sequence[Any]], torch.Tensor]
#: Element types whose values are indices, labels and the like.
_INTEGERS = (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8)


@dataclass(frozen=True, slots=True)
class _Write:
    """A tensor that a program writes.

    Attributes:
        memory: The shape, the strides and the type of a new tensor.
        overwritten: The number of the argument that it overwrites; None for a new tensor.
        place: The place of that argument among what is read; None if it is not read.
    """

    memory: tuple[tuple[int, ...], tuple[int, ...], torch.dtype]
    overwritten: int | None
    place: int | None


class _Bound:
    """A program, and how it reads and writes what a call is about. Raises `ModelError` where it
    would write more or less than the graph has room for.

    Attributes:
        program: The program.
        names: The names of its inputs.
        reads: Where each input comes from: the number of an argument or a draw, its order where
            that is not the natural one, whether it is a draw, and whether it is on another device.
        writes: Its outputs.
    """

    def __init__(self, program: GroupProgram, interface: Interface) -> None:
        self.program = program
        _require_shapes(program, interface)
        self.names = tuple(item.name for item in program.session.get_inputs())
        read = {item.name: item for item in interface.inputs}
        draws = interface.draws
        drawn = {item.name: (number, item.order, True, False) for number, item in enumerate(draws)}
        sources = {
            name: (item.argument, item.order, False, item.is_elsewhere)
            for name, item in read.items()
        } | drawn
        self.reads = tuple(
            (number, None if is_natural(order) else order, is_drawn, is_elsewhere)
            for number, order, is_drawn, is_elsewhere in map(sources.__getitem__, self.names)
        )
        places = {item[0]: place for place, item in enumerate(self.reads) if not item[2]}
        self.writes = tuple(
            _Write(
                _memory(output),
                output.overwritten,
                None if output.overwritten is None else places.get(output.overwritten),
            )
            for output in interface.outputs
        )


class CompiledGraph:
    """Calls the program of a graph. A call takes a list of arguments, which it empties, so that
    they are freed as soon as nobody else needs them.

    Attributes:
        copies: How many arguments were copied so far because they were not as they were expected.
    """

    def __init__(
        self,
        interface: Interface,
        program: GroupProgram,
        device: TensorDevice,
        first_run: FirstRun | None = None,
    ) -> None:
        # torch wraps the object in a function that gets its attributes, but not those of its class.
        self._boxed_call = True
        self.copies = 0
        self._interface = interface
        self._device = device
        self._first_run = first_run
        self._draws = tuple(_drawing(draw, device.torch_device) for draw in interface.draws)
        self._results = interface.results
        self._bound = _Bound(program, interface)
        self._turns: Turns[_Bound] | None = None

    def __call__(self, arguments: list[Any]) -> list[Any]:
        """One run. The arguments are taken out of the list."""
        bound, turns = self._bound, self._turns
        if turns is not None:
            bound = turns.program
        drawn = [draw(arguments) for draw in self._draws]
        read = self._read(bound, arguments, drawn)
        if self._first_run is not None:
            self._tell_ranges(bound, read)
        addresses = self._addresses(read)
        written, targets = self._written(bound, arguments, read, addresses)
        if not (all(addresses) and all(targets)):
            _require_memory((*read, *written))
        if turns is None:
            self._device.run(bound.program, addresses, targets)
        else:
            turns.add(bound, self._seconds(bound.program, addresses, targets))
        sources: Mapping[str, Sequence[Any]] = {
            "output": written,
            "argument": arguments,
            "draw": drawn,
        }
        results = [
            value if kind == "value" else sources[kind][value] for kind, value in self._results
        ]
        arguments.clear()
        return results

    def take_turns(self, program: GroupProgram, told: Callable[[], None]) -> Turns[Any]:
        """From the next call on, another program of the graph takes turns with the present one.

        Args:
            program: The other program.
            told: Is called once enough pairs of calls were timed.
        """
        self._turns = Turns(self._bound, _Bound(program, self._interface), told)
        return self._turns

    def end_turns(self, keeps_after: bool) -> None:
        """From the next call on, one of the programs that took turns runs alone."""
        if self._turns is not None:
            self._bound = self._turns.after if keeps_after else self._turns.before
        self._turns = None

    def _written(
        self,
        bound: _Bound,
        arguments: Sequence[Any],
        read: Sequence[Any],
        addresses: Sequence[int],
    ) -> tuple[list[Any], list[int]]:
        """The tensors that the program writes, and their addresses: new ones, and arguments that it
        overwrites, or the copies that are read in their place. `addresses`: those of what is read.
        """
        written, targets = [], []
        for item in bound.writes:
            if item.place is not None:
                order = bound.reads[item.place][1]
                tensor = read[item.place]
                tensor = tensor if order is None else tensor.permute(inverse(order))
                targets.append(addresses[item.place])
            else:
                number = item.overwritten
                tensor = None if number is None else arguments[number]
                if tensor is None or tensor.data_ptr() % self._device.alignment:
                    tensor = self._device.tensor(*item.memory)
                targets.append(tensor.data_ptr())
            written.append(tensor)
        return written, targets

    def _seconds(
        self, program: GroupProgram, addresses: Sequence[int], targets: Sequence[int]
    ) -> float:
        """Runs a program alone on its device. Returns how long that takes."""
        self._device.settle()
        begin = time.perf_counter()
        self._device.run(program, addresses, targets)
        self._device.settle()
        return time.perf_counter() - begin

    def _addresses(self, read: list[Any]) -> list[int]:
        """The addresses of tensors. Those that the device cannot take are copied in the list."""
        found = [tensor.data_ptr() for tensor in read]
        alignment = self._device.alignment
        if alignment > 1:
            for place, address in enumerate(found):
                if address % alignment:
                    self.copies += 1
                    read[place] = read[place].clone()
                    found[place] = read[place].data_ptr()
        return found

    def _read(self, bound: _Bound, arguments: Sequence[Any], drawn: Sequence[Any]) -> list[Any]:
        """The tensors that the program reads, dense and in the order of its inputs."""
        read = []
        for number, order, is_drawn, is_elsewhere in bound.reads:
            tensor = drawn[number] if is_drawn else arguments[number]
            if is_elsewhere:
                tensor = tensor.to(self._device.torch_device)
            if tensor.is_neg():  # PyTorch negates it when it reads it
                tensor = tensor.resolve_neg()
            if order is not None:
                tensor = tensor.permute(order)
            if not tensor.is_contiguous():
                self.copies += 1
                tensor = tensor.contiguous()
            read.append(tensor)
        return read

    def _tell_ranges(self, bound: _Bound, read: Sequence[Any]) -> None:
        """Tells the ranges of integers, once."""
        first_run, self._first_run = self._first_run, None
        if first_run is None:  # another thread does
            return
        given = zip(bound.names, read, strict=True)
        first_run(
            {
                name: (int(tensor.min()), int(tensor.max()))
                for name, tensor in given
                if tensor.dtype in _INTEGERS and tensor.numel()
            }
        )


def _require_shapes(program: GroupProgram, interface: Interface) -> None:
    given = program.session.get_outputs()
    for found, output in zip(given, interface.outputs, strict=True):
        expected = [output.shape[axis] for axis in output.order]
        if found.shape != expected:
            raise ModelError(
                f"'{found.name}' has the shape {found.shape} where PyTorch says {expected}: an "
                "operator is translated wrong; report it with the graph"
            )


def _require_memory(tensors: Sequence[Any]) -> None:
    """Raises `UsageError` if a tensor has elements and no memory for them."""
    for tensor in tensors:
        if tensor.numel() and not tensor.data_ptr():
            raise UsageError(
                f"a compiled graph reads or writes a tensor of shape {tuple(tensor.shape)} without "
                "memory: call it with tensors whose storage is there, and outside FakeTensorMode"
            )


def _memory(output: GraphOutput) -> tuple[tuple[int, ...], tuple[int, ...], torch.dtype]:
    """The shape, the strides and the type of an output."""
    return output.shape, output.strides, getattr(torch, output.dtype)


def _drawing(draw: Draw, device: torch.device) -> _Drawing:
    """A function that draws random numbers from the generator of PyTorch's device, of the arguments
    of the graph.
    """
    made = _made(draw, device)
    number = draw.state
    if number is None:
        return lambda _: made()

    def again(arguments: Sequence[Any]) -> torch.Tensor:
        before = torch.get_rng_state()
        torch.set_rng_state(arguments[number])
        try:
            return made()
        finally:
            torch.set_rng_state(before)

    return again


def _made(draw: Draw, device: torch.device) -> Callable[[], torch.Tensor]:
    """A function that draws from the generator as it is."""
    shape, dtype = draw.shape, getattr(torch, draw.dtype)
    strides = strides_of(shape, draw.order)

    def mask() -> torch.Tensor:
        kind = getattr(torch, draw.dropped)
        dropped = torch.empty_strided(shape, strides, dtype=kind, device=device)
        found: torch.Tensor = torch.native_dropout(dropped, draw.chance, True)[1]
        return found

    def drawn() -> torch.Tensor:
        tensor = torch.empty_strided(shape, strides, dtype=dtype, device=device)
        if draw.kind == "bernoulli":
            return tensor.bernoulli_(draw.chance)
        filled: torch.Tensor = getattr(tensor, f"{draw.kind}_")(*draw.numbers)
        return filled

    def permutation() -> torch.Tensor:
        return torch.randperm(shape[0], dtype=dtype, device=device)

    def state() -> torch.Tensor:
        return torch.get_rng_state()

    others = {"dropout": mask, "permutation": permutation, "state": state}
    return others.get(draw.kind, drawn)
