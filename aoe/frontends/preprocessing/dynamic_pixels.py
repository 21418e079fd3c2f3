"""What nodes of `aipp_mode: dynamic` have in common that make pixels: settings in the shape of
images, and other colors. `dynamic_images.py` is the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.frontends.preprocessing.arithmetic import Arithmetic
from aoe.frontends.preprocessing.dynamic_settings import SettingNodes

_FLOAT = onnx_ir.DataType.FLOAT


class PixelNodes(Arithmetic):
    """Makes nodes. Values of images have the shape of a batch, (N, C, H, W) with sizes of 1 where
    they do not vary.
    """

    def __init__(self, nodes: InsertedNodes, source: onnx_ir.Value, settings: SettingNodes) -> None:
        """`source`: the bytes of the images."""
        super().__init__(nodes)
        self._source, self._settings, self._place = source, settings, settings.place

    def _pixelwise(self, value: onnx_ir.Value, column: int = 0) -> onnx_ir.Value:
        """A number of each image, or of a batch, in the shape of images."""
        cut = self._nodes.cut(value, [(1, column, column + 1, 1)])
        return self._nodes.reshape(cut, 0, 1, 1, 1)

    def _pair(self, value: onnx_ir.Value) -> tuple[onnx_ir.Value, onnx_ir.Value]:
        return self._pixelwise(value), self._pixelwise(value, 1)

    def converted(self, channels: Sequence[onnx_ir.Value]) -> onnx_ir.Value:
        """Three channels of pixels in other colors, as `ImageNodes` computes them: whole numbers
        from 0 to 255, in float32.
        """
        return self.rounded(self._sum(*self.terms(channels)))

    def terms(self, channels: Sequence[onnx_ir.Value]) -> list[onnx_ir.Value]:
        """The products of a matrix with each of three channels, float32. Without a conversion of
        colors the matrix is that which leaves them as they are.
        """
        before, _ = self._settings.biases()
        matrix = self._nodes.reshape(self._settings.matrix(), 1, 3, 3)
        terms = []
        for number, channel in enumerate(channels):
            value = self._nodes.cast(channel, _FLOAT)
            centred = self._node("Sub", value, self._pixelwise(before, number))
            column = self._nodes.cut(matrix, [(2, number, number + 1, 1)])
            terms.append(self._node("Mul", centred, self._nodes.reshape(column, 1, 3, 1, 1)))
        return terms

    def rounded(self, total: onnx_ir.Value) -> onnx_ir.Value:
        """Sums of such products as colors. Whatever their order was: a sum that is too large to be
        exact is clipped.
        """
        _, after = self._settings.biases()
        value = self._node("Floor", self._node("Mul", total, np.asarray(1 / 256, np.float32)))
        value = self._node("Add", value, self._nodes.reshape(after, 1, 3, 1, 1))
        return self._node("Clip", value, np.asarray(0, np.float32), np.asarray(255, np.float32))

    def channels(self, value: onnx_ir.Value) -> list[onnx_ir.Value]:
        """The three channels of images."""
        return [self._nodes.cut(value, [(1, i, i + 1, 1)]) for i in range(3)]
