"""What other documents make of CRIs: tp_info, and CRIs in byte strings."""

from __future__ import annotations

import cri
import rfc3986
from cbor import (ARRAY, BYTES, NINT, Rejected, encode_head, encode_item,
                  read_head, read_item)
from rfc3986 import Invalid


# draft-ietf-core-observe-multicast-notifications. SPEC.md: both readings of
# its CRI-no-local are read, and the nested one is written.

def decode_tp_info(data):
    """Return tpi_server and tpi_client as CRIs, and tpi_token."""
    item = read_item(data, 0)
    if item.end < len(data):
        raise Rejected("trailing-bytes", None, item.end)
    elements = items(item)
    if not elements:
        raise Invalid("item-count", "cri", 0)
    server = no_local(elements[0])
    if server.scheme != -1:  # Other schemes have other elements.
        raise Invalid("scheme", "scheme", elements[0].start)
    if len(elements) != 3:
        raise Invalid("item-count", "cri", 0)
    client, token = no_local(elements[1]), elements[2]
    if token.major != BYTES:
        raise cri.broken(token, "unexpected-item", "cri")
    return server, client, token.bytes()


def encode_tp_info(server, client, token):
    return (encode_head(ARRAY, 3) + cri.encode(server, cri.RFC_9988)
            + cri.encode(client, cri.RFC_9988) + encode_item(token))


def no_local(item):
    """Read [scheme-id, authority], or with the authority's items."""
    if len(items(item)) < 2:
        raise Invalid("item-count", "cri", item.start)
    scheme, *rest = items(item)
    if scheme.major != NINT:
        raise Invalid("scheme", "scheme", item.start)
    if rest[0].major == ARRAY:
        if len(rest) > 1:  # A path.
            raise Invalid("item-count", "cri", item.start)
        authority = rest[0]
    else:
        spliced = item.data[rest[0].start:item.end]
        authority = read_item(encode_head(ARRAY, len(rest)) + spliced, 0)
    return cri.full(cri.Cri(-1 - scheme.argument,
                            cri.read_authority(authority)))


def items(item):
    if item.major != ARRAY:
        raise Rejected("not-an-array", None, item.start)
    return list(item.children())


def address(reference):
    """Return the scheme number, the host as text, and the port."""
    host = reference.authority.host
    if isinstance(host, bytes):
        text = rfc3986.address_text(host).strip("[]")
    else:
        text = ".".join(map(label_text, host))
    return {"scheme": -1 - reference.scheme, "host": text,
            "port": reference.authority.port}


def label_text(label):
    """Bytes of percent-encoded text are triplets."""
    return "".join(piece if isinstance(piece, str) else
                   "".join(f"%{byte:02X}" for byte in piece)
                   for piece in cri.pieces(label))


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
