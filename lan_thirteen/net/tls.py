"""TLS 1.3 with a certificate that a table makes for itself.

Nobody signs it and it says nothing of its owner: guests look at its fingerprint, and both ends prove who they are
inside the channel.
"""

from __future__ import annotations

import datetime
import ssl
import tempfile
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID

from lan_thirteen.core.values import Value
from lan_thirteen.trust.keys import fingerprint_of

ALPN = ("lan13/1",)

# fixed and wide: a laptop whose clock is wrong must get in, and a fingerprint does not expire
_FROM = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
_UNTIL = datetime.datetime(2099, 1, 1, tzinfo=datetime.UTC)


class Certificate(Value, frozen=True):
    """A table's certificate and its private key, both PEM."""

    key: bytes
    certificate: bytes

    @property
    def fingerprint(self) -> bytes:
        """The 32 bytes by which guests know it."""
        return fingerprint_of(ssl.PEM_cert_to_DER_cert(self.certificate.decode()))


def make_certificate() -> Certificate:
    """A new one."""
    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "lan13 table")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .sign(key, None)
    )
    return Certificate(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        certificate.public_bytes(serialization.Encoding.PEM),
    )


def host_context(certificate: Certificate) -> ssl.SSLContext:
    """What a host speaks TLS with."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols(ALPN)
    context.num_tickets = 0  # nothing to resume a session by
    # load_cert_chain takes a file only; the folder is readable by this user alone
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table-pem"
        path.write_bytes(certificate.key + certificate.certificate)
        context.load_cert_chain(path)
    return context


def guest_context() -> ssl.SSLContext:
    """What a guest speaks TLS with; it looks at the fingerprint itself, at once."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols(ALPN)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
