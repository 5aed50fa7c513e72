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
# Pairs of delimiters.
PAIRS = {"<": ">", '"': '"', "\u201c": "\u201d", "'": "'"}
NAMES = {"<": "angle-brackets", '"': "double-quotes",
         "\u201c": "double-quotes", "'": "single-quotes"}
WORD = re.compile("[A-Za-z0-9+.-]+")
BARE = "][A-Za-z0-9._~!$&'()*+,;=:@/?#%-"

# What a character says about a URI directly before it. OPERATIONS.md has the
# table. Each is the inside of a regular expression's set.
END = ("\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
       '"<>`|}\xab\xbb\u201a-\u2022\u2039\u203a'
       "\u060c\u061b\u061f\u0964\u0965\u3001\u3003\u3008-\u3011\u3014-\u301f"
       "\ufe10-\ufe19\ufe30-\ufe4f\uff01\uff02\uff07-\uff09\uff0c\uff1b\uff1c"
       "\uff1e\uff1f\uff3b\uff3d\uff5b-\uff60\uff62-\uff64")
LETTER = ("\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf"
          "\u3005-\u3007\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
          "\uff66-\uffdc\U00020000-\U0003ffff")
MARK = "\u2014\u2015\u2018\u2019\u2026"
JOINT = ("\u3002\uff0e\uff1a\uff61\xad\u200b-\u200f\u202a-\u202e\u2060"
         "\u2066-\u2069\ufeff")
OTHER = re.compile(f"[^{END}{LETTER}{MARK}{JOINT}]*")

# RFC 3987 section 2.2, without the characters of section 4.1.
UCSCHAR = ("\xa0-\u200d\u2010-\u2029\u202f-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
           + "".join(f"{chr(plane << 16)}-{chr(plane << 16 | 0xfffd)}"
                     for plane in range(1, 14))
           + "\U000e1000-\U000efffd")
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
# References to characters in HTML that end a URI.
HTML = re.compile("&(nbsp|#160|gt|#62|lt|#60|quot|#34|#x22|apos|#39|#x27);")
IRI_ONLY = f"(?![{END}{MARK}{JOINT}])[{UCSCHAR}{IPRIVATE}]"


def extract(text, schemes, iri=False):
    """Return the URIs in a text, or the IRIs. `schemes` are the default ports
    of known schemes, by name.

    OPERATIONS.md has the rules that the RFC leaves open.
    """
    found, index = [], 0
    while index < len(text):
        word = WORD.match(text, index)
        if text[index] in PAIRS:
            end, uri = delimited(text, index, schemes, iri)
        elif word:
            end, uri = bare(text, word, schemes, iri)
        else:
            end, uri = index + 1, None
        found += [uri] if uri else []
        index = end
    return found


def delimited(text, index, schemes, iri):
    """Return where to go on, and the URI after this delimiter."""
    opening, closing = text[index], PAIRS[text[index]]
    space = "" if opening == "<" else SPACE
    match = re.compile(f'[^{opening}{closing}<>"{space}]*').match(text, index + 1)
    written, end = match[0], match.end() + 1
    if text[end - 1:end] != closing or (
            closing == "'" and re.match("[A-Za-z0-9]", text[end:])):
        return index + 1, None
    if opening == "<":
        written = written.strip(SPACE)
        if written[:4].upper() == "URL:":
            written = written[4:].lstrip(SPACE)
    if written.endswith("...") or not is_one(written, schemes):
        return index + 1, None
    uri = without_space(written)
    announced = announces(written, schemes)
    if is_uri(uri, iri) and (announced or opening == "<" and uri == written):
        return end, {"uri": uri, "written": written,
                     "delimiters": NAMES[opening]}
    # The first piece of an authority would be another host.
    authority = re.match(rf"[^:]*:\s*/\s*/([^/?#]*)", written)
    if announced and authority and re.search(f"[{SPACE}]", authority[1]):
        return end, None
    return index + 1, None


def is_one(written, schemes):
    """Whether no other URI begins in a URI between delimiters: after white
    space, or after a host."""
    scheme, colon, rest = written.partition(":")
    if colon and not re.search(f"[{SPACE}]", written):
        end = end_of_uri(written, False)
        return not announces(written[end + 1:], schemes)
    if len(scheme.split()) > 1 and without_space(scheme).lower() not in schemes:
        return False
    _, *pieces = re.split(f"[{SPACE}]", rest)
    return not any(announces(piece, schemes) for piece in pieces)


def bare(text, word, schemes, iri):
    """Return where to go on, and the URI whose scheme ends this word."""
    start = begin(text, word, schemes)
    run = re.compile(f"([{BARE}]{'|' + IRI_ONLY if iri else ''})*")
    run = run.match(text, start)[0]
    if not announces(run, schemes):
        return word.end(), None
    in_parentheses = text[start - 1:start] == "("
    valid = run[:end_of_uri(run, in_parentheses)]
    valid = valid[:valid_length(valid, iri)]
    end = start + len(valid)
    closed = in_parentheses and text[end:end + 1] == ")"
    cut = None if closed else cut_userinfo(valid, text, end)
    uri = trim(valid, text[:start], text[end:end + 4])
    shortened = re.compile(r"\.{3}|\.*\u2026").match(text, start + len(uri))
    emphasis = text[start - 1:start] == text[end:end + 1] == "*"
    if shortened or cut or not (closed or emphasis or ends(
            text, start, end, start + len(run), schemes)):
        # The word as a whole is no URI.
        skipped = OTHER.match(text, cut.end() if cut else end)
        return max(word.end(), skipped.end()), None
    if not announces(uri, schemes) or not is_uri(uri, iri):
        return word.end(), None
    return start + len(uri), {"uri": uri, "written": uri,
                              "delimiters": "none"}


def begin(text, word, schemes):
    """Return where the scheme in this word begins."""
    escape = re.compile("(?<=[%=])[0-7][0-9A-Fa-f]").match(text, *word.span())
    start = next((place for place in range(
        escape.end() if escape else word.start(), word.end())
        if text[place].isalpha()), word.end())
    scheme = text[start:word.end()].lower()
    if scheme in schemes or text[word.end():word.end() + 3] != "://":
        return start
    # What comes before a scheme with a port may be the end of an escape.
    return next((start + at for at in range(1, len(scheme) - 2)
                 if schemes.get(scheme[at:]) and scheme[at - 1].isalnum()),
                start)


def end_of_uri(run, in_parentheses):
    """Return where a URI ends, if it is valid up to there."""
    ends = [len(run)]
    if in_parentheses:
        depth = 1
        for at, c in enumerate(run):
            depth += (c == "(") - (c == ")")
            if depth == 0:
                ends.append(at)
                break
    match = re.match("[^:]*://([^/?#]*)", run[:ends[-1]])
    if match and "@" not in match[1]:
        # No DNS name has a sub-delimiter.
        ends += [match.start(1) + delimiter.start()
                 for delimiter in re.finditer("[!$&'()*+,;=]", match[1])]
    begin = match.end() if match else run.index(":")
    ends += [reference.start() for reference in HTML.finditer(run, begin)]
    return min(ends)


def ends(text, start, end, run_end, schemes):
    """Whether the URI from `start` on may end at `end`, where it stops to be
    valid."""
    first, rest = text[end:end + 1], end + 1
    if first and first in "&;=!+()":
        return True
    if first == ",":
        # A list of hosts with ports is no list of URIs.
        host = re.match("[^:]*://([^/?#]*)", text[start:end])
        return not (host and ":" in host[1] and goes_on(text, rest))
    if first == "$":
        return OTHER.match(text, rest).end() == rest
    if first and first in "*'":
        return not goes_on(text, re.compile("[*]*").match(text, rest).end())
    closing = re.compile(r"[.,;:!?)\]']*").match(text, end)[0]
    after = end + len(closing)
    next_ = text[after:after + 1]
    if closing and after < run_end and (
            next_ in "([" or announces(text[after:run_end], schemes)):
        return True
    if not next_:
        return True
    placeholder = re.compile("<[A-Za-z0-9_ -]*>").match(text, after)
    if placeholder and re.match(
            f"[^A-Za-z0-9_ {END}{LETTER}{MARK}{JOINT}-]",
            text[placeholder.end():placeholder.end() + 1]):
        return not goes_on(text, placeholder.end())
    if re.match(f"[{END}]", next_):
        return True
    if re.match(f"[{LETTER}]", next_):
        return (re.match(r"[A-Za-z0-9,;!)\]']", text[after - 1])
                and not goes_on(text, after))
    if re.match(f"[{MARK}{JOINT}]", next_):
        return not goes_on(text, after)
    # A quotation mark in a text with escapes.
    return text[after:after + 2] == '\\"'


def cut_userinfo(uri, text, end):
    """Match the text after a URI that ends in its authority, up to an "@"
    later in the word."""
    if not re.fullmatch("[^:]*://[^/?#]*", uri):
        return None
    return re.compile(f'[^@/?#<>"{SPACE}]*(?=@)').match(text, end)


def goes_on(text, index):
    """Whether the word at this index goes on as a URI does."""
    word = re.compile(f"[A-Za-z0-9_~{LETTER}{MARK}{JOINT}-]*").match(text, index)
    rest = text[word.end():word.end() + 2]
    if re.match(r"[]!'(),;]", rest) or re.match(f"[{END}]", rest) or not rest:
        return re.search(f"[{JOINT}][A-Za-z0-9]", word[0])
    if rest[0] in ".:?":
        return re.match(
            f"(?![{END}{MARK}{JOINT}])[A-Za-z0-9\x80-\U0010ffff]", rest[1:])
    return True


def trim(uri, before, after):
    """Return a URI without the marks at its end that belong to the text."""
    if re.match(">|&gt;", after):
        uri = uri.rstrip("-")
    if before.endswith("/*"):
        uri = uri.removesuffix("*/")
    marks = ".,;:!?'" + before[len(before.rstrip("*_~")):]
    while uri and (uri[-1] in marks or
                   uri[-1] == ")" and uri.count(")") > uri.count("(")):
        uri = uri[:-1]
    return uri


def announces(written, schemes):
    """Whether "//" and more follow the scheme, or it is known, and more
    follows its colon."""
    scheme, _, rest = written.partition(":")
    rest = without_space(rest)
    known = scheme.lower() in schemes or (
        rest.startswith("//") and SCHEME.fullmatch(without_space(scheme)))
    return known and rest not in ("", "//")


def without_space(text):
    return "".join(c for c in text if c not in SPACE)


def is_uri(text, iri):
    return (valid_length(text, iri) == len(text)
            and parse(as_uri(text, iri)).scheme is not None)


def valid_length(text, iri):
    """Return the length of the text before its first error."""
    try:
        parse(as_uri(text, iri))
    except Invalid as error:
        return error.offset
    return len(text)


def as_uri(text, iri):
    """Return a URI that is as long as this IRI, and as valid."""
    if not iri:
        return text
    # A component without sub-delimiters has no character beyond ASCII, either,
    # and nor has an address in brackets.
    address = re.match(r"[^:/?#]*://([^/?#@]*@)?(\[[^]/?#]*)?", text)
    begin, end = address.span(2) if address else (-1, -1)
    text = "".join(
        "!" if re.match(f"[{UCSCHAR}]", c) and not begin <= at < end else c
        for at, c in enumerate(text))
    before, query, after = text.partition("?")
    query_text, hash_, fragment = after.partition("#")
    if query and "#" not in before:
        query_text = re.sub(f"[{IPRIVATE}]", "!", query_text)
    return before + query + query_text + hash_ + fragment
