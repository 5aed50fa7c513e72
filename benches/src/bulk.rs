//! Whole files through the program: lines a second, order of the output, and memory.

use std::env;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use fluent_uri::Uri;

use crate::ratios::SLACK;
use crate::timing::median;
use crate::work::Work;

const LINES: usize = 1_000_000;
/// Number of lines in the shorter file, which shows whether memory grows.
const FEW_LINES: usize = 100_000;
const ROUNDS: usize = 5;
/// Memory in kilobytes that the longer file may take beyond the shorter one.
const FLAT: u64 = 8_192;
/// The argument that makes this program run the peer's loop.
const PEER: &str = "peer-loop";

/// A way to run the program `cri` over many lines.
struct Job {
    /// The arguments, where `BASE` is a base for all references.
    args: &'static str,
    threads: &'static str,
    lines: fn(&Work) -> Vec<String>,
    /// Millions of lines a second that a change may leave, on the corpus.
    floor: Option<f64>,
}

const JOBS: [Job; 7] = [
    Job { args: "encode --to hex", threads: "1", lines: uris, floor: None },
    Job { args: "encode --rows", threads: "1", lines: uris, floor: None },
    Job { args: "part host --rows", threads: "1", lines: uris, floor: None },
    Job { args: "encode --to hex", threads: "2", lines: uris, floor: Some(5.0) },
    Job { args: "encode --json", threads: "2", lines: uris, floor: None },
    Job { args: "decode", threads: "2", lines: cris, floor: Some(4.0) },
    Job {
        args: "resolve --from uri --base BASE",
        threads: "2",
        lines: |work| work.reference_texts().map(str::to_owned).collect(),
        floor: Some(4.0),
    },
];

fn uris(work: &Work) -> Vec<String> {
    work.uri_texts().map(str::to_owned).collect()
}

fn cris(work: &Work) -> Vec<String> {
    let hex = |cri: &[u8]| cri.iter().map(|byte| format!("{byte:02x}")).collect();
    work.uris.iter().map(|uri| hex(&uri.cri)).collect()
}

impl Job {
    fn command(&self, program: &Path, work: &Work, threads: &str) -> Command {
        let base = &work.pairs[0].base.uri;
        let args = self.args.split(' ').map(|arg| if arg == "BASE" { base } else { arg });
        let mut command = Command::new(program);
        command.args(args).args(["--threads", threads]);
        command
    }
}

/// The rate and memory of one program.
pub(crate) struct Bulk {
    work: &'static str,
    program: String,
    /// Millions of lines a second.
    rate: f64,
    floor: Option<f64>,
    /// The most memory that the program had with few lines, and with many, in kilobytes.
    memory: [u64; 2],
}

/// Measures each job, and the peer with the URIs.
pub(crate) fn measure() -> Result<Vec<Bulk>> {
    let program = build()?;
    let directory = tempfile::tempdir()?;
    let files = Files(directory.path());
    let mut bulks = Vec::new();
    for work in &[Work::corpus(), Work::unpredictable()] {
        for (at, job) in JOBS.iter().enumerate() {
            files.write(&(job.lines)(work), job.command(&program, work, "1"))?;
            let name = format!("`cri {} --threads {}`", job.args, job.threads);
            let command = job.command(&program, work, job.threads);
            let bulk = files.measure(work, name, command)?;
            ensure!(
                fs::read(files.0.join("found"))? == fs::read(files.0.join("expected"))?,
                "{}: the output is not what one thread makes of each line, in order",
                bulk.program
            );
            bulks.push(Bulk { floor: job.floor, ..bulk });
            if at == 0 {
                let mut peer = Command::new(env::current_exe()?);
                peer.arg(PEER);
                let name = "fluent-uri: parse, normalise, write".to_owned();
                bulks.push(files.measure(work, name, peer)?);
            }
            eprint!(".");
        }
    }
    Ok(bulks)
}

/// Builds the program `cri`, and returns its path.
fn build() -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["build", "--release", "--package", "cri-cli"]).status();
    ensure!(status.context("cargo")?.success(), "cargo built no program");
    // Benchmarks are in `deps`, beside the programs of the same profile.
    let program = env::current_exe()?.ancestors().nth(2).map(|folder| folder.join("cri"));
    program.filter(|program| program.exists()).context("cargo built no program")
}

/// The files of one job, in a folder: input, expected output, and output.
struct Files<'f>(&'f Path);

impl Files<'_> {
    /// Writes the lines again and again, and what `single`, a program with one thread, makes of each.
    fn write(&self, lines: &[String], mut single: Command) -> Result<()> {
        let write = |name, texts: &[String], count| {
            let mut file = BufWriter::new(File::create(self.0.join(name))?);
            texts.iter().cycle().take(count).try_for_each(|text| writeln!(file, "{text}"))?;
            file.flush()
        };
        write("few-lines", lines, lines.len())?;
        let input = File::open(self.0.join("few-lines"))?;
        let output = single.stdin(input).stderr(Stdio::null()).output()?;
        let output: Vec<String> = output.stdout.lines().collect::<io::Result<_>>()?;
        ensure!(output.len() == lines.len(), "{single:?}: not one line of output for each line");
        write("few-lines", lines, FEW_LINES)?;
        write("lines", lines, LINES)?;
        Ok(write("expected", &output, LINES)?)
    }

    /// Runs a program on the files several times.
    fn measure(&self, work: &Work, program: String, mut command: Command) -> Result<Bulk> {
        let mut seconds = Vec::new();
        let mut memory = [0; 2];
        for _ in 0..ROUNDS {
            for (name, most) in ["few-lines", "lines"].into_iter().zip(&mut memory) {
                let run = self.run(&mut command, name).with_context(|| program.clone());
                let (time, memory) = run?;
                *most = memory.max(*most);
                if name == "lines" {
                    seconds.push(time.as_secs_f64());
                }
            }
        }
        let rate = LINES as f64 / median(seconds) / 1e6;
        Ok(Bulk { work: work.name, program, rate, floor: None, memory })
    }

    /// Runs a program on a file. Returns the time, and the most memory in kilobytes.
    fn run(&self, command: &mut Command, lines: &str) -> Result<(Duration, u64)> {
        let output = File::create(self.0.join("found"))?;
        // Standard error has notes about lines that a person may mean otherwise.
        command.stdin(File::open(self.0.join(lines))?).stdout(output).stderr(Stdio::null());
        let start = Instant::now();
        let mut child = command.spawn()?;
        let mut memory = 0;
        let status = loop {
            memory = memory.max(most_memory(child.id()));
            match child.try_wait()? {
                Some(status) => break status,
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        let time = start.elapsed();
        ensure!(status.success(), "{status}");
        Ok((time, memory))
    }
}

/// The most memory in kilobytes that a process has had; 0 after its end.
fn most_memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    most.and_then(|most| most.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or_default()
}

/// The peer's loop: parses, normalises and writes each line with fluent-uri.
pub(crate) fn peer_loop() -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        match Uri::parse(line.trim_end_matches('\n')) {
            Ok(uri) => writeln!(output, "{}", uri.normalize())?,
            Err(error) => writeln!(output, "{error}")?,
        }
        line.clear();
    }
    output.flush()
}

/// The rates as a table of Markdown.
pub(crate) fn table(bulks: &[Bulk]) -> String {
    let mut table = String::from(
        "| lines | program | million lines a second | most memory, MB |\n|---|---|--:|--:|\n",
    );
    for Bulk { work, program, rate, memory, .. } in bulks {
        let grows = if memory[1] <= memory[0] + FLAT { "" } else { ", **grows**" };
        let [few, many] = memory.map(|memory| memory as f64 / 1024.0);
        let _ = writeln!(
            table,
            "| {work} | {program} | **{rate:.2}** | {few:.1} for {FEW_LINES} lines, {many:.1} for {LINES}{grows} |",
        );
    }
    table
}

/// A line for each rate below the floor.
pub(crate) fn below_floor(bulks: &[Bulk]) -> String {
    let mut lines = String::new();
    for Bulk { program, rate, floor, .. } in bulks.iter().filter(|bulk| bulk.work == "corpus") {
        if let Some(floor) = floor.filter(|floor| *rate < floor * (1.0 - SLACK)) {
            let _ =
                writeln!(lines, "{program}: {rate:.2} million lines a second, below {floor:.1}");
        }
    }
    lines
}
