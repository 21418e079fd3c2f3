"""Reads a `.caffemodel`: the blobs of each layer, by the name of the layer.

Files before 2014 have layers of another form, shapes of four dimensions, and numbers that are not
packed.
"""

from __future__ import annotations

import mmap
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from aoe.errors import ModelError, counted, quoted
from aoe.frontends.caffe.messages import weights_class
from aoe.frontends.source_file import readable

_HDF5 = b"\x89HDF"
#: Bytes that a file does not reach, because protobuf cannot read it.
_LIMIT = 1 << 31


class Weights:
    """The blobs of a network.

    Attributes:
        path: The file they are from; None if there is none.
        missing: The types of layers that asked for blobs without a file, by the name of the layer.
    """

    def __init__(self, path: Path | None, blobs: Mapping[str, tuple[np.ndarray, ...]]) -> None:
        """`blobs`: float32, by the name of the layer."""
        self.path = path
        self.missing: dict[str, str] = {}
        self._blobs = blobs
        #: The layer and position of shared blobs, by the name they are shared under.
        self._owners: dict[str, tuple[str, int]] = {}

    def share(self, layer: Any) -> None:
        """Notes the blobs that a layer shares with later ones."""
        for position, param in enumerate(layer.param):
            if param.name:
                self._owners.setdefault(param.name, (str(layer.name), position))

    def number(self, layer: Any) -> int:
        """How many blobs the file has for a layer."""
        return len(self._blobs.get(str(layer.name), ()))

    def blobs(self, layer: Any) -> tuple[np.ndarray, ...]:
        """All blobs that the file has for a layer."""
        return self._blobs.get(str(layer.name), ())

    def blob(self, layer: Any, position: int, shape: tuple[int, ...]) -> np.ndarray:
        """A blob of a layer. Raises `ModelError` if it is missing or has another shape. Without a
        file each is ones, so that all layers are found that have some.
        """
        if self.path is None:
            if 4 * prod(shape) >= _LIMIT:
                raise ModelError(
                    f"layer {layer.name!r} ({layer.type}) asks for a blob of the shape "
                    f"{quoted(list(shape))}, which is over 2 GB, the limit of a .caffemodel"
                )
            self.missing[str(layer.name)] = str(layer.type)
            return np.broadcast_to(np.float32(1), shape)
        found = self._find(str(layer.name), position)
        if found is None and position < len(layer.param):
            owner = self._owners.get(layer.param[position].name)
            found = None if owner is None else self._find(*owner)
        if found is None:
            raise ModelError(
                f"{self.path} has no blob {position} for layer {layer.name!r} ({layer.type}); give "
                "the weights of this network"
            )
        if found.size != prod(shape) or _without_ones(found.shape) != _without_ones(shape):
            raise ModelError(
                f"{self.path}: blob {position} of layer {layer.name!r} ({layer.type}) has the "
                f"shape {list(found.shape)}, but the network asks for {list(shape)}; give the "
                "weights of this network, or correct --input_shape"
            )
        return found.reshape(shape)

    def _find(self, name: str, position: int) -> np.ndarray | None:
        blobs = self._blobs.get(name, ())
        return blobs[position] if position < len(blobs) else None


def read_weights(path: Path | None) -> Weights:
    """The weights in a file; none without one. Raises `ModelError` if it cannot be read."""
    if path is None:
        return Weights(None, {})
    with readable(path, "give the path of a .caffemodel", "--weight"), path.open("rb") as file:
        size = path.stat().st_size
        if size == 0:
            raise ModelError(f"{path} is empty; give a .caffemodel as --weight")
        if size >= _LIMIT:
            raise ModelError(f"{path} is over 2 GB, the limit of a .caffemodel")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            view = memoryview(mapped)
            try:
                return Weights(path, _blobs(view, path))
            finally:
                view.release()


def _blobs(data: memoryview, path: Path) -> dict[str, tuple[np.ndarray, ...]]:
    if bytes(data[:4]) == _HDF5:
        raise ModelError(
            f"{path} holds weights as HDF5; load them in Caffe and save them as a .caffemodel"
        )
    layers = _layers(data, path, packed=True)
    if any(_unpacked(blob) for layer in layers for blob in layer.blobs):
        layers = _layers(data, path, packed=False)
    if not any(layer.blobs for layer in layers):
        raise ModelError(
            f"{path} holds no weights; give the .caffemodel, in binary form, as --weight"
        )
    return {
        str(layer.name): tuple(_array(blob, str(layer.name), path) for blob in layer.blobs)
        for layer in layers
    }


def _layers(data: memoryview, path: Path, packed: bool) -> list[Any]:
    net = weights_class(packed)()
    try:
        net.ParseFromString(data)
    except DecodeError:
        raise ModelError(
            f"{path} is not a binary .caffemodel, or is truncated or damaged; weights in text form "
            "are not read"
        ) from None
    if any(old.HasField("layer") for old in net.layers):
        raise ModelError(
            f"{path} has the form of Caffe before 2014; convert it with Caffe's tool "
            "upgrade_net_proto_binary"
        )
    return [*net.layers, *net.layer]


def _shape(blob: Any) -> tuple[int, ...]:
    old = ("num", "channels", "height", "width")
    if any(blob.HasField(name) for name in old):
        return tuple(getattr(blob, name) for name in old)
    return tuple(blob.shape.dim)


def _unpacked(blob: Any) -> bool:
    return not blob.data and not blob.double_data and prod(_shape(blob)) > 0


def _array(blob: Any, layer: str, path: Path) -> np.ndarray:
    """The elements of a blob as float32."""
    shape = _shape(blob)
    kind, data = ("<f8", blob.double_data) if blob.double_data else ("<f4", blob.data)
    if data and isinstance(data[0], bytes):
        whole = data[0] if len(data) == 1 else b"".join(data)
        elements = np.frombuffer(whole[: len(whole) // int(kind[2]) * int(kind[2])], kind)
    else:
        elements = np.asarray(data, kind)
    if any(size < 0 for size in shape) or elements.size != prod(shape):
        raise ModelError(
            f"{path}: a blob of layer {layer!r} has {counted(elements.size, 'element')}, but the "
            f"shape {quoted(list(shape))}; the file is damaged, or has numbers of another kind"
        )
    try:
        return elements.astype(np.float32, copy=False).reshape(shape)
    except ValueError:  # too many dimensions, or too large ones beside one of 0
        raise ModelError(
            f"{path}: a blob of layer {layer!r} has the shape {quoted(list(shape))}, which no "
            "array has; the file is damaged"
        ) from None


def _without_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(size for size in shape if size != 1)
