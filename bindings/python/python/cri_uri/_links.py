"""The links of a CoAP server (RFC 6690)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional, overload

from cri_uri import _cri
from cri_uri._cri import CriRef

if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

    from cri_uri import CriError
    from cri_uri.types import Revision


class Link(NamedTuple):
    """A link, with its references resolved."""

    target: CriRef
    """The target. It is a `Cri`, unless there is nothing to resolve its reference against."""
    context: Optional[CriRef]
    """What the link is about: the anchor. Without an anchor, it is the origin of the target by RFC 6690, with a userinfo if there is one, and the base by RFC 8288."""
    reference: str
    """The reference of the target, as it is written."""
    parameters: tuple[tuple[str, Optional[str]], ...]
    """Names and values, in their order. A name may occur again. The value is `None` without `=`, as in `</light>;obs`."""

    def values(self, name: str) -> tuple[Optional[str], ...]:
        """Return the values of the parameters with this name, whose case does not count.

        >>> link, = links('</a>;rt="x y";obs;RT=z')
        >>> link.values("rt"), link.values("obs"), link.values("ct")
        (('x y', 'z'), (None,), ())
        """
        return _values(self.parameters, name)


class UriLink(NamedTuple):
    """A link whose target or context no CRI expresses, with its references resolved as text (RFC 3986 section 5.2).

    It is the attribute `link` of the `CriError` that says what no CRI expresses.
    """

    target: str
    """The URI of the target, in its normal form."""
    context: Optional[str]
    """The URI of what the link is about, as in `Link`."""
    reference: str
    """The reference of the target, as it is written."""
    parameters: tuple[tuple[str, Optional[str]], ...]
    """Names and values, as in `Link`."""

    def values(self, name: str) -> tuple[Optional[str], ...]:
        """Return the values of the parameters with this name, whose case does not count."""
        return _values(self.parameters, name)


def _values(parameters: tuple[tuple[str, Optional[str]], ...], name: str) -> tuple[Optional[str], ...]:
    return tuple(value for known, value in parameters if known.lower() == name.lower())


@overload
def links(
    text: str | Buffer,
    base: CriRef | str | Buffer | None = None,
    *,
    rules: Literal["rfc6690", "rfc8288"] = "rfc6690",
    errors: Literal[False] = False,
    revision: Revision | None = None,
) -> list[Link]: ...


@overload
def links(
    text: str | Buffer,
    base: CriRef | str | Buffer | None = None,
    *,
    rules: Literal["rfc6690", "rfc8288"] = "rfc6690",
    errors: bool,
    revision: Revision | None = None,
) -> list[Link | CriError]: ...


def links(
    text: str | Buffer,
    base: CriRef | str | Buffer | None = None,
    *,
    rules: Literal["rfc6690", "rfc8288"] = "rfc6690",
    errors: bool = False,
    revision: Revision | None = None,
) -> list[Link] | list[Link | CriError]:
    """Return the links that a CoAP server lists at `/.well-known/core` (RFC 6690). A response has them as bytes.

    >>> found = links('</temp>;ct=40;title="Hall, north",</light?t=%2B1>;obs', "coap://[2001:db8::1]")
    >>> [str(link.target) for link in found]
    ['coap://[2001:db8::1]/temp', 'coap://[2001:db8::1]/light?t=%2B1']
    >>> found[0].parameters, found[1].values("obs")
    ((('ct', '40'), ('title', 'Hall, north')), (None,))

    The base is the server, or the document that has the links. Without one, relative references stay so. By RFC 6690, a target
    resolves against the origin of the link's anchor, or without an anchor against that of the server. With `rules="rfc8288"`, it
    resolves against the base itself:

    >>> text, base = '<b>;anchor="coap://g/a/c"', "coap://h/.well-known/core"
    >>> [str(link.target) for rules in ("rfc6690", "rfc8288") for link in links(text, base, rules=rules)]
    ['coap://g/b', 'coap://h/.well-known/b']

    A link that is wrong is a `CriError`, whose offset counts in bytes of the whole text. With `errors=True`, it is an item of the list, in
    the place of its link:

    >>> links("</a>,</b", errors=True)
    [Link(target=CriRef('/a'), context=None, reference='/a', parameters=()), CriError('the < of the link is not closed, at byte 5; write > after the reference', 'unclosed-reference', None, 5, None)]

    Bytes that are not UTF-8 make their own link wrong.

    Some URIs have no CRI. Then the error has the link with URIs as text:

    >>> error, = links("<coap://[v1.x]/a>;ct=40", errors=True)
    >>> str(error)
    'the host is an address of a future IP version, at byte 8; a CRI holds an IPv4 address, an IPv6 address or a name'
    >>> error.link
    UriLink(target='coap://[v1.x]/a', context='coap://[v1.x]/', reference='coap://[v1.x]/a', parameters=(('ct', '40'),))

    The port of a reference may be empty, or have zeros before its number.

    Without a revision, that of the base counts, or else draft-16.
    """
    if revision is None:
        revision = base.revision if isinstance(base, CriRef) else "draft-16"
    found = _cri.links(text, base, rules, errors, revision)
    return [Link(*link) if isinstance(link, tuple) else link for link in found]
