"""The file format under `.om`: an uncompressed zip archive whose every byte of content is verified.

Members are stored, not compressed, each at a multiple of 64 bytes, so that they are used where the
file is mapped, without a copy; `unzip`, `zipinfo` and `sha256sum` read them. The last member,
`manifest.json`, lists size and SHA-256 of every other, block by block so that threads can share the
work; the archive's comment holds the SHA-256 of the manifest. Files appear at their path complete
or not at all. What the members mean is `aoe.runtime.offline_model`'s business.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

from aoe.atomic_file import replacing_file
from aoe.errors import (
    MALFORMED,
    NoOfflineModelError,
    OfflineModelError,
    not_read,
    not_written,
    quoted,
)
from aoe.runtime.plan import ALIGNMENT
from aoe.settings import usable_cores

MANIFEST = "manifest.json"
#: First word of the archive's comment; the digest of the manifest follows.
COMMENT = "open-aoe"
#: Members are hashed in blocks of this many bytes.
BLOCK = 4 << 20

# A local file header is 30 bytes, the name, then extra fields. `zipfile` writes the zip64 field (20
# bytes) when told to; the alignment field (number 0xD935, as Android's zipalign has it) holds the
# alignment and as many zeros as it takes.
_LOCAL_HEADER = struct.Struct("<26xHH")
_ZIP64_FIELD = 20
_ALIGNMENT_FIELD = struct.Struct("<HHH")
_ALIGNMENT_NUMBER = 0xD935
_REMEDY = "make it again from its source model"
# Everything `zipfile` and the parsing below raise on bytes that are no archive of ours.
_DAMAGE = (*MALFORMED, zipfile.BadZipFile, struct.error, NotImplementedError)


def make_folder_of(path: Path) -> None:
    """Makes the folder that an offline model is to be written to. Raises `OfflineModelError` if the
    system refuses.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfflineModelError(not_written(path, error)) from error


def write_container(path: Path, manifest: Mapping[str, Any], members: Mapping[str, Any]) -> None:
    """Writes `members` (name → bytes-like) and `manifest` (JSON, to which the members' digests are
    added) to `path`, atomically. Raises `OfflineModelError` if the system refuses.
    """
    views = {name: memoryview(data).cast("B") for name, data in members.items()}
    with ThreadPoolExecutor(usable_cores()) as threads:
        listed = {
            name: {"bytes": len(view), "sha256": list(threads.map(_digest, _blocks(view)))}
            for name, view in views.items()
        }
    content = {**manifest, "block_bytes": BLOCK, "members": listed}
    text = json.dumps(content, indent=1, sort_keys=True).encode()
    comment = f"{COMMENT} {_digest(text)}".encode()
    try:
        with replacing_file(path) as file:
            _write_archive(file, {**views, MANIFEST: memoryview(text)}, comment)
    except OSError as error:
        raise OfflineModelError(not_written(path, error)) from error


def _write_archive(file: IO[bytes], members: Mapping[str, memoryview], comment: bytes) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, view in members.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o644 << 16
            info.extra = _alignment_field(file.tell(), name)
            with archive.open(info, "w", force_zip64=True) as member:
                member.write(view)
        archive.comment = comment


def read_container(path: Path) -> tuple[dict[str, Any], dict[str, memoryview]]:
    """The manifest and the members of the file, mapped and verified.

    Raises `OfflineModelError` if the file cannot be read, is not a container, or differs in
    content from what was written.
    """
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise OfflineModelError(f"{path} is empty, not an offline model; {_REMEDY}")
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            found, comment = _locate_members(file, mapped)
    except FileNotFoundError as error:
        raise NoOfflineModelError(f"{path}: there is no such file") from error
    except IsADirectoryError as error:
        raise NoOfflineModelError(f"{path}: is a directory; name an offline model (.om)") from error
    except OSError as error:
        raise OfflineModelError(not_read(path, error)) from error
    except _DAMAGE as error:
        raise OfflineModelError(
            f"{path} is not an offline model, or is truncated ({quoted(error)}); {_REMEDY}"
        ) from error
    try:
        return _verified(found, comment)
    except _DAMAGE as error:
        raise OfflineModelError(
            f"{path} is damaged or not an offline model ({quoted(error)}); {_REMEDY}"
        ) from error


def is_container(path: Path) -> bool:
    """Whether a file is an archive with a manifest. It may be damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            return MANIFEST in archive.namelist()
    except (OSError, *_DAMAGE):
        return False


def content_digest(manifest: Mapping[str, Any]) -> str:
    """The SHA-256 of a manifest, in hexadecimal. It stands for everything in the file, because the
    manifest has the digests of all members.

    Args:
        manifest: As `read_container` returned it.
    """
    return _digest(json.dumps(manifest, indent=1, sort_keys=True).encode())


def _verified(
    found: dict[str, memoryview], comment: str
) -> tuple[dict[str, Any], dict[str, memoryview]]:
    """Manifest and members if all digests are right, else `ValueError` or `KeyError`."""
    text = found.pop(MANIFEST)
    if comment != f"{COMMENT} {_digest(text)}":
        raise ValueError(f"{MANIFEST} was altered")
    manifest = json.loads(bytes(text))
    listed = manifest["members"]
    if listed.keys() != found.keys() or manifest["block_bytes"] != BLOCK:
        raise ValueError("members were added or removed")
    with ThreadPoolExecutor(usable_cores()) as threads:
        digests = {name: threads.map(_digest, _blocks(view)) for name, view in found.items()}
    for name, entry in listed.items():
        if len(found[name]) != entry["bytes"] or list(digests[name]) != entry["sha256"]:
            raise ValueError(f"{name} was altered")
    return manifest, found


def _locate_members(file: IO[bytes], mapped: memoryview) -> tuple[dict[str, memoryview], str]:
    found = {}
    with zipfile.ZipFile(file) as archive:
        if not archive.comment.startswith(COMMENT.encode()):
            raise ValueError("it is another kind of zip archive")
        if mapped[-len(archive.comment) :] != archive.comment:
            raise ValueError("something was added behind its end")
        for info in archive.infolist():
            name_bytes, extra_bytes = _LOCAL_HEADER.unpack_from(mapped, info.header_offset)
            start = info.header_offset + _LOCAL_HEADER.size + name_bytes + extra_bytes
            stored = info.compress_type == zipfile.ZIP_STORED and start % ALIGNMENT == 0
            if not stored or start + info.file_size > len(mapped):
                raise ValueError(f"{info.filename} is not stored as it was written")
            found[info.filename] = mapped[start : start + info.file_size]
        return found, archive.comment.decode()


def _alignment_field(position: int, name: str) -> bytes:
    """The extra field that makes a member whose header is written at `position` start aligned."""
    start = position + _LOCAL_HEADER.size + len(name.encode()) + _ZIP64_FIELD
    start += _ALIGNMENT_FIELD.size
    padding = -start % ALIGNMENT
    return _ALIGNMENT_FIELD.pack(_ALIGNMENT_NUMBER, 2 + padding, ALIGNMENT) + bytes(padding)


def _blocks(view: memoryview) -> Iterator[memoryview]:
    return (view[start : start + BLOCK] for start in range(0, len(view), BLOCK))


def _digest(data: bytes | memoryview) -> str:
    return hashlib.sha256(data).hexdigest()
