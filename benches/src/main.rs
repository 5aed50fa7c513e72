//! The speed of the crates beside their peers, in interleaved rounds, and instruction counts. README.md says how to run this.

mod answers;
mod bulk;
mod contender;
mod contenders;
mod growth;
mod held;
mod instructions;
mod long;
mod machine;
mod mutation;
mod ours;
mod peers;
mod ratios;
mod report;
mod row;
mod sum;
mod text_buffer;
mod timing;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

use answers::checked;
use contenders::{JUDGES, contenders};
use row::Row;
use work::Work;

/// The speed of the crates beside their peers.
///
/// Without a task: ratios, growth and bulk; writes RESULTS.md.
#[derive(Parser)]
#[command(
    bin_name = "cargo bench -p benches --bench peers --",
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    lists: Lists,
    /// Do everything once, and time nothing, as does `cargo test`
    #[arg(long)]
    test: bool,
    /// `cargo bench` adds this. `cargo test --bench peers` does not, and must not take long.
    #[arg(long, global = true, hide = true)]
    bench: bool,
}

#[derive(Args)]
struct Lists {
    /// Measure a list of URLs, one per line; may be repeated. `ratios` then measures the lists only
    #[arg(long, value_name = "LIST")]
    file: Vec<PathBuf>,
}

#[derive(Subcommand)]
enum Task {
    /// The ratios to the best peer
    Ratios {
        #[arg(value_name = "ROW")]
        rows: Vec<Row>,
        #[command(flatten)]
        lists: Lists,
    },
    /// The cost of a byte, from 1 KB to 1 MB
    Growth,
    /// Whole files through the program `cri`
    Bulk,
    /// Instructions under callgrind, compared with instructions.toml
    Instructions {
        /// Write instructions.toml
        #[arg(long)]
        update: bool,
    },
    /// The work that `instructions` counts
    #[command(hide = true)]
    Counted,
    /// The peer's work for `bulk`
    #[command(hide = true)]
    PeerLoop,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a task. Returns whether its check passed, where it has one.
fn run(arguments: Arguments) -> Result<bool> {
    let Some(task) = arguments.task else {
        let lists = arguments.lists.read()?;
        if arguments.test || !arguments.bench && lists.is_empty() {
            try_out()?;
        } else {
            all(lists)?;
        }
        return Ok(true);
    };
    match task {
        Task::Ratios { rows, lists } => {
            let rows = if rows.is_empty() { Row::all().collect() } else { rows };
            let lists = lists.read()?;
            let (works, about) = checked(if lists.is_empty() { works() } else { lists })?;
            let measured = ratios::measure(&rows, &works);
            println!("{about}\n{}", ratios::table(&measured));
            print!("{}", ratios::below_floor(&measured));
        }
        Task::Growth => {
            let growths = growth::measure();
            println!("{}", growth::table(&growths));
            return Ok(growths.iter().all(growth::Growth::holds));
        }
        Task::Bulk => {
            let bulks = bulk::measure()?;
            println!("{}\n{}", bulk::table(&bulks), bulk::below_floor(&bulks));
        }
        Task::Instructions { update } => return instructions::run(update),
        Task::Counted => instructions::counted(),
        Task::PeerLoop => bulk::peer_loop()?,
    }
    Ok(true)
}

/// Does everything once, and times nothing.
fn try_out() -> Result<()> {
    ratios::check()?;
    let (works, about) = checked(works())?;
    for row in Row::all() {
        let all = works.iter().flat_map(|work| contenders(row, work));
        all.for_each(|mut contender| (contender.pass)());
    }
    println!("{about}");
    Ok(())
}

fn all(lists: Vec<Work>) -> Result<()> {
    let on = machine::describe();
    let (works, about) = checked(works().into_iter().chain(lists).collect())?;
    let measured = ratios::measure(&Row::all().collect::<Vec<_>>(), &works);
    let growths = growth::measure();
    let bulks = bulk::measure()?;
    let (ratios, growth) = (ratios::table(&measured), growth::table(&growths));
    println!("{about}\n{ratios}\n{growth}\n{}", bulk::table(&bulks));
    print!("{}{}", ratios::below_floor(&measured), bulk::below_floor(&bulks));
    report::write(&on, &about, &measured, &growths, &bulks)
}

impl Lists {
    fn read(&self) -> Result<Vec<Work>> {
        self.file.iter().map(|file| Work::list(file, JUDGES)).collect()
    }
}

/// All sets of inputs of this package.
fn works() -> Vec<Work> {
    let short = [Work::corpus(), Work::one_change(), Work::unpredictable(), Work::coap()];
    short.into_iter().chain(Work::long()).collect()
}
