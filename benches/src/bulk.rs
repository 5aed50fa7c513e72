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

use cri_core::{Cri, CriRef, CriRefBuf};
use cri_uri::{Options, ToUri, elide_default_port, password};
use fluent_uri::Uri;

use crate::timing::median;
use crate::work::{Identifier, Work};

const LINES: usize = 1_000_000;
/// Number of lines in the shorter file, which shows whether memory grows.
const FEW_LINES: usize = 100_000;
const ROUNDS: usize = 5;
/// The part of a floor that a run may miss.
const SLACK: f64 = 0.03;
/// Memory in kilobytes that the longer file may take beyond the shorter one.
const FLAT: u64 = 8_192;
/// The argument that makes this program run the peer's loop.
pub(crate) const PEER: &str = "peer-loop";

/// A way to run the program `cri` over many lines.
struct Job {
    args: &'static [&'static str],
    threads: &'static str,
    lines: Lines,
    /// What the library makes of a line.
    expected: fn(&Line<'_>) -> String,
    /// Millions of lines a second that a change may leave, on the corpus.
    floor: Option<f64>,
}

/// Which lines a program reads.
#[derive(Clone, Copy)]
enum Lines {
    Uris,
    Cris,
    References,
}

/// A URI or URI reference, and its CRI or CRI reference.
struct Line<'a> {
    identifier: &'a Identifier,
    base: Cri<'a>,
}

const JOBS: [Job; 5] = [
    Job {
        args: &["encode", "--to", "hex"],
        threads: "1",
        lines: Lines::Uris,
        expected: |line| line.hex(),
        floor: None,
    },
    Job {
        args: &["encode", "--to", "hex"],
        threads: "2",
        lines: Lines::Uris,
        expected: |line| line.hex(),
        floor: Some(5.0),
    },
    Job {
        args: &["encode", "--json"],
        threads: "2",
        lines: Lines::Uris,
        expected: |line| line.json(),
        floor: None,
    },
    Job {
        args: &["decode"],
        threads: "2",
        lines: Lines::Cris,
        expected: |line| line.uri(),
        floor: Some(4.0),
    },
    Job {
        args: &["resolve", "--from", "uri"],
        threads: "2",
        lines: Lines::References,
        expected: |line| line.resolved(),
        floor: Some(4.0),
    },
];

impl Line<'_> {
    fn cri(&self) -> CriRef<'_> {
        CriRef::decode(&self.identifier.cri).expect("a CRI reference")
    }

    fn hex(&self) -> String {
        self.identifier.cri.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn uri(&self) -> String {
        self.cri().to_uri(Options::default()).expect("a URI reference").to_string()
    }

    fn resolved(&self) -> String {
        let elided = elide_default_port(self.base, self.cri(), Options::default(), Vec::new());
        let reference = elided.as_ref().map_or(self.cri(), CriRefBuf::as_cri_ref);
        let resolved = self.base.resolve(reference).expect("a CRI");
        resolved.to_uri(Options::default()).expect("a URI").to_string()
    }

    fn json(&self) -> String {
        let input = password::mask(&self.identifier.uri).to_string();
        let (uri, cri, edn) = (self.uri(), self.hex(), self.cri().diagnostic().to_string());
        // No text of these inputs needs another escape.
        let [input, uri, edn] =
            [input, uri, edn].map(|text| text.replace('\\', "\\\\").replace('"', "\\\""));
        format!("{{\"input\":\"{input}\",\"uri\":\"{uri}\",\"cri\":\"{cri}\",\"edn\":\"{edn}\"}}")
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

pub(crate) fn measure(works: &[Work]) -> Result<Vec<Bulk>, String> {
    let program = build()?;
    let myself = env::current_exe().map_err(|error| error.to_string())?;
    let directory = env::temp_dir().join(format!("cri-bulk-{}", std::process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut bulks = Ok(Vec::new());
    for work in works {
        let measured = measure_work(&directory, work, &program, &myself);
        bulks = bulks.and_then(|mut bulks: Vec<Bulk>| {
            bulks.extend(measured?);
            Ok(bulks)
        });
    }
    let removed =
        fs::remove_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()));
    bulks.and_then(|bulks| removed.map(|()| bulks))
}

/// Builds the program `cri`, and returns its path.
fn build() -> Result<PathBuf, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "build",
            "--release",
            "--package",
            "cri-cli",
            "--message-format",
            "json-render-diagnostics",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let program = said
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split('"').next())
        .next_back();
    program.map(PathBuf::from).ok_or_else(|| "cargo built no program".into())
}

/// Measures each job, and the peer with the URIs.
fn measure_work(
    directory: &Path,
    work: &Work,
    program: &Path,
    myself: &Path,
) -> Result<Vec<Bulk>, String> {
    let base = Cri::decode(&work.pairs[0].base.cri).map_err(|error| error.to_string())?;
    let mut bulks = Vec::new();
    for job in &JOBS {
        let identifiers: Vec<&Identifier> = match job.lines {
            Lines::Uris | Lines::Cris => work.uris.iter().collect(),
            Lines::References => work.pairs.iter().map(|pair| &pair.reference).collect(),
        };
        let lines: Vec<Line<'_>> =
            identifiers.into_iter().map(|identifier| Line { identifier, base }).collect();
        let files = Files::write(directory, job, &lines).map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.args(job.args).args(["--threads", job.threads]);
        if matches!(job.lines, Lines::References) {
            command.args(["--base", &work.pairs[0].base.uri]);
        }
        let name = format!("`cri {} --threads {}`", job.args.join(" "), job.threads);
        bulks.push(files.measure(work, name, job.floor, command, true)?);
        if job.floor.is_none() && matches!(job.lines, Lines::Uris) && job.threads == "1" {
            let mut peer = Command::new(myself);
            peer.arg(PEER);
            let name = "fluent-uri: parse, normalise, write".to_owned();
            bulks.push(files.measure(work, name, None, peer, false)?);
        }
        eprint!(".");
    }
    Ok(bulks)
}

/// The files of one job: input, expected output, and output.
struct Files {
    few_lines: PathBuf,
    lines: PathBuf,
    expected: PathBuf,
    found: PathBuf,
}

impl Files {
    /// Writes the lines again and again, and what the library makes of them.
    fn write(directory: &Path, job: &Job, lines: &[Line<'_>]) -> io::Result<Self> {
        let file = |name: &str| directory.join(name);
        let files = Self {
            few_lines: file("few-lines"),
            lines: file("lines"),
            expected: file("expected"),
            found: file("found"),
        };
        let inputs = lines.iter().map(|line| match job.lines {
            Lines::Uris | Lines::References => line.identifier.uri.clone(),
            Lines::Cris => line.hex(),
        });
        let inputs: Vec<String> = inputs.collect();
        let answers: Vec<String> = lines.iter().map(job.expected).collect();
        let write = |path: &Path, texts: &[String], count: usize| {
            let mut file = BufWriter::new(File::create(path)?);
            texts.iter().cycle().take(count).try_for_each(|text| writeln!(file, "{text}"))?;
            file.flush()
        };
        write(&files.few_lines, &inputs, FEW_LINES)?;
        write(&files.lines, &inputs, LINES)?;
        write(&files.expected, &answers, LINES)?;
        Ok(files)
    }

    /// Runs a program on the files several times. If `compare`, its output is what is expected.
    fn measure(
        &self,
        work: &Work,
        program: String,
        floor: Option<f64>,
        mut command: Command,
        compare: bool,
    ) -> Result<Bulk, String> {
        let mut seconds = Vec::new();
        let (mut few_lines, mut lines) = (0, 0);
        for _ in 0..ROUNDS {
            let failed = |error: io::Error| format!("{program}: {error}");
            few_lines = few_lines.max(self.run(&mut command, &self.few_lines).map_err(failed)?.1);
            let (time, memory) = self.run(&mut command, &self.lines).map_err(failed)?;
            seconds.push(time.as_secs_f64());
            lines = lines.max(memory);
            if compare && fs::read(&self.found).ok() != fs::read(&self.expected).ok() {
                return Err(format!(
                    "{program}: the output is not what the library makes of all lines, in order"
                ));
            }
        }
        let rate = LINES as f64 / median(seconds) / 1e6;
        Ok(Bulk { work: work.name, program, rate, floor, few_lines, lines })
    }

    /// Runs a program on a file. Returns the time, and the most memory in kilobytes.
    fn run(&self, command: &mut Command, lines: &Path) -> io::Result<(Duration, u64)> {
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
        if status.success() {
            Ok((time, memory))
        } else {
            Err(io::Error::other(status.to_string()))
        }
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
    for bulk in bulks {
        let Bulk { work, program, rate, few_lines, lines, .. } = bulk;
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
    for Bulk { work, program, rate, floor, .. } in bulks {
        if let Some(floor) =
            floor.filter(|floor| *work == "corpus" && *rate < floor * (1.0 - SLACK))
        {
            let _ =
                writeln!(lines, "{program}: {rate:.2} million lines a second, below {floor:.1}");
        }
    }
    lines
}
