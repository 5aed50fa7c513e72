"""Count the hosts of the URLs in Parquet files, with Polars.

usage: with_polars.py SOURCE, a folder of Parquet files with a column "url"
"""

import sys

import polars as pl

import cri_uri as cri


def host(urls: pl.Series) -> pl.Series:
    return pl.Series(cri.columns.part(urls, "host"))


def main(source: str) -> None:
    hosts = pl.col("url").map_batches(host, return_dtype=pl.String).alias("host")
    rows = pl.scan_parquet(f"{source}/*.parquet").select(hosts).group_by("host").len("rows")
    print(*rows.sort("rows", "host", descending=[True, False]).head(5).collect().iter_rows(), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
