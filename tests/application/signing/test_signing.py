"""`aoe sign` and `aoe verify`."""

from __future__ import annotations

import builtins
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec

import aoe
from aoe.application.command_line import main
from aoe.errors import UsageError
from aoe.runtime.container import read_container, write_container


@pytest.fixture
def model(compiled_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(compiled_folder / "small.om", tmp_path / "small.om"))


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    return aoe.make_key(tmp_path / "team.pem")


def changed(model: Path) -> None:
    """The model with another name, sound as a file."""
    manifest, members = read_container(model)
    kept = {name: bytes(data) for name, data in members.items()}
    listed = ("members", "block_bytes")
    content: dict[str, Any] = {key: item for key, item in manifest.items() if key not in listed}
    content["model"]["name"] = "another"
    write_container(model, content, kept)


def test_a_private_key_is_for_its_owner_alone(keys: tuple[Path, Path]) -> None:
    private, public = keys
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert public.name == "team.pub"
    assert b"PRIVATE" not in public.read_bytes()


def test_a_key_is_never_replaced(keys: tuple[Path, Path]) -> None:
    with pytest.raises(aoe.UsageError, match=r"team\.pem is there already"):
        aoe.make_key(keys[0])


def test_a_private_key_does_not_take_the_name_of_the_public_one(tmp_path: Path) -> None:
    with pytest.raises(aoe.UsageError, match=r"name the private one otherwise, such as .*k\.pem"):
        aoe.make_key(tmp_path / "k.pub")
    assert not list(tmp_path.iterdir())


def test_what_is_signed_is_verified(model: Path, keys: tuple[Path, Path]) -> None:
    assert aoe.sign(model, keys[0]) == model.with_name("small.om.sig")
    aoe.verify(model, keys[1])


def test_a_signature_does_not_replace_the_model(model: Path, keys: tuple[Path, Path]) -> None:
    with pytest.raises(aoe.UsageError, match=r"cannot write small\.om: it would replace"):
        aoe.sign(model, keys[0], model)


def test_a_source_model_is_not_signed(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    with pytest.raises(UsageError, match=r"m\.onnx is a source model, .* are signed; tune or"):
        aoe.sign(tmp_path / "m.onnx", keys[0])


def test_a_changed_model_is_refused(model: Path, keys: tuple[Path, Path]) -> None:
    aoe.sign(model, keys[0])
    changed(model)
    with pytest.raises(aoe.OfflineModelError, match=r"is not a signature of .* was changed"):
        aoe.verify(model, keys[1])


def test_a_signature_by_another_key_is_refused(
    model: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    other, _ = aoe.make_key(tmp_path / "other.pem")
    aoe.sign(model, other)
    with pytest.raises(aoe.OfflineModelError, match="by the key in"):
        aoe.verify(model, keys[1])


def test_a_model_without_a_signature_is_refused(model: Path, keys: tuple[Path, Path]) -> None:
    with pytest.raises(aoe.OfflineModelError, match=r"small\.om is not signed: there is no"):
        aoe.verify(model, keys[1])


@pytest.mark.parametrize(
    "content",
    ["", "open-aoe signature 2 ed25519\nAAAA\n", "open-aoe signature 1 ed25519\n?\n", "ä"],
)
def test_what_is_no_signature_is_refused(
    content: str, model: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    path = tmp_path / "small.om.sig"
    path.write_text(content, "utf-8")
    with pytest.raises(aoe.OfflineModelError, match="is not a signature of"):
        aoe.verify(model, keys[1])


def test_a_signature_may_lie_elsewhere(
    model: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    place = aoe.sign(model, keys[0], tmp_path / "elsewhere")
    aoe.verify(model, keys[1], place)


@pytest.mark.parametrize("kind", ["no key", "another curve", "the other half"])
def test_a_key_that_cannot_sign_is_refused(
    kind: str, model: Path, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(b"nothing")
    if kind == "another curve":
        key = ec.generate_private_key(ec.SECP256R1())
        path.write_bytes(
            key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
        )
    elif kind == "the other half":
        path.write_bytes(keys[1].read_bytes())
    with pytest.raises(aoe.UsageError, match=r"key\.pem has no private key for Ed25519"):
        aoe.sign(model, path)
    with pytest.raises(aoe.UsageError, match=r"has no public key for Ed25519.*; name .*\.pub, or"):
        aoe.verify(model, keys[0])


def test_without_the_library_signing_says_what_to_install(
    model: Path, keys: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "cryptography":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    for call in (lambda: aoe.sign(model, keys[0]), lambda: aoe.verify(model, keys[1])):
        with pytest.raises(aoe.UsageError, match=r"pip install 'open-aoe\[signing\]'"):
            call()


def test_the_commands_sign_and_verify(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, public = f"{tmp_path}/own.pem", f"{tmp_path}/own.pub"
    assert main(["sign", "--make_key", key]) == 0
    assert main(["sign", str(model), "--key", key]) == 0
    assert main(["verify", str(model), "--key", public]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{model}: signed by the owner of {public}"
    changed(model)
    assert main(["verify", str(model), "--key", public]) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sign"], "MODEL.om is missing"),
        (["sign", "m.om"], "--key is missing"),
        (["sign", "m.om", "--make_key", "k.pem"], "--make_key makes keys and signs nothing"),
        (["verify", "m.om"], "--key"),
    ],
)
def test_commands_say_what_is_missing(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert words in capsys.readouterr().err
