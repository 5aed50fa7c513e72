"""Count the hosts of the URLs in Parquet files, with DuckDB.

usage: with_duckdb.py SOURCE, a folder of Parquet files with a column "url"
"""

import sys

import duckdb
import pyarrow as pa

import cri_uri as cri


def host(urls: pa.ChunkedArray) -> pa.ChunkedArray:
    return pa.chunked_array(cri.columns.part(urls, "host"))


def main(source: str) -> None:
    database = duckdb.connect()
    database.create_function("uri_host", host, ["VARCHAR"], "VARCHAR", type="arrow", null_handling="special")
    query = "SELECT uri_host(url) AS host, count(*) AS rows FROM read_parquet($1) GROUP BY host ORDER BY rows DESC, host LIMIT 5"
    print(*database.execute(query, [f"{source}/*.parquet"]).fetchall(), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
