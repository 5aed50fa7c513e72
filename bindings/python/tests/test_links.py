"""Links of a CoAP server (RFC 6690)."""

import doctest
import pathlib
import pickle
import re

import cri_uri as cri
import pytest
from cri_uri import _links

TEXT = (
    '</temp>;rt="temperature-c";ct=40;title="Hall, \\"north\\"; <1>",\n </light?t=%2B1>;obs;rt=a;RT=b,'
    '<b>;anchor="coap://g/a/c",<coap://[fe80::1%25eth0]/x>;title*=UTF-8\'en\'%e2%82%ac%20rates,'
)


def test_examples_of_docstrings():
    failed, attempted = doctest.testmod(_links, extraglobs={"cri": cri})
    assert failed == 0 and attempted >= 8


def test_examples_of_the_guide():
    path = pathlib.Path(__file__).parents[3] / "docs/src/links.md"
    blocks = re.findall(r"(?s)```python\n(.*?)```", path.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, path.name, str(path), 0)
    results = doctest.DocTestRunner().run(test)
    assert results.failed == 0 and results.attempted == 8


@pytest.mark.parametrize("base", ["coap://[2001:db8::1]", cri.Cri("coap://[2001:db8::1]/.well-known/core?q#f")])
@pytest.mark.parametrize("convert", [str, str.encode, lambda text: bytearray(text.encode())])
def test_targets_and_parameters(base, convert):
    found = cri.links(convert(TEXT), base)
    assert [str(link.target) for link in found] == [
        "coap://[2001:db8::1]/temp",
        "coap://[2001:db8::1]/light?t=%2B1",
        "coap://g/b",
        "coap://[fe80::1%25eth0]/x",
    ]
    assert [str(link.context) for link in found] == [
        "coap://[2001:db8::1]",
        "coap://[2001:db8::1]",
        "coap://g/a/c",
        "coap://[fe80::1%25eth0]",
    ]
    assert [link.reference for link in found] == ["/temp", "/light?t=%2B1", "b", "coap://[fe80::1%25eth0]/x"]
    assert [link.parameters for link in found] == [
        (("rt", "temperature-c"), ("ct", "40"), ("title", 'Hall, "north"; <1>')),
        (("obs", None), ("rt", "a"), ("RT", "b")),
        (("anchor", "coap://g/a/c"),),
        (("title*", "UTF-8'en'%e2%82%ac%20rates"),),
    ]
    assert found[1].values("rt") == ("a", "b") and found[1].values("obs") == (None,)
    assert all(isinstance(link.target, cri.Cri) for link in found)
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize("nothing", ["", " ", ",", "\n, ,\t", b""])
def test_no_links(nothing):
    assert cri.links(nothing, "coap://h") == []


def test_rules():
    text, base = "<c>,<>,<d>;anchor=e", "coap://h/a/b?q#f"
    by = lambda rules: [(str(link.target), str(link.context)) for link in cri.links(text, base, rules=rules)]
    assert by("rfc6690") == [("coap://h/c", "coap://h"), ("coap://h", "coap://h"), ("coap://h/d", "coap://h/e")]
    document = "coap://h/a/b?q"
    assert by("rfc8288") == [("coap://h/a/c", document), (document, document), ("coap://h/a/d", "coap://h/a/e")]
    with pytest.raises(ValueError, match="write 'rfc6690' or 'rfc8288'"):
        by("rfc3986")


def test_without_a_base_references_stay():
    relative, full = cri.links("<../a>,<coap://h/a>")
    assert (relative.target, relative.context) == (cri.CriRef("../a"), None)
    assert (full.target, full.context) == (cri.Cri("coap://h/a"), cri.Cri("coap://h"))


@pytest.mark.parametrize(
    "wrong, kind, component, offset",
    [
        ("/b>;c=1", "no-reference", None, 5),
        ("</b>x", "unexpected-character", None, 9),
        ("</b>;=x", "no-name", None, 10),
        ("</é|b>", "unexpected-character", "path", 7),
        ('</b>;anchor="/|"', "unexpected-character", "path", 19),
        ("<coap://u:p@h/>", "colon-in-userinfo", "userinfo", 14),
        ('<b>;anchor="urn:x"', "no-origin", None, 6),
    ],
)
def test_wrong_links(wrong, kind, component, offset):
    text = f"</a>,{wrong},</c>"
    with pytest.raises(cri.CriError) as error:
        cri.links(text, "coap://h")
    assert (error.value.kind, error.value.component, error.value.offset) == (kind, component, offset)
    first, middle, last = cri.links(text, "coap://h", errors=True)
    assert (str(first.target), str(last.target)) == ("coap://h/a", "coap://h/c")
    assert isinstance(middle, cri.CriError) and middle.args == error.value.args
    assert f", at byte {offset}" in str(middle)


@pytest.mark.parametrize("wrong, kind", [('</b>;c="d,</e>', "unclosed-quotes"), ("</b;c=1", "unclosed-reference")])
def test_links_that_do_not_end(wrong, kind):
    first, error = cri.links(f"</a>,{wrong}", errors=True)
    assert first.reference == "/a" and error.kind == kind


@pytest.mark.parametrize("reference, target", [
    ("coap://g:/x", "coap://g/x"), ("coap://g:05683/x", "coap://g/x"), ("//g:005684", "coap://g:5684"),
])
def test_ports_are_read_in_every_spelling(reference, target):
    link, about = cri.links(f'<{reference}>,<y>;anchor="{reference}"', "coap://h:1")
    assert (str(link.target), str(about.context)) == (target, target)
    if reference.startswith("coap"):
        assert [str(link.target) for link in cri.links("<>", reference)] == [target.replace("/x", "")]


def test_links_that_no_cri_expresses_have_uris():
    text = '<coap://[v1.x]/A/../b>;ct=40;obs,</a>,<x>;anchor="coap://u:p@g/y",</|>,<b>;anchor="urn:x"'
    future, plain, about, *wrong = cri.links(text, "coap://h/c", errors=True)
    assert (future.kind, future.component, future.offset) == ("ip-future", "host", 8)
    expected = cri.UriLink("coap://[v1.x]/b", "coap://[v1.x]/", "coap://[v1.x]/A/../b", (("ct", "40"), ("obs", None)))
    assert future.link == expected and future.link.values("CT") == ("40",)
    assert str(plain.target) == "coap://h/a"
    assert about.kind == "colon-in-userinfo" and about.link[:2] == ("coap://u:p@g/x", "coap://u:p@g/y")
    assert [error.link for error in wrong] == [None, None]
    copy = pickle.loads(pickle.dumps(future))
    assert copy.link == future.link and copy.args == future.args
    with pytest.raises(cri.CriError) as error:
        cri.links(text, "coap://h")
    assert error.value.link == future.link


def test_bytes_that_are_not_utf_8_make_their_own_link_wrong():
    first, error, last = cri.links(b'</a>,</\xff>;b="c,", </d>;e="\xc3\xa9"', errors=True)
    assert (first.reference, last.values("e")) == ("/a", ("\u00e9",))
    assert (error.kind, error.offset, error.link) == ("invalid-utf8", 7, None)


@pytest.mark.parametrize("reference, advice", [
    ("coap://2001:db8::1/", "an IPv6 address has brackets around it: write coap://[2001:db8::1]/"),
    ("coap://u:secret@h/", "revision='rfc9988' reads it"),
    ("coap://h/a\\\\b", "write coap://h/a/b, or coap://h/a%5Cb"),
])
def test_messages_have_the_advice_of_other_texts(reference, advice):
    for text in [f"<{reference}>".replace("\\\\", "\\"), f'<a>;anchor="{reference}"']:
        with pytest.raises(cri.CriError) as error:
            cri.links(text, "coap://h")
        assert str(error.value).endswith("; " + advice) and "secret" not in str(error.value)


def test_revisions():
    text = "<https://u:p@h/>"
    base = cri.Cri("coap://h", "rfc9988")
    for found in [cri.links(text, base), cri.links(text, "coap://h", revision="rfc9988"), cri.links(text, revision="draft-30")]:
        assert str(found[0].target) == "https://u:p@h/" and found[0].target.revision == "rfc9988"
    with pytest.raises(ValueError, match="the base is of rfc9988"):
        cri.links(text, base, revision="draft-16")


def test_wrong_arguments():
    for base in ["a", "//h", cri.CriRef("a"), "urn:x:y", "coap://h|"]:
        with pytest.raises(cri.CriError) as error:
            cri.links("</a>", base)
        assert base != "urn:x:y" or error.value.kind == "no-origin"
    for text in [None, 1, ["</a>"]]:
        with pytest.raises(TypeError, match="expected a str or a bytes-like object"):
            cri.links(text)
    for text in ["\ud800", b"</\xff>"]:
        with pytest.raises(cri.CriError) as error:
            cri.links(text)
        assert error.value.kind == "invalid-utf8"
    with pytest.raises(TypeError):
        cri.links("</a>", 1)


def test_many_links_take_linear_time():
    text = '</a>;b="c\\"d";e,' * 20_000
    found = cri.links(text, "coap://h")
    assert len(found) == 20_000 and found[-1].parameters == (("b", 'c"d'), ("e", None))
