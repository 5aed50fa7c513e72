//! Whole files through the program: URIs a second, order of the output, and memory.

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

use cri_uri::{Options, to_cri};
use fluent_uri::Uri;

use crate::timing::median;
use crate::work::Work;

const LINES: usize = 1_000_000;
/// Number of lines in the shorter file, which shows whether memory grows.
const FEW_LINES: usize = 100_000;
const ROUNDS: usize = 5;
/// Millions of URIs a second that a change may leave, with two threads on the corpus.
const FLOOR: f64 = 5.0;
const SLACK: f64 = 0.03;
/// Memory in kilobytes that the longer file may take beyond the shorter one.
const FLAT: u64 = 8_192;
/// The argument that makes this program run the peer's loop.
pub(crate) const PEER: &str = "peer-loop";

/// The rate and memory of one program.
pub(crate) struct Bulk {
    work: &'static str,
    program: &'static str,
    /// Millions of URIs a second.
    rate: f64,
    /// The most memory that the program had with few lines, in kilobytes.
    few_lines: u64,
    /// The most memory that the program had with many lines, in kilobytes.
    lines: u64,
}

pub(crate) fn measure(works: &[Work]) -> Result<Vec<Bulk>, String> {
    let program = build()?;
    let myself = env::current_exe().map_err(|error| error.to_string())?;
    let directory = env::temp_dir().join(format!("cri-bulk-{}", std::process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut bulks = Ok(Vec::new());
    for work in works {
        let measured = Files::write(&directory, work).map_err(|error| error.to_string());
        let measured = measured.and_then(|files| files.measure(work, &program, &myself));
        bulks = bulks.and_then(|mut bulks: Vec<Bulk>| {
            bulks.extend(measured?);
            Ok(bulks)
        });
    }
    let removed = fs::remove_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()));
    bulks.and_then(|bulks| removed.map(|()| bulks))
}

/// Builds the program `cri`, and returns its path.
fn build() -> Result<PathBuf, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--package", "cri-cli", "--message-format", "json-render-diagnostics"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let program = said.lines().filter_map(|line| line.split_once("\"executable\":\"")?.1.split('"').next()).next_back();
    program.map(PathBuf::from).ok_or_else(|| "cargo built no program".into())
}

/// The files of one set of inputs: input, expected output, and output.
struct Files {
    few_lines: PathBuf,
    lines: PathBuf,
    expected: PathBuf,
    found: PathBuf,
}

impl Files {
    /// Writes the URIs again and again, and the CRIs that the library makes of them.
    fn write(directory: &Path, work: &Work) -> io::Result<Self> {
        let file = |name: &str| directory.join(format!("{}-{name}", work.name));
        let files = Self {
            few_lines: file("few-lines"),
            lines: file("lines"),
            expected: file("expected"),
            found: file("found"),
        };
        let mut few_lines = BufWriter::new(File::create(&files.few_lines)?);
        let mut lines = BufWriter::new(File::create(&files.lines)?);
        let mut expected = BufWriter::new(File::create(&files.expected)?);
        for (line, identifier) in work.uris.iter().cycle().take(LINES).enumerate() {
            if line < FEW_LINES {
                writeln!(few_lines, "{}", identifier.uri)?;
            }
            writeln!(lines, "{}", identifier.uri)?;
            let cri = to_cri(&identifier.uri, Options::default(), Vec::new()).expect("a CRI");
            for byte in cri.as_bytes() {
                write!(expected, "{byte:02x}")?;
            }
            writeln!(expected)?;
        }
        few_lines.flush()?;
        lines.flush()?;
        expected.flush()?;
        Ok(files)
    }

    fn measure(&self, work: &Work, program: &Path, myself: &Path) -> Result<Vec<Bulk>, String> {
        let cri = |threads: &str| {
            let mut command = Command::new(program);
            command.args(["encode", "--to", "hex", "--threads", threads]);
            command
        };
        let mut peer = Command::new(myself);
        peer.arg(PEER);
        let mut programs = [
            ("`cri encode --to hex --threads 1`", cri("1")),
            ("`cri encode --to hex --threads 2`", cri("2")),
            ("fluent-uri: parse, normalise, write", peer),
        ];
        let mut seconds = [const { Vec::new() }; 3];
        let mut memory = [[0; 2]; 3];
        for _ in 0..ROUNDS {
            for (at, (name, command)) in programs.iter_mut().enumerate() {
                let failed = |error: io::Error| format!("{name}: {error}");
                let few = self.run(command, &self.few_lines).map_err(failed)?.1;
                let (time, many) = self.run(command, &self.lines).map_err(failed)?;
                seconds[at].push(time.as_secs_f64());
                memory[at] = [memory[at][0].max(few), memory[at][1].max(many)];
                if name.contains("cri") && fs::read(&self.found).ok() != fs::read(&self.expected).ok() {
                    return Err(format!("{name}: the output is not the CRIs of all lines, in order"));
                }
            }
        }
        eprint!(".");
        let measured = programs.iter().zip(seconds).zip(memory);
        Ok(measured
            .map(|(((program, _), seconds), [few_lines, lines])| {
                let rate = LINES as f64 / median(seconds) / 1e6;
                Bulk { work: work.name, program, rate, few_lines, lines }
            })
            .collect())
    }

    /// Runs a program on a file. Returns the time, and the most memory in kilobytes.
    fn run(&self, command: &mut Command, lines: &Path) -> io::Result<(Duration, u64)> {
        command.stdin(File::open(lines)?).stdout(File::create(&self.found)?);
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
        if status.success() { Ok((time, memory)) } else { Err(io::Error::other(status.to_string())) }
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
    let mut table = String::from("| lines | program | million URIs a second | most memory, MB |\n|---|---|--:|--:|\n");
    for bulk in bulks {
        let Bulk { work, program, rate, few_lines, lines } = bulk;
        let _ = writeln!(
            table,
            "| {work} | {program} | **{rate:.2}** | {:.1} for {FEW_LINES} lines, {:.1} for {LINES}{} |",
            *few_lines as f64 / 1024.0,
            *lines as f64 / 1024.0,
            if *lines <= few_lines + FLAT { "" } else { ", **grows**" },
        );
    }
    table
}

/// A line for each rate below the floor.
pub(crate) fn below_floor(bulks: &[Bulk]) -> String {
    let mut lines = String::new();
    for Bulk { work, program, rate, .. } in bulks {
        if *work == "corpus" && program.ends_with("2`") && *rate < FLOOR * (1.0 - SLACK) {
            let _ = writeln!(lines, "{program}: {rate:.2} million URIs a second, below {FLOOR:.1}");
        }
    }
    lines
}
