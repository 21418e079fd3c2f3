"""Signs offline models and verifies them: Ed25519 (RFC 8032), by the package `cryptography`.

What is signed is the digest of a file's manifest, which holds the digests of everything else in it
(`aoe.runtime.container`). Opening a file checks these, so a valid signature covers every byte that
is used. A signature is a text file beside the model, `MODEL.om.sig`.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aoe.application.api_names import python_call
from aoe.atomic_file import check_keeps, replace_file
from aoe.errors import AoeError, OfflineModelError, UsageError, not_read, not_written
from aoe.frontends.registry import source_suffixes
from aoe.runtime.container import content_digest, read_container

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

#: What is added to the name of a model.
SUFFIX = ".sig"
#: The first line of a signature. It is part of what is signed, so that a signature for something
#: else is never taken for one of a model.
HEADER = "open-aoe signature 1 ed25519"
#: Permissions of a private key.
PRIVATE = 0o600


@python_call("aoe.sign")
def sign(model: str | Path, private_key: str | Path, output: str | Path | None = None) -> Path:
    """Signs an offline model.

    Args:
        model: The `.om` file.
        private_key: A file with a private key for Ed25519, PEM, not encrypted.
        output: Where the signature is written; by default beside the model, `MODEL.om.sig`.

    Returns:
        The file of the signature.

    Raises:
        UsageError: The key cannot be used, or `output` is the model or the key.
        OfflineModelError: The model is not sound.
        AoeError: The signature cannot be written.
    """
    key = _private_key(Path(private_key))
    place = Path(model)
    if place.suffix.lower() in source_suffixes():
        raise UsageError(
            f"{place} is a source model, and offline models (.om) are signed; tune or compile it "
            "first"
        )
    manifest, _ = read_container(place)
    written = signature_path(place) if output is None else Path(output)
    check_keeps(written, place, Path(private_key))
    encoded = base64.b64encode(key.sign(_message(manifest))).decode()
    _write(written, f"{HEADER}\n{encoded}\n".encode())
    return written


@python_call("aoe.verify")
def verify(model: str | Path, public_key: str | Path, signature: str | Path | None = None) -> None:
    """Checks that an offline model is what somebody has signed.

    Args:
        model: The `.om` file.
        public_key: A file with the public key of who signs, PEM.
        signature: The file of the signature; by default `MODEL.om.sig` beside the model.

    Raises:
        UsageError: The key cannot be used.
        OfflineModelError: The model is not sound, has no signature, or this is not a signature of
            it by this key.
    """
    place = Path(model)
    manifest, _ = read_container(place)
    verify_manifest(place, manifest, Path(public_key), signature)


def verify_manifest(
    model: Path,
    manifest: Mapping[str, Any],
    public_key: Path,
    signature: str | Path | None = None,
) -> None:
    """As `verify`, of a model that has been read. `manifest`: as `read_container` returned it."""
    key = _public_key(public_key)
    from cryptography.exceptions import InvalidSignature

    place = signature_path(model) if signature is None else Path(signature)
    try:
        key.verify(_signature(place, model), _message(manifest))
    except InvalidSignature as error:
        raise OfflineModelError(
            f"{place} is not a signature of {model} by the key in {public_key}; the model was "
            "changed, or somebody else signed it, so do not open it"
        ) from error


@python_call("aoe.make_key")
def make_key(private_key: str | Path) -> tuple[Path, Path]:
    """Makes a pair of keys.

    Args:
        private_key: Where the private key is written, which only its owner may read. The public one
            has the same name with the suffix `.pub`. Files that are there are not replaced.

    Returns:
        Both files.

    Raises:
        UsageError: A file is there, or the name ends in `.pub`.
        AoeError: A file cannot be written.
    """
    _require_library()
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Path(private_key)
    public = private.with_suffix(".pub")
    if public == private:
        raise UsageError(
            f"{private} is the name of the public key; name the private one otherwise, such as "
            f"{private.with_suffix('.pem')}"
        )
    for path in (private, public):
        if path.exists():
            raise UsageError(f"{path} is there already; name another file, or remove it first")
    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    shown = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    _write(private, secret, PRIVATE)
    _write(public, shown)
    return private, public


def signature_path(model: Path) -> Path:
    """Where the signature of a model is by default."""
    return model.with_name(model.name + SUFFIX)


def _message(manifest: Mapping[str, Any]) -> bytes:
    return f"{HEADER}\n{content_digest(manifest)}\n".encode()


def _signature(path: Path, model: Path) -> bytes:
    try:
        header, encoded = path.read_text("ascii").split("\n")[:2]
        if header != HEADER:
            raise ValueError(header)
        return base64.b64decode(encoded, validate=True)
    except FileNotFoundError as error:
        raise OfflineModelError(
            f"{model} is not signed: there is no {path}; ask for it where the model comes from"
        ) from error
    except OSError as error:
        raise OfflineModelError(not_read(path, error)) from error
    except (ValueError, binascii.Error) as error:
        raise OfflineModelError(f"{path} is not a signature of an offline model") from error


def _private_key(path: Path) -> Ed25519PrivateKey:
    _require_library()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(_content(path), None)
    except (ValueError, TypeError) as error:
        raise _unusable(path, "private") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _unusable(path, "private")
    return key


def _public_key(path: Path) -> Ed25519PublicKey:
    _require_library()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(_content(path))
    except (ValueError, TypeError) as error:
        raise _unusable(path, "public") from error
    if not isinstance(key, Ed25519PublicKey):
        raise _unusable(path, "public")
    return key


def _unusable(path: Path, kind: str) -> UsageError:
    other = path.with_suffix(".pub" if kind == "public" else ".pem")
    hint = f"name {other}, or " if other != path and other.exists() else ""
    return UsageError(
        f"{path} has no {kind} key for Ed25519 in PEM without a password; {hint}make a pair of "
        "keys with aoe.make_key, or with openssl genpkey -algorithm ed25519"
    )


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(not_read(path, error)) from error


def _write(path: Path, content: bytes, mode: int | None = None) -> None:
    try:
        replace_file(path, content, mode)
    except OSError as error:
        raise AoeError(not_written(path, error)) from error


def _require_library() -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError as error:
        raise UsageError(
            "signing needs the package cryptography; install it with pip install "
            "'open-aoe[signing]'"
        ) from error
