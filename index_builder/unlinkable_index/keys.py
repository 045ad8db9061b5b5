"""The key of a sealed index: where it is kept, what it derives, and how rows are sealed with it.

Knows cryptography only. What is secret: word hashes and the constants of phrase hashes come from
the key (`phrase_hashes`), document rows are encrypted here.
"""

import hashlib
import os
import secrets
import stat
from pathlib import Path

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

SHORTEST_KEY = 16  # bytes
LARGEST_KEY = MEGABYTE
KEYRING = "keyring:"
"""What the name of a key file begins with when no file is meant, but a name in the keyring."""
_SERVICE = "unlinkable"


def normalised(key: bytes) -> bytes:
    """``key``, hashed when it is longer than the 64 bytes that BLAKE2b takes."""
    return key if len(key) <= 64 else hashlib.blake2b(key).digest()


def read_key(path: Path) -> bytes:
    """The key kept in a file, white space at its end left off.

    The path ``keyring:NAME`` (in whatever folder) stands for the key of that name in the system's
    keyring. Raises UserError when the key can't be had or is too short.
    """
    if path.name.startswith(KEYRING):
        name = path.name.removeprefix(KEYRING)
        kept = _keyring_entry(name)
        if kept is None:
            raise UserError(
                f"the keyring has no key named {name!r} for Unlinkable; check the name, or let "
                f"`unlinkable index --key-file {KEYRING}{name}` make one"
            )
        return kept.encode()
    try:
        key = read_ordinary(path, LARGEST_KEY).rstrip()
    except OSError as error:
        raise UserError(
            f"{path}: the key file cannot be read ({error.strerror}); check the path"
        ) from error
    if len(key) < SHORTEST_KEY:
        raise UserError(
            f"{path}: a key needs at least {SHORTEST_KEY} characters; "
            "make one with, say, `openssl rand -hex 32`"
        )
    return key


def warning_about(path: Path) -> str | None:
    """What is to be said of a key file that every user of the machine can read; else None."""
    if path.name.startswith(KEYRING) or os.name == "nt":
        return None
    try:
        exposed = path.stat().st_mode & stat.S_IROTH
    except OSError:
        return None
    return f"{path}: every user of this machine can read this key (chmod o-r)" if exposed else None


def read_or_make_key(path: Path) -> bytes:
    """Like `read_key`; but where ``keyring:NAME`` has no key yet, a random one is put there."""
    if path.name.startswith(KEYRING):
        name = path.name.removeprefix(KEYRING)
        if _keyring_entry(name) is None:
            _keyring_entry(name, secrets.token_hex(32))
    return read_key(path)


def _keyring_entry(name: str, new: str | None = None) -> str | None:
    """The key ``name`` of the system's keyring, after it was set to ``new`` if that is given."""
    try:
        import keyring
    except ImportError:
        raise UserError(
            "the system's keyring needs a part that is not installed: "
            "`pip install 'unlinkable[keyring]'`; or keep the key in a file"
        ) from None
    try:
        if new is not None:
            keyring.set_password(_SERVICE, name, new)
        return keyring.get_password(_SERVICE, name)
    except Exception as error:  # every system's keyring has errors of its own
        raise UserError(
            f"the system's keyring cannot be used ({type(error).__name__}); "
            "unlock it, or keep the key in a file"
        ) from error


def key_check(key: bytes, fingerprint: str) -> str:
    """What an index tells of its key: enough to recognise it, not to find it (hex)."""
    return derived(key, b"check" + fingerprint.encode(), 16).hex()


def id_key(key: bytes) -> bytes:
    """What the ids of records are hashed with, from the index's key."""
    return derived(key, b"id", 32)


def id_hash(id_key: bytes, record_id: str) -> int:
    """The 64-bit hash of the id of a record."""
    content = record_id.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(content, digest_size=8, key=id_key).digest(), "little")


class DocumentSeal:
    """Encrypts the rows of one index: AES-SIV (RFC 5297) with AES-256.

    The encryption key is drawn from the index's key and the collection's fingerprint, so that it
    is another one for every collection. AES-SIV needs no nonce, which a file with the same bytes
    for the same collection could not have: even under one key, two rows reveal no more than
    whether they are equal, and of the same document.
    """

    def __init__(self, key: bytes, fingerprint: str) -> None:
        # imported here, since most indexes have no key
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        self._cipher = AESSIV(derived(key, b"rows" + fingerprint.encode(), 64))

    def close(self, document: int, row: bytes) -> bytes:
        """``row`` encrypted."""
        return self._cipher.encrypt(row, [document.to_bytes(8, "little")])

    def open(self, document: int, row: bytes) -> bytes:
        """What `close` encrypted; raises ValueError when it was changed."""
        from cryptography.exceptions import InvalidTag

        try:
            return self._cipher.decrypt(row, [document.to_bytes(8, "little")])
        except InvalidTag as error:
            raise ValueError("the row was changed") from error


def derived(key: bytes, purpose: bytes, size: int) -> bytes:
    """``size`` bytes (at most 64) that follow from ``key`` for one purpose, and no other."""
    return hashlib.blake2b(
        purpose, digest_size=size, key=normalised(key), person=b"unlinkable"
    ).digest()
