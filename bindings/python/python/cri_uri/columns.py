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

from typing import TYPE_CHECKING, Literal, Optional, Protocol, Union, overload

from cri_uri import _cri
from cri_uri._cri import Column

if TYPE_CHECKING:
    from cri_uri._cri import Cri
    from cri_uri.types import Revision

__all__ = ["ArrowArray", "ArrowColumn", "ArrowStream", "Column", "check", "decode", "encode", "part", "resolve"]

PartName = Literal["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"]


class ArrowArray(Protocol):
    """An Arrow array."""

    def __arrow_c_array__(self, requested_schema: Optional[object] = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """A stream of Arrow arrays."""

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...


ArrowColumn = Union[ArrowArray, ArrowStream]


@overload
def encode(column: ArrowColumn, /, *, errors: Literal[False] = False, revision: Revision = "draft-16") -> Column: ...
@overload
def encode(column: ArrowColumn, /, *, errors: Literal[True], revision: Revision = "draft-16") -> tuple[Column, Column]: ...
def encode(
    column: ArrowColumn, /, *, errors: bool = False, revision: Revision = "draft-16"
) -> Union[Column, tuple[Column, Column]]:
    """Convert URI references to CRI references, as `CriRef(text)` does.

    Binary rows are texts in UTF-8, as a Parquet file without a logical type has them. A row with other bytes fails.

    >>> import pyarrow as pa
    >>> pa.array(encode(pa.array(["coap://h/a"]))).to_pylist()
    [b'\\x83 \\x81ah\\x81aa']
    """
    return _results(_cri.encode(column, errors, revision))


@overload
def decode(column: ArrowColumn, /, *, errors: Literal[False] = False, revision: Revision = "draft-16") -> Column: ...
@overload
def decode(column: ArrowColumn, /, *, errors: Literal[True], revision: Revision = "draft-16") -> tuple[Column, Column]: ...
def decode(
    column: ArrowColumn, /, *, errors: bool = False, revision: Revision = "draft-16"
) -> Union[Column, tuple[Column, Column]]:
    """Convert CRI references in binary rows to URI references, as `str(CriRef(bytes))` does. A column of strings is a `TypeError`.

    >>> import pyarrow as pa
    >>> pa.array(decode(pa.array([b"\\x83 \\x81ah\\x81aa"]))).to_pylist()
    ['coap://h/a']
    """
    return _results(_cri.decode(column, errors, revision))


@overload
def resolve(base: Union[Cri, str], column: ArrowColumn, /, *, errors: Literal[False] = False) -> Column: ...
@overload
def resolve(base: Union[Cri, str], column: ArrowColumn, /, *, errors: Literal[True]) -> tuple[Column, Column]: ...
def resolve(
    base: Union[Cri, str], column: ArrowColumn, /, *, errors: bool = False
) -> Union[Column, tuple[Column, Column]]:
    """Resolve references against one base.

    Strings are URI references. Their results are URIs, as RFC 3986 section 5.2 defines them: nothing else is normalized.
    Binaries are CRI references, never texts. Their base is a `Cri`, and their results are CRIs in its revision.

    >>> import pyarrow as pa
    >>> pa.array(resolve("coap://h/a/b", pa.array(["../c", "?q"]))).to_pylist()
    ['coap://h/c', 'coap://h/a/b?q']
    """
    return _results(_cri.resolve(base, column, errors))


@overload
def part(
    column: ArrowColumn, name: PartName, /, *, parameter: Optional[str] = None, lenient: bool = False, errors: Literal[False] = False
) -> Column: ...
@overload
def part(
    column: ArrowColumn, name: PartName, /, *, parameter: Optional[str] = None, lenient: bool = False, errors: Literal[True]
) -> tuple[Column, Column]: ...
def part(
    column: ArrowColumn, name: PartName, /, *, parameter: Optional[str] = None, lenient: bool = False, errors: bool = False
) -> Union[Column, tuple[Column, Column]]:
    """Return one component of each URI reference, by RFC 3986, as it is written. It is a null if the URI has no such part.

    Of a query, `parameter` returns the value of the first parameter `name=value` with this name. The value of a parameter
    without an equals sign is empty. Names are compared as they are written.

    With `lenient=True`, the function splits any text by the regular expression of RFC 3986 appendix B, and refuses none.

    >>> import pyarrow as pa
    >>> uris = pa.array(["coap://[2001:db8::1]:61616/a?u=c&v=d", "mailto:a@example.com"])
    >>> pa.array(part(uris, "host")).to_pylist()
    ['[2001:db8::1]', None]
    >>> pa.array(part(uris, "query", parameter="v")).to_pylist()
    ['d', None]
    """
    return _results(_cri.part(column, name, parameter, lenient, errors))


def check(column: ArrowColumn, /, *, revision: Revision = "draft-16") -> Column:
    """Return the second column of `encode`: why a URI reference has no CRI, and a null where it has one.

    >>> import pyarrow as pa
    >>> pa.array(check(pa.array(["coap://h/a", "coap://h:x"]))).to_pylist()
    [None, {'kind': 'unexpected-character', 'component': 'port', 'offset': 9}]
    """
    return encode(column, errors=True, revision=revision)[1]


def _results(results: tuple[Column, Optional[Column]]) -> Union[Column, tuple[Column, Column]]:
    values, errors = results
    return values if errors is None else (values, errors)
