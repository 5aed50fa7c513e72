"""Compare the package with `urllib.parse` and `yarl`, on a file of URLs, one in a line.

    python bindings/python/bench.py LIST [LIST...]

Build with `maturin build --release`: the wheel of `check` is slow.

The column has 1,000,000 rows: the URLs, repeated. Each time is the best of five, of the processor.
"""

import itertools
import sys
import time
import urllib.parse

import cri_uri as cri
import pyarrow as pa
import pyarrow.compute
import yarl

ROWS = 1_000_000
SAMPLE = 20_000


def best(function, *arguments):
    times = []
    for _ in range(5):
        start = time.process_time()
        function(*arguments)
        times.append(time.process_time() - start)
    return min(times)


def each(function, urls):
    for url in urls:
        function(url)


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as lines:
        urls = [line.rstrip("\n") for line in lines]
    column = pa.array(itertools.islice(itertools.cycle(urls), ROWS), pa.string())
    print(f"{path}: {len(urls)} URLs, {pa.compute.mean(pa.compute.binary_length(column)).as_py():.0f} bytes each")
    cris = pa.array(cri.columns.encode(column))
    rates = {
        "encode": ROWS / best(cri.columns.encode, column),
        "decode": ROWS / best(cri.columns.decode, cris),
        "part host": ROWS / best(cri.columns.part, column, "host"),
        "resolve": ROWS / best(cri.columns.resolve, "coap://h/a/b", column),
    }
    # Different URLs, and more than the caches of the two modules hold.
    pairs = zip(urls, cris.to_pylist())
    sample = list(dict.fromkeys(url for url, data in pairs if data is not None))[:SAMPLE]
    urlsplit = len(sample) / best(each, urllib.parse.urlsplit, sample)
    for name, rate in rates.items():
        print(f"  {name}: {rate / 1e6:.2f} million rows a second, {rate / urlsplit:.0f} times urlsplit")
    print(f"  rows without a CRI: {cris.null_count}")
    coap = ["coap:" + url.partition(":")[2] for url in sample]
    for function in (cri.Cri, yarl.URL, urllib.parse.urlsplit):
        print(f"  {function.__module__}.{function.__name__}: {best(each, function, coap) / len(coap) * 1e9:.0f} ns")
