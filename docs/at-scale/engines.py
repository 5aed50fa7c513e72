"""Measure the programs of the guide's page "At scale", on Parquet files with a column "url".

    python docs/at-scale/engines.py SOURCE [ENGINE...]

Needs the packages of the engines, and the package cri as a release build. Runs each program in turn on one and on two processors, ROUNDS
times, and prints the best times so far, with the start of the program, and the share of `cri_uri.columns` in its processor time.
"""

import collections
import glob
import importlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROUNDS = 5
ENGINES = ["duckdb", "polars", "datafusion", "dask", "spark"]
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "bindings/python/examples"


def measure_calls(folder):
    """Let `cri_uri.columns` add up its processor time in a file of each process."""
    import cri_uri as cri

    def measured(function):
        def call(*arguments, **options):
            start = time.thread_time()
            try:
                return function(*arguments, **options)
            finally:
                with open(f"{folder}/{os.getpid()}", "a") as file:
                    print(time.thread_time() - start, file=file)
        return call

    if cri.columns.encode.__name__ != "call":
        cri.columns.encode, cri.columns.part = measured(cri.columns.encode), measured(cri.columns.part)


def run(engine, source, processors, folder):
    """Run one program in this process, and print seconds of all its processes."""
    import psutil

    os.sched_setaffinity(0, range(processors))
    program = importlib.import_module(f"with_{engine}")
    arguments = {"dask": [f"{folder}/target", str(processors)], "spark": [f"{folder}/target"]}
    program.main(source, *arguments.get(engine, []))
    this = psutil.Process()
    times = [it.cpu_times() for it in [this, *this.children(recursive=True)]]
    print("processor", sum(it.user + it.system + it.children_user + it.children_system for it in times))


def once(engine, source, processors):
    with tempfile.TemporaryDirectory() as folder:
        # Each Python imports this when it starts, also the workers of Dask and Spark.
        pathlib.Path(folder, "sitecustomize.py").write_text(f"import engines\nengines.measure_calls({folder!r})\n")
        own = pathlib.Path(__file__).resolve().parent
        paths = os.pathsep.join(map(str, [folder, own, EXAMPLES, os.environ.get("PYTHONPATH", "")]))
        start = time.monotonic()
        program = [sys.executable, __file__, "--run", engine, source, str(processors), folder]
        output = subprocess.run(program, env={**os.environ, "PYTHONPATH": paths, "PYSPARK_PYTHON": sys.executable}, check=True, text=True, stdout=subprocess.PIPE)
        wall = time.monotonic() - start
        processor = float(output.stdout.split()[-1])
        ours = sum(float(line) for name in glob.glob(f"{folder}/[0-9]*") for line in open(name))
        return wall, processor, ours


def main(source, *engines):
    import pyarrow.dataset

    rows = pyarrow.dataset.dataset(source).count_rows()
    found = collections.defaultdict(list)
    for _ in range(ROUNDS):
        for engine in engines or ENGINES:
            for processors in (1, 2):
                times = found[engine, processors]
                times.append(once(engine, source, processors))
                wall, processor, ours = map(min, zip(*times))
                print(f"{engine}, {processors}: {wall:.1f} s, {rows / wall / 1e6:.2f} million rows a second; "
                      f"processor {processor:.1f} s, {ours / processor:.0%} in cri_uri.columns", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        run(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5])
    else:
        main(*sys.argv[1:])
