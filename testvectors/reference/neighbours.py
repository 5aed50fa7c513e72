"""What other documents make of CRIs: CRIs in byte strings."""

from __future__ import annotations

import cri
from cbor import BYTES, Rejected, encode_item, read_head, read_item


# draft-ietf-core-transport-indication: a CRI in an EAD item of EDHOC

def decode_embedded(data, features=cri.FEATURES):
    """Return the bytes of the CRI in a byte string."""
    if read_head(data, 0)[0] != BYTES:
        raise cri.Unprocessable("unexpected-item", "cri", 0)
    item = read_item(data, 0)
    if item.end < len(data):
        raise Rejected("trailing-bytes", None, item.end)
    cri.decode_full(item.bytes(), features)
    return item.bytes()


def encode_embedded(reference, revision):
    return encode_item(cri.encode(reference, revision))
