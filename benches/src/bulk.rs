//! Whole files through the program: lines a second, order of the output, and memory.

use std::env;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
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
    args: &'static str,
    threads: &'static str,
    lines: Lines,
    /// Millions of lines a second that a change may leave, on the corpus.
    floor: Option<f64>,
}

/// Which lines a program reads.
#[derive(PartialEq)]
enum Lines {
    Uris,
    Cris,
    References,
}

const JOBS: [Job; 5] = [
    Job { args: "encode --to hex", threads: "1", lines: Lines::Uris, floor: None },
    Job { args: "encode --to hex", threads: "2", lines: Lines::Uris, floor: Some(5.0) },
    Job { args: "encode --json", threads: "2", lines: Lines::Uris, floor: None },
    Job { args: "decode", threads: "2", lines: Lines::Cris, floor: Some(4.0) },
    Job { args: "resolve --from uri", threads: "2", lines: Lines::References, floor: Some(4.0) },
];

impl Job {
    fn lines(&self, work: &Work) -> Vec<String> {
        let hex = |cri: &[u8]| cri.iter().map(|byte| format!("{byte:02x}")).collect();
        match self.lines {
            Lines::Uris => work.uri_texts().map(str::to_owned).collect(),
            Lines::Cris => work.uris.iter().map(|uri| hex(&uri.cri)).collect(),
            Lines::References => work.reference_texts().map(str::to_owned).collect(),
        }
    }

    fn command(&self, program: &Path, work: &Work, threads: &str) -> Command {
        let mut command = Command::new(program);
        command.args(self.args.split(' ')).args(["--threads", threads]);
        if self.lines == Lines::References {
            // A base for all references.
            command.args(["--base", &work.pairs[0].base.uri]);
        }
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
    /// The most memory that the program had with few lines, in kilobytes.
    few_lines: u64,
    /// The most memory that the program had with many lines, in kilobytes.
    lines: u64,
}

/// Measures each job, and the peer with the URIs.
pub(crate) fn measure(works: &[Work]) -> Result<Vec<Bulk>> {
    let program = build()?;
    let directory = tempfile::tempdir()?;
    let mut bulks = Vec::new();
    for work in works {
        for (at, job) in JOBS.iter().enumerate() {
            let single = job.command(&program, work, "1");
            let files = Files::write(directory.path(), &job.lines(work), single)?;
            let name = format!("`cri {} --threads {}`", job.args, job.threads);
            let command = job.command(&program, work, job.threads);
            bulks.push(files.measure(work, name, job.floor, command, true)?);
            if at == 0 {
                let mut peer = Command::new(env::current_exe()?);
                peer.arg(PEER);
                let name = "fluent-uri: parse, normalise, write".to_owned();
                bulks.push(files.measure(work, name, None, peer, false)?);
            }
            eprint!(".");
        }
    }
    Ok(bulks)
}

/// Builds the program `cri`, and returns its path.
fn build() -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--package", "cri-cli"])
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .context("cargo")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let program = said
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split('"').next())
        .next_back();
    program.map(PathBuf::from).context("cargo built no program")
}

/// The files of one job: input, expected output, and output.
struct Files {
    few_lines: PathBuf,
    lines: PathBuf,
    expected: PathBuf,
    found: PathBuf,
}

impl Files {
    /// Writes the lines again and again, and what `single`, a program with one thread, makes of each.
    fn write(directory: &Path, lines: &[String], mut single: Command) -> Result<Self> {
        let [few_lines, long, expected, found] =
            ["few-lines", "lines", "expected", "found"].map(|name| directory.join(name));
        let write = |path: &Path, texts: &[String], count: usize| {
            let mut file = BufWriter::new(File::create(path)?);
            texts.iter().cycle().take(count).try_for_each(|text| writeln!(file, "{text}"))?;
            file.flush()
        };
        write(&few_lines, lines, lines.len())?;
        let output = single.stdin(File::open(&few_lines)?).stderr(Stdio::null()).output()?;
        let output: Vec<String> = output.stdout.lines().collect::<io::Result<_>>()?;
        ensure!(output.len() == lines.len(), "{single:?}: not one line of output for each line");
        write(&few_lines, lines, FEW_LINES)?;
        write(&long, lines, LINES)?;
        write(&expected, &output, LINES)?;
        Ok(Self { few_lines, lines: long, expected, found })
    }

    /// Runs a program on the files several times. If `compare`, its output is what is expected.
    fn measure(
        &self,
        work: &Work,
        program: String,
        floor: Option<f64>,
        mut command: Command,
        compare: bool,
    ) -> Result<Bulk> {
        let mut seconds = Vec::new();
        let (mut few_lines, mut lines) = (0, 0);
        for _ in 0..ROUNDS {
            let mut run = |file| self.run(&mut command, file).with_context(|| program.clone());
            few_lines = few_lines.max(run(&self.few_lines)?.1);
            let (time, memory) = run(&self.lines)?;
            seconds.push(time.as_secs_f64());
            lines = lines.max(memory);
            ensure!(
                !compare || fs::read(&self.found)? == fs::read(&self.expected)?,
                "{program}: the output is not what one thread makes of each line, in order"
            );
        }
        let rate = LINES as f64 / median(seconds) / 1e6;
        Ok(Bulk { work: work.name, program, rate, floor, few_lines, lines })
    }

    /// Runs a program on a file. Returns the time, and the most memory in kilobytes.
    fn run(&self, command: &mut Command, lines: &Path) -> Result<(Duration, u64)> {
        // Standard error has notes about lines that a person may mean otherwise.
        command.stdin(File::open(lines)?).stdout(File::create(&self.found)?).stderr(Stdio::null());
        let start = Instant::now();
        let mut child = command.spawn()?;
        let id = child.id();
        let ended = AtomicBool::new(false);
        let (status, time, memory) = thread::scope(|scope| {
            let memory = scope.spawn(|| {
                let mut memory = 0;
                while !ended.load(Relaxed) {
                    memory = memory.max(most_memory(id));
                    thread::sleep(Duration::from_millis(5));
                }
                memory
            });
            let status = child.wait();
            let time = start.elapsed();
            ended.store(true, Relaxed);
            (status, time, memory.join().unwrap_or_default())
        });
        let status = status?;
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
    for Bulk { work, program, rate, few_lines, lines, .. } in bulks {
        let [few, many] = [few_lines, lines].map(|memory| *memory as f64 / 1024.0);
        let grows = if *lines <= few_lines + FLAT { "" } else { ", **grows**" };
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
