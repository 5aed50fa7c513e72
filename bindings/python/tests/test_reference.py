import array
import collections
import copy
import importlib.metadata
import ipaddress
import json
import pathlib
import pickle
import re
import sys

import cri_uri as cri
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "testvectors/json"))
import run  # noqa: E402

TEXTS = ["coap://h/a?u=c#x", "coap://user@[2001:db8::1]:61616/a%3Bb//c?&", "mailto:a@example.com", "file:/a/b",
         "coap://h%FF.example/", "coap://[fe80::1%25eth0]/a", "foo:", "//h/a", "../../a", "/a", "?x", "#f", ""]


def parts_of(link):
    names = ["scheme", "userinfo", "host", "port", "discard", "segments", "parameters", "fragment"]
    parts = {name: getattr(link, name) for name in names}
    return {**parts, "rootless": link.is_rootless, "revision": link.revision}


@pytest.mark.parametrize("text", TEXTS)
def test_a_reference_is_rebuilt_from_each_of_its_forms(text):
    link = cri.CriRef(text)
    forms = [cri.CriRef(str(link)), cri.CriRef(bytes(link)), cri.CriRef.from_notation(link.to_notation()),
             cri.CriRef.from_iri(link.to_iri()), cri.CriRef.from_parts(**parts_of(link)),
             pickle.loads(pickle.dumps(link)), copy.copy(link), copy.deepcopy(link),
             eval(repr(link), {"Cri": cri.Cri, "CriRef": cri.CriRef})]
    for form in forms:
        assert form == link and hash(form) == hash(link) and type(form) is type(link)
        assert bytes(form) == bytes(link)
    assert isinstance(link, cri.Cri) == (link.scheme is not None)


@given(st.text())
def test_no_text_crashes(text):
    try:
        link = cri.CriRef(text)
    except cri.CriError as error:
        assert error.kind and 0 <= error.offset <= len(text.encode())
        return
    try:
        assert cri.CriRef(str(link)) == link
    except cri.CriError as error:
        # The path of `/.//a` would begin with two slashes.
        assert error.kind == "leading-empty-segment"


@pytest.mark.parametrize("text, advice", [
    ("coap://[fe80::1%eth0]/", "a zone identifier is written as in %25eth0: write coap://[fe80::1%25eth0]/"),
    ("coap://[fe80::1%5]/", "a zone identifier is written as in %25eth0: write coap://[fe80::1%255]/"),
    ("coap://2001:db8::1", "an IPv6 address has brackets around it: write coap://[2001:db8::1]"),
    ("https://::1:443/", "an IPv6 address has brackets around it: write https://[::1]:443/, or https://[::1:443]/"),
    ("2001:db8::1/a", "for a host, write coap://[2001:db8::1]/a"),
    ("http://user:secret@ss@h/", "write %40 for an '@' in the userinfo"),
    ("https://user:secret@h/", "RFC 9988 allows it; revision='rfc9988' reads it"),
    ("http:\\\\h\\a", "write http://h/a"),
    ("..\\y", "write ../y, or ..%5Cy"),
    ("C:\\x", "write file:///C:/x"),
    ("file://C:/x", "write file:///C:/x"),
    ("<coap://h/a>", "for the URI alone, write coap://h/a"),
])
def test_messages_say_what_to_write(text, advice):
    with pytest.raises(cri.CriError) as error:
        cri.CriRef(text)
    message, picture = str(error.value).split("\n\n")
    assert message.endswith("; " + advice)
    assert picture.endswith("^") and "secret" not in str(error.value)


@pytest.mark.parametrize("text, advice", [
    ("83:20:81:61:68:80", "for hex digits, pass bytes.fromhex(...), which reads digits and blanks"),
    ("0x83, 0x20, 0x81, 0x61, 0x68, 0x80", "for hex digits, pass bytes.fromhex(...), which reads digits and blanks"),
    ("8320816168", "for hex digits, pass bytes.fromhex(...), but these are not one CRI"),
    ("h'832081616880'", "for hex digits, pass bytes.fromhex(...), which reads digits and blanks"),
    ('[-1, ["h"]]', "for diagnostic notation, call from_notation"),
    ('99([-1, ["h"]])', "for diagnostic notation, call from_notation"),
    ("cri'coap://h'", "for diagnostic notation, call from_notation"),
    ("ip'192.0.2.1'", "for diagnostic notation, call from_notation"),
    ('{"cri":"8320816168"}', 'for an object of the program cri, pass bytes.fromhex(...) of its "cri"'),
    ("b'\\x83 \\x81ah\\x80'", "for bytes, pass them without quotation marks around b'...'"),
    ("coap://h/\u00e4", "percent-encode it, or call from_iri"),
    ("coap//h/x", "for a host, write coap://h/x"),
    ("example.com/a", "for a host, write coap://example.com/a"),
])
def test_messages_name_the_function_that_reads_a_text(text, advice):
    with pytest.raises(cri.CriError) as error:
        cri.Cri(text)
    assert str(error.value).split("\n\n")[0].endswith(advice)


def test_advice_names_no_function_that_refuses_the_text():
    for call in (lambda: cri.Cri.from_iri("coap://\u00c4.example"), lambda: cri.Cri("coap://h/\u00e4|"), lambda: cri.links("</\u00e4>")):
        with pytest.raises(cri.CriError) as error:
            call()
        assert "from_iri" not in str(error.value)


def test_no_message_about_notation_shows_a_password():
    for text in ['[-1, [false, "u:secret", "h"]]', "cri'coap://u:secret@h|'", 'cri"coap://u:secret@h"', '{"uri":"u:secret"}']:
        for read in (cri.Cri, cri.CriRef, cri.Cri.from_notation):
            try:
                read(text)
            except cri.CriError as error:
                assert "secret" not in str(error)


@pytest.mark.parametrize("text, advice", [
    ("ip'192.0.2.1'", "an address is the host of a CRI, as in [-1, [ip'192.0.2.1']]"),
    ("b64'gyCBYWiA'", "write the bytes that it holds in hex digits"),
    ('cri"coap://h/a"', "a literal has apostrophes: write cri'coap://h/a'"),
])
def test_literals_that_are_no_cri_have_advice(text, advice):
    with pytest.raises(cri.CriError) as error:
        cri.Cri.from_notation(text)
    assert str(error.value).endswith(advice)


def test_advice_shows_the_start_of_a_long_text():
    with pytest.raises(cri.CriError) as error:
        cri.CriRef("coap://::1/" + "a" * 1000)
    assert len(str(error.value)) < 300


@given(st.binary())
def test_no_bytes_crash(data):
    try:
        link = cri.CriRef(data)
    except cri.CriError as error:
        assert 0 <= error.offset <= len(data)
    else:
        assert cri.CriRef.from_notation(link.to_notation()) == link
        assert evaluated(link) == link or repr(link).startswith("<")


segment = st.one_of(st.text(), st.tuples(st.text(min_size=1), st.sampled_from([b";", b"\xff", b"/"])))


def octets(part):
    """The octets of a text, or of a tuple of texts and bytes."""
    pieces = part if isinstance(part, tuple) else (part,)
    return b"".join(piece.encode() if isinstance(piece, str) else piece for piece in pieces)


@given(st.lists(segment), st.lists(segment), st.none() | segment)
def test_parts_are_returned_as_they_were_given(segments, parameters, fragment):
    try:
        link = cri.Cri.from_parts(scheme="coap", host="h", segments=segments, parameters=parameters, fragment=fragment)
    except cri.CriError as error:
        assert error.kind in ("dot-segment", "pet-not-minimal")
        return
    assert link == link.canonical() == cri.Cri(str(link)) and len(link.segments) == len(segments)
    given = [*segments, *parameters, *([] if fragment is None else [fragment])]
    returned = [*link.segments, *link.parameters, *([] if fragment is None else [link.fragment])]
    # Bytes become text where the text is percent-encoded in any case, as `/` is in a segment.
    assert list(map(octets, returned)) == list(map(octets, given))
    for one, other in zip(given, returned):
        assert one == other or b"/" in one


BASE = cri.Cri("coap://h")


@pytest.mark.parametrize("call, component", [
    (cri.Cri, "cri"), (cri.CriRef, "cri"), (cri.Cri.from_iri, "cri"), (cri.CriRef.from_notation, "cri"), (BASE.resolve, "cri"),
    (BASE.relativize, "cri"), (lambda it: cri.columns.resolve(it, pa.array(["a"])), "cri"),
    (lambda it: cri.columns.part(pa.array(["a"]), "query", parameter=it), "cri"), (lambda it: cri.Cri("coap://h", it), "cri"),
    (lambda it: cri.Cri.from_options([], ("::1", 1), it), "cri"),
    (lambda it: cri.Cri.from_options([], (it, 1)), "host"), (lambda it: BASE.to_options((it, 1)), "host"),
    *((lambda it, name=name: cri.CriRef.from_parts(**{"host": "h", name: it}), name) for name in ("scheme", "userinfo", "host", "fragment")),
    *((lambda it, name=name: cri.CriRef.from_parts(**{"host": "h", name: (b"\xff", it)}), name) for name in ("userinfo", "fragment")),
    *((lambda it, name=name, whole=whole: cri.CriRef.from_parts(host="h", **{name: [whole(it)]}), component)
      for name, component in (("segments", "path"), ("parameters", "query")) for whole in (str, lambda it: (b"\xff", it))),
    (lambda it: cri.CriRef.from_parts(host=("a", it)), "host"), (lambda it: cri.CriRef.from_parts(host=("a", (b"\xff", it))), "host")])
def test_lone_surrogates_are_an_error_of_the_text(call, component):
    for text, offset, name in (("coap://h/\ud800", 9, "U+D800"), ("\udfff", 0, "U+DFFF"), (json.loads('"\\u00e9\U0001f600\\udbffa"'), 6, "U+DBFF")):
        with pytest.raises(cri.CriError, match=re.escape(name) + " is half of a character.*; write the whole character") as error:
            call(text)
        place = offset if component == "cri" else None
        assert (error.value.kind, error.value.component, error.value.offset) == ("invalid-utf8", component, place)
        assert ("at byte" in str(error.value)) == (place is not None)


def test_bytes_come_in_any_object_with_a_buffer():
    link = cri.Cri("coap://h/a")
    data = bytes(link)
    for source in (bytearray(data), memoryview(data), memoryview(data[::-1])[::-1], array.array("B", data)):
        assert cri.Cri(source) == link
    with pytest.raises(cri.MalformedError):
        cri.Cri(bytearray())


def test_a_message_has_a_place_if_the_error_has_an_offset():
    errors = []
    for call in (lambda: cri.Cri("coap://h/|"), lambda: cri.Cri(b"\x82"), lambda: cri.CriRef(bytes.fromhex("8200816161")).__str__(),
                 lambda: cri.Cri.from_notation("[-1"), lambda: cri.Cri.from_parts(scheme="coap", host="h", segments=[".."]),
                 lambda: cri.Cri("coap://h").resolve(cri.CriRef.from_notation('[0, ["a"]]')).relativize("a"),
                 lambda: cri.Cri.from_parts(scheme="coap", host="H"), lambda: cri.Cri("coap://h/#x").to_options(),
                 lambda: cri.Cri("mailto:a").resolve("//h//").resolve(cri.CriRef.from_notation("[true, 1]"))):
        with pytest.raises(cri.CriError) as error:
            call()
        errors.append(error.value)
        assert ("at byte" in str(error.value)) == (error.value.offset is not None), repr(error.value)
    assert {error.offset is None for error in errors} == {False, True}


@pytest.mark.parametrize("call", [lambda: cri.Cri(3), lambda: cri.Cri(None), lambda: cri.Cri("coap://h").resolve(3),
                                  lambda: cri.Cri.from_parts(scheme="coap", host=3),
                                  lambda: cri.Cri.from_parts(scheme="coap", host="h", segments=[b"a"]),
                                  lambda: cri.Cri.from_parts(scheme="coap", host="h", fragment=("a", 3))])
def test_wrong_types_are_an_error_of_type(call):
    with pytest.raises(TypeError, match="expected a str or a bytes-like object|a (host|segment|fragment) is a .*, not (int|bytes)"):
        call()


def test_a_relative_reference_is_no_cri():
    for make in (lambda: cri.Cri(b"\x82\x01\x81\x61a"), lambda: cri.Cri.from_notation('[1, ["a"]]'),
                 lambda: cri.Cri.from_parts(segments=["a"]), lambda: cri.Cri("coap://h").relativize("a")):
        with pytest.raises(cri.CriError) as error:
            make()
        assert (error.value.kind, error.value.component) == ("not-full", "scheme")
        assert ("at byte" in str(error.value)) == (error.value.offset is not None)
    # Nobody has seen the bytes of parts, nor those of an object.
    for make in (lambda: cri.Cri.from_parts(host="h"), lambda: cri.Cri("coap://h").relativize(cri.CriRef("a"))):
        with pytest.raises(cri.CriError) as error:
            make()
        assert (error.value.offset, str(error.value)) == (None, "a reference without a scheme is not a full CRI")
    with pytest.raises(cri.CriError, match="not a full CRI"):
        cri.Cri("../a")


def test_a_relativized_reference_leads_there_both_ways():
    # Without an authority, `urljoin` has rules of its own, so these targets are by hand, from RFC 3986 section 5.2.
    for base, target, reference in [
            ("did:example:1/a", "did:example:2", "did:example:2"), ("did:example:1/a", "did:example:1/b", "b"),
            ("s:b/c", "s:d", "s:d"), ("s:b/c", "s:/d", "/d"), ("s:/a/b", "s:/a/c", "c"),
            ("coap://h/a/b#f", "coap://h/a/b#f", "#f"), ("coap://h/a/b#f", "coap://h/a/c", "c")]:
        link = cri.Cri(base).relativize(target)
        assert str(link) == reference and cri.Cri(base).resolve(link) == cri.Cri(target)
    # The CRI reference with the fewest bytes may have no URI, and then prints none.
    for base, target, notation in [("coap://h/a", "coap://h/a/b", '[0, ["b"]]'), ("s:", "s:g", '[null, true, ["g"]]')]:
        link = cri.Cri(base).relativize(target)
        assert link == cri.CriRef.from_notation(notation)
        with pytest.raises(cri.CriError):
            str(link)


def test_errors_have_the_same_members_after_pickling():
    with pytest.raises(cri.MalformedError) as raised:
        cri.Cri(b"\x82")
    error, again = raised.value, pickle.loads(pickle.dumps(raised.value))
    assert isinstance(error, ValueError) and type(again) is cri.MalformedError
    assert vars(error) == vars(again) and str(error) == str(again)


def test_passwords_are_masked_but_by_str():
    link = cri.Cri("coap://user:secret@h/a", "rfc9988")
    assert "secret" in str(link) and "secret" in link.to_notation()
    # With the mask in place of the password, an expression would make another object.
    assert repr(link) == """<Cri "coap://user:***@h/a", 'rfc9988'>"""
    for notation in ('[-1, [false, "user:secret", "h", 5683]]', '[-65536, [false, "user:secret", "h"]]'):
        text = repr(cri.Cri.from_notation(notation))
        assert "***" in text and "secret" not in text and b"secret".hex() not in text
        with pytest.raises(SyntaxError):
            eval(text)
    with pytest.raises(cri.CriError) as error:
        cri.Cri("coap://user:secret@h/a|")
    assert "secret" not in str(error.value) and "secret" not in repr(error.value)


@pytest.mark.parametrize("text", ["user:secret@h", "coap://user:secret@h", "//user:secret", "user:secret@" + 99 * "é"])
def test_errors_that_show_an_argument_mask_passwords(text):
    for call in (
        lambda: cri.Cri.from_parts(scheme="coap", host=text),
        lambda: cri.Cri.from_options([], (text, 5683)),
        lambda: cri.Cri.from_options([], ("192.0.2.1", 5683), scheme=text),
        lambda: cri.Cri("coap://h", text),
        lambda: cri.columns.part(pa.array(["coap://h"]), text),
    ):
        with pytest.raises(ValueError, match=r"user:\*\*\*") as error:
            call()
        assert "secret" not in str(error.value) and "secret" not in repr(error.value)
        assert len(str(error.value)) < 400
    for call in (
        lambda: cri.Cri.from_parts(scheme="http", host="h", segments=text),
        lambda: cri.Cri("http://h").replace(parameters=text),
    ):
        with pytest.raises(TypeError) as error:
            call()
        assert "secret" not in str(error.value)


def test_objects_are_immutable():
    link = cri.Cri("coap://h/a")
    for name in ("scheme", "segments", "new"):
        with pytest.raises(AttributeError):
            setattr(link, name, "x")


def test_equal_meanings_are_equal():
    # [-1, ["h"]], the same with a path that is null before a query that is null, and with an empty path; and a longer head.
    data = ["8220816168", "85208161 68f6f66178", "8520816168 80f66178", "8220817801 68"]
    links = [cri.Cri(bytes.fromhex(it)).without_fragment() for it in data]
    assert len(set(links)) == 1
    assert cri.Cri("coap+ws://h") != cri.Cri("coap+ws://h", "rfc9988")
    assert cri.Cri("coap://h") != "coap://h" and cri.Cri("coap://h/") != cri.Cri("coap://h")


def test_text_and_parts_with_one_uri_are_equal():
    links = [cri.Cri("coap://h/a"), cri.Cri("COAP://H:5683/./a"), cri.Cri.from_iri("coap://h:5683/%61"),
             cri.Cri.from_parts(scheme="coap", host="h", port=5683, segments=["a"]),
             cri.Cri.from_parts(scheme=0, host=("h",), port=5683, segments=("a",), parameters=[]),
             cri.Cri("coap://x").resolve("//h:5683/a"), cri.Cri("coap://x").resolve(cri.CriRef.from_parts(host="h", port=5683, segments=["a"])),
             cri.Cri.from_options([(3, b"h"), (11, b"a"), (7, b"\x16\x33")], ("192.0.2.1", 61616))]
    assert len(set(links)) == 1 and {bytes(link) for link in links} == {bytes.fromhex("83208161688161 61")}
    pet = [cri.Cri.from_parts(scheme="coap", host="h", segments=[segment]) for segment in ("a#b", ("a", b"#", "b"))]
    assert pet[0] == pet[1] == cri.Cri("coap://h/a%23b") and pet[1].segments == ("a#b",)


def test_bytes_are_kept_as_they_came():
    # [-1, ["h", 5683], ["a"]], ["coap", ["h"], ["a"]], and [-1, ["h"], [["a", h'23']]]
    for data, text in (("8320826168191633816161", "coap://h/a"), ("8364636f61708161688161 61", "coap://h/a"), ("83208161688182616141 23", "coap://h/a%23")):
        received, link = cri.Cri(bytes.fromhex(data)), cri.Cri(text)
        assert bytes(received) == bytes.fromhex(data) and received != link and {link: 1}.get(received) is None
        canonical = received.canonical()
        assert type(canonical) is cri.Cri and canonical == link and hash(canonical) == hash(link) and {link: 1}[canonical] == 1
        assert canonical.canonical() == canonical and received == cri.Cri(bytes.fromhex(data))
        # What is made of it is no text, either.
        assert received.without_fragment() == received == pickle.loads(pickle.dumps(received))
    base = cri.Cri(bytes.fromhex("8320826168191633816161"))
    # [-1, ["É"]]: decoding accepts a letter that no URI converts to.
    upper = cri.Cri(bytes.fromhex("82208162c389"))
    assert evaluated(upper) == upper
    with pytest.raises(cri.CriError) as error:
        upper.canonical()
    # The error has no place in the URI, which the program has not seen.
    assert (error.value.kind, error.value.offset) == ("upper-case-host", None)
    assert str(error.value).startswith("an upper-case letter in the host; a valid CRI has none, so no request") and str(upper) == "coap://%C3%89"
    assert base.resolve("b").port == 5683 and base.resolve("b").canonical() == cri.Cri("coap://h/b")


def evaluated(link):
    return eval(repr(link), {"Cri": cri.Cri, "CriRef": cri.CriRef})


@pytest.mark.parametrize("revision", ["draft-16", "rfc9988"])
def test_each_cri_of_the_corpus_is_what_its_repr_says(revision):
    seen = 0
    for case in run.read_cases(run.CASES)["cases"]:
        for member in ("cbor", "a", "b", "base", "reference", "target"):
            try:
                link = cri.CriRef(bytes.fromhex(case["input"].get(member, "")), revision)
            except (cri.CriError, ValueError):
                continue
            if repr(link).startswith("<"):
                assert b":" in octets(link.userinfo)
                continue
            again = evaluated(link)
            assert again == link and hash(again) == hash(link) and type(again) is type(link) and again.revision == revision
            try:
                canonical = link.canonical()
            except cri.CriError:
                continue
            assert canonical == cri.CriRef(str(link), revision) == canonical.canonical()
            assert repr(canonical) == f"{type(link).__name__}({str(canonical)!r}" + (")" if revision == "draft-16" else ", 'rfc9988')")
            assert (repr(link) == repr(canonical)) == (link == canonical)
            seen += 1
    assert seen > 1000


def test_each_uri_of_the_corpus_becomes_its_canonical_form():
    seen = 0
    for case in run.read_cases(run.CASES)["cases"]:
        for make in (cri.CriRef, cri.CriRef.from_iri):
            try:
                link = make(case["input"].get("uri", ""))
                str(link)
            except cri.CriError:
                continue
            assert link == link.canonical() and bytes(link) == bytes(link.canonical())
            seen += 1
    assert seen > 1000


def test_sorting_is_total():
    links = [cri.CriRef(text) for text in TEXTS]
    ascending = sorted(links)
    assert sorted(reversed(links)) == ascending
    assert all(a < b and b > a and a <= b and not b <= a for a, b in zip(ascending, ascending[1:]))
    assert [isinstance(link, cri.Cri) for link in ascending] == sorted(isinstance(link, cri.Cri) for link in links)
    with pytest.raises(TypeError):
        links[0] < "coap://h"


def test_paths_sort_as_in_rust():
    # cri_core: "a path compares by its encoded segments without the head of the array", and a fragment and a query follow the path.
    texts = ["coap://h", "coap://h#f", "coap://h?q", "coap://h/a", "coap://h/a#f", "coap://h/a?q", "coap://h/a/b", "coap://h/a/b/c", "coap://h/b", "coap://h/b/a", "coap://h/aa"]
    links = [cri.Cri(text) for text in texts]
    assert sorted(reversed(links)) == links


def test_revisions_do_not_mix():
    base = cri.Cri("coap://h/a", "rfc9988")
    assert base.resolve("b").revision == "rfc9988"
    with pytest.raises(ValueError, match="rfc9988, the other of draft-16"):
        base.resolve(cri.CriRef("b"))
    with pytest.raises(ValueError, match="no revision"):
        cri.Cri("coap://h", "draft-17")


def test_a_cri_without_a_uri_has_notation():
    link = cri.CriRef(bytes.fromhex("82008161 61".replace(" ", "")))  # [0, ["a"]]
    with pytest.raises(cri.CriError) as error:
        str(link)
    assert (error.value.kind, error.value.offset) == ("discard-zero-with-path", None)
    assert repr(link) == "CriRef(bytes.fromhex('8200816161'))"
    with pytest.raises(cri.CriError, match="has no URI"):
        link.canonical()
    assert pickle.loads(pickle.dumps(link)) == link


def test_bytes_are_the_encoding_in_the_revision():
    # [-1, ["h"], ["a"]], with a head that is longer than it must be.
    longer = cri.Cri(bytes.fromhex("8320817801688161 61"))
    assert bytes(longer) == bytes.fromhex("83208161688161 61") and bytes(longer) == bytes(pickle.loads(pickle.dumps(longer)))
    # [-1, [h'7F000001', "a"]]: draft-16 allows no zone identifier here, so that no other revision's bytes have it.
    zoned = cri.Cri.from_notation("""[-1,[h'7f000001',"a"]]""")
    assert zoned.to_notation() == """[-1, [h'7F000001', "a"]]"""
    for call in (lambda: bytes(zoned), zoned.without_fragment, lambda: zoned.resolve("a")):
        with pytest.raises(cri.CriError, match="no zone-id after an IPv4 address"):
            call()
    assert evaluated(zoned) == zoned == pickle.loads(pickle.dumps(zoned))


def test_a_tuple_of_labels_is_taken_as_labels():
    for label in ("2001:db8::1", "fe80::1%e", "[::1]"):
        assert cri.Cri.from_parts(scheme="coap", host=(label,)).host == (label,)


def test_hosts_are_objects_of_ipaddress():
    zone = cri.Cri("coap://[fe80::1%25eth0]").host
    assert isinstance(zone, ipaddress.IPv6Address) and zone.scope_id == "eth0"
    assert cri.Cri("coap://192.0.2.1").host == ipaddress.ip_address("192.0.2.1")
    # `ipaddress` has no zones of IPv4 addresses, none that are empty and none with a percent sign, and none is dropped:
    # [-1, [h'C0000201', "a"]], [-1, [h'00…01', ""]], [-1, [h'00…01', "a%b"]].
    # Texts have zones with a slash or a percent sign, too.
    data = ("82208244c00002016161", "822082" "50" + "00" * 15 + "01" + "60", "822082" "50" + "00" * 15 + "01" + "63612562")
    for link in (*(cri.Cri(bytes.fromhex(it)) for it in data), cri.Cri("coap://[fe80::1%25a%2Fb]"), cri.Cri("coap://[fe80::1%25a%25b]")):
        with pytest.raises(cri.CriError, match="has no address with this zone identifier") as error:
            link.host
        assert (error.value.kind, error.value.component) == ("zone-id", "zone-id")
        assert evaluated(link) == link


@pytest.mark.parametrize("text", ["2001:db8::1", "::", "::ffff:192.0.2.1", "fe80::1%eth0", "fe80::1%25eth0", "[2001:db8::1]", "[::1]:5683", "[v1.a]",
                                  "192.0.2.1", "192.0.2.1:5683", "192.0.2.1%eth0", "::ffff:1.2.3.4:80", "2001:db8::1/64", "::1]", " ::1", "::1 ",
                                  "1:2:3:4:5:6:7:8:80", "2001:db8::1]:80", "h:80", "db8::g"])
def test_the_text_of_an_address_is_no_name(text):
    kind, found = "address-text", "has a colon, a bracket or a zone identifier, and a str is a name without an address or a port"
    if text == "192.0.2.1":
        kind, found = "ipv4-labels", "reads as an IP address, and a str is a name"
    with pytest.raises(cri.CriError, match=rf"{found}; write host=") as error:
        cri.Cri.from_parts(scheme="coap", host=text)
    assert (error.value.kind, error.value.component) == (kind, "host")
    with pytest.raises(cri.CriError, match="reads as an IP address"):
        cri.Cri.from_parts(scheme="coap", host=tuple("192.0.2.1".split(".")))


@pytest.mark.parametrize("text, advice", [
    ("2001:db8::1", 'host=ipaddress.ip_address("2001:db8::1")'), ("[2001:db8::1]", 'host=ipaddress.ip_address("2001:db8::1")'),
    ("[::1]:5683", 'host=ipaddress.ip_address("::1"), port=5683'), ("192.0.2.1", 'host=ipaddress.ip_address("192.0.2.1")'),
    ("192.0.2.1:80", 'host=ipaddress.ip_address("192.0.2.1"), port=80'), ("fe80::1%25eth0", 'host=ipaddress.ip_address("fe80::1%eth0")'),
    ("[fe80::1%eth0]:1", 'host=ipaddress.ip_address("fe80::1%eth0"), port=1'), ("h.example:61616", 'host="h.example", port=61616'),
    *((text, "host=ipaddress.ip_address(...), and a port as port=...") for text in ("h:", "h:x", "h:65536", "[v1.a]", "db8::g", "::1]", "192.0.2.1%e", "a:b:1"))])
def test_advice_has_the_parts_that_are_meant(text, advice):
    with pytest.raises(cri.CriError) as error:
        cri.Cri.from_parts(scheme="coap", host=text)
    assert str(error.value).endswith(f"; write {advice}")
    if "..." not in advice:
        assert eval(f"cri.Cri.from_parts(scheme='coap', {advice})")


def test_names_near_an_address_are_names():
    for name in ("", "h", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.04", "1.2.3.4.", "2001", "a%b", "0x7f.1"):
        link = cri.Cri.from_parts(scheme="coap", host=name)
        assert link.host == name and cri.Cri.from_parts(**parts_of(link)) == link
    for address in ("192.0.2.1", "2001:db8::1", "fe80::1%eth0"):
        address = ipaddress.ip_address(address)
        assert cri.Cri.from_parts(scheme="coap", host=address).host == address
    with pytest.raises(cri.CriError, match='"192.0.2.1/24" is no IP address'):
        cri.Cri.from_parts(scheme="coap", host=ipaddress.ip_interface("192.0.2.1/24"))


def test_a_name_that_reads_as_an_address_is_no_str():
    for text, host in (("coap://2001%3Adb8%3A%3A1/", ("2001:db8::1",)), ("coap://h.i%3A80/", ("h", "i:80")), ("coap://a%5Bb/", ("a[b",))):
        link = cri.Cri(text)
        assert link.host == host
        assert cri.Cri.from_parts(**parts_of(link)) == link


@pytest.mark.parametrize("parts, kind, component", [
    ({"host": ()}, "missing-host", "host"), ({"port": 5683}, "missing-host", "host"), ({"userinfo": "u"}, "missing-host", "host"),
    ({"scheme": "coap", "host": "h", "discard": 0}, "out-of-order", "discard"), ({"host": "h", "discard": 2}, "out-of-order", "discard"),
    ({"rootless": True, "segments": ["a"], "discard": 1}, "out-of-order", "discard"),
    ({"scheme": "coap", "rootless": True, "host": "h", "segments": ["a"]}, "out-of-order", "host"),
    ({"host": "h", "port": 65536}, "port-range", "port"), ({"host": "h", "port": -1}, "port-range", "port"),
    ({"host": "h", "port": 10**400}, "port-range", "port"), ({"discard": 128}, "discard-range", "discard"), ({"discard": -1}, "discard-range", "discard"),
    ({"scheme": -1}, "scheme-range", "scheme"), ({"scheme": 2**64}, "scheme-range", "scheme")])
def test_no_part_is_dropped(parts, kind, component):
    with pytest.raises(cri.CriError) as error:
        cri.CriRef.from_parts(**parts)
    assert (error.value.kind, error.value.component, error.value.offset) == (kind, component, None)


@pytest.mark.parametrize("parts", [
    {"host": "h", "port": True}, {"discard": True}, {"scheme": False}, {"host": "h", "port": "5683"}, {"host": "h", "port": 1.0}, {"rootless": 1},
    {"segments": "abc"}, {"segments": b"abc"}, {"segments": {"a": 1}}, {"segments": {"a"}}, {"segments": frozenset("a")}, {"parameters": {"u": "c"}}, {"segments": 3}, {"segments": range(2**42)},
    {"segments": range(2**60)}, {"segments": range(2**100)}, {"parameters": range(2**42)}, {"scheme": b"coap"}, {"host": ipaddress.ip_network("::/8")}])
def test_parts_of_another_type_are_an_error_of_type(parts):
    with pytest.raises(TypeError, match="a |(segments|parameters) is a list or another iterable|rootless is a bool"):
        cri.CriRef.from_parts(**parts)


@pytest.mark.parametrize("text, options", [
    # RFC 7252, section 6.3 and appendix B.
    ("coap://example.com:5683/~sensors/temp.xml", [(3, b"example.com"), (11, b"~sensors"), (11, b"temp.xml")]),
    ("coap://EXAMPLE.com/%7Esensors/temp.xml", [(3, b"example.com"), (11, b"~sensors"), (11, b"temp.xml")]),
    ("coap://EXAMPLE.com:/%7esensors/temp.xml", [(3, b"example.com"), (11, b"~sensors"), (11, b"temp.xml")]),
    ("coap://[2001:db8::2:1]/", []), ("coap://example.net/", [(3, b"example.net")]),
    ("coap://example.net/.well-known/core", [(3, b"example.net"), (11, b".well-known"), (11, b"core")]),
    ("coap://xn--18j4d.example/%E3%81%93%E3%82%93%E3%81%AB%E3%81%A1%E3%81%AF",
     [(3, b"xn--18j4d.example"), (11, "\u3053\u3093\u306b\u3061\u306f".encode())]),
    ("coap://198.51.100.1:61616//%2F//?%2F%2F&?%26", [(11, b""), (11, b"/"), (11, b""), (11, b""), (15, b"//"), (15, b"?&")]),
    ("coap://h/a%2Cb?t=2024-01-01T00:00:00%2B01:00&base=coap%3A%2F%2Fa%3Db", [
        (3, b"h"), (11, b"a,b"), (15, b"t=2024-01-01T00:00:00+01:00"), (15, b"base=coap://a=b")]),
    ("coap://h%2Ci:05683/a/%2E%2E/b", [(3, b"h,i"), (11, b"b")]),
    ("coap://h/e%CC%81", [(3, b"h"), (11, b"e\xcc\x81")]),
])
def test_a_uri_has_the_options_of_rfc_7252(text, options):
    request = cri.Cri.from_request_uri(text)
    assert request.to_options() == options
    if ":/" not in text.split("//")[1] and ":0" not in text:
        assert cri.Cri(text).to_options(decode=True) == options
    host = request.host if not isinstance(request.host, str) else "192.0.2.1"
    back = cri.Cri.from_options(options, (host, request.port_or_default))
    assert back.to_options() == options and cri.Cri(str(back)).to_options(decode=True) == options


def test_what_has_no_options_has_advice():
    for call, kind, advice in (
        (lambda: cri.Cri("coap://u@h/x").to_options(), "userinfo", "replace(userinfo=None) leaves it out"),
        (lambda: cri.Cri("coap://h/x#f").to_options(), "fragment", "without_fragment() leaves it out"),
        (lambda: cri.Cri("coap:/h/x").to_options(), "no-authority", "for a host, write coap://h/x"),
        (lambda: cri.Cri("coap:///h/x").to_options(), "empty-host", "for a host, write coap://h/x"),
        (lambda: cri.Cri.from_request_uri("coap://u:secret@h/x"), "userinfo", "write coap://h/x"),
        (lambda: cri.Cri.from_options([("Uri-Host", "2001:db8::1")], "192.0.2.1"), "invalid-host", "write [2001:db8::1]"),
        (lambda: cri.Cri.from_options([(3, b"fe80::1%eth0")], "192.0.2.1"), "percent-in-host", "write [fe80::1%25eth0]"),
        (lambda: cri.Cri.from_options([(3, b"h:80")], "192.0.2.1"), "invalid-host", "write h and Uri-Port: 80"),
        (lambda: cri.Cri.from_options([(3, b"coap://u:secret@h")], "192.0.2.1"), "invalid-host", "write the host alone, or the URI as Proxy-Uri"),
    ):
        with pytest.raises(cri.CriError) as error:
            call()
        assert error.value.kind == kind and str(error.value).endswith("; " + advice), str(error.value)
        assert "secret" not in str(error.value)


def test_messages_name_what_a_python_programmer_can_call():
    link = cri.Cri("coap://h/a")
    for call, kind, advice in (
        (lambda: link / "..", "dot-segment", 'for ".." write .parent, or resolve(...)'),
        (lambda: link.joinpath("b/./c"), "dot-segment", 'leave out ".", and for ".." write .parent, or resolve(...)'),
        (lambda: link.replace(parameters=[("a", "b")]), "malformed-pet", 'write ["a=b"]'),
        (lambda: cri.Cri.from_parts(scheme="coap", host="h", parameters=[("a", "b"), ("c", "d")]), "malformed-pet", 'write ["a=b"]'),
        (lambda: cri.Cri("coap://h:/x"), "empty-port", "or write what normalize(...) returns for this text"),
        (lambda: cri.Cri("coap://h:05683/x"), "port-leading-zero", "or write what normalize(...) returns for this text"),
        (lambda: cri.normalize("http://h/\u00e9"), "unexpected-character", "; percent-encode it"),
    ):
        with pytest.raises(cri.CriError) as error:
            call()
        message = str(error.value).split("\n")[0]
        assert error.value.kind == kind and message.endswith(advice), message
    assert cri.Cri(cri.normalize("coap://h:/x")) == cri.Cri(cri.normalize("coap://h:05683/x")) == cri.Cri("coap://h/x")


def test_options_that_are_no_part_of_a_uri_have_names():
    options = [("Uri-Path", "a"), ("Accept", 50), ("content_format", 0), ("ETag", b"1")]
    assert cri.Cri.from_options(options, "192.0.2.1") == cri.Cri("coap://192.0.2.1/a")


def test_percent_encoded_text_in_options_is_refused_with_advice():
    with pytest.raises(cri.CriError, match=r"to_options\(decode=True\)") as error:
        cri.Cri("coap://h/a%2Cb").to_options()
    assert (error.value.kind, error.value.component, error.value.offset) == ("pet", "path", None)
    for call, offset in ((lambda: cri.Cri("coap://h/a%FF").to_options(decode=True), None), (lambda: cri.Cri.from_request_uri("coap://h/a%FF"), 10)):
        with pytest.raises(cri.CriError, match="'%FF' in the path is not UTF-8") as error:
            call()
        assert (error.value.kind, error.value.offset) == ("invalid-utf8", offset)
    with pytest.raises(cri.CriError) as error:
        cri.Cri.from_request_uri("/a")
    assert error.value.kind == "not-full"


def test_options_are_read_from_the_bytes_of_a_message():
    data = bytes.fromhex("31688161")
    for options in (data, bytearray(data), memoryview(data), data + b"\xff\x01"):
        assert str(cri.Cri.from_options(options, ("::1", 5683))) == "coap://h/a"
    assert str(cri.Cri.from_options(b"", ("::1", 5683))) == "coap://[::1]"
    with pytest.raises(cri.CriError) as error:
        cri.Cri.from_options(b"\x31h\x8f", ("::1", 5683))
    assert (error.value.kind, error.value.component, error.value.offset) == ("reserved-length", None, 2)


@pytest.mark.parametrize("destination", [None, ["::1", 5683], ("::1",), ("::1", 5683, 0), ("::1", 5683, 0, 0, 0), ("192.0.2.1", 5683, 0, 0),
                                         ("::1", 5683, 0, "eth0"), ("::1", 5683, 0, True), (None, 5683), (1, 5683), (b"::1", 5683), ("::1", "5683"),
                                         ("::1", True), (object(), 1), (cri.Cri("coap://h"), 1)])
def test_a_destination_is_an_address_and_a_port(destination):
    with pytest.raises(TypeError, match="destination is|a port is|a scope id is"):
        cri.Cri.from_options([], destination)
    if destination is not None:
        with pytest.raises(TypeError, match="destination is|a port is|a scope id is"):
            cri.Cri("coap://h").to_options(destination)


def test_the_values_of_options_and_destinations_are_checked():
    for call, kind in ((lambda: cri.Cri.from_options([], ("h", 5683)), "invalid-address"), (lambda: cri.Cri.from_options([], ("fe80::1%", 5683)), "invalid-address"),
                       (lambda: cri.Cri.from_options([], ("1.2.3.4%e", 1)), "invalid-address"), (lambda: BASE.to_options(("1.2.3.4%e", 1)), "invalid-address"),
                       (lambda: cri.Cri.from_options([], ("::1", 65536)), "port-range"), (lambda: cri.Cri.from_options([(65536, b"")], ("::1", 5683)), "option-range")):
        with pytest.raises(cri.CriError) as error:
            call()
        assert error.value.kind == kind
    for options in (range(2**42), range(2**60), [(11, None)], [(11, 1.0)], [(11,)], [(True, b"a")], [(11, True)], "ab", {11: b"a"}, {(11, b"a")}, None):
        with pytest.raises(TypeError, match="an option|options is|the value of Uri-Path is a str or bytes"):
            cri.Cri.from_options(options, ("::1", 5683))
    with pytest.raises(ValueError, match='"11" is no name of an option; write one such as \'Uri-Path\', or the number'):
        cri.Cri.from_options([("11", b"a")], ("::1", 5683))


def test_options_have_names_and_plain_values():
    # RFC 7252 sections 3.2, 5.10 and 5.10.1.
    named = [("Uri-Host", "h.example"), ("uri_port", 61616), ("Uri-Path", "stra\u00dfe"), ("URI-QUERY", "u=c")]
    numbered = [(3, b"h.example"), (7, b"\xf0\xb0"), (11, b"stra\xc3\x9fe"), (15, b"u=c")]
    links = [cri.Cri.from_options(options, "192.0.2.1") for options in (named, numbered, iter(named), dict.fromkeys(numbered).keys())]
    assert set(links) == {cri.Cri("coap://h.example:61616/stra%C3%9Fe?u=c")}
    assert cri.Cri.from_options([(7, 0)], "192.0.2.1") == cri.Cri("coap://192.0.2.1:0")


# RFC 7252 section 6.4 step 5 has the Uri-Host "\u00c4.h", which constraint C5 keeps out of a CRI. That in lower case is another one.
def test_no_advice_names_another_uri_host():
    for read in (cri.Cri, cri.Cri.from_request_uri):
        with pytest.raises(cri.CriError, match="no request from a CRI names this host; in lower case, it is another host") as error:
            read("coap://%C3%84.h/")
        assert error.value.kind == "upper-case-host" and "write" not in str(error.value)


# RFC 7252 sections 3.2 and 5.10: Uri-Port and Accept are uint, Uri-Path is a string, ETag is opaque.
def test_the_value_of_an_option_has_its_format():
    assert cri.Cri.from_options([("Uri-Port", "80"), ("Accept", "50")], "::1") == cri.Cri("coap://[::1]:80")
    for number, value in ((7, "8x"), (7, ""), (7, "-1"), (7, "+1"), (7, "\u0661"), ("Accept", "json"), (7, 2**64), (7, -1), (7, "18446744073709551616")):
        with pytest.raises(cri.CriError, match="the value of (Uri-Port|Accept) is a number from 0") as error:
            cri.Cri.from_options([(number, value)], "::1")
        assert error.value.kind == "option-range"
    for number, found in (("Uri-Path", "int"), (3, "int"), ("Uri-Query", "int"), ("ETag", "int"), ("Proxy-Cri", "int")):
        with pytest.raises(TypeError, match=f"the value of .* is .*, not {found}"):
            cri.Cri.from_options([(number, 1)], "::1")
    # No document that this package knows says what option 65000 holds.
    assert cri.Cri.from_options([(65000, 1), (65000, "1")], "::1") == cri.Cri("coap://[::1]")


def test_socket_addresses_are_destinations():
    path = [(11, b"a")]
    for destination, uri in [
            (("192.0.2.1", 5683), "coap://192.0.2.1/a"), (("192.0.2.1", 61616), "coap://192.0.2.1:61616/a"), ("192.0.2.1", "coap://192.0.2.1/a"),
            ("2001:db8::1", "coap://[2001:db8::1]/a"), (ipaddress.ip_address("2001:db8::1"), "coap://[2001:db8::1]/a"),
            # The flow label is no part of a URI, and a scope id of 0 is none.
            (("2001:db8::1", 5683, 7, 0), "coap://[2001:db8::1]/a"), (("fe80::1", 61616, 0, 2), "coap://[fe80::1%252]:61616/a"),
            (("fe80::1%eth0", 5683, 0, 2), "coap://[fe80::1%25eth0]/a")]:
        link = cri.Cri.from_options(path, destination)
        assert str(link) == uri
        assert link.to_options(destination) == path
    assert cri.Cri.from_options(path, "192.0.2.1", "coaps").port_or_default == 5684
    # An address alone has the port of the CRI.
    assert cri.Cri("coap://h:61616/a").to_options("192.0.2.1") == [(3, b"h"), *path]
    assert cri.Cri("coap://h:61616/a").to_options(("192.0.2.1", 5683)) == [(3, b"h"), (7, b"\xf0\xb0"), *path]


def test_any_iterable_has_items():
    wanted = cri.Cri("coap://h/a/b?c&d")
    for make in (list, tuple, iter, lambda it: (item for item in it), lambda it: dict.fromkeys(it).keys(), collections.deque, lambda it: map(str, it)):
        assert cri.Cri.from_parts(scheme="coap", host="h", segments=make("ab"), parameters=make("cd")) == wanted
        assert cri.Cri("coap://h").replace(segments=make("ab"), parameters=make("cd")) == wanted
    with pytest.raises(TypeError, match=re.escape('not dict; write [f"{name}={value}" for name, value in parameters.items()]')):
        cri.CriRef.from_parts(parameters={"u": "c"})
    for name, text, advice in (("segments", "/a/b", 'segments=["a", "b"]'), ("parameters", "a=b&c", 'parameters=["a=b", "c"]')):
        with pytest.raises(TypeError, match=re.escape(f"{name} is a list or another iterable of items in order, not str; write {advice}")):
            cri.CriRef.from_parts(**{name: text})


def test_names_of_other_libraries_have_advice():
    for name, advice in (("path", "segments="), ("query", "parameters="), ("netloc", "host="), ("password", "userinfo="), ("x", "the parts are scheme, ")):
        for call in (cri.Cri("coap://h").replace, cri.CriRef.from_parts):
            with pytest.raises(TypeError, match=f'"{name}" is no part of a CRI; .*{advice}'):
                call(**{name: "a"})


@pytest.mark.parametrize("text, parts, wanted", [
    ("coap://h/a?u=c#x", {}, "coap://h/a?u=c#x"), ("coap://h/a?u=c#x", {"scheme": "coaps"}, "coaps://h/a?u=c#x"),
    ("coap://h:61616/a?u=c#x", {"port": None, "parameters": None, "fragment": None}, "coap://h/a"), ("coap://h/a", {"port": 5683}, "coap://h/a"),
    ("coap://h:1/a", {"host": ipaddress.ip_address("2001:db8::1")}, "coap://[2001:db8::1]:1/a"), ("coap://u@h/a", {"userinfo": None}, "coap://h/a"),
    ("coap://h/a%3Bb?c%26d#e%3B", {"port": 1}, "coap://h:1/a%3Bb?c%26d#e%3B"), ("coap://h/a", {"segments": ["b/c", ""]}, "coap://h/b%2Fc/"),
    ("coap://[fe80::1%25a%2Fb]/a", {"fragment": "x"}, "coap://[fe80::1%25a%2Fb]/a#x"), ("mailto:a@h", {"segments": ["b@h"]}, "mailto:b@h"),
    ("mailto:a", {"host": "h"}, "mailto://h/a"), ("mailto:a", {"rootless": False}, "mailto:/a"), ("coap://h/a", {"host": None}, "coap:/a"),
    ("coap://h/a?b", {"scheme": None}, "//h/a?b"), ("coap://h/a?b", {"scheme": None, "host": None}, "/a?b"), ("../a", {"discard": 3}, "../../a"),
    ("../a", {"host": "h"}, "//h/a"), ("../a", {"discard": None}, "/a"), ("a?b#c", {"segments": ["d"], "fragment": "e"}, "d?b#e"), ("?a", {"fragment": "b"}, "?a#b")])
def test_parts_are_replaced(text, parts, wanted):
    # RFC 9988 has no zone identifiers.
    for revision in ("draft-16", "rfc9988")[:1 if "%25a" in text else 2]:
        link = cri.CriRef(text, revision)
        for replaced in (link.replace(**parts), link.__replace__(**parts)):
            assert str(replaced) == wanted and replaced == cri.CriRef(wanted, revision) and type(replaced) is type(cri.CriRef(wanted))
    assert link == cri.CriRef(text, revision)


def test_what_cannot_be_replaced_is_an_error():
    for text, parts, kind, advice in (
            ("coap://h:1/a", {"host": None}, "missing-host", "pass None for both"), ("coap://u@h", {"host": None}, "missing-host", "need a host"),
            ("coap://h", {"rootless": True}, "out-of-order", "pass host=None"), ("coap://h", {"discard": 1}, "out-of-order", "leave it out"),
            ("mailto:a", {"port": 1}, "missing-host", "need a host"), ("coap://h", {"host": "::1"}, "address-text", "ip_address"), ("coap://h", {"segments": [".."]}, "dot-segment", "leave out")):
        with pytest.raises(cri.CriError, match=advice) as error:
            cri.CriRef(text).replace(**parts)
        assert error.value.kind == kind


# RFC 3986 section 3.3: a slash at the end of a path is an empty segment.
@pytest.mark.parametrize("text, paths, wanted", [
    ("coap://h", ["a"], "coap://h/a"), ("coap://h/", ["a"], "coap://h/a"), ("coap://h/a", ["b"], "coap://h/a/b"), ("coap://h/a/", ["b"], "coap://h/a/b"),
    ("coap://h/a?b#c", ["d/e"], "coap://h/a/d/e"), ("coap://h", ["a", "b"], "coap://h/a/b"), ("coap://h", ["a/", "b/"], "coap://h/a/b/"),
    ("coap://h/a", [""], "coap://h/a/"), ("coap://h/a//", ["b"], "coap://h/a//b"), ("coap://h", ["%2F ä"], "coap://h/%252F%20%C3%A4"),
    ("coap://h", [("a", b"/", "b"), ("c", b";")], "coap://h/a%2Fb/c%3B"), ("../a", ["b"], "../a/b"), ("mailto:a", ["b"], "mailto:a/b"), ("coap://h/a?b", [], "coap://h/a")])
def test_paths_are_joined(text, paths, wanted):
    link = cri.CriRef(text)
    assert str(link.joinpath(*paths)) == wanted
    if paths:
        for path in paths:
            link = link / path
        assert str(link) == wanted


def test_what_cannot_be_joined_is_an_error():
    link = cri.Cri("coap://h/a")
    for path, kind in (("..", "dot-segment"), ("b/../c", "dot-segment"), ("/b", "leading-empty-segment"), ("\ud800", "invalid-utf8")):
        with pytest.raises(cri.CriError) as error:
            link / path
        assert (error.value.kind, error.value.component) == (kind, "path")
    for path in (3, b"a", None, link):
        with pytest.raises(TypeError):
            link / path
        with pytest.raises(TypeError, match="a path is a str, or a tuple"):
            link.joinpath(path)


@pytest.mark.parametrize("text, parent, name", [
    ("coap://h/a/b?c#d", "coap://h/a", "b"), ("coap://h/a/b/", "coap://h/a/b", ""), ("coap://h/a", "coap://h", "a"), ("coap://h/", "coap://h", ""),
    ("coap://h?a", "coap://h", ""), ("coap://h/a/b%3B", "coap://h/a", ("b", b";")), ("mailto:a@h", "mailto:", "a@h"), ("../a/b", "../a", "b"), ("/a/b", "/a", "b")])
def test_a_parent_lacks_the_last_segment(text, parent, name):
    link = cri.CriRef(text)
    assert link.parent == cri.CriRef(parent) and link.name == name


def test_the_parent_of_a_relative_reference_leads_to_the_parent():
    base = cri.Cri("coap://h/a/b/c/d/e")
    for text in ("", "?x", "f", "f/g", "../", "../f", "../../f/", "/f", "/", "//i/f"):
        link, wanted = cri.CriRef(text), base.resolve(text).parent
        assert base.resolve(link.parent) == wanted.replace(parameters=None), text
    assert cri.CriRef.from_parts().parent == cri.CriRef.from_parts()


def test_origins_have_no_path_and_no_userinfo():
    assert str(cri.Cri("https://u@Example.com:443/a?b#c").origin()) == "https://example.com"
    assert str(cri.Cri("coap://[fe80::1%25e]:1/a").origin()) == "coap://[fe80::1%25e]:1"
    received = cri.Cri.from_notation('["coap", ["h", 5683], ["a"]]')
    assert received.origin() == cri.Cri("coap://h") and cri.Cri("coap://h", "rfc9988").origin().revision == "rfc9988"
    # RFC 6454 section 4: an origin without a host equals no other.
    for text in ("mailto:a", "file:///a", "urn:a", "coap:/a"):
        with pytest.raises(cri.CriError, match="no origin"):
            cri.Cri(text).origin()


def test_masked_texts_have_no_password():
    for text, masked in (("https://u:p%40w@h/a?b", "https://u:***@h/a?b"), ("https://u@h/", "https://u@h/"), ("//u:p@h", "//u:***@h"), ("../a%22", "../a%22")):
        assert cri.CriRef(text, "rfc9988").to_masked() == masked
    with pytest.raises(cri.CriError):
        cri.CriRef.from_notation('[0, ["a"]]').to_masked()


def test_an_object_makes_an_object():
    for link in (cri.Cri("coap://h/a"), cri.Cri.from_notation('["coap", ["h", 5683]]'), cri.Cri("coap://h", "rfc9988"), cri.CriRef("../a")):
        again = cri.CriRef(link)
        assert again == link and type(again) is type(link) and again.revision == link.revision and bytes(again) == bytes(link)
        assert cri.CriRef(link, link.revision) == link
    assert cri.Cri(cri.CriRef("coap://h/a")) == cri.Cri("coap://h/a")
    with pytest.raises(cri.CriError, match="not a full CRI"):
        cri.Cri(cri.CriRef("a"))
    for link, other in ((cri.Cri("coap://h"), "rfc9988"), (cri.Cri("coap://h", "rfc9988"), "draft-16")):
        with pytest.raises(ValueError, match=rf"is of {link.revision}; .*in {other}, pass str\("):
            cri.Cri(link, other)


def test_a_password_names_the_revision_that_has_it():
    # SPEC: draft-16 has no CRI for a colon in the userinfo (constraint C3).
    for call in (cri.Cri, cri.Cri.from_iri, cri.Cri("coap://h").resolve):
        with pytest.raises(cri.CriError, match="(?s)colon in the userinfo, at byte 9.*revision='rfc9988'.*u:\\*\\*\\*@h"):
            call("https://u:pw@h/")
    assert cri.Cri("https://u:pw@h/", revision="rfc9988").userinfo == "u:pw"


def test_pairs_of_parameters_are_decoded():
    assert cri.Cri("coap://h?a%26b=c%3D1=2&&=x&y&z=%FF").parameter_pairs() == (("a&b", "c=1=2"), ("", ""), ("", "x"), ("y", ""), ("z", b"\xff"))
    assert cri.CriRef("a").parameter_pairs() == cri.Cri("coap://h").parameter_pairs() == ()


def test_the_version_is_that_of_the_package():
    assert cri.__version__ == importlib.metadata.version("cri-uri")


def test_a_text_is_normalized_by_steps():
    # RFC 3986 sections 6.2.2 and 6.2.3, and its example of section 6.2.2.
    assert cri.normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d") == "example://a/b/c/%7Bfoo%7D"
    text = "HTTP://u:Pw@Example.com:080/%7ea/./b?%2d"
    for steps, wanted in (
            ([], text), (["case"], "http://u:Pw@example.com:080/%7Ea/./b?%2D"), (["percent"], "HTTP://u:Pw@Example.com:080/~a/./b?-"),
            (["dots"], "HTTP://u:Pw@Example.com:080/%7ea/b?%2d"), (["scheme"], "HTTP://u:Pw@Example.com/%7ea/./b?%2d"),
            (iter(["case", "percent", "dots", "address", "scheme"]), "http://u:Pw@example.com/~a/b?-"), (None, "http://u:Pw@example.com/~a/b?-")):
        assert cri.normalize(text, steps) == wanted
    for text, wanted in (("http://h:", "http://h/"), ("http://[v1.X]/%c3%89x", "http://[v1.x]/%C3%89x"), ("http://[2001:DB8:0:0::1]", "http://[2001:db8::1]/"),
                         ("a:/..//b", "a:/.//b"), ("../%7Ea/./b", "../~a/./b"), ("", "")):
        assert cri.normalize(text) == wanted
    with pytest.raises(ValueError, match='"upper" is no step; the steps are case, percent, dots, address, scheme'):
        cri.normalize("a", ["upper"])
    for steps in ("case", 3, {"case"}, [3]):
        with pytest.raises(TypeError):
            cri.normalize("a", steps)
    with pytest.raises(TypeError, match=re.escape('write steps=["case", "dots"]')):
        cri.normalize("a", "case,dots")
    with pytest.raises(cri.CriError, match="at byte 9") as error:
        cri.normalize("http://h/|")
    assert (error.value.component, error.value.offset) == ("path", 9)


def test_uris_are_found_with_their_places():
    # RFC 3986 appendix C.
    text = ('Ja\u0308, Jim, I found it under "http://www.w3.org/Addressing/",\nbut you can probably pick it up from <ftp://foo.example.\n  com/rfc/>. Note the '
            'warning in <http://www.ics.uci.edu/pub/\nietf/uri/historical.html#WARNING>. \U0001f600 coap://h/\u3002 a:b http://h/\u00e4')
    found = cri.find(text)
    assert [it.uri for it in found] == ["http://www.w3.org/Addressing/", "ftp://foo.example.com/rfc/",
                                        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING", "coap://h/"]
    for uri, start, end in found:
        assert re.sub(r"\s", "", text[start:end]) == uri
    assert cri.find("") == cri.find("a b") == []
    assert [f.uri for f in cri.find("<GET http://a> **http://b** http://c,d \\thttp://e")] == [
        "http://a", "http://b", "http://c", "http://e",
    ]
    assert cri.find("http://a.te\u2026 http://u:\u2022@h/") == []
    assert cri.find("\U0001f600 http://\u00e9/\u00df.", iri=True) == [("http://\u00e9/\u00df", 2, 12)]


def test_no_subclass_is_forgotten():
    class Link(cri.CriRef):
        pass

    for make in (lambda: Link("a"), lambda: Link("coap://h"), lambda: Link.from_parts(), lambda: Link.from_iri("a"), lambda: Link.from_notation("[]")):
        with pytest.raises(TypeError, match="a subclass of CriRef has no objects"):
            make()


def test_values_of_parameters_are_decoded():
    link = cri.Cri("coap://h?id=a%2Fb&id=1%2B2&id&x=%FF&i%3Dd=y&a%26b=%C3%A9")
    assert link.parameter_values("id") == ("a/b", "1+2", "")
    assert [link.parameter_values(name) for name in ("x", "i=d", "a&b", "i", "")] == [(b"\xff",), ("y",), ("\u00e9",), (), ()]
    assert cri.Cri("coap://h").parameter_values("id") == cri.CriRef("a").parameter_values("id") == ()
    with pytest.raises(TypeError):
        link.parameter_values(b"id")
