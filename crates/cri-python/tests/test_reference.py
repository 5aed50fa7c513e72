import array
import copy
import ipaddress
import pickle

import cri
import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(st.binary())
def test_no_bytes_crash(data):
    try:
        link = cri.CriRef(data)
    except cri.CriError as error:
        assert 0 <= error.offset <= len(data)
    else:
        assert cri.CriRef.from_notation(link.to_notation()) == link and repr(link)


segment = st.one_of(st.text(), st.tuples(st.text(min_size=1), st.sampled_from([b";", b"\xff", b"/"])))


@given(st.lists(segment), st.lists(segment), st.none() | segment)
def test_parts_are_returned_as_they_were_given(segments, parameters, fragment):
    try:
        link = cri.Cri.from_parts(scheme="coap", host="h", segments=segments, parameters=parameters, fragment=fragment)
    except cri.CriError as error:
        assert error.kind in ("dot-segment", "pet-not-minimal")
        return
    assert list(link.segments) == segments and list(link.parameters) == parameters and link.fragment == fragment


def test_lone_surrogates_are_an_error_of_unicode():
    for text in ("coap://h/\ud800", "\udfff"):
        with pytest.raises(UnicodeEncodeError):
            cri.Cri(text)
        with pytest.raises(UnicodeEncodeError):
            cri.Cri.from_parts(scheme="coap", host="h", segments=[text])


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
    with pytest.raises(TypeError, match="not an instance of|failed to extract|expected a str or a bytes-like object"):
        call()


def test_a_relative_reference_is_no_cri():
    for make in (lambda: cri.Cri(b"\x82\x01\x81\x61a"), lambda: cri.Cri.from_notation('[1, ["a"]]'),
                 lambda: cri.Cri.from_parts(segments=["a"]), lambda: cri.Cri("coap://h").relativize("a")):
        with pytest.raises(cri.CriError) as error:
            make()
        assert (error.value.kind, error.value.component) == ("not-full", "scheme")
    with pytest.raises(cri.CriError, match="not a full CRI"):
        cri.Cri("../a")


def test_errors_have_the_same_members_after_pickling():
    with pytest.raises(cri.MalformedError) as raised:
        cri.Cri(b"\x82")
    error, again = raised.value, pickle.loads(pickle.dumps(raised.value))
    assert isinstance(error, ValueError) and type(again) is cri.MalformedError
    assert vars(error) == vars(again) and str(error) == str(again)


def test_passwords_are_masked_but_by_str():
    link = cri.Cri("coap://user:secret@h/a", "rfc9988")
    assert "secret" in str(link) and "secret" in link.to_notation()
    assert repr(link) == "Cri('coap://user:***@h/a', 'rfc9988')"
    with pytest.raises(cri.CriError) as error:
        cri.Cri("coap://user:secret@h/a|")
    assert "secret" not in str(error.value) and "secret" not in repr(error.value)


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


def test_sorting_is_total():
    links = [cri.CriRef(text) for text in TEXTS]
    ascending = sorted(links)
    assert sorted(reversed(links)) == ascending
    assert all(a < b and b > a and a <= b and not b <= a for a, b in zip(ascending, ascending[1:]))
    with pytest.raises(TypeError):
        links[0] < "coap://h"


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
    assert repr(link) == "CriRef.from_notation('[0, [\"a\"]]')"
    assert pickle.loads(pickle.dumps(link)) == link


def test_hosts_are_objects_of_ipaddress():
    zone = cri.Cri("coap://[fe80::1%25eth0]").host
    assert isinstance(zone, ipaddress.IPv6Address) and zone.scope_id == "eth0"
    assert cri.Cri("coap://192.0.2.1").host == ipaddress.ip_address("192.0.2.1")
    # `ipaddress` has no zones of IPv4 addresses, and none is dropped: [-1, [h'C0000201', "a"]].
    with pytest.raises(ValueError):
        cri.Cri(bytes.fromhex("82208244c00002016161")).host
