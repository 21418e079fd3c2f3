"""A compiled graph as AOTAutograd calls it: tensors by address, nothing copied that is dense."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import torch

from aoe.application.model.program_group import GroupProgram
from aoe.torch.blocks import BlockPool
from aoe.torch.layouts import is_natural
from aoe.torch.translate.emitter import Draw, inverse
from aoe.torch.translate.translation import GraphOutput, Translation
from aoe.training.dump import Ranges

#: Is told the ranges of inputs of integers before the first run, and may give another program.
FirstRun: TypeAlias = Callable[[Ranges], "GroupProgram | None"]
#: Element types whose values are indices, labels and the like.
_INTEGERS = (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8)


class CompiledGraph:
    """Calls the program of a graph. A call takes a list of arguments, which it empties, so that
    they are freed as soon as nobody else needs them.

    Attributes:
        copies: How many arguments were copied so far because they were not as they were expected.
    """

    def __init__(
        self,
        translation: Translation,
        program: GroupProgram,
        blocks: BlockPool,
        first_run: FirstRun | None = None,
    ) -> None:
        # torch wraps the object in a function that gets its attributes, but not those of its class.
        self._boxed_call = True
        self.copies = 0
        self._translation = translation
        self._blocks = blocks
        self._first_run = first_run
        self._draws = tuple(_drawing(draw) for draw in translation.draws)
        self._results = translation.results
        self._use(program)

    def __call__(self, arguments: list[Any]) -> list[Any]:
        """One run. The arguments are taken out of the list."""
        drawn = [draw() for draw in self._draws]
        read = self._read(arguments, drawn)
        if self._first_run is not None:
            self._prepare(read, arguments, drawn)
        addresses = [tensor.data_ptr() for tensor in read]
        written, targets = self._written(arguments, read, addresses)
        self._session.run_at(addresses, targets)
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

    def _written(
        self, arguments: Sequence[Any], read: Sequence[Any], addresses: Sequence[int]
    ) -> tuple[list[Any], list[int]]:
        """The tensors that the program writes, and their addresses: new ones, and arguments that it
        overwrites, or the copies that are read in their place. `addresses`: those of what is read.
        """
        written, targets = [], []
        for memory, number, place in self._writes:
            if place is not None:
                order = self._reads[place][1]
                tensor = read[place] if order is None else read[place].permute(inverse(order))
                targets.append(addresses[place])
            else:
                tensor = self._blocks.tensor(*memory) if number is None else arguments[number]
                targets.append(tensor.data_ptr())
            written.append(tensor)
        return written, targets

    def _read(self, arguments: Sequence[Any], drawn: Sequence[Any]) -> list[Any]:
        """The tensors that the program reads, dense and in the order of its inputs."""
        read = []
        for number, order, is_drawn in self._reads:
            tensor = drawn[number] if is_drawn else arguments[number]
            if order is not None:
                tensor = tensor.permute(order)
            if not tensor.is_contiguous():
                self.copies += 1
                tensor = tensor.contiguous()
            read.append(tensor)
        return read

    def _prepare(self, read: list[Any], arguments: Sequence[Any], drawn: Sequence[Any]) -> None:
        """Tells the ranges of integers, and goes on with the program that is given for it."""
        assert self._first_run is not None, "the caller has asked"
        given = zip(self._names, read, strict=True)
        ranges = {
            name: (int(tensor.min()), int(tensor.max()))
            for name, tensor in given
            if tensor.dtype in _INTEGERS and tensor.numel()
        }
        program, self._first_run = self._first_run(ranges), None
        if program is not None:
            self._use(program)
            read[:] = self._read(arguments, drawn)

    def _use(self, program: GroupProgram) -> None:
        self._session = program.session
        self._names = tuple(item.name for item in program.session.get_inputs())
        read = {item.name: item for item in self._translation.inputs}
        draws = self._translation.draws
        drawn = {item.name: (number, item.order, True) for number, item in enumerate(draws)}
        sources = {name: (item.argument, item.order, False) for name, item in read.items()} | drawn
        #: Where each input comes from: the number of an argument or a draw, its order where that is
        #: not the natural one, and whether it is a draw.
        self._reads = tuple(
            (number, None if is_natural(order) else order, is_drawn)
            for number, order, is_drawn in map(sources.__getitem__, self._names)
        )
        places = {
            number: place for place, (number, _, drawn) in enumerate(self._reads) if not drawn
        }
        #: The memory of each output, the number of the argument that it overwrites, and the place
        #: of that among what is read.
        self._writes = tuple(
            (
                _memory(output),
                output.overwritten,
                None if output.overwritten is None else places.get(output.overwritten),
            )
            for output in self._translation.outputs
        )


def strides_of(shape: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The strides of a dense tensor whose dimensions lie in an order, the largest stride first."""
    strides, step = [0] * len(shape), 1
    for axis in reversed(order):
        strides[axis] = step
        step *= max(shape[axis], 1)
    return tuple(strides)


def _memory(output: GraphOutput) -> tuple[tuple[int, ...], tuple[int, ...], torch.dtype]:
    """The shape, the strides and the type of an output."""
    return output.shape, strides_of(output.shape, output.order), getattr(torch, output.dtype)


def _drawing(draw: Draw) -> Callable[[], torch.Tensor]:
    """A function that draws random numbers from PyTorch's generator."""
    shape, dtype = draw.shape, getattr(torch, draw.dtype)
    strides = strides_of(shape, draw.order)

    def drawn() -> torch.Tensor:
        tensor = torch.empty_strided(shape, strides, dtype=dtype)
        if draw.kind == "bernoulli":
            return tensor.bernoulli_(draw.chance)
        return tensor.uniform_() if draw.kind == "uniform" else tensor.normal_()

    return drawn
