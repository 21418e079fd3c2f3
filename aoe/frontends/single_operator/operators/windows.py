"""Windows over the height and width of images: kernels, steps and padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.frontends.single_operator.call import RefusalError


@dataclass(frozen=True, slots=True)
class Window:
    """Windows over images, each field with a number for each axis.

    Attributes:
        kernel: Elements of a window.
        strides: Steps between windows.
        dilations: Steps between elements of a window.
    """

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]

    def __post_init__(self) -> None:
        """Raises `RefusalError` for sizes and steps below 1."""
        if min((*self.kernel, *self.strides, *self.dilations)) < 1:
            raise RefusalError(
                f"its windows are {list(self.kernel)}, with strides {list(self.strides)} and "
                f"dilations {list(self.dilations)}; all must be above 0"
            )

    @property
    def sizes(self) -> tuple[int, ...]:
        """From the first to the last element of a window."""
        pairs = zip(self.kernel, self.dilations, strict=True)
        return tuple((kernel - 1) * dilation + 1 for kernel, dilation in pairs)

    def same_pads(self, image: Sequence[int]) -> list[int]:
        """Padding for a window at each stride, the odd element at the end."""
        totals = [
            max(0, (-(-size // stride) - 1) * stride + window - size)
            for size, stride, window in zip(image, self.strides, self.sizes, strict=True)
        ]
        return [total // 2 for total in totals] + [total - total // 2 for total in totals]

    def ceil_pads(self, image: Sequence[int], pads: Sequence[int]) -> list[int]:
        """Pads with as much more at the end as a last, partial window needs. It is left out if it
        starts in the padding at the end.
        """
        rank, ends = len(image), list(pads)
        for index, (size, stride, window) in enumerate(
            zip(image, self.strides, self.sizes, strict=True)
        ):
            padded = size + pads[index] + pads[index + rank]
            if padded < window:
                raise RefusalError(f"a window of {window} is larger than {padded} elements")
            count = -(-(padded - window) // stride) + 1
            if (count - 1) * stride >= size + pads[index]:
                count -= 1
            ends[index + rank] += max(0, (count - 1) * stride + window - padded)
        return ends


def of_image(
    numbers: Sequence[int], what: str, last: bool, default: int | None = None
) -> tuple[int, ...]:
    """The numbers for height and width of four in the order of the format, or of two.

    Those for images and channels must be 1. No numbers stand for `default`.
    """
    if not numbers and default is not None:
        return (default, default)
    if len(numbers) == 2:
        return tuple(numbers)
    if len(numbers) != 4:
        raise RefusalError(f"its {what} are {list(numbers)}; give four numbers")
    channel = numbers[3] if last else numbers[1]
    if numbers[0] != 1 or channel != 1:
        raise RefusalError(f"its {what} are {list(numbers)}; those of batch and channels must be 1")
    return tuple(numbers[1:3] if last else numbers[2:])


def around(pads: Sequence[int]) -> list[int]:
    """Pads of ONNX from those of Ascend: top, bottom, left, right."""
    if len(pads) != 4 or min(pads) < 0:
        raise RefusalError(f"its pads are {list(pads)}; give top, bottom, left and right")
    top, bottom, left, right = pads
    return [top, left, bottom, right]
