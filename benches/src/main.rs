//! The speed of the crates beside their peers. README.md says how to run this.

mod answers;
mod bulk;
mod components;
mod contender;
mod contenders;
mod figure;
mod growth;
mod instructions;
mod long;
mod machine;
mod mutation;
mod ours;
mod peers;
mod ratios;
mod report;
mod row;
mod statistics;
mod sum;
mod text_buffer;
mod timing;
mod work;

use std::env;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use row::Row;
use work::Work;

const HELP: &str = "\
Usage: cargo bench -p benches [-- [TASK] [--file LIST]...]

Tasks:
  criterion [FILTER]       criterion's statistics
  ratios [ROW]...          the ratios to the best peer
  growth                   the cost of a byte, from 1 KB to 1 MB
  bulk                     whole files through the program `cri`
  instructions [--update]  instructions under callgrind, compared with instructions.toml

Without a task: ratios, growth and bulk; writes RESULTS.md and results.svg

`--file` names a list of URLs, one per line. `ratios` then measures these lists only; without a task, these lists as well.";

fn main() -> ExitCode {
    // `cargo bench` adds `--bench`. `cargo test --all-targets` does not, and must not take long.
    let (flags, args): (Vec<_>, Vec<_>) = env::args().skip(1).partition(|arg| arg == "--bench");
    let result = if flags.is_empty() && args.is_empty() { try_out() } else { run(args) };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a task. Returns whether its check passed, where it has one.
fn run(args: Vec<String>) -> Result<bool, String> {
    let (args, lists) = take_lists(args)?;
    let Some((task, args)) = args.split_first() else {
        return all(lists).map(|()| true);
    };
    match (&**task, args) {
        ("ratios", rows) => {
            let rows = if rows.is_empty() { Row::ALL.to_vec() } else { self::rows(rows)? };
            let (works, about) = checked(if lists.is_empty() { works() } else { lists })?;
            let measured = ratios::measure(&rows, &works);
            println!(
                "{about}\n{}\n{}",
                ratios::ratio_table(&measured),
                ratios::time_table(&measured)
            );
            print!("{}", ratios::below_floor(&measured));
        }
        _ if !lists.is_empty() => return Err(HELP.into()),
        ("instructions", args) => return instructions::run(args),
        ("criterion", []) => statistics::run(&Row::ALL, &checked(works())?.0, None),
        ("criterion", [filter]) => statistics::run(&Row::ALL, &checked(works())?.0, Some(filter)),
        ("growth", []) => {
            let growths = growth::measure();
            println!("{}", growth::table(&growths));
            return Ok(growths.iter().all(growth::Growth::holds));
        }
        ("bulk", []) => {
            let bulks = bulk::measure(&bulk_works())?;
            println!("{}\n{}", bulk::table(&bulks), bulk::below_floor(&bulks));
        }
        (instructions::COUNTED, []) => instructions::counted(),
        (bulk::PEER, []) => bulk::peer_loop().map_err(|error| error.to_string())?,
        _ => return Err(HELP.into()),
    }
    Ok(true)
}

/// Does everything once, and times nothing.
fn try_out() -> Result<bool, String> {
    let (works, about) = checked(works())?;
    for row in Row::ALL {
        works
            .iter()
            .flat_map(|work| contenders::contenders(row, work))
            .for_each(|mut contender| (contender.pass)());
    }
    println!("{about}");
    Ok(true)
}

fn all(lists: Vec<Work>) -> Result<(), String> {
    let on = machine::describe();
    let (works, about) = checked(works().into_iter().chain(lists).collect())?;
    let measured = ratios::measure(&Row::ALL, &works);
    let growths = growth::measure();
    let bulks = bulk::measure(&bulk_works())?;
    println!(
        "{about}\n{}\n{}\n{}",
        ratios::ratio_table(&measured),
        growth::table(&growths),
        bulk::table(&bulks)
    );
    print!("{}{}", ratios::below_floor(&measured), bulk::below_floor(&bulks));
    report::write(&on, &about, &measured, &growths, &bulks)
}

fn rows(names: &[String]) -> Result<Vec<Row>, String> {
    let find = |name: &String| Row::ALL.into_iter().find(|row| row.name() == name);
    names
        .iter()
        .map(|name| {
            find(name).ok_or_else(|| {
                format!(
                    "there is no row `{name}`; the rows are {}",
                    Row::ALL.map(Row::name).join(", ")
                )
            })
        })
        .collect()
}

/// Splits `--file LIST` from the other arguments, and reads the lists.
fn take_lists(args: Vec<String>) -> Result<(Vec<String>, Vec<Work>), String> {
    // Cargo runs benchmarks in the package's folder. The shell's folder is in `PWD`.
    let folder = env::var_os("PWD").map(PathBuf::from).unwrap_or_default();
    let (mut others, mut lists) = (Vec::new(), Vec::new());
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        if arg == "--file" {
            lists.push(Work::list(&folder.join(args.next().ok_or(HELP)?), contenders::JUDGES)?);
        } else {
            others.push(arg);
        }
    }
    Ok((others, lists))
}

/// All sets of inputs of this package.
fn works() -> Vec<Work> {
    let short = [Work::corpus(), Work::one_change(), Work::unpredictable(), Work::coap()];
    short.into_iter().chain(Work::long()).collect()
}

/// The sets of inputs after their answers were compared, and a description of each.
fn checked(works: Vec<Work>) -> Result<(Vec<Work>, String), String> {
    let mut about = String::new();
    for work in &works {
        let answers = answers::check(work)?;
        let _ = writeln!(
            about,
            "- `{}`: {}. Compared with fluent-uri and iri-string: {answers}",
            work.name, work.about
        );
    }
    Ok((works, about))
}

fn bulk_works() -> [Work; 2] {
    [Work::corpus(), Work::unpredictable()]
}
