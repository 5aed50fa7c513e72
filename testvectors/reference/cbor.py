"""CBOR (RFC 8949), as much of it as a CRI needs: read in place, and written.

Reading does not recurse, and allocates nothing by a declared length.
"""

from __future__ import annotations

from typing import NamedTuple

from rfc3986 import Invalid

# Section 3.1: the major types. 7 is divided into simple values and floats.
UINT, NINT, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE, FLOAT = range(9)


class Rejected(Invalid):
    """The bytes are not one CBOR array of definite lengths."""


class Item(NamedTuple):
    """A well-formed CBOR item: its head, and where its content lies."""
    major: int
    argument: int
    start: int
    body: int
    end: int
    data: bytes

    def is_simple(self, value):
        return self.major == SIMPLE and self.argument == value

    def children(self):
        """Yield the items of an array. The caller goes three levels deep."""
        position = self.body
        for _ in range(self.argument):
            child = read_item(self.data, position)
            yield child
            position = child.end

    def bytes(self):
        return self.data[self.body:self.end]


def read_head(data, position):
    """Section 3: return the major type, argument and next byte."""
    if position >= len(data):
        raise Rejected("end-of-input", None, len(data))
    major, info = data[position] >> 5, data[position] & 31
    if info < 24:
        return major, info, position + 1
    if info == 31 and major in (BYTES, TEXT, ARRAY, MAP, SIMPLE):
        raise Rejected("indefinite-length", None, position)
    if info >= 28:
        raise Rejected("reserved-head", None, position)
    body = position + 1 + (1 << (info - 24))
    if body > len(data):
        raise Rejected("end-of-input", None, position)
    argument = int.from_bytes(data[position + 1:body], "big")
    if major == SIMPLE and info > 24:
        major = FLOAT
    elif major == SIMPLE and argument < 32:
        raise Rejected("invalid-simple", None, position)
    return major, argument, body


def read_item(data, position):
    """Find the end of an item with one counter (5.2.1 of the draft)."""
    start, (major, argument, body) = position, read_head(data, position)
    head, kind, count, position = start, major, argument, body
    items = 0  # Heads that are still to be read.
    while True:
        if kind in (BYTES, TEXT):
            if count > len(data) - position:
                raise Rejected("end-of-input", None, head)
            position += count
        elif kind in (ARRAY, MAP, TAG):
            items += {ARRAY: count, MAP: 2 * count, TAG: 1}[kind]
        if not items:
            return Item(major, argument, start, body, position, data)
        items -= 1
        head = position
        kind, count, position = read_head(data, position)


def encode_item(value):
    """Section 4.1: shortest heads. A CRI nests four levels deep at most."""
    if value is None or isinstance(value, bool):
        return {None: b"\xf6", True: b"\xf5", False: b"\xf4"}[value]
    if isinstance(value, int):
        if value < 0:
            return encode_head(NINT, -1 - value)
        return encode_head(UINT, value)
    if isinstance(value, str):
        value = value.encode()
        return encode_head(TEXT, len(value)) + value
    if isinstance(value, bytes):
        return encode_head(BYTES, len(value)) + value
    return encode_head(ARRAY, len(value)) + b"".join(map(encode_item, value))


def encode_head(major, argument):
    if argument < 24:
        return bytes([major << 5 | argument])
    size = next(size for size in (1, 2, 4, 8) if argument < 256 ** size)
    info = 24 + (1, 2, 4, 8).index(size)
    return bytes([major << 5 | info]) + argument.to_bytes(size, "big")
