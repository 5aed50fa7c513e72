"""Convert the URLs in Parquet files to CRIs, with Spark.

usage: with_spark.py SOURCE TARGET, two folders of Parquet files. The source has a column "url".
"""

import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import SparkSession

import cri_uri as cri


def convert(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the batches with the column "cri"."""
    for batch in batches:
        yield batch.append_column("cri", pa.array(cri.columns.encode(batch["url"])))


def main(source: str, target: str) -> None:
    spark = SparkSession.builder.getOrCreate()
    rows = spark.read.parquet(source).select("url")
    rows.mapInArrow(convert, "url string, cri binary").write.parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
