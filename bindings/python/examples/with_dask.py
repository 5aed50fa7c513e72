"""Convert the URLs in Parquet files to CRIs, with Dask on this machine.

usage: with_dask.py SOURCE TARGET [WORKERS], two folders of Parquet files. The source has a column "url".
"""

import sys

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
from dask.distributed import Client, LocalCluster

import cri_uri as cri


def convert(part: pd.DataFrame) -> pd.DataFrame:
    """Return the part with the columns "cri" and "error"."""
    urls = pa.array(part["url"], type=pa.string(), from_pandas=True)
    columns = map(pa.array, cri.columns.encode(urls, errors=True))
    cris, errors = (pd.Series(it, part.index, pd.ArrowDtype(it.type)) for it in columns)
    return part.assign(cri=cris, error=errors)


def main(source: str, target: str, workers: str = "2") -> None:
    with LocalCluster(n_workers=int(workers), threads_per_worker=1) as cluster, Client(cluster):
        # Each part of the source becomes a file, which a part that runs again writes anew.
        parts = dd.read_parquet(source, columns=["url"])
        parts.map_partitions(convert, meta=convert(parts._meta)).to_parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
