"""`aoe device-server`: checks what was asked for, and serves until it is interrupted."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from pathlib import Path

import click

from aoe.application.model.machine import machine_to_tune
from aoe.application.serve.server import DeviceServer, ServedDevice
from aoe.application.tune.device_lock import lock_path
from aoe.backends.registry import DEFAULT, backend_named
from aoe.errors import UsageError
from aoe.isolation.device_link import DeviceLostError, server_context
from aoe.settings import Settings, read_settings


def device_server_command(
    host: str,
    port: int,
    certificate: str | None,
    key: str | None,
    unprotected: bool,
) -> int:
    """Carries out `aoe device-server`; returns the exit status."""
    settings = read_settings()
    if (certificate is None) != (key is None):
        raise UsageError("--certificate and --key belong together; give both or neither")
    if certificate is None and not unprotected and not _is_loopback(host):
        raise UsageError(
            f"--ip={host} can be reached from other machines, and nothing protects what is sent; "
            "give --certificate and --key for TLS, or --disable_sec_cert on a network you trust"
        )
    context = None
    if certificate is not None and key is not None:
        try:
            context = server_context(Path(certificate), Path(key))
        except DeviceLostError as error:
            raise UsageError(f"{error}; give a certificate and its private key in PEM") from error
    token = settings.device_token
    if token is None:
        token = secrets.token_hex(16)
        click.echo(f"AOE_DEVICE_TOKEN={token}")
    server = DeviceServer(_device(settings), token, host, port, context)
    click.echo(f"serving this machine's CPU at {host}:{server.port}; Ctrl-C ends it")
    try:
        server.serve()
    except KeyboardInterrupt:
        click.echo("device server ended")
    finally:
        server.close()
    return 0


def _device(settings: Settings) -> ServedDevice:
    return ServedDevice(
        backend_named(DEFAULT),
        lambda threads: machine_to_tune(threads, settings, DEFAULT),
        lock_path(settings.device_id, settings.lock_path),
    )


def _is_loopback(host: str) -> bool:
    try:
        found = {item[4][0] for item in socket.getaddrinfo(host, None)}
    except OSError as error:
        raise UsageError(
            f"--ip={host}: there is no such address ({error.strerror or error}); give one of this "
            "machine"
        ) from error
    return all(ipaddress.ip_address(str(address)).is_loopback for address in found)
