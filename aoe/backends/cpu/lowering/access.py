"""From views to accesses: how an iteration space sees operands, and how spaces are simplified.

An *iteration space* is a list of sizes. An operand seen from it is a `Strided`, one stride for each
dimension of the space. `broadcast` makes one of a view under NumPy broadcasting, `collapse` merges
dimensions that are contiguous in every operand, and `access` names the axes. Used throughout
`aoe.backends.cpu.implementations`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.loops.loop_nest import Access, Axis, Bound, Buffer, Kernel, Loop, LoopNest
from aoe.operators.operator import View


@dataclass(frozen=True, slots=True)
class Strided:
    """An operand as an iteration space sees it.

    Attributes:
        buffer: Where it is.
        dtype: Its element type.
        strides: Element strides, one for each dimension of the space.
        offset: Offset of the first element.
    """

    buffer: str
    dtype: str
    strides: tuple[int, ...]
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Space:
    """An iteration space with the operands used in it.

    Attributes:
        extents: Sizes of the dimensions.
        members: The dimensions of the original shape that each dimension consists of.
        groups: A number for each dimension. Dimensions of different groups, such as kept and
            reduced ones, are never merged.
        operands: The operands as the space sees them.
    """

    extents: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    groups: tuple[int, ...]
    operands: tuple[Strided, ...]

    @staticmethod
    def of(
        shape: Sequence[int], operands: Sequence[Strided], groups: Sequence[int] | None = None
    ) -> Space:
        """The space over `shape`, not simplified."""
        members = tuple((dimension,) for dimension in range(len(shape)))
        chosen = tuple(groups) if groups is not None else (0,) * len(shape)
        return Space(tuple(shape), members, chosen, tuple(operands))

    def position(self, dimension: int) -> int:
        """The dimension of the space that contains an original dimension; the last one if that was
        dropped.
        """
        for number, members in enumerate(self.members):
            if dimension in members:
                return number
        return len(self.members) - 1


def broadcast(view: View, buffer: str, shape: Sequence[int]) -> Strided:
    """A view read at the coordinates of `shape`, with dimensions aligned at the right."""
    padding = len(shape) - len(view.shape)
    assert padding >= 0, (view.shape, shape)
    strides = [0] * padding
    for extent, stride, wanted in zip(view.shape, view.strides, shape[padding:], strict=True):
        assert extent in (1, wanted), (view.shape, shape)
        strides.append(0 if extent == 1 else stride)
    return Strided(buffer, view.dtype, tuple(strides), view.offset)


def memory_order(strides: Sequence[int], extents: Sequence[int]) -> tuple[int, ...]:
    """The dimensions from the largest to the smallest stride. Those of stride 0 come first."""
    return tuple(
        sorted(
            range(len(strides)),
            key=lambda d: (strides[d] != 0, -abs(strides[d]), -extents[d]),
        )
    )


def reorder(space: Space, order: Sequence[int]) -> Space:
    """The space with its dimensions permuted."""
    return Space(
        tuple(space.extents[d] for d in order),
        tuple(space.members[d] for d in order),
        tuple(space.groups[d] for d in order),
        tuple(
            replace(operand, strides=tuple(operand.strides[d] for d in order))
            for operand in space.operands
        ),
    )


def collapse(space: Space, needed: Collection[int] = ()) -> Space:
    """The space without dimensions of size 1, and with neighbours merged where every operand allows
    it. At least one dimension remains.

    Args:
        space: The space.
        needed: Dimensions of the original shape that stay even if their size is 1.
    """
    kept = [
        d
        for d, extent in enumerate(space.extents)
        if extent != 1 or not set(needed).isdisjoint(space.members[d])
    ] or [0]
    space = reorder(space, kept) if space.extents else _one_point(space)
    dimension = len(space.extents) - 2
    while dimension >= 0:
        if _mergeable(space, dimension):
            space = _merge(space, dimension)
        dimension -= 1
    return space


def _one_point(space: Space) -> Space:
    operands = tuple(replace(operand, strides=(0,)) for operand in space.operands)
    return Space((1,), ((),), (0,), operands)


def _mergeable(space: Space, outer: int) -> bool:
    inner = outer + 1
    return space.groups[outer] == space.groups[inner] and all(
        operand.strides[outer] == operand.strides[inner] * space.extents[inner]
        for operand in space.operands
    )


def _merge(space: Space, outer: int) -> Space:
    inner = outer + 1
    extent = space.extents[outer] * space.extents[inner]
    return Space(
        (*space.extents[:outer], extent, *space.extents[inner + 1 :]),
        (
            *space.members[:outer],
            space.members[outer] + space.members[inner],
            *space.members[inner + 1 :],
        ),
        space.groups[:outer] + space.groups[inner:],
        tuple(
            replace(operand, strides=operand.strides[:outer] + operand.strides[inner:])
            for operand in space.operands
        ),
    )


def axes_of(space: Space, names: Sequence[str]) -> tuple[Axis, ...]:
    """The space's dimensions as axes."""
    return tuple(Axis(name, extent) for name, extent in zip(names, space.extents, strict=True))


def access(
    operand: Strided, names: Sequence[str], bounds: tuple[Bound, ...] = (), fill: float = 0.0
) -> Access:
    """The access of an operand seen from the axes `names`. An axis may occur twice."""
    strides: dict[str, int] = {}
    for name, stride in zip(names, operand.strides, strict=True):
        strides[name] = strides.get(name, 0) + stride
    return Access(operand.buffer, operand.dtype, moving_axes(strides), operand.offset, bounds, fill)


def moving_axes(strides: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """The strides of an access: of each axis by name, without those that do not move it."""
    return tuple((name, stride) for name, stride in strides.items() if stride)


def kernel(
    name: str,
    axes: Sequence[Axis],
    outer: Sequence[Loop],
    parallel: int,
    nests: Sequence[LoopNest],
    scratch: Sequence[Buffer] = (),
) -> Kernel:
    """A kernel whose arguments are the buffers its loop nests touch except scratch, inputs first.
    Of `axes`, only those of the outer loops are kept.
    """
    private = {buffer.name for buffer in scratch}
    looped = {loop.axis for loop in outer}
    buffers: dict[str, None] = {}
    for nest in nests:
        guard = () if nest.guard is None else (nest.guard,)
        for item in (*guard, *nest.operands, *(store.access for store in nest.stores)):
            if item.buffer not in private:
                buffers[item.buffer] = None
    return Kernel(
        name,
        tuple(axis for axis in axes if axis.name in looped),
        tuple(outer),
        parallel,
        tuple(nests),
        tuple(sorted(buffers, key=_argument_rank)),
        tuple(scratch),
    )


def _argument_rank(name: str) -> tuple[int, str]:
    return (0 if name.startswith("input") else 1 if name.startswith("output") else 2, name)
