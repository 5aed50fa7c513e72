//! The rows under criterion, which compares with the last run and tells the confidence.

use std::time::Duration;

use criterion::{Criterion, Throughput};

use crate::contenders::contenders;
use crate::row::Row;
use crate::work::Work;

/// Runs the benchmarks whose names contain `filter`, or all.
pub(crate) fn run(rows: &[Row], works: &[Work], filter: Option<&str>) {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500));
    if let Some(filter) = filter {
        criterion = criterion.with_filter(filter);
    }
    for &row in rows {
        for work in works.iter().filter(|work| work.suits(row)) {
            let mut group = criterion.benchmark_group(format!("{}/{}", row.name(), work.name));
            for mut contender in contenders(row, work) {
                group.throughput(Throughput::Elements(contender.inputs as u64));
                group.bench_function(contender.name, |bencher| bencher.iter(|| (contender.pass)()));
            }
            group.finish();
        }
    }
    criterion.final_summary();
}
