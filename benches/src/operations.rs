//! Each operation of the crates beside its peers, by criterion. README.md says how to run this.

mod answers;
#[allow(dead_code, reason = "only the program `peers` computes ratios")]
mod contender;
mod contenders;
mod held;
mod long;
mod mutation;
mod ours;
mod peers;
#[allow(dead_code, reason = "only the program `peers` reads titles and floors")]
mod row;
mod sum;
mod text_buffer;
#[allow(dead_code, reason = "only the program `peers` measures all sets of inputs")]
mod work;

use std::env;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use criterion::{BenchmarkId, Criterion, PlottingBackend, Throughput};

use answers::checked;
use contenders::{JUDGES, contenders};
use row::Row;
use work::Work;

/// Names a file with one URL per line to measure, too.
const LIST: &str = "CRI_BENCH_LIST";

fn main() -> Result<()> {
    let mut works = vec![Work::corpus(), Work::unpredictable()];
    if let Some(file) = env::var_os(LIST) {
        works.push(Work::list(Path::new(&file), JUDGES)?);
    }
    let (works, _) = checked(works)?;
    let mut criterion = Criterion::default()
        .plotting_backend(PlottingBackend::Plotters)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(50)
        .nresamples(10_000)
        .configure_from_args();
    for row in Row::all() {
        let mut group = criterion.benchmark_group(row.name());
        for work in &works {
            for mut contender in contenders(row, work) {
                group.throughput(Throughput::Elements(contender.inputs as u64));
                let id = BenchmarkId::new(contender.name, work.name);
                group.bench_function(id, |bencher| bencher.iter(&mut contender.pass));
            }
        }
        group.finish();
    }
    criterion.final_summary();
    Ok(())
}
