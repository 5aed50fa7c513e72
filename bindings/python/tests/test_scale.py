import pathlib
import signal
import subprocess
import sys
import time

import cri_uri as cri
import psutil
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet
import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
ROWS, FILES = 1_000_000, 16


def url(row):
    """A URL that only this row has, or one without a CRI, or none."""
    rare = {1: None, 2: f"http://h{row}/a|b", 3: f"http://h/{'x' * 5000}{row}", 4: ""}
    return rare.get(row % 1000, f"http://h{row % 7}.example/{row}/a%2Fb?q={row}")


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    for file in range(FILES):
        rows = range(file * ROWS // FILES, (file + 1) * ROWS // FILES)
        pa.parquet.write_table(pa.table({"url": list(map(url, rows))}), folder / f"{file:02}.parquet")
    return folder


def run(example, *arguments):
    return subprocess.Popen([sys.executable, EXAMPLES / example, *arguments], stdout=subprocess.PIPE, text=True)


def kill_a_worker(program):
    """Kill one of the processes that convert, as a machine does that runs out of memory."""
    workers = [it for it in psutil.Process(program.pid).children() if "spawn_main" in " ".join(it.cmdline())]
    assert len(workers) == 2
    workers[0].send_signal(signal.SIGKILL)


def test_dask_loses_no_row_and_repeats_none_if_a_worker_dies(source, tmp_path):
    program = run("with_dask.py", source, tmp_path / "target")
    while program.poll() is None and not list(tmp_path.glob("target/*.parquet")):
        time.sleep(0.01)
    kill_a_worker(program)
    assert program.wait(timeout=300) == 0
    files = sorted(tmp_path.glob("target/*.parquet"), key=lambda file: int(file.suffixes[0][1:]))
    found = pa.dataset.dataset(files).to_table()
    given = pa.dataset.dataset(source).to_table()
    assert found["url"].cast(pa.string()).to_pylist() == given["url"].to_pylist()
    cris, errors = cri.columns.encode(given["url"], errors=True)
    assert found["cri"].equals(pa.chunked_array(cris))
    assert found["error"].equals(pa.chunked_array(errors))


@pytest.mark.parametrize("engine", ["duckdb", "polars", "datafusion"])
def test_engines_count_hosts(source, engine):
    program = run(f"with_{engine}.py", source)
    output, _ = program.communicate(timeout=300)
    assert program.returncode == 0
    hosts = cri.columns.part(pa.dataset.dataset(source).to_table()["url"], "host")
    counts = pa.table({"host": pa.chunked_array(hosts)}).group_by("host").aggregate([([], "count_all")])
    rows = sorted(counts.to_pylist(), key=lambda row: (-row["count_all"], row["host"] or ""))
    assert output.splitlines() == [str((row["host"], row["count_all"])) for row in rows[:5]]
