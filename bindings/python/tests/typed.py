"""Types as mypy and pyright see them."""

from ipaddress import IPv4Address
from typing import Optional, Union

import cri_uri as cri
import polars as pl
from cri_uri.columns import Column
from cri_uri.types import Text
from typing_extensions import assert_type

link = cri.Cri("coap://h/a", revision="rfc9988")
assert_type(link, cri.Cri)
assert_type(link.segments, tuple[Text, ...])
assert_type(cri.CriRef("a").segments, Optional[tuple[Text, ...]])
assert_type(link.resolve("../b"), cri.Cri)
assert_type(link.relativize(link), cri.CriRef)
assert_type(link.to_options((IPv4Address("192.0.2.1"), 5683)), list[tuple[int, bytes]])
assert_type(link.to_options(decode=True), list[tuple[int, bytes]])
assert_type(cri.Cri.from_request_uri("coap://h:/a"), cri.Cri)
assert_type(cri.Cri.from_options(b"\x31h", ("192.0.2.1", 5683)), cri.Cri)
assert_type(link.replace(port=None), cri.Cri)
assert_type(link.replace(scheme=None), cri.CriRef)
assert_type(link / "a" / "b", cri.Cri)
assert_type(cri.CriRef("a").parent.joinpath("b"), cri.CriRef)
assert_type(cri.normalize("a", ["case"]), str)
assert_type([found.start for found in cri.find("a", iri=True)], list[int])
assert_type(sorted([link]), list[cri.Cri])

assert_type(cri.links("</a>", link), list[cri.Link])
assert_type(cri.links(b"</a>", errors=True), list[Union[cri.Link, cri.CriError]])
assert_type(cri.CriError("", "").link, Optional[cri.UriLink])
assert_type(cri.links("</a>")[0].parameters, tuple[tuple[str, Optional[str]], ...])

column = pl.Series(["coap://h/a"])
assert_type(cri.columns.encode(column), Column)
assert_type(cri.columns.encode(column, errors=True), tuple[Column, Column])
assert_type(cri.columns.resolve(link, cri.columns.part(column, "path")), Column)
