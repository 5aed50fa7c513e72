"""Calls every function and method with wrong arguments: `hostile.py SEED CALLS`. `test_hostile.py` runs this in a process of its
own, whose memory is limited. It ends with an error if an exception is not documented, or an argument has changed.
"""

import array
import collections.abc
import enum
import ipaddress
import itertools
import random
import resource
import sys
import types

import cri_uri as cri
import numpy
import pandas as pd
import polars as pl
import pyarrow as pa
from cri_uri import _cri

# What is left after the imports, for one call and its arguments.
ROOM = 128 << 20


class Own(Exception):
    """What an argument raises when it is used."""


def refuse(*arguments):
    raise Own


class Text(str):
    """A text that pretends to be equal to everything."""

    __eq__ = lambda self, other: True
    __hash__ = str.__hash__
    __len__ = lambda self: 1 << 62
    __str__ = refuse
    __iter__ = refuse


class Number(int):
    __index__ = refuse
    __int__ = refuse


class Items(tuple):
    __len__ = lambda self: 1 << 62
    __iter__ = refuse


class Endless(collections.abc.Sequence):
    """A sequence without an end, or with a length that is wrong."""

    def __init__(self, item, length=1 << 62):
        self.item, self.length = item, length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        return self.item


class Broken(collections.abc.Sequence):
    __len__ = __getitem__ = __iter__ = refuse


class Short(list):
    """A list that says that it is long."""

    __len__ = lambda self: 1 << 62


class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        if self.number is None:
            raise Own
        return self.number


class Lazy:
    """An object all of whose attributes raise an error, but those of every object."""

    def __getattr__(self, name):
        raise Own


class Anything:
    """An object that has every attribute."""

    def __getattr__(self, name):
        return self

    def __call__(self, *arguments, **named):
        return self


class Packed:
    packed = b"\1\2\3\4"


class Capsules:
    def __init__(self, *capsules):
        self.capsules = capsules

    def __arrow_c_array__(self, requested_schema=None):
        return self.capsules

    def __arrow_c_stream__(self, requested_schema=None):
        return self.capsules[0]


class Kind(str, enum.Enum):
    COAP = "coap"


def raising():
    yield "a"
    raise Own


def nested():
    items = []
    items.append(items)
    return items


TEXTS = ["", "a", "h", "coap", "COAP", "coap://h/a?b#c", "//h:5683", "draft-16", "rfc9988", "host", "query", "\ud800", "\0", "a\0b", "é",
         "H", "..", "2001:db8::1", "192.0.2.1", "fe80::1%", "fe80::1%eth0", "[::1]", "1.2.3.4%x", "%", "a" * 100_000, "../" * 1000,
         "[-1, [" * 100, "[-1, [\"h\", 5683]]", Text("a"), Text("coap"), Text("evil"), Kind.COAP]
BYTES = [b"", b"a", b"\0", b"\xff" * 5, bytes.fromhex("83208161688161 61"), bytes.fromhex("8320826168191633816161"),
         bytes.fromhex("82208244c00002016161"), bytes.fromhex("82f682506161616161616161616161616161616160"), b"\x9b" + b"\xff" * 8,
         b"\x82\x01\x9b" + b"\x7f" * 8, b"\x7b" + b"\xff" * 8, b"\x81" * 100_000]
NUMBERS = [0, 1, -1, 3, 7, 11, 127, 128, 255, 256, 5683, 65535, 65536, -2**31, 2**32, 2**63, -2**63, 2**64 - 1, 2**64, 10**5000, True, False,
           Number(3), Index(7), Index(None), Index(2**70), 1.0, float("nan"), float("inf"), 1j, numpy.int64(7), numpy.uint8(200),
           numpy.bool_(True), numpy.float64(1)]
ADDRESSES = [*map(ipaddress.ip_address, ["192.0.2.1", "2001:db8::1", "fe80::1%eth0", "::ffff:192.0.2.1"]),
             ipaddress.ip_interface("192.0.2.1/24"), ipaddress.ip_network("192.0.2.0/24"), Packed()]
OTHERS = [None, ..., NotImplemented, object(), object, type, int, str, len, refuse, sys, Own(), cri.CriError, cri, slice(None), Lazy(), Anything(),
          lambda: None, types.SimpleNamespace(), memoryview(b"\x80"), pd.Timestamp(0)]
# So that a sequence without an end soon takes all memory.
LONG = ["a" * 5_000_000, ("a" * 5_000_000, b";"), (11, b"a" * 5_000_000), 5, ()]
MANY_NULLS = pa.nulls(2**27)
CRIS = [cri.CriRef(text, revision) for text in ("", "../a?b", "coap://h/a", "mailto:a@h", "/.//a", "//h:5683", "coap://2001%3Adb8%3A%3A1/a%3Bb")
        for revision in ("draft-16", "rfc9988")]
for data in BYTES:
    try:
        CRIS.append(cri.CriRef(data))
    except cri.CriError:
        pass


def mutable(random):
    """An argument that a call must not change, and a function that returns what it holds."""
    kind = random.randrange(8)
    if kind == 0:
        value = bytearray(random.choice(BYTES))
        # An object that still has the buffer would refuse to let it grow.
        return value, lambda: (value.append(1), value.pop(), bytes(value))
    if kind == 1:
        value = [random.choice(TEXTS[:24]) for _ in range(random.randrange(4))]
        return value, lambda: list(value)
    if kind == 2:
        value = [(random.choice(NUMBERS), random.choice(BYTES)) for _ in range(random.randrange(4))]
        return value, lambda: [(id(number), data) for number, data in value]
    if kind == 3:
        value = {"a": b"b"}
        return value, lambda: dict(value)
    if kind == 4:
        value = array.array("B", b"\x82\x01\x81\x61a")
        return value, lambda: (value.append(1), value.pop(), bytes(value))
    if kind == 5:
        value = {"a", "b"}
        return value, lambda: sorted(value)
    if kind == 6:
        value = numpy.array([b"\x80", b"a"], dtype=random.choice(["object", "S"]))
        return value, lambda: value.tolist()
    value = pa.array(["coap://h/a", None, "a|b"])
    return value, lambda: value.to_pylist()


def sequence(random):
    item = random.choice([*TEXTS, *BYTES, *NUMBERS, ("a", b";"), (), ("a",), Items(("a", b";")), (11, b"a"), (11, "a"), (2**40, b"")])
    long = random.choice(LONG)
    return random.choice([
        lambda: range(2**42), lambda: range(2**60), lambda: range(2**100), lambda: range(-5), lambda: range(0), lambda: (item,) * 3,
        lambda: Items((item,)), lambda: [item] * 2, lambda: Short([item]), lambda: Endless(long), lambda: Endless(item, -1), lambda: Endless(long, 0),
        lambda: Endless(long, 2**70), Broken, raising, nested, lambda: itertools.repeat(item), lambda: iter([item, item]), lambda: {item: item} if isinstance(item, bytes) else {},
        lambda: collections.deque([item]), lambda: ("h", 5683), lambda: ("192.0.2.1", 5683), lambda: ("fe80::1%a", item), lambda: (item, 5683),
        lambda: ("a" * 1000, b"\0" * 1000) * 100])()


def column(random):
    rows = [random.choice([None, *[text for text in TEXTS if text.isascii()]]) for _ in range(random.randrange(4))]
    data = [random.choice([None, *BYTES]) for _ in range(random.randrange(4))]
    return random.choice([
        lambda: pa.array(rows, pa.string()), lambda: pa.array(rows, pa.string_view()), lambda: pa.array(data, pa.binary()),
        lambda: pa.array(data, pa.large_binary()), lambda: pa.chunked_array([data, []], pa.binary_view()), lambda: pl.Series(rows, dtype=pl.String),
        lambda: pa.nulls(2), lambda: MANY_NULLS, lambda: pa.array([1]), lambda: pa.array([rows]), lambda: pa.table({"a": rows}),
        lambda: pa.table({}), lambda: pa.array([{"a": "b"}, None]), lambda: pd.Series(["a"]), lambda: _cri.encode(pa.array(["a"]), False, False, "draft-16")[0],
        lambda: Capsules(), lambda: Capsules(1, 2), lambda: Capsules(*pa.array(["a"]).__arrow_c_array__()[::-1]),
        lambda: Capsules(pa.array(["a"]).__arrow_c_array__()[0], 5), lambda: Capsules(pa.chunked_array([["a"]]).__arrow_c_stream__()),
        lambda: pa.RecordBatchReader.from_batches(pa.schema([("a", pa.string())]), iter([])),
        lambda: pa.array(rows, pa.string()).dictionary_encode(), lambda: pa.scalar("a")])()


def argument(random):
    """An argument, and a function that returns what must not change."""
    kind = random.randrange(8)
    if kind == 0:
        return mutable(random)
    value = [lambda: random.choice(TEXTS), lambda: random.choice(BYTES), lambda: random.choice(NUMBERS), lambda: random.choice(ADDRESSES + OTHERS),
             lambda: random.choice(CRIS), lambda: sequence(random), lambda: column(random)][kind - 1]()
    return value, lambda: None


NAMES = ["scheme", "userinfo", "host", "port", "discard", "segments", "parameters", "fragment", "rootless", "revision", "source", "text",
         "reference", "target", "destination", "options", "column", "name", "parameter", "lenient", "errors", "base", "dtype", "copy", "steps", "iri", "decode", "bases"]
FITTING = {"scheme": ["coap", 0], "host": ["h", ADDRESSES[0]], "port": [5683, Index(None)], "segments": [["a"], Broken()], "revision": ["draft-16"], "rootless": [True, False], "errors": [True],
           "destination": [("192.0.2.1", 5683)]}


def methods(owner):
    """The functions of an object, and none that every object has."""
    for name in dir(owner):
        if name in ("__class__", "__init__") or isinstance(getattr(type(owner), name, None), types.GetSetDescriptorType):
            continue
        found = getattr(owner, name)
        if callable(found) and getattr(type(owner), name, found) is not getattr(object, name, None):
            yield name, found


def functions(random):
    """All functions, each with the receivers that it is called for."""
    columns = _cri.encode(pa.array(["a", None, "|"]), False, True, "draft-16")
    found = {}
    for owner in (cri.CriRef, cri.Cri, *CRIS, *columns, cri.columns, _cri, cri.CriError("message", "kind")):
        for name, function in methods(owner):
            found.setdefault((type(owner).__name__, name), []).append(function)
    found["module", "find"] = [cri.find]
    found["object", "getattr"] = [lambda name=name: getattr(random.choice(CRIS), name) for name in dir(cri.Cri)]
    found["object", "setattr"] = [lambda name="scheme", value=1: setattr(random.choice(CRIS), name, value)]
    found["object", "class"] = [lambda *arguments: type("Sub", (cri.CriRef,), {})(*arguments), lambda **named: type("Sub", (cri.CriRef,), {}, **named)]
    return found


# CriError is a ValueError. An error of Unicode is one, too, but not documented.
DOCUMENTED = (TypeError, ValueError, OverflowError, MemoryError, IndexError, AttributeError, Own)


def call(random, function):
    arguments = [argument(random) for _ in range(random.choice([0, 1, 1, 1, 2, 2, 3, 4]))]
    named = {name: argument(random) for name in random.sample(NAMES, random.choice([0, 0, 1, 2]))}
    if getattr(function, "__name__", "") in ("from_parts", "replace"):
        arguments = []
        named = {name: argument(random) for name in random.sample(NAMES[:10], random.randrange(4))}
        for name in random.sample(sorted(FITTING), random.randrange(4)):
            if name in NAMES[:10]:
                named.setdefault(name, (random.choice(FITTING[name]), lambda: None))
    before = [state() for _, state in (*arguments, *named.values())]
    try:
        result = function(*(value for value, _ in arguments), **{name: value for name, (value, _) in named.items()})
        for used in (repr, hash, str, bytes):
            if isinstance(result, cri.CriRef):
                used(result)
        outcome = "returned"
    except DOCUMENTED as error:
        outcome = type(error).__name__
        assert not isinstance(error, UnicodeError), f"{function} raised {error!r}"
        assert str(error) or isinstance(error, (MemoryError, Own)), "an error without a message"
    after = [state() for _, state in (*arguments, *named.values())]
    assert before == after, f"{function} changed an argument: {before} {after}"
    return outcome


def limit_memory(room):
    """Let the process use this much memory more than it does."""
    with open("/proc/self/statm", encoding="ascii") as sizes:
        used = int(sizes.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + room, used + room))


def main(seed, calls):
    source = random.Random(seed)
    limit_memory(ROOM)
    found = functions(source)
    makers = [key for key in found if key[1] in ("from_parts", "replace", "joinpath", "from_options", "from_request_uri", "resolve", "to_options")]
    outcomes = collections.Counter()
    for _ in range(calls):
        key = source.choice([*found, *makers * 10])
        outcomes[call(source, source.choice(found[key]))] += 1
    print(len(found), *sorted(outcomes))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
