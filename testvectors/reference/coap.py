"""CRIs and the options of CoAP requests: section 8 of draft-ietf-core-href.

An option is a pair of its number and its value, in bytes. The numbers in
comments are the steps of sections 8.1.1 and 8.1.2. RFC 7252 sections 5.4, 5.10
and 6.5 add what the draft leaves out; SPEC.md lists it.
"""

from __future__ import annotations

from collections import namedtuple
from dataclasses import replace

import cri
import rfc3986
from rfc3986 import NAME, UNRESERVED, Invalid

URI_HOST, URI_PORT, URI_PATH, URI_QUERY = 3, 7, 11, 15
PROXY_URI, PROXY_SCHEME, PROXY_CRI, PROXY_SCHEME_NUMBER = 35, 39, 235, 239
# Table 1. Appendix A of the revision has their numbers.
TRANSPORTS = ("coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws")

# The address (4 or 16 bytes), its zone or None, and the port.
Endpoint = namedtuple("Endpoint", "address zone port")


def endpoint(text, zone=None):
    """Read "192.0.2.1:5683" or "[2001:db8::1]:5683"."""
    _, host, port = rfc3986.parse_authority(text, 0)
    address = rfc3986.parse_ipv4(host) or rfc3986.parse_ipv6(host[1:-1])
    return Endpoint(address, zone, int(port))


# 8.1.1. CRI to options

def decompose(reference, destination, revision):
    """Return the variant of CoAP, and the options for a destination."""
    if not reference.is_full:  # 1
        raise Invalid("not-full", "scheme")
    transport = cri.scheme_name(reference, revision)  # 2
    if isinstance(reference.scheme, str) or transport not in TRANSPORTS:
        raise Invalid("not-coap", "scheme")
    if reference.fragment is not None:  # 3
        raise Invalid("fragment", "fragment")
    authority = reference.authority
    if not isinstance(authority, cri.Authority):
        raise Invalid("no-authority", "authority")
    if authority.userinfo is not None:
        raise Invalid("userinfo", "userinfo")
    options = []
    # 4
    if not isinstance(authority.host, bytes):
        options.append((URI_HOST, name_value(authority.host)))
    elif authority.host == destination.address and (
            authority.zone is None or destination.zone is None
            or authority.zone == destination.zone):
        pass
    elif authority.zone is not None:  # A zone never goes into an option.
        raise Invalid("zone-id", "zone-id")
    else:
        text = rfc3986.address_text(authority.host)
        options.append((URI_HOST, text.encode()))
    port = authority.port  # 5
    if port is None:
        port = cri.default_ports(revision)[transport]
    if port != destination.port:  # 6
        options.append((URI_PORT, uint_value(port)))
    if reference.path != ("",):  # 7
        options += [(URI_PATH, text_value(segment, "path"))
                    for segment in reference.path]
    options += [(URI_QUERY, text_value(parameter, "query"))
                for parameter in reference.query or ()]  # 8
    return transport, options


# RFC 7252 section 6.4. URI to options

def uri_options(text, destination, revision):
    """Return the variant of CoAP, and the options for a destination.

    They are those of the CRI with text in place of percent-encoded text: steps
    5, 8 and 9 decode the host, each segment and each parameter. NFC is a rule
    of CRIs alone.
    """
    reference = cri.from_uri_in_any_form(with_plain_port(text), revision)
    authority = reference.authority
    if isinstance(authority, cri.Authority) and isinstance(
            authority.host, tuple):
        authority = replace(authority, host=plain(authority.host, "host"))
    query = reference.query
    if query is not None:
        query = plain(query, "query")
    path = reference.path
    if path is not None:
        path = plain(path, "path")
    reference = replace(reference, authority=authority, path=path, query=query)
    return decompose(reference, destination, revision)


def with_plain_port(text):
    """6: a decimal number. 6.1: an empty port is the default port."""
    uri = rfc3986.parse(text)
    if uri.port is None:
        return text
    return str(replace(uri, port=(uri.port.lstrip("0") or "0") if uri.port else None))


def plain(texts, component):
    """The decoded text of each; section 3.2: it is UTF-8."""
    try:
        return tuple(
            b"".join(piece if isinstance(piece, bytes) else piece.encode()
                     for piece in cri.pieces(text)).decode()
            for text in texts)
    except UnicodeDecodeError:
        raise Invalid("invalid-utf8", component) from None


def text_value(text, component):
    """Percent-encoded text fails; RFC 7252 section 5.10 has the length."""
    if isinstance(text, tuple):
        raise Invalid("pet", component)
    value = text.encode()
    if len(value) > 255:
        raise Invalid("too-long", component)
    return value


def name_value(labels):
    """A name that the receiver reads as the same name, or an error."""
    value = b".".join(text_value(label, "host") for label in labels)
    if not value:
        raise Invalid("empty-host", "host")
    check_name(value.decode())
    return text_value(value.decode(), "host")


def check_name(name):
    """RFC 7252 section 6.5 step 3: a reg-name, apart from non-ASCII."""
    if "%" in name:
        raise Invalid("percent-in-host", "host")
    if any(c not in NAME and c < "\x80" for c in name):
        raise Invalid("invalid-host", "host")


def uint_value(number):
    """RFC 7252 section 3.2: no leading zero bytes."""
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


# 8.1.2. Options to CRI

def compose(options, destination, transport, revision):
    """Return the CRI that a request asks for."""
    number = cri.scheme_numbers(revision)[transport]
    port = cri.default_ports(revision)[transport]
    return compose_by_number(options, destination, number, port, revision)


def compose_by_number(options, destination, number, default, revision,
                      proxy=False):
    """8.1.2, and 8.2.2, where the proxy's port is not the origin's."""
    hosts = values(options, URI_HOST, 1, 255, "host")
    ports = values(options, URI_PORT, 0, 2, "port")
    for found, component in ((hosts, "host"), (ports, "port")):
        if len(found) > 1:  # RFC 7252 section 5.4.5
            raise Invalid("repeated", component)
    if hosts:  # 2
        host, zone = read_host(utf8(hosts[0], "host"), revision)
    else:
        host, zone = destination.address, destination.zone
    port = default if proxy else destination.port  # 3
    if ports:
        port = int.from_bytes(ports[0], "big")
    if port == default:
        port = None
    # 4
    path = tuple(utf8(value, "path")
                 for value in values(options, URI_PATH, 0, 255, "path"))
    if "." in path or ".." in path:  # RFC 7252 section 5.10.1
        raise Invalid("dot-segment", "path")
    # 5
    query = tuple(utf8(value, "query")
                  for value in values(options, URI_QUERY, 0, 255, "query"))
    authority = cri.Authority(None, host, zone, port)
    return cri.full(cri.Cri(-1 - number, authority, True, path, query))


def values(options, number, least, most, component):
    """The values of an option; RFC 7252 section 5.4.3 bounds lengths."""
    found = [value for key, value in options if key == number]
    for value in found:
        if len(value) < least:
            raise Invalid("empty-" + component, component)
        if len(value) > most:
            raise Invalid("too-long", component)
    return found


def utf8(value, component):
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Invalid("invalid-utf8", component) from None


def read_host(text, revision):
    """Return an address and its zone, or the labels of a name."""
    if text.startswith("["):
        address, percent, zone = text[1:-1].partition("%25")
        host = rfc3986.parse_ipv6(address)
        if host is None or not text.endswith("]"):
            raise Invalid("invalid-host", "host")
        if not percent:
            return host, None
        if revision != cri.DRAFT_16:
            raise Invalid("zone-id", "zone-id")
        if not zone or not set(zone) <= UNRESERVED:
            raise Invalid("invalid-host", "zone-id")
        return host, zone
    address = rfc3986.parse_ipv4(text)
    if address:
        return address, None
    check_name(text)
    return cri.from_host(text), None


# 8.2. Asking a proxy

# RFC 7252 section 5.10.2 and 8.2: least and most bytes.
LENGTHS = {PROXY_URI: (1, 1034), PROXY_SCHEME: (1, 255),
           PROXY_CRI: (1, 1023), PROXY_SCHEME_NUMBER: (0, 3)}
RESOURCE = (URI_HOST, URI_PORT, URI_PATH, URI_QUERY)


def asked(options, destination, revision, precedence=False):
    """Return what a request asks a proxy for, as a dict."""
    present = {number for number, _ in options}
    asking = [number for number in (PROXY_CRI, PROXY_URI, PROXY_SCHEME_NUMBER,
                                    PROXY_SCHEME) if number in present]
    if not asking:
        return {"asked": "endpoint"}
    first, *others = asking
    # 8.2.1: Proxy-Cri overrides Proxy-Uri. No other two may stand together.
    if others and (first, others) != (PROXY_CRI, [PROXY_URI]):
        raise Invalid("mixed")
    if first in (PROXY_CRI, PROXY_URI) and not precedence:
        if present & {*RESOURCE, PROXY_URI} - {first}:
            raise Invalid("mixed")
    found = [value for number, value in options if number == first]
    if len(found) > 1:
        raise Invalid("repeated")
    value = found[0]
    least, most = LENGTHS[first]
    if not least <= len(value) <= most:
        raise Invalid("length")
    if first == PROXY_URI:
        return {"asked": "uri", "text": utf8(value, None)}
    if first == PROXY_SCHEME:
        return {"asked": "scheme-name", "text": utf8(value, None)}
    if first == PROXY_CRI:
        absolute(cri.decode(value))
        return {"asked": "cri", "cbor": value}
    number = int.from_bytes(value, "big")
    name = cri.scheme_names(revision).get(number)
    made = compose_by_number(options, destination, number,
                             cri.default_ports(revision).get(name), revision, True)
    return {"asked": "scheme-number", "number": number,
            "cbor": cri.encode(made, revision)}


def absolute(reference):
    """8.2.1: a full CRI. RFC 7252 section 5.10.2: without a fragment."""
    if not reference.is_full:
        raise Invalid("not-full")
    if reference.fragment is not None:
        raise Invalid("fragment")
    return reference


def proxy_cri(reference, revision):
    """Return the value of a Proxy-Cri option."""
    value = cri.encode(absolute(reference), revision)
    if len(value) > LENGTHS[PROXY_CRI][1]:
        raise Invalid("length")
    return value


def proxy_scheme_number(number):
    """Return the value of a Proxy-Scheme-Number option."""
    value = uint_value(number)
    if len(value) > LENGTHS[PROXY_SCHEME_NUMBER][1]:
        raise Invalid("length")
    return value
