"""Count the hosts of the URLs in Parquet files, with DataFusion.

usage: with_datafusion.py SOURCE, a folder of Parquet files with a column "url"
"""

import sys

import pyarrow as pa
from datafusion import SessionContext, udf

import cri_uri as cri


def host(urls: pa.Array) -> pa.Array:
    return pa.array(cri.columns.part(urls, "host"))


def main(source: str) -> None:
    context = SessionContext()
    context.register_udf(udf(host, [pa.string()], pa.string(), "immutable", "host"))
    context.register_parquet("urls", source)
    query = "SELECT host(url) AS host, count(*) AS rows FROM urls GROUP BY 1 ORDER BY rows DESC, host LIMIT 5"
    for batch in context.sql(query).collect():
        print(*map(tuple, (row.values() for row in batch.to_pylist())), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
