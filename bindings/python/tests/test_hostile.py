import pathlib
import subprocess
import sys

import pytest

PROGRAM = pathlib.Path(__file__).with_name("hostile.py")


def test_wrong_arguments_are_documented_errors():
    process = subprocess.run([sys.executable, "-B", "-X", "faulthandler", PROGRAM, "2", "3000"], capture_output=True, text=True, timeout=300)
    assert process.returncode == 0, process.stderr[-3000:]
    functions, *outcomes = process.stdout.split()
    assert int(functions) > 100
    # Whether a call meets a lack of memory is chance. The next test has calls that do.
    assert {"returned", "CriError", "MalformedError", "Own", "TypeError", "ValueError"} <= set(outcomes)


@pytest.mark.parametrize("call", [
    # Each takes more memory than there is, at once or little by little.
    "cri.CriRef('a' * (130 << 20))",
    r"cri.CriRef(b'\x82\xf5\x81\x7a' + (110 << 20).to_bytes(4, 'big') + b'a' * (110 << 20))",
    r"str(cri.CriRef(b'\x82\xf5\x81\x7a' + (50 << 20).to_bytes(4, 'big') + b' ' * (50 << 20)))",
    r"repr(cri.CriRef(b'\x82\xf5\x81\x7a' + (50 << 20).to_bytes(4, 'big') + b' ' * (50 << 20)))",
    r"cri.CriRef(b'\x82\xf5\x9a' + (25 << 20).to_bytes(4, 'big') + b'\x60' * (25 << 20)).segments",
    r"cri.Cri(b'\x83\x20\x81\x61h\x9a' + (5 << 20).to_bytes(4, 'big') + b'\x61b' * (5 << 20)).to_options()",
    "cri.CriRef.from_parts(segments=['a' * (20 << 20)] * (1 << 20))", "cri.columns.encode(pyarrow.nulls(1 << 28))",
    "cri.columns.check(pyarrow.nulls(1 << 28))", "cri.columns.segments(pyarrow.array(['/' * (40 << 20)]))",
    "cri.columns.resolve(pyarrow.nulls(1 << 27), pyarrow.nulls(1 << 27))", "cri.Cri('coap://h').replace(segments=['a' * (20 << 20)] * (1 << 20))",
    "cri.Cri('coap://h') / ('a/' * (60 << 20))"])
def test_a_lack_of_memory_is_an_exception(call):
    limit = "import cri_uri as cri, hostile, pyarrow, pytest; hostile.limit_memory(300 << 20)\n"
    code = f"{limit}with pytest.raises(MemoryError): {call}\nassert cri.CriRef('a')"
    process = subprocess.run([sys.executable, "-B", "-c", code], cwd=PROGRAM.parent, capture_output=True, text=True, timeout=300)
    assert process.returncode == 0, process.stderr[-3000:]
