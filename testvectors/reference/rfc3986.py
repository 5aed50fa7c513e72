"""URI references as text: RFC 3986, with the zone identifiers of RFC 6874.

Read this file before cri.py, which converts what `parse` returns. Comments
name the section and the step of RFC 3986.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, replace
from ipaddress import IPv6Address


class Invalid(ValueError):
    """A rule that the input breaks: what, in which component, at which byte.

    The component and the offset are None where they are not worth the code.
    """

    def __init__(self, kind, component=None, offset=None):
        super().__init__(kind)
        self.kind, self.component, self.offset = kind, component, offset


# Sections 2.2, 2.3 and 3.3 to 3.5: the characters that stand for themselves.
UNRESERVED = frozenset(string.ascii_letters + string.digits + "-._~")
SUB_DELIMS = frozenset("!$&'()*+,;=")
NAME = UNRESERVED | SUB_DELIMS
PCHAR = NAME | frozenset(":@")
QUERY = PCHAR | frozenset("/?")

SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*")
# Appendix B. Every text matches; the groups are then checked one by one.
PARTS = re.compile(
    r"(?:([^:/?#]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?",
    re.DOTALL)
TRIPLET = re.compile("%([0-9A-Fa-f]{2})")
DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
IPV4 = re.compile(rf"{DEC_OCTET}(?:\.{DEC_OCTET}){{3}}")
IP_FUTURE = re.compile(r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+")
ZONE = re.compile("(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+")


# 3. The components

@dataclass(frozen=True)
class Uri:
    """The components of a URI reference as written. None is undefined."""
    scheme: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None

    @property
    def authority(self):
        if self.host is None:
            return None
        userinfo = "" if self.userinfo is None else self.userinfo + "@"
        port = "" if self.port is None else ":" + self.port
        return userinfo + self.host + port

    def __str__(self):
        return join(self.scheme, self.authority, self.path, self.query,
                    self.fragment)


def parse(text):
    """Return the components of a URI reference (4.1)."""
    scheme, authority, path, query, fragment = PARTS.fullmatch(text).groups()
    offset = 0
    if scheme is not None:
        match = SCHEME.match(scheme)
        end = match.end() if match else 0
        if end < len(scheme) or not scheme:
            raise Invalid("invalid-scheme", "scheme", end)
        offset = len(scheme) + 1
    uri = Uri(scheme, path=path, query=query, fragment=fragment)
    if authority is not None:
        userinfo, host, port = parse_authority(authority, offset + 2)
        uri = replace(uri, userinfo=userinfo, host=host, port=port)
        offset += 2 + len(authority)
    check(path, PCHAR | {"/"}, "path", offset)
    offset += len(path) + 1
    if query is not None:
        check(query, QUERY, "query", offset)
        offset += len(query) + 1
    if fragment is not None:
        check(fragment, QUERY, "fragment", offset)
    return uri


def parse_absolute(text):
    """Return the components of an absolute-URI (4.3): no fragment."""
    uri = parse(text)
    if uri.scheme is None:
        raise Invalid("missing-scheme", "scheme", 0)
    if uri.fragment is not None:
        raise Invalid("unexpected-fragment", "fragment", text.index("#"))
    return uri


def parse_authority(text, offset):
    """3.2: return userinfo, host and port."""
    userinfo, at, rest = text.rpartition("@")
    if at:
        check(userinfo, NAME | {":"}, "userinfo", offset)
    offset += len(userinfo) + len(at)
    if rest.startswith("["):
        host, bracket, port = rest.partition("]")
        host += bracket
        if not is_ip_literal(host):
            raise Invalid("invalid-ip-literal", "host", offset)
        if port and not port.startswith(":"):
            raise Invalid("unexpected-character", "host", offset + len(host))
        colon, port = port[:1], port[1:]
    else:
        host, colon, port = rest.partition(":")
        check(host, NAME, "host", offset)
    for index, character in enumerate(port):
        if character not in string.digits:
            raise Invalid("unexpected-character", "port",
                          offset + len(host) + 1 + index)
    return userinfo if at else None, host, port if colon else None


def check(text, allowed, component, offset):
    """Raise unless `text` is made of `allowed` characters and triplets."""
    index = 0
    while index < len(text):
        if text[index] == "%":
            if not TRIPLET.match(text, index):
                raise Invalid("invalid-percent-encoding", component,
                              offset + index)
            index += 3
        elif text[index] in allowed:
            index += 1
        else:
            raise Invalid("unexpected-character", component, offset + index)


def is_ip_literal(host):
    """3.2.2, and RFC 6874 section 2: brackets around an address."""
    if not host.endswith("]"):
        return False
    inner = host[1:-1]
    address, percent, zone = inner.partition("%25")
    if percent:
        return parse_ipv6(address) is not None and bool(ZONE.fullmatch(zone))
    return parse_ipv6(inner) is not None or bool(IP_FUTURE.fullmatch(inner))


def parse_ipv6(text):
    """Return the 16 bytes of an IPv6address, or None."""
    if not set(text) <= set(string.hexdigits + ":."):
        return None
    try:
        return IPv6Address(text).packed
    except ValueError:
        return None


def parse_ipv4(text):
    """Return the 4 bytes of an IPv4address, or None."""
    return bytes(map(int, text.split("."))) if IPV4.fullmatch(text) else None


def address_text(address):
    """RFC 3986 section 3.2.2, RFC 5952 sections 4 and 5."""
    if len(address) == 4:
        return ".".join(map(str, address))
    if address.startswith(bytes(10) + b"\xff\xff"):
        return "[::ffff:" + address_text(address[12:]) + "]"
    return f"[{IPv6Address(address).compressed}]"


# 5.2. Resolution

def resolve(base, reference):
    """5.2.2 (strict): return the target of a reference as text."""
    base, ref = parse(base), parse(reference)
    if base.scheme is None:
        raise Invalid("relative-base", "scheme", 0)
    scheme, authority, query = ref.scheme, ref.authority, ref.query
    if scheme is not None or authority is not None:
        scheme = base.scheme if scheme is None else scheme
        path = remove_dot_segments(ref.path)
    else:
        scheme, authority = base.scheme, base.authority
        if ref.path == "":
            path = base.path
            query = base.query if query is None else query
        elif ref.path.startswith("/"):
            path = remove_dot_segments(ref.path)
        else:
            path = remove_dot_segments(merge(base, ref.path))
    return recompose(scheme, authority, path, query, ref.fragment)


def merge(base, path):
    """5.2.3."""
    if base.host is not None and base.path == "":
        return "/" + path
    return base.path[:base.path.rfind("/") + 1] + path


def remove_dot_segments(path):
    """5.2.4. The input buffer is `path` from `index` on."""
    output, index = [], 0
    while index < len(path):
        rest = len(path) - index
        if path.startswith("../", index):  # 2A
            index += 3
        elif path.startswith("./", index):  # 2A
            index += 2
        elif path.startswith("/./", index):  # 2B
            index += 2
        elif rest == 2 and path.endswith("/."):  # 2B
            output.append("/")
            break
        elif path.startswith("/../", index):  # 2C
            index += 3
            del output[-1:]
        elif rest == 3 and path.endswith("/.."):  # 2C
            del output[-1:]
            output.append("/")
            break
        elif path[index:index + 3] in (".", ".."):  # 2D
            break
        else:  # 2E
            end = path.find("/", index + 1)
            end = len(path) if end < 0 else end
            output.append(path[index:end])
            index = end
    return "".join(output)


# 5.3. Recomposition

def join(scheme, authority, path, query, fragment):
    """5.3, without a check."""
    return "".join((
        "" if scheme is None else scheme + ":",
        "" if authority is None else "//" + authority,
        path,
        "" if query is None else "?" + query,
        "" if fragment is None else "#" + fragment))


def recompose(*components):
    """5.3. The result must have the components that it was made of (3.3)."""
    text = join(*components)
    uri = parse(text)
    if components != (uri.scheme, uri.authority, uri.path, uri.query,
                      uri.fragment):
        raise Invalid("components-read-differently")
    return text


# 6.2. Normalisation

def decode_unreserved(text):
    """6.2.2.2."""
    def plain(match):
        character = chr(int(match[1], 16))
        return character if character in UNRESERVED else match[0]
    return TRIPLET.sub(plain, text)


def decode_dots(path):
    """6.2.2.2, for dots alone."""
    return path.replace("%2E", ".").replace("%2e", ".")


def normal_path(path):
    """6.2.2.3 with 6.2.2.2: return the path without dot-segments.

    Literal ones go first, as if the path were resolved, because resolving
    comes before normalising (5.2.1). Then those go that decoding makes.
    """
    return remove_dot_segments(decode_dots(remove_dot_segments(path)))


def is_dots(segment):
    return decode_dots(segment) in (".", "..")


def removes_encoded(path):
    """Return whether a literal ".." removes a percent-encoded dot-segment."""
    left = []
    for segment in path.split("/"):
        if segment == "..":
            if left and is_dots(left.pop()):
                return True
        elif segment != ".":
            left.append(segment)
    return False


def upper_triplets(text):
    """6.2.2.1, the triplets."""
    return TRIPLET.sub(lambda match: match[0].upper(), text)


def lower_host(host):
    """6.2.2.1, the host. A zone identifier keeps its case (RFC 6874)."""
    name, percent, zone = host.partition("%25")
    if not host.startswith("["):
        name, percent, zone = host, "", ""
    return upper_triplets(name.lower()) + percent + zone


def short_address(host):
    """RFC 5952, for an IPv6 address in brackets."""
    address, percent, zone = host[1:-1].partition("%25")
    octets = parse_ipv6(address) if host.startswith("[") else None
    if octets is None:
        return host
    return address_text(octets)[:-1] + percent + zone + "]"


def normalize(text, steps, ports=None):
    """6.2.2: apply the steps "percent", "case", "address" and "dot_segments".

    With the default ports of schemes, also the step "scheme" (6.2.3).
    """
    uri = parse(text)
    relative = (uri.scheme is None and uri.host is None
                and not uri.path.startswith("/"))
    kept = ()  # The segments that stay encoded.
    if "dot_segments" in steps and relative:
        # The dot-segments of a relative path depend on the base. If a literal
        # one would remove an encoded one, decoding would lead elsewhere.
        if "percent" in steps and removes_encoded(uri.path):
            kept = tuple(filter(is_dots, uri.path.split("/")))
    elif "dot_segments" in steps:
        remove = normal_path if "percent" in steps else remove_dot_segments
        uri = replace(uri, path=remove(uri.path))
    if "percent" in steps:
        path = "/".join(
            segment if segment in kept else decode_unreserved(segment)
            for segment in uri.path.split("/"))
        uri = replace(uri, path=path, **{
            name: decode_unreserved(value) for name, value in vars(uri).items()
            if value is not None and name not in ("scheme", "path")})
    if "case" in steps:
        uri = replace(uri, **{
            name: upper_triplets(value) for name, value in vars(uri).items()
            if value is not None and name != "scheme"})
    if "case" in steps:
        uri = replace(
            uri,
            scheme=None if uri.scheme is None else uri.scheme.lower(),
            host=None if uri.host is None else lower_host(uri.host))
    if "address" in steps and uri.host is not None:
        uri = replace(uri, host=short_address(uri.host))
    if "scheme" in steps:
        uri = normalize_by_scheme(uri, ports)
    if ("dot_segments" in steps and uri.host is None
            and uri.path.startswith("//")):
        # 3.3: it must not read as an authority.
        uri = replace(uri, path="/." + uri.path)
    return str(uri)


def normalize_by_scheme(uri, ports):
    """6.2.3; RFC 6068 section 5 (mailto); RFC 1738 section 3.10 (file)."""
    port = ports.get(uri.scheme)
    # 3.2.3: a port is a number, so leading zeros do not matter.
    if uri.port == "" or (uri.port or "").lstrip("0") == str(port):
        uri = replace(uri, port=None)
    if uri.host is not None and uri.path == "" and port is not None:
        uri = replace(uri, path="/")
    if uri.scheme == "mailto":
        boxes = []
        for box in uri.path.split(","):
            user, at, domain = box.rpartition("@")
            # RFC 6068 section 2: a domain has no slash.
            is_domain = at and "/" not in domain
            boxes.append(user + at + lower_host(domain) if is_domain else box)
        uri = replace(uri, path=",".join(boxes))
    if uri.scheme == "file" and uri.host == "localhost" and (
            uri.userinfo is None and uri.port is None):
        uri = replace(uri, host="")
    return uri


# 5.2 inverted

def relativize(base, target):
    """Return the shortest reference that 5.2 resolves to the target.

    Every form of reference is tried against the base.
    """
    base_uri, uri = parse(base), parse(target)
    if base_uri.scheme is None:
        raise Invalid("relative-base", "scheme", 0)
    if uri.scheme is None:
        raise Invalid("relative-target", "scheme", 0)
    goal = resolve(base, target)
    path = parse(goal).path
    # 4.2: a path that begins with "//" would read as an authority.
    paths = {path, "", "/." + path}
    directory = remove_dot_segments(merge(base_uri, ""))
    for end in range(len(directory), -1, -1):
        # Each directory that both paths begin with.
        prefix = directory[:end]
        if end and prefix[-1] != "/" or not path.startswith(prefix):
            continue
        up, rest = directory.count("/", end), path[end:]
        paths.add("../" * up + rest)
        paths.add("./" + rest)
        paths.add("/".join([".."] * up) if up else ".")
    candidates = [goal]
    for path in paths:
        for authority in (None, uri.authority):
            for query in {None, uri.query}:
                candidates.append(
                    join(None, authority, path, query, uri.fragment))
    candidates.sort(key=lambda text: (len(text), text))
    return next(text for text in candidates if leads(base, text, goal))


def leads(base, reference, goal):
    try:
        return resolve(base, reference) == goal
    except Invalid:
        return False


# Appendix C; RFC 1738, appendix. URIs in running text

SPACE = " \t\n\f\r"
ANGLE = re.compile('<([^<>"]*)>')
QUOTED = re.compile('"([^<>"]*)"')
WORD = re.compile("[A-Za-z0-9+.-]+")
BARE = re.compile(r"[][A-Za-z0-9._~!$&'()*+,;=:@/?#%-]*")


def extract(text, schemes):
    """Return the URIs in a text. `schemes` are the names of known schemes.

    OPERATIONS.md has the rules that the RFC leaves open.
    """
    found, index = [], 0
    while index < len(text):
        word = WORD.match(text, index)
        if text[index] == "<":
            end, uri = in_angle_brackets(text, index, schemes)
        elif text[index] == '"':
            end, uri = in_quotes(text, index, schemes)
        elif word:
            end, uri = bare(text, word, schemes)
        else:
            end, uri = index + 1, None
        found += [uri] if uri else []
        index = end
    return found


def in_angle_brackets(text, index, schemes):
    """Return where to go on, and the URI after this bracket."""
    match = ANGLE.match(text, index)
    if not match:
        return index + 1, None
    written = match[1].strip(SPACE)
    if written[:4].upper() == "URL:":
        written = written[4:].lstrip(SPACE)
    uri = without_space(written)
    if not is_uri(uri) or uri != written and not announces(written, schemes):
        return index + 1, None
    return match.end(), {"uri": uri, "written": written,
                         "delimiters": "angle-brackets"}


def in_quotes(text, index, schemes):
    """Return where to go on, and the URI after this quote."""
    match = QUOTED.match(text, index)
    if not match or not is_uri(match[1]) or not announces(match[1], schemes):
        return index + 1, None
    return match.end(), {"uri": match[1], "written": match[1],
                         "delimiters": "double-quotes"}


def bare(text, word, schemes):
    """Return where to go on, and the URI that begins with the first letter of
    this word."""
    start = next((place for place in range(*word.span())
                  if text[place].isalpha()), word.end())
    uri = trim(BARE.match(text, start)[0], schemes)
    if not uri:
        return word.end(), None
    return start + len(uri), {"uri": uri, "written": uri,
                              "delimiters": "none"}


def trim(text, schemes):
    """Return the longest URI, without the punctuation of the sentence at its
    end, or no text."""
    if not announces(text, schemes):
        return ""
    try:
        parse(text)
    except Invalid as error:
        text = text[:error.offset]
    while text and (text[-1] in ".,;:!?" or
                    text[-1] == ")" and text.count(")") > text.count("(")):
        text = text[:-1]
    return text if announces(text, schemes) and is_uri(text) else ""


def announces(written, schemes):
    """Whether "//" and more follow the scheme, or it is known, and more
    follows its colon."""
    scheme, _, rest = written.partition(":")
    rest = without_space(rest)
    known = scheme.lower() in schemes or rest.startswith("//")
    return known and rest not in ("", "//")


def without_space(text):
    return "".join(c for c in text if c not in SPACE)


def is_uri(text):
    try:
        return parse(text).scheme is not None
    except Invalid:
        return False
