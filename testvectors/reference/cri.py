"""Constrained Resource Identifiers (CRIs), draft-ietf-core-href.

This file follows draft-ietf-core-href-16 in the order of its sections, and
says where draft-ietf-core-href-27 to -30 differ. Functions whose result
depends on that take a revision, DRAFT_16 or RFC_9988. Where the draft is
silent or contradicts itself, SPEC.md says what we do, and a comment here says
"SPEC.md". The file needs Python 3.9 with its standard library, the scheme
numbers in ../json/schemes.json, rfc3986.py and cbor.py.

It is written to be read, and is slow. It was written from the documents, and
not from the crates of this repository.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import rfc3986
from cbor import (ARRAY, BYTES, NINT, SIMPLE, TAG, TEXT, UINT, Rejected,
                  encode_head, encode_item, read_head, read_item)
from rfc3986 import NAME, PCHAR, QUERY, TRIPLET, UNRESERVED, Invalid

DRAFT_16, RFC_9988 = REVISIONS = "draft-16", "rfc9988"
FEATURES = {"no-authority", "userinfo", "scheme-name", "extended-cri"}


class Unprocessable(Invalid):
    """The bytes are an array that breaks a rule for CRIs (5.2.1)."""


def broken(item, kind, component=None, offset=0):
    """Return the error about an item, or about one of its bytes."""
    return Unprocessable(kind, component, item.start + offset)


# 2. Constraints: the data model. A text item is a str, or, if some of it
# stays percent-encoded (7.1), a tuple of str and bytes.

@dataclass(frozen=True)
class Authority:
    """C2: a host, which may have a userinfo and a port."""
    userinfo: str | tuple | None = None
    host: bytes | tuple = ("",)  # An address (C4), or labels (C5).
    zone: str | None = None
    port: int | None = None


@dataclass(frozen=True)
class Cri:
    """5.2: the abstract form of a CRI reference, six sections.

    None is unset. A full CRI has a scheme. Its path is a tuple, which may be
    empty. Its query is None or a tuple that is not empty.
    """
    scheme: int | str | None = None  # A scheme-id (negative) or scheme-name.
    authority: Authority | bool | None = None  # True: rootless (5.1).
    discard: int | bool = True
    path: tuple | None = None
    query: tuple | None = None
    fragment: str | tuple | None = None

    @property
    def is_full(self):
        return self.scheme is not None


def full(cri):
    """5.1: in a full CRI, missing, null and empty are one value (SPEC.md)."""
    return replace(cri, path=cri.path or (), query=cri.query or None)


def validate(cri):
    """2.1: raise if a full CRI corresponds to no URI."""
    if not cri.is_full or isinstance(cri.authority, Authority):
        return
    if cri.authority is True and (not cri.path or cri.path[0] == ""):
        raise Unprocessable("empty-rootless-path", "path")
    if len(cri.path) > 1 and cri.path[0] == "":
        raise Unprocessable("leading-empty-segment", "path")


def check_features(cri, features):
    """5.2.1: raise if a CRI uses a feature that is off."""
    authority = cri.authority
    used = set()
    if authority is True or cri.is_full and authority is None:
        used.add("no-authority")
    if isinstance(cri.scheme, str):
        used.add("scheme-name")
    texts = [cri.fragment, *(cri.path or ()), *(cri.query or ())]
    if isinstance(authority, Authority):
        if authority.userinfo is not None:
            used.add("userinfo")
        texts += [authority.userinfo, *labels(authority)]
    if any(isinstance(text, tuple) for text in texts):
        used.add("extended-cri")
    if used - features:
        raise Unprocessable("unsupported-feature")


def labels(authority):
    """The labels of a host that is a name."""
    return () if isinstance(authority.host, bytes) else authority.host


# 4. Comparison

def equal(first, second):
    """Compare component by component: `full` made empty and unset equal."""
    return first == second


def without_fragment(cri):
    """Return the CRI without its fragment, as for a network action."""
    return replace(cri, fragment=None)


# 5.1. The interchange form, read

FALSE, TRUE, NULL = 20, 21, 22


def decode(data, features=FEATURES):
    """Return the abstract form. Accept both revisions and any head length."""
    major, _, _ = read_head(data, 0)
    if major != ARRAY:
        raise Rejected("not-an-array", None, 0)
    item = read_item(data, 0)
    if item.end < len(data):
        raise Rejected("trailing-bytes", None, item.end)
    cri = ingest(item)
    validate(cri)
    check_features(cri, features)
    return cri


def decode_full(data, features=FEATURES):
    """Decode where only a full CRI is meaningful."""
    cri = decode(data, features)
    if not cri.is_full:
        raise Invalid("not-full", "scheme")
    return cri


def ingest(item):
    """5.2: fill in the sections from the interchange form."""
    if item.argument > 5:
        raise Unprocessable("too-many-sections", "cri", 0)
    items = list(item.children())
    if not items:  # Step 1: [] is [0].
        return Cri(discard=0)
    if items[-1].is_simple(NULL):
        raise broken(items[-1], "trailing-null")
    scheme = authority = None
    first = items.pop(0)
    if first.is_simple(TRUE) or first.major == UINT:  # Step 2.
        discard = True if first.major == SIMPLE else first.argument
        if discard > 127:
            raise broken(first, "discard-range", "discard")
    else:  # Step 3.
        discard = True
        scheme = read_scheme(first)
        second = items.pop(0) if items else None
        if scheme is None and second.is_simple(NULL):
            raise broken(second, "leading-nulls")
        authority = read_authority(second)
    if len(items) > 3:
        raise Unprocessable("too-many-sections", "cri", 0)
    path, query, fragment = items + [None] * (3 - len(items))
    cri = Cri(scheme, authority, discard, read_texts(path, "path"),
              read_texts(query, "query"), read_text(fragment, "fragment"))
    if cri.path and any(segment in (".", "..") for segment in cri.path):
        raise broken(path, "dot-segment", "path")
    return full(cri) if cri.is_full else cri


def read_scheme(item):
    """5.1.1, C1: a scheme-id, a scheme-name, or null in a reference."""
    if item.is_simple(NULL):
        return None
    if item.major == NINT:
        return -1 - item.argument
    if item.major != TEXT:
        raise broken(item, "unexpected-item", "scheme")
    name = read_utf8(item, "scheme")
    match = rfc3986.SCHEME.fullmatch(name)
    if not match or name != name.lower():
        raise broken(item, "invalid-scheme-name", "scheme")
    return name


def read_authority(item):
    """C2: null, true, or [?(false, userinfo), host, ?port]."""
    if item is None or item.is_simple(NULL):
        return None
    if item.is_simple(TRUE):
        return True
    if item.major != ARRAY:
        raise broken(item, "unexpected-item", "authority")
    items = list(item.children())
    userinfo = zone = port = None
    if items and items[0].is_simple(FALSE):
        if len(items) < 2:
            raise broken(item, "missing-host", "authority")
        userinfo = read_text(items[1], "userinfo")
        if userinfo is None:
            raise broken(items[1], "unexpected-item", "userinfo")
        items = items[2:]
    if items and items[-1].major == UINT:
        port = items.pop().argument
        if port > 65535:
            raise broken(item, "port-range", "port")
    if not items:
        raise broken(item, "missing-host", "authority")
    if items[0].major == BYTES:
        host = items[0].bytes()
        if len(host) not in (4, 16):
            raise broken(items[0], "invalid-ip-length", "host")
        if len(items) > 1 and items[1].major == TEXT:
            zone = read_utf8(items[1], "zone-id")
        if len(items) > (1 if zone is None else 2):
            raise broken(items[-1], "unexpected-item", "authority")
    else:
        host = tuple(read_label(label) for label in items)
        if all(map(is_text, host)) and rfc3986.parse_ipv4(".".join(host)):
            raise broken(items[0], "ipv4-labels", "host")
    return Authority(userinfo, host, zone, port)


def is_text(text):
    return isinstance(text, str)


def read_label(item):
    """C5, 6.1: a label has no dot and no upper-case letter."""
    label = read_text(item, "host")
    if label is None:
        raise broken(item, "unexpected-item", "host")
    for piece in pieces(label):
        # In bytes, letters and dots are not minimal (7.1).
        if is_text(piece) and "." in piece:
            raise broken(item, "dot-in-label", "host")
        if is_text(piece) and any("A" <= c <= "Z" for c in piece):
            raise broken(item, "upper-case-host", "host")
    return label


def read_texts(item, component):
    """C8, C10: an array of texts. Null and a missing section are unset."""
    if item is None or item.is_simple(NULL):
        return None
    if item.major != ARRAY:
        raise broken(item, "unexpected-item", component)
    texts = []
    for child in item.children():
        text = read_text(child, component)
        if text is None:
            raise broken(child, "unexpected-item", component)
        texts.append(text)
    return tuple(texts)


def read_text(item, component):
    """7.1: a text, or an array of texts and bytes. Null is unset."""
    if item is None or item.is_simple(NULL):
        return None
    if item.major == TEXT:
        return read_utf8(item, component)
    if item.major == ARRAY:
        return read_pet(item, component)
    raise broken(item, "unexpected-item", component)


def read_utf8(item, component):
    try:
        return item.bytes().decode()
    except UnicodeDecodeError as error:
        offset = item.body - item.start + error.start
        raise broken(item, "invalid-utf8", component, offset) from None


# 5.1. The interchange form, written

def encode(cri, revision):
    """5.2: return the bytes that a sender of `revision` must send."""
    authority = cri.authority
    if isinstance(authority, Authority):
        if (revision == DRAFT_16 and authority.zone is not None
                and len(authority.host) == 4):
            raise Invalid("zone-on-ipv4", "zone-id")
        items = []
        if authority.userinfo is not None:
            items += [False, authority.userinfo]
        items += [authority.host] if not labels(authority) else authority.host
        items += [authority.zone] if authority.zone is not None else []
        items += [authority.port] if authority.port is not None else []
        authority = tuple(items)
    if cri.is_full or authority is not None:
        sections = [cri.scheme, authority]
    else:
        sections = [cri.discard]
    query = cri.query
    if cri.is_full and revision != DRAFT_16:
        query = query or ()  # Null is not in the CRI rule of -27.
    sections += [cri.path, query, cri.fragment]
    # Draft-16 omits trailing nulls, -27 trailing defaults. After a discard of
    # 0 an empty array has a meaning (SPEC.md).
    shorter = revision != DRAFT_16 and (cri.is_full or cri.discard != 0)
    while sections[-1] is None or shorter and sections[-1] == ():
        sections.pop()
    if len(sections) == 1 and cri.discard == 0:
        sections = []
    return encode_item(tuple(sections))


def decode_strict(data, revision, features=FEATURES):
    """Accept only the bytes that a sender of `revision` must send."""
    cri = decode(data, features)
    try:
        sent = encode(cri, revision)
    except Invalid as error:
        raise Unprocessable(error.kind) from None
    if sent != data:
        raise Unprocessable("not-the-form-of-the-revision")
    return cri


def untag(data, features=FEATURES):
    """5.1 of -27: return the bytes of the CRI reference in tag 99."""
    major, argument, body = read_head(data, 0)
    if (major, argument) != (TAG, 99):
        raise Rejected("not-tagged", None, 0)
    decode(data[body:], features)
    return data[body:]


def encode_tagged(cri):
    return encode_head(TAG, 99) + encode(cri, RFC_9988)


# 5.1.1 and 11.1. Scheme numbers

@cache
def schemes(revision):
    """Appendix A, of the revision: each scheme with its number, name and port."""
    file = Path(__file__).resolve().parents[1] / "json/schemes.json"
    return json.loads(file.read_text(encoding="utf-8"))["schemes"][revision]


@cache
def scheme_names(revision):
    return {scheme["number"]: scheme["name"] for scheme in schemes(revision)}


@cache
def scheme_numbers(revision):
    return {name: number for number, name in scheme_names(revision).items()}


@cache
def default_ports(revision):
    """C7: by scheme name."""
    return {scheme["name"]: scheme["port"] for scheme in schemes(revision)}


def scheme_name(cri, revision):
    """Return the name of a scheme, or None if the number has no name."""
    if isinstance(cri.scheme, int):
        return scheme_names(revision).get(-1 - cri.scheme)
    return cri.scheme


# 5.3. Resolution

def resolve(base, reference):
    """Return a full CRI. Numbers in comments are the steps of the section."""
    buffer = base  # 1, 2: the caller passes a full CRI.
    if reference.discard is True:  # 3
        authority = None if buffer.authority is True else buffer.authority
        buffer = replace(buffer, authority=authority, path=(), query=None,
                         fragment=None)
    elif reference.discard:
        # A discard larger than the path empties it (SPEC.md).
        kept = buffer.path[:max(0, len(buffer.path) - reference.discard)]
        buffer = replace(buffer, path=kept, query=None, fragment=None)
    # In a full CRI, discard is always true.
    if reference.path is not None:  # 4
        buffer = replace(buffer, path=buffer.path + reference.path,
                         query=None, fragment=None)
    # 5. A scheme brings its own authority, even if that is null (SPEC.md).
    if reference.scheme is not None:
        buffer = replace(buffer, scheme=reference.scheme,
                         authority=reference.authority)
    elif reference.authority is not None:
        buffer = replace(buffer, authority=reference.authority)
    # The fragment is unset before copying, as in -27 (SPEC.md).
    if reference.query is not None:
        buffer = replace(buffer, query=reference.query or None, fragment=None)
    if reference.fragment is not None:
        buffer = replace(buffer, fragment=reference.fragment)
    validate(buffer)  # 2.1: the result must be a CRI (SPEC.md).
    return buffer  # 6


def relativize(base, target, revision):
    """5: return a reference that section 5.3 resolves to the target.

    The section leaves the choice open. This function returns the shortest in
    bytes. It tries all forms, and compares those that lead to the target.
    """
    common = 0
    while (common < min(len(base.path), len(target.path))
           and base.path[common] == target.path[common]):
        common += 1
    rest = replace(target, scheme=None)
    forms = []
    discard = len(base.path) - common
    if discard <= 127:
        forms.append(Cri(None, None, discard, target.path[common:],
                         target.query, target.fragment))
    forms += [replace(rest, authority=None), rest]
    # Of forms of one length the first wins, so null precedes an empty array.
    for name, empty in (("path", ()), ("query", ()), ("fragment", None)):
        forms = [replace(form, **{name: value}) for form in forms
                 for value in dict.fromkeys((None, empty,
                                             getattr(form, name)))]
    # The target itself is the answer if no reference is shorter.
    best = encode(target, revision)
    for form in forms:
        try:
            data = encode(form, revision)
            leads = resolve(base, decode(data)) == target
        except Invalid:
            continue
        if leads and len(data) < len(best):
            best = data
    return best


# 6. URI to CRI

def from_uri(text, revision, features=FEATURES):
    """Return the CRI reference of a URI reference."""
    cri = from_uri_in_any_form(text, revision, features)
    check_nfc(cri, revision)
    return cri


def from_uri_in_any_form(text, revision, features=FEATURES):
    """Return the CRI reference of a URI reference in any form of Unicode.

    The draft leaves the algorithm open; converting back must return an
    equivalent URI.
    """
    uri = rfc3986.parse(text)
    scheme, authority, discard = uri.scheme, None, True
    if scheme is not None:
        scheme = scheme.lower()
    if uri.host is not None:
        authority = from_authority(uri, scheme, revision)
    path = uri.path
    if scheme is not None or authority is not None or path.startswith("/"):
        path = rfc3986.normal_path(path)
        if scheme is not None and authority is None:
            authority = True if path and path[0] != "/" else None
        segments = path.removeprefix("/").split("/") if path else None
    else:
        discard, segments = from_relative_path(path)
    if scheme is not None:
        number = scheme_numbers(revision).get(scheme)
        scheme = scheme if number is None else -1 - number
    query = uri.query
    cri = Cri(
        scheme, authority, discard,
        None if segments is None else
        tuple(from_text(segment, PCHAR) for segment in segments),
        None if query is None else
        tuple(from_text(parameter, QUERY - {"&"})
              for parameter in query.split("&")),
        None if uri.fragment is None else from_text(uri.fragment, QUERY))
    cri = full(cri) if cri.is_full else cri
    validate(cri)
    check_features(cri, features)
    return cri


def from_relative_path(path):
    """5.1.2: return the discard and the segments, if any."""
    if not path:
        return 0, None
    discard, segments = 1, path.split("/")
    # RFC 3986 section 5.2.1: resolving comes first, and decodes nothing. Then
    # normalising makes a dot of "%2E", and removes what dots are left.
    for read in str, rfc3986.decode_dots:
        *directories, last = map(read, segments)
        segments = []
        for segment in directories + [last]:
            if segment == "..":
                if segments:
                    segments.pop()
                else:
                    discard += 1
            elif segment != ".":
                segments.append(segment)
        if last in (".", ".."):
            segments.append("")
    if discard > 127:
        raise Invalid("discard-range", "discard")
    return discard, segments


def from_authority(uri, scheme, revision):
    """C2 to C7."""
    userinfo = port = zone = None
    if uri.userinfo is not None:
        if ":" in uri.userinfo and revision == DRAFT_16:
            raise Invalid("colon-in-userinfo", "userinfo")
        userinfo = from_text(uri.userinfo, userinfo_characters(revision))
    if uri.port is not None:
        if uri.port == "":
            raise Invalid("empty-port", "port")
        if uri.port[0] == "0" and uri.port != "0":
            raise Invalid("port-leading-zero", "port")
        if len(uri.port) > 5 or int(uri.port) > 65535:
            raise Invalid("port-range", "port")
        port = int(uri.port)
        if port == default_ports(revision).get(scheme):  # C7
            port = None
    if uri.host.startswith("["):
        address, percent, zone = uri.host[1:-1].partition("%25")
        host = rfc3986.parse_ipv6(address)
        if host is None:
            raise Invalid("ip-future", "host")
        zone = read_zone(zone, revision) if percent else None
    else:
        host = from_host(uri.host)
    return Authority(userinfo, host, zone, port)


def userinfo_characters(revision):
    """C3, 6.1: from -27 on, a colon is not percent-encoded (SPEC.md)."""
    return NAME if revision == DRAFT_16 else NAME | {":"}


def read_zone(zone, revision):
    """RFC 6874 section 2, in -16. -27 does not convert zones (SPEC.md)."""
    if revision != DRAFT_16:
        raise Invalid("zone-id", "zone-id")
    try:
        return percent_decode(zone).decode()
    except UnicodeDecodeError:
        raise Invalid("invalid-utf8", "zone-id") from None


def from_host(host):
    """C4, C5: an IPv4 address, or labels in lower case."""
    name = pieces(from_text(host, NAME))
    lower = []
    for piece in name:
        if is_text(piece):
            # Lower case changes title-case letters, which are not upper case.
            if any(c > "\x7f" and (c.isupper() or c.lower() != c) for c in piece):
                raise Invalid("upper-case-host", "host")
            piece = "".join(c.lower() if c < "\x80" else c for c in piece)
        lower.append(piece)
    if len(lower) == 1 and is_text(lower[0]):
        address = rfc3986.parse_ipv4(lower[0])
        if address:
            return address
    result = [[]]  # Split at dots, also between pieces.
    for piece in lower:
        first, *others = piece.split(".") if is_text(piece) else [piece]
        result[-1].append(first)
        result += [[other] for other in others]
    return tuple(make_text(label) for label in result)


def check_nfc(cri, revision):
    """3, C5, C9 to C11; C0 of -27: raise if a text is not in NFC."""
    texts = [*(cri.path or ()), *(cri.query or ()), cri.fragment]
    if isinstance(cri.authority, Authority):
        texts += [".".join(filter(is_text, pieces(label)))
                  for label in labels(cri.authority)]
        if revision != DRAFT_16:
            texts.append(cri.authority.userinfo)
    for text in texts:
        for piece in pieces(text):
            if is_text(piece) and not unicodedata.is_normalized("NFC", piece):
                raise Invalid("not-nfc")


# 6.1. CRI to URI

def to_uri(cri, revision):
    """Return the URI reference of a CRI reference."""
    scheme = scheme_name(cri, revision)
    if cri.is_full and scheme is None:
        raise Invalid("unknown-scheme", "scheme")
    authority, path = None, ""
    if isinstance(cri.authority, Authority):
        authority = to_authority(cri.authority, revision)
    elif cri.authority is True and not cri.is_full:
        raise Invalid("rootless-without-scheme", "authority")
    segments = [to_text(segment, PCHAR) for segment in cri.path or ()]
    relative = not cri.is_full and authority is None
    if relative and cri.discard is not True:
        if cri.discard == 0:
            if cri.path is not None:
                raise Invalid("discard-zero-with-path", "discard")
            if cri.query == ():
                raise Invalid("unset-query", "query")
        elif not segments:
            raise Invalid("discard-without-path", "discard")
        else:
            path = "../" * (cri.discard - 1)
            # path-noscheme of RFC 3986. Without "./", an empty first segment
            # would make an empty path or begin it with "/" (SPEC.md).
            if not path and (":" in segments[0] or segments[0] == ""):
                path = "./"
            path += "/".join(segments)
    else:
        if relative and not segments:
            raise Invalid("discard-without-path", "discard")
        if segments:
            path = "" if cri.authority is True else "/"
            path += "/".join(segments)
        if authority is None and path.startswith("//"):
            raise Invalid("leading-empty-segment", "path")
    query = None
    if cri.query:
        query = "&".join(to_text(parameter, QUERY - {"&"})
                         for parameter in cri.query)
    fragment = None
    if cri.fragment is not None:
        fragment = to_text(cri.fragment, QUERY)
    return rfc3986.recompose(scheme, authority, path, query, fragment)


def to_authority(authority, revision):
    host, zone = authority.host, authority.zone
    if zone is not None:
        if revision != DRAFT_16:
            raise Invalid("zone-id", "zone-id")
        if len(host) == 4 or not zone:
            raise Invalid("zone-without-uri", "zone-id")
        text = f"[{rfc3986.address_text(host)[1:-1]}%25{to_text(zone, UNRESERVED)}]"
    elif isinstance(host, bytes):
        text = rfc3986.address_text(host)
    else:
        text = ".".join(to_text(label, NAME) for label in host)
    if authority.userinfo is not None:
        allowed = userinfo_characters(revision)
        text = to_text(authority.userinfo, allowed) + "@" + text
    return text if authority.port is None else f"{text}:{authority.port}"


# 7.1. Percent-encoded text

def pieces(text):
    """The texts and bytes of a text item."""
    if isinstance(text, tuple):
        return text
    return () if text is None else (text,)


def read_pet(item, component):
    """text-pet-sequence: texts and bytes alternate, and none is empty."""
    result = []
    for child in item.children():
        if child.major not in (TEXT, BYTES):
            raise broken(child, "unexpected-item", component)
        if child.major == TEXT:
            piece = read_utf8(child, component)
        else:
            piece = child.bytes()
            if not is_minimal(piece):
                raise broken(child, "pet-not-minimal", component)
        if not piece or result and type(piece) is type(result[-1]):
            raise broken(child, "malformed-pet", component)
        result.append(piece)
    if not any(isinstance(piece, bytes) for piece in result):
        raise broken(item, "malformed-pet", component)
    return tuple(result)


def is_minimal(data):
    """Return whether no byte belongs in text: neither an unreserved character,
    nor a character from U+0080 on in valid UTF-8.
    """
    return all(isinstance(part, bytes) and chr(part[0]) not in UNRESERVED
               for part in characters(data))


def characters(data):
    """Yield each character beyond ASCII as a str, and other bytes singly."""
    index = 0
    while index < len(data):
        for length in (2, 3, 4):
            try:
                character = data[index:index + length].decode()
            except UnicodeDecodeError:
                continue
            if len(character) == 1 and character > "\x7f":
                yield character
                index += length
                break
        else:
            yield data[index:index + 1]
            index += 1


TRIPLETS = re.compile("((?:%[0-9A-Fa-f]{2})+)")


def percent_decode(text):
    """RFC 3986 section 2.1: return bytes."""
    return b"".join(
        bytes.fromhex(part) if index % 2 else part.encode()
        for index, part in enumerate(TRIPLET.split(text)))


def from_text(text, allowed):
    """Return the text item of a part of a URI.

    `allowed` are the characters that 6.1 does not percent-encode in the
    component. A triplet becomes bytes only where text would have another URI:
    if it is not UTF-8, or is a reserved character in `allowed` (SPEC.md).
    """
    result = []
    for index, part in enumerate(TRIPLETS.split(text)):
        if index % 2 == 0:
            result.append(part)
            continue
        for character in characters(percent_decode(part)):
            if isinstance(character, bytes) and character < b"\x80":
                plain = character.decode()
                if plain in UNRESERVED or plain not in allowed:
                    character = plain
            result.append(character)
    return make_text(result)


def make_text(parts):
    """Join neighbours of one type. Return a str, or a tuple with bytes."""
    result = []
    for part in parts:
        if result and type(result[-1]) is type(part):
            result[-1] += part
        elif part:
            result.append(part)
    if any(isinstance(part, bytes) for part in result):
        return tuple(result)
    return "".join(result)


def to_text(text, allowed):
    """Return the part of a URI, and percent-encode what is not allowed."""
    result = []
    for piece in pieces(text):
        if isinstance(piece, bytes):
            result += [f"%{byte:02X}" for byte in piece]
            continue
        for character in piece:
            if character in allowed:
                result.append(character)
            else:
                result += [f"%{byte:02X}" for byte in character.encode()]
    return "".join(result)
