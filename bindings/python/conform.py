"""An adapter: answers the cases of the corpus with the package `cri-uri`.

    python3 testvectors/json/run.py --level diagnosis -- python3 bindings/python/conform.py
"""

import ipaddress
import json
import re
import sys

import cri_uri as cri


def decode(case):
    data = bytes.fromhex(case["input"]["cbor"])
    revision = case["revision"]
    try:
        reference = cri.CriRef(data, revision)
    except cri.CriError as error:
        malformed = isinstance(error, cri.MalformedError)
        return {"outcome": "rejected" if malformed else "unprocessable", "error": located(error)}
    if case["input"]["reader"] == "strict" and encoding(reference) != data:
        return {"outcome": "unprocessable"}
    return {"outcome": "processable", "full": isinstance(reference, cri.Cri)}


def encoding(reference):
    try:
        return bytes(reference)
    except cri.CriError:
        return None


def encode(case):
    return {"cbor": bytes(reference(case, "cbor")).hex()}


def to_cri(case):
    return {"cbor": bytes(cri.CriRef(case["input"]["uri"], case["revision"])).hex()}


def to_uri(case):
    return {"uri": str(reference(case, "cbor"))}


def resolve(case):
    base = full(case, "base")
    return {"cbor": bytes(base.resolve(reference(case, "reference"))).hex()}


def relativize_cri(case):
    base, target = full(case, "base"), full(case, "target")
    return {"cbor": bytes(base.relativize(target)).hex()}


def compare(case):
    a, b = full(case, "a"), full(case, "b")
    if a == b and hash(a) != hash(b):
        raise AssertionError("equal CRIs have different hashes")
    return {"equal": a == b, "equal_ignoring_fragment": a.without_fragment() == b.without_fragment()}


def decompose(case):
    target = full(case, "cbor")
    options = [{"number": number, "value": value.hex()}
               for number, value in target.to_options(destination(case))]
    return {"transport": target.scheme, "options": options}


def uri_options(case):
    request = cri.Cri.from_request_uri(case["input"]["uri"], case["revision"])
    options = [{"number": number, "value": value.hex()}
               for number, value in request.to_options(destination(case))]
    return {"transport": request.scheme, "options": options}


def compose(case):
    options = [(it["number"], bytes.fromhex(it["value"])) for it in case["input"]["options"]]
    result = cri.Cri.from_options(
        options, destination(case), case["input"]["transport"], case["revision"])
    return {"cbor": bytes(result).hex()}


STEPS = {"case": ["case"], "percent": ["percent"], "dot_segments": ["dots"],
         "syntax": ["case", "percent", "dots", "address"], "scheme": None}


def normalize(case):
    return {name: cri.normalize(case["input"]["uri"], steps, case["revision"]) for name, steps in STEPS.items()}


def extract(case):
    text = case["input"]["text"]
    found = cri.find(text, iri=case["input"].get("iri", False), revision=case["revision"])
    return {"found": [{"uri": uri, "written": text[start:end], "delimiters": delimiters(text[:start], text[end:])}
                      for uri, start, end in found]}


def delimiters(before, after):
    if re.search(r"<\s*(?:url:)?\s*$", before, re.IGNORECASE) and re.match(r"\s*>", after):
        return "angle-brackets"
    quotes = {'""': "double-quotes", "“”": "double-quotes", "''": "single-quotes"}
    return quotes.get(before[-1:] + after[:1], "none")


def reference(case, name):
    return cri.CriRef(bytes.fromhex(case["input"][name]), case["revision"])


def full(case, name):
    return cri.Cri(bytes.fromhex(case["input"][name]), case["revision"])


def destination(case):
    """Return the address and the port in `192.0.2.1:5683` or `[2001:db8::1]:5683`, with the zone if there is one."""
    address, _, port = case["input"]["destination"].rpartition(":")
    address = str(ipaddress.ip_address(address.strip("[]")))
    zone = case["input"].get("zone")
    return address if zone is None else f"{address}%{zone}", int(port)


def located(error):
    code = error.response_code
    members = {"kind": error.kind, "component": error.component, "offset": error.offset,
               "code": None if code is None else f"{code >> 5}.{code & 31:02}"}
    return {name: value for name, value in members.items() if value is not None}


OPERATIONS = {
    "decode": decode, "encode": encode, "to-cri": to_cri, "to-uri": to_uri, "resolve": resolve,
    "relativize-cri": relativize_cri, "compare": compare, "decompose": decompose, "uri-options": uri_options,
    "compose": compose, "normalize": normalize, "extract": extract,
}


def answer(case):
    # The package has no switches for the optional features of the draft.
    if case["operation"] not in OPERATIONS or case.get("without"):
        return {"unsupported": True}
    try:
        return OPERATIONS[case["operation"]](case)
    except cri.CriError as error:
        return {"error": located(error)}


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], **answer(question)}), flush=True)
