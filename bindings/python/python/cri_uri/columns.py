"""Functions on whole Arrow columns, one row out for each row in.

A column is any object with Arrow's PyCapsule interface: a `pyarrow.Array` or `ChunkedArray`, a `polars.Series`, a relation
of DuckDB with one column, an array of nanoarrow. Its rows are strings or binaries, with offsets of 32 or 64 bits or as
views, or the type is null. Results are a `Column`, which `pyarrow.array` and `polars.Series` take without a copy. NumPy and
`pandas.Series` take its values, as `list` does.

>>> import cri_uri as cri, pyarrow as pa
>>> uris = pa.array(["coap://h/a?u=c", "coap://h/a|b", None])
>>> cris, errors = cri.columns.encode(uris, errors=True)
>>> [row and row.hex() for row in pa.array(cris).to_pylist()]
['84208161688161618163753d63', None, None]
>>> pa.array(errors)[1].as_py()
{'kind': 'unexpected-character', 'component': 'path', 'offset': 10}

- A null stays a null. A row that fails becomes a null. With `errors=True`, a function returns a second column: a struct of
  `kind`, `component` and `offset` for each row that failed, and a null for every other row. They are those of `CriError`.
- Results have offsets of 32 bits if the column has, and otherwise of 64 bits. If results take more than 2 GiB, 32 bits do
  not suffice: the function raises `OverflowError`.
- Any other type is a `TypeError`. Cast the column first, such as a dictionary by `column.cast(pyarrow.string())`, or a categorical
  series and one without a type by `series.cast(polars.String)`.
- Binaries that are all CRIs where texts are read, or all texts where CRIs are read, are a `ValueError`, since every row would become
  a null. With `errors=True`, they are not: the second column says it. Binaries of neither kind are rows that fail.
- A call that fails because of another argument, or of the column's type, reads no row of a stream.
- Offsets that point outside the column's data are a `ValueError`, as far as a consumer can tell.
- Functions release the interpreter lock, so several threads can convert several columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, Optional, Protocol, Union, overload

from cri_uri import _cri
from cri_uri._cri import Column, CriRef

if TYPE_CHECKING:
    from cri_uri._cri import Cri
    from cri_uri.types import Revision, Step

__all__ = [
    "ArrowArray",
    "ArrowColumn",
    "ArrowStream",
    "Column",
    "check",
    "decode",
    "encode",
    "normalize",
    "part",
    "resolve",
    "segments",
]

PartName = Literal["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"]


class ArrowArray(Protocol):
    """An Arrow array."""

    def __arrow_c_array__(self, requested_schema: Optional[object] = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """A stream of Arrow arrays."""

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...


ArrowColumn = Union[ArrowArray, ArrowStream]


@overload
def encode(
    column: ArrowColumn, /, *, iri: bool = False, errors: Literal[False] = False, revision: Revision = "draft-16"
) -> Column: ...
@overload
def encode(
    column: ArrowColumn, /, *, iri: bool = False, errors: Literal[True], revision: Revision = "draft-16"
) -> tuple[Column, Column]: ...
def encode(
    column: ArrowColumn, /, *, iri: bool = False, errors: bool = False, revision: Revision = "draft-16"
) -> Union[Column, tuple[Column, Column]]:
    """Convert URI references to CRI references, as `CriRef(text)` does.

    Binary rows are texts in UTF-8, as a Parquet file without a logical type has them. A row with other bytes fails. With `iri=True`,
    rows are IRI references, as for `CriRef.from_iri(text)`.

    >>> import pyarrow as pa
    >>> pa.array(encode(pa.array(["coap://h/a"]))).to_pylist()
    [b'\\x83 \\x81ah\\x81aa']
    """
    return _results(_cri.encode(column, iri, errors, revision))


@overload
def decode(
    column: ArrowColumn, /, *, iri: bool = False, errors: Literal[False] = False, revision: Revision = "draft-16"
) -> Column: ...
@overload
def decode(
    column: ArrowColumn, /, *, iri: bool = False, errors: Literal[True], revision: Revision = "draft-16"
) -> tuple[Column, Column]: ...
def decode(
    column: ArrowColumn, /, *, iri: bool = False, errors: bool = False, revision: Revision = "draft-16"
) -> Union[Column, tuple[Column, Column]]:
    """Convert CRI references in binary rows to URI references, as `str(CriRef(bytes))` does. A column of strings is a `TypeError`.
    With `iri=True`, results are IRI references, as those of `to_iri()`.

    >>> import pyarrow as pa
    >>> pa.array(decode(pa.array([b"\\x83 \\x81ah\\x81aa"]))).to_pylist()
    ['coap://h/a']
    """
    return _results(_cri.decode(column, iri, errors, revision))


@overload
def resolve(
    base: Union[Cri, str, ArrowColumn],
    column: ArrowColumn,
    /,
    *,
    iri: bool = False,
    errors: Literal[False] = False,
    revision: Optional[Revision] = None,
) -> Column: ...
@overload
def resolve(
    base: Union[Cri, str, ArrowColumn],
    column: ArrowColumn,
    /,
    *,
    iri: bool = False,
    errors: Literal[True],
    revision: Optional[Revision] = None,
) -> tuple[Column, Column]: ...
def resolve(
    base: Union[Cri, str, ArrowColumn],
    column: ArrowColumn,
    /,
    *,
    iri: bool = False,
    errors: bool = False,
    revision: Optional[Revision] = None,
) -> Union[Column, tuple[Column, Column]]:
    """Resolve references against one base, or each against the base in the same row of another column.

    Strings are URI references. Their results are URIs, as RFC 3986 section 5.2 defines them: nothing else is normalized.
    With `iri=True`, strings are IRI references. Binaries are CRI references, never texts. Their base is a `Cri`, and their results
    are CRIs in its revision. If their bases are a column of CRIs, results have the argument's revision, by default draft-16.

    >>> import pyarrow as pa
    >>> pa.array(resolve("coap://h/a/b", pa.array(["../c", "?q"]))).to_pylist()
    ['coap://h/c', 'coap://h/a/b?q']
    >>> pa.array(resolve(pa.array(["coap://h/a", "coap://i/a"]), pa.array(["b", "c"]))).to_pylist()
    ['coap://h/b', 'coap://i/c']

    A column of bases has as many rows as `column`. The result is a null where the base is. The error of a base has no `offset`.
    """
    if isinstance(base, (CriRef, str)):
        return _results(_cri.resolve(base, column, iri, errors, revision))
    return _results(_cri.resolve_each(base, column, iri, errors, revision))


@overload
def normalize(
    column: ArrowColumn,
    /,
    steps: Optional[Iterable[Step]] = None,
    *,
    iri: bool = False,
    errors: Literal[False] = False,
    revision: Revision = "draft-16",
) -> Column: ...
@overload
def normalize(
    column: ArrowColumn,
    /,
    steps: Optional[Iterable[Step]] = None,
    *,
    iri: bool = False,
    errors: Literal[True],
    revision: Revision = "draft-16",
) -> tuple[Column, Column]: ...
def normalize(
    column: ArrowColumn,
    /,
    steps: Optional[Iterable[Step]] = None,
    *,
    iri: bool = False,
    errors: bool = False,
    revision: Revision = "draft-16",
) -> Union[Column, tuple[Column, Column]]:
    """Return the normal form of each URI reference, as `cri_uri.normalize(text, steps)` does. With `iri=True`, rows and results are IRIs.

    >>> import pyarrow as pa
    >>> pa.array(normalize(pa.array(["HTTP://H:80/%7ea", "http://h/./b"]))).to_pylist()
    ['http://h/~a', 'http://h/b']
    """
    return _results(_cri.normalize_column(column, steps, iri, errors, revision))


@overload
def part(
    column: ArrowColumn,
    name: PartName,
    /,
    *,
    parameter: Optional[str] = None,
    decode: bool = False,
    iri: bool = False,
    lenient: bool = False,
    errors: Literal[False] = False,
) -> Column: ...
@overload
def part(
    column: ArrowColumn,
    name: PartName,
    /,
    *,
    parameter: Optional[str] = None,
    decode: bool = False,
    iri: bool = False,
    lenient: bool = False,
    errors: Literal[True],
) -> tuple[Column, Column]: ...
def part(
    column: ArrowColumn,
    name: PartName,
    /,
    *,
    parameter: Optional[str] = None,
    decode: bool = False,
    iri: bool = False,
    lenient: bool = False,
    errors: bool = False,
) -> Union[Column, tuple[Column, Column]]:
    """Return one component of each URI reference, by RFC 3986. It is a null if the URI has no such part.

    Of a query, `parameter` returns the value of the first parameter `name=value` with this name. The value of a parameter
    without an equals sign is empty.

    The component is as it is written, and names are compared as they are written. With `decode=True`, percent-encoded text is decoded,
    and `parameter` is a decoded name. Text that does not decode to UTF-8 fails: the kind is `invalid-utf8`. Of a path that is decoded,
    nobody can tell which slashes separated its segments: see `segments`.

    With `iri=True`, rows are IRI references. With `lenient=True`, the function splits any text by the regular expression of RFC 3986
    appendix B, and refuses none.

    >>> import pyarrow as pa
    >>> uris = pa.array(["coap://[2001:db8::1]:61616/a?u=c&v=%2Fd", "mailto:a@example.com"])
    >>> pa.array(part(uris, "host")).to_pylist()
    ['[2001:db8::1]', None]
    >>> pa.array(part(uris, "query", parameter="v")).to_pylist()
    ['%2Fd', None]
    >>> pa.array(part(uris, "query", parameter="v", decode=True)).to_pylist()
    ['/d', None]
    """
    return _results(_cri.part(column, name, parameter, decode, iri, lenient, errors))


@overload
def segments(
    column: ArrowColumn,
    /,
    *,
    decode: bool = False,
    iri: bool = False,
    lenient: bool = False,
    errors: Literal[False] = False,
) -> Column: ...
@overload
def segments(
    column: ArrowColumn, /, *, decode: bool = False, iri: bool = False, lenient: bool = False, errors: Literal[True]
) -> tuple[Column, Column]: ...
def segments(
    column: ArrowColumn, /, *, decode: bool = False, iri: bool = False, lenient: bool = False, errors: bool = False
) -> Union[Column, tuple[Column, Column]]:
    """Return the list of segments of each path. The arguments are those of `part`.

    A slash at the end of a path is followed by an empty segment. The path of `coap://h` has no segment.

    >>> import pyarrow as pa
    >>> pa.array(segments(pa.array(["coap://h/a%2Fb/c", "coap://h/"]), decode=True)).to_pylist()
    [['a/b', 'c'], ['']]
    """
    return _results(_cri.segments(column, decode, iri, lenient, errors))


def check(column: ArrowColumn, /, *, iri: bool = False, revision: Revision = "draft-16") -> Column:
    """Return the second column of `encode`: why a URI reference, or with `iri=True` an IRI reference, has no CRI, and a null where it has one.

    >>> import pyarrow as pa
    >>> pa.array(check(pa.array(["coap://h/a", "coap://h:x"]))).to_pylist()
    [None, {'kind': 'unexpected-character', 'component': 'port', 'offset': 9}]
    """
    return encode(column, iri=iri, errors=True, revision=revision)[1]


def _results(results: tuple[Column, Optional[Column]]) -> Union[Column, tuple[Column, Column]]:
    values, errors = results
    return values if errors is None else (values, errors)
