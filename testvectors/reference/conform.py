"""The lines of json/run.py, answered by cri.py: an adapter.

One JSON object comes in each line of the standard input, and one goes out in
a line of the standard output. Copy this file for an implementation of your
own: testvectors/README.md and OPERATIONS.md beside it explain the operations.
"""

import json
import sys

import coap
import cri
import neighbours
import rfc3986

BYTES = ("cbor", "base", "reference", "target", "a", "b", "content")


def decode(data, revision, features):
    try:
        if data["reader"] == "strict":
            result = cri.decode_strict(data["cbor"], revision, features)
        else:
            result = cri.decode(data["cbor"], features)
    except cri.Rejected as error:
        return {"outcome": "rejected", "error": describe(error)}
    except cri.Unprocessable as error:
        return {"outcome": "unprocessable", "error": describe(error)}
    return {"outcome": "processable", "full": result.is_full}


def encode(data, revision, features):
    return {"cbor": cri.encode(cri.decode(data["cbor"], features), revision)}


def to_cri(data, revision, features):
    result = cri.from_uri(data["uri"], revision, features)
    return {"cbor": cri.encode(result, revision)}


def to_uri(data, revision, features):
    return {"uri": cri.to_uri(cri.decode(data["cbor"], features), revision)}


def resolve(data, revision, features):
    result = cri.resolve(cri.decode_full(data["base"], features),
                         cri.decode(data["reference"], features))
    return {"cbor": cri.encode(result, revision)}


def resolve_uri(data, revision, features):
    return {"uri": rfc3986.resolve(data["base"], data["reference"])}


def compare(data, revision, features):
    a, b = cri.decode_full(data["a"]), cri.decode_full(data["b"])
    return {"equal": cri.equal(a, b),
            "equal_ignoring_fragment": cri.equal(cri.without_fragment(a),
                                                 cri.without_fragment(b))}


def relativize_cri(data, revision, features):
    base = cri.decode_full(data["base"])
    target = cri.decode_full(data["target"])
    return {"cbor": cri.relativize(base, target, revision)}


def relativize_uri(data, revision, features):
    return {"reference": rfc3986.relativize(data["base"], data["target"])}


def scheme_name(data, revision, features):
    name = cri.scheme_names(revision).get(data["number"])
    return {"name": name, "port": cri.default_ports(revision).get(name)}


def scheme_number(data, revision, features):
    return {"number": cri.scheme_numbers(revision).get(data["name"]),
            "port": cri.default_ports(revision).get(data["name"])}


def parse(data, revision, features):
    return vars(rfc3986.parse(data["uri"]))


def parse_absolute(data, revision, features):
    return vars(rfc3986.parse_absolute(data["uri"]))


def normalize(data, revision, features):
    steps = ("case", "percent", "dot_segments")
    answer = {step: rfc3986.normalize(data["uri"], [step]) for step in steps}
    syntax = (*steps, "address")
    answer["syntax"] = rfc3986.normalize(data["uri"], syntax)
    answer["scheme"] = rfc3986.normalize(
        data["uri"], [*syntax, "scheme"], cri.default_ports(cri.DRAFT_16))
    return answer


def recompose(data, revision, features):
    names = ("scheme", "authority", "path", "query", "fragment")
    return {"uri": rfc3986.recompose(*map(data.get, names))}


def extract(data, revision, features):
    ports = cri.default_ports(cri.DRAFT_16)
    found = rfc3986.extract(data["text"], ports, data.get("iri", False))
    return {"found": found}


def decode_tagged(data, revision, features):
    return {"content": cri.untag(data["cbor"], features)}


def encode_tagged(data, revision, features):
    return {"cbor": cri.encode_tagged(cri.decode(data["content"], features))}


def decompose(data, revision, features):
    transport, options = coap.decompose(
        cri.decode(data["cbor"]), destination(data), revision)
    return {"transport": transport,
            "options": [{"number": number, "value": value}
                        for number, value in options]}


def uri_options(data, revision, features):
    transport, options = coap.uri_options(
        data["uri"], destination(data), revision)
    return {"transport": transport,
            "options": [{"number": number, "value": value}
                        for number, value in options]}


def compose(data, revision, features):
    result = coap.compose(options(data), destination(data),
                          data["transport"], revision)
    return {"cbor": cri.encode(result, revision)}


def proxy(data, revision, features):
    return coap.asked(options(data), destination(data), revision,
                      data.get("conflicts") == "precedence")


def proxy_option(data, revision, features):
    if "number" in data:
        return {"value": coap.proxy_scheme_number(data["number"])}
    return {"value": coap.proxy_cri(cri.decode(data["cbor"]), revision)}


def decode_embedded(data, revision, features):
    return {"content": neighbours.decode_embedded(data["cbor"], features)}


def encode_embedded(data, revision, features):
    reference = cri.decode_full(data["content"], features)
    return {"cbor": neighbours.encode_embedded(reference, revision)}


def destination(data):
    return coap.endpoint(data["destination"], data.get("zone"))


def options(data):
    return [(option["number"], bytes.fromhex(option["value"]))
            for option in data["options"]]


OPERATIONS = {
    function.__name__.replace("_", "-"): function for function in (
        decode, encode, to_cri, to_uri, resolve, resolve_uri, compare,
        relativize_cri, relativize_uri, scheme_name, scheme_number, parse,
        parse_absolute, normalize, recompose, extract, decode_tagged,
        encode_tagged, decompose, uri_options, compose, proxy, proxy_option,
        decode_embedded, encode_embedded)}


def describe(error):
    """What is known of an error. An empty object is enough."""
    members = vars(error).items()
    return {name: value for name, value in members if value is not None}


def answer(case):
    """Return the answer to a case, without its id."""
    operation = OPERATIONS.get(case["operation"])
    if operation is None:
        return {"unsupported": True}
    if case["revision"] not in cri.REVISIONS:
        raise ValueError("the member revision has a wrong value")
    data = dict(case["input"])
    if not case["operation"].endswith("-uri") or "cbor" in data:
        for name in set(BYTES) & set(data):
            data[name] = bytes.fromhex(data[name])
    # Some encoders write null for an empty list.
    features = cri.FEATURES - set(case.get("without") or ())
    try:
        return operation(data, case["revision"], features)
    except rfc3986.Invalid as error:
        return {"error": describe(error)}


def reply(line):
    """Return the line that answers a line. A bad line has an error."""
    name, kind = None, "not-a-case"
    try:
        case = json.loads(line)
        name, kind = case["id"], "internal"
        # Bytes are hex in JSON.
        return json.dumps({"id": name, **answer(case)}, default=bytes.hex)
    except Exception as error:  # Whatever the line has in place of a case.
        message = f"{type(error).__name__}: {error}"
        return json.dumps(
            {"id": name, "error": {"kind": kind, "message": message}})


def main():
    for line in sys.stdin.buffer:
        print(reply(line), flush=True)


if __name__ == "__main__":
    main()
