"""Bytes as text, by the name that a file gives their encoding.

Knows which names are encodings of text; nothing of where they are declared.
"""

import codecs

_KNOWN = ("ascii", "big5", "cp", "euc", "gb", "iso8859", "koi8", "mac", "shift_jis", "utf")
_AS_BROWSERS_READ = {"iso8859-1": "cp1252", "ascii": "cp1252"}


def decoded_as(data: bytes, name: str, errors: str = "strict") -> str:
    """Bytes in the encoding that is called ``name``, as programs read it: what calls itself Latin 1
    is Windows 1252. Raises LookupError for what is no encoding of text, and UnicodeError."""
    found = codecs.lookup(name).name
    if not found.startswith(_KNOWN):
        raise LookupError(name)
    return data.decode(_AS_BROWSERS_READ.get(found, found), errors)
