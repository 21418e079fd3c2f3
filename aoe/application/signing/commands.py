"""`aoe sign` and `aoe verify`: signatures of offline models."""

from __future__ import annotations

import click

from aoe.application.checked_command import CheckedCommand
from aoe.errors import UsageError


@click.command("sign", cls=CheckedCommand, short_help="Sign a model.")
@click.argument("model", metavar="MODEL.om", required=False)
@click.option("--key", metavar="FILE", help="Private key, PEM.")
@click.option("--output", metavar="FILE", help="The signature. Default: MODEL.om.sig.")
@click.option("--make_key", metavar="FILE", help="Make a private key, and a public one beside it.")
def sign(model: str | None, key: str | None, output: str | None, make_key: str | None) -> int:
    """Signs an offline model, so that others can check with your public key that it is yours.

    \b
    aoe sign --make_key team.pem
    aoe sign resnet50.om --key team.pem
    aoe verify resnet50.om --key team.pub
    """
    from aoe.application.signing import model_signature

    if make_key is not None:
        if model is not None or key is not None or output is not None:
            raise UsageError("--make_key makes keys and signs nothing; give it alone")
        private, public = model_signature.make_key(make_key)
        click.echo(f"{private}: private key, keep it secret")
        click.echo(f"{public}: public key, for those who verify")
        return 0
    if model is None:
        raise UsageError("MODEL.om is missing; name the model to sign")
    if key is None:
        raise UsageError("--key is missing; name the private key, or make one with --make_key")
    click.echo(f"{model_signature.sign(model, key, output)}: signature of {model}")
    return 0


@click.command("verify", cls=CheckedCommand, short_help="Check who signed a model.")
@click.argument("model", metavar="MODEL.om")
@click.option("--key", required=True, metavar="FILE", help="Public key of who signed it, PEM.")
@click.option("--signature", metavar="FILE", help="The signature. Default: MODEL.om.sig.")
def verify(model: str, key: str, signature: str | None) -> int:
    """Checks that an offline model is what the owner of a key has signed."""
    from aoe.application.signing import model_signature

    model_signature.verify(model, key, signature)
    click.echo(f"{model}: signed by the owner of {key}")
    return 0
