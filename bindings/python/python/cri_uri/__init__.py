"""Constrained Resource Identifiers (CRIs, draft-ietf-core-href): URIs as CBOR arrays.

>>> import cri_uri as cri
>>> link = cri.Cri("coap://198.51.100.1:61616/.well-known/core")
>>> bytes(link).hex()
'83208244c633640119f0b0826b2e77656c6c2d6b6e6f776e64636f7265'
>>> str(link.resolve("../sensors?unit=c"))
'coap://198.51.100.1:61616/sensors?unit=c'

A `CriRef` is a CRI reference, and may be relative. A `Cri` is a full CRI, which has a scheme. Each `Cri` is a `CriRef`.
`cri_uri.columns` converts whole Arrow columns. `links` reads the links that a CoAP server lists.

The revision of the draft is an argument: `"draft-16"`, or `"rfc9988"` for the drafts from -27 to -30, which have one form.

`normalize` returns the normal form of any URI as text, and `find` the URIs in a text.

A text, bytes or a part that is wrong is a `CriError`, also a `str` with a lone surrogate, whose kind is `invalid-utf8`. An argument of a
wrong type is a `TypeError`: a `bool` is no number, and a `str` no list of texts. The name of no revision, transport, step or option is
a `ValueError`, and a result that takes more memory than there is a `MemoryError`. No argument changes, but an iterator loses the items
that were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional

from cri_uri import _cri, columns
from cri_uri._cri import Cri, CriRef, __version__, normalize
from cri_uri._links import Link, UriLink, links

if TYPE_CHECKING:
    from cri_uri.types import Revision

__all__ = [
    "Cri", "CriError", "CriRef", "Found", "Link", "MalformedError", "UriLink", "__version__", "columns", "find", "links",
    "normalize",
]


class Found(NamedTuple):
    """A URI in a text, and its place: `text[start:end]` is how it is written there."""

    uri: str
    """The URI, or IRI. White space that a text has within angle brackets is not part of it."""
    start: int
    """The index of its first character."""
    end: int
    """The index after its last character."""


def find(text: str, /, *, iri: bool = False, revision: Revision = "draft-16") -> list[Found]:
    """Return the URIs in running text, from start to end (RFC 3986 appendix C). Each has a scheme.

    >>> text = "See <coap://h/a\\n b>, or (http://example.com/c). Not: a"
    >>> find(text)
    [Found(uri='coap://h/ab', start=5, end=18), Found(uri='http://example.com/c', start=25, end=45)]

    Between angle brackets, white space is removed, and any scheme counts. Elsewhere, `://` must follow the scheme, or the revision must
    know it. `.`, `,`, `;`, `:`, `!`, `?`, `'` and a `)` without a `(` are left to the sentence.

    Escapes, markup and lists around a URI are not part of it: `\\thttp://a`, `**http://a**`, `http://a,b`.

    A URI that is mistyped, such as `http://h:port/`, shortened, such as `http://a.te…` or `http://a.te...`, or masked, such as
    `http://u:•••@h/`, is skipped, because its beginning names another resource. So is an IRI, unless `iri` is true. Chinese
    and other text without spaces between words may follow a URI directly. With `iri`, it is part of the IRI.

    >>> find("http://bücher.example/straße, http://h/a。"), find("http://bücher.example/straße。", iri=True)
    ([Found(uri='http://h/a', start=30, end=40)], [Found(uri='http://bücher.example/straße', start=0, end=28)])
    """
    return [Found(*found) for found in _cri.find(text, iri, revision)]


class CriError(ValueError):
    """A text, bytes or parts that are no CRI, or a conversion that is impossible.

    `str()` of the error says what is wrong, and shows the place in the text with passwords masked.

    >>> try:
    ...     cri.Cri("coap://user:secret@h/a|b")
    ... except cri.CriError as error:
    ...     print(error)
    ...     print(error.kind, error.component, error.offset)
    '|' (U+007C) cannot stand in a path, at byte 22; percent-encode it
    <BLANKLINE>
      coap://user:***@h/a|b
                         ^
    unexpected-character path 22
    """

    kind: str
    """What is wrong, in lower case with hyphens, such as `dot-segment`."""
    component: Optional[str]
    """The component that is wrong, such as `path`, or `cri` for the whole."""
    offset: Optional[int]
    """Where the input is wrong, in bytes. `None` if the input is neither text nor bytes; then the message has no place,
    either. In a `str`, characters beyond ASCII take several bytes."""
    response_code: Optional[int]
    """The CoAP response code for a request with these options, such as 130 for 4.02. Only `from_options` sets it."""

    link: Optional[UriLink] = None
    """The link whose target or context no CRI expresses, with URIs as text. Only `links` sets it."""

    def __init__(
        self,
        message: str,
        kind: str,
        component: Optional[str] = None,
        offset: Optional[int] = None,
        response_code: Optional[int] = None,
    ) -> None:
        super().__init__(message, kind, component, offset, response_code)
        self.kind = kind
        self.component = component
        self.offset = offset
        self.response_code = response_code

    def __str__(self) -> str:
        return str(self.args[0])


class MalformedError(CriError):
    """Bytes that are not one CBOR array of definite lengths, so nobody can tell where the CRI ends.

    Other errors of decoding leave the document around the CRI readable: skip the array (section 5.2.1).

    >>> cri.CriRef(bytes.fromhex("8220"))
    Traceback (most recent call last):
      ...
    cri_uri.MalformedError: the input ends before the authority does, at byte 2
    """
