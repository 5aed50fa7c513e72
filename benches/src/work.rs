//! The sets of inputs: the corpus, its CoAP part, mutations of it, long URIs, and lists in files.

use std::env;
use std::fs;
use std::iter::repeat_with;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use cri_core::{Cri, CriRef};
use cri_uri::{Options, ToUri, to_cri};

use crate::contender::Judge;
use crate::long::{CLASSES, long_uri};
use crate::mutation::Mutator;
use crate::row::Row;

/// Number of mutations: more than a branch predictor learns.
const MUTATIONS: usize = 4_000;
/// Number of URIs in each class of long ones.
const LONG_URIS: usize = 100;
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A URI or URI reference, the CRI or CRI reference that it converts to, and a copy of each at another address.
pub(crate) struct Identifier {
    pub(crate) uri: String,
    pub(crate) cri: Vec<u8>,
    pub(crate) uri_twin: String,
    pub(crate) cri_twin: Vec<u8>,
}

impl Identifier {
    /// `None` if our parser refuses the URI, or it has no CRI, or the CRI has no URI.
    fn new(uri: &str) -> Option<Self> {
        let converted = to_cri(uri, Options::default(), Vec::new()).ok()?;
        converted.as_cri_ref().to_uri(Options::default()).ok()?;
        let cri = converted.into_buffer();
        Some(Self { uri: uri.into(), uri_twin: uri.into(), cri_twin: cri.clone(), cri })
    }

    /// A URI that fluent-uri parses, too; `None` for others.
    fn full(uri: &str) -> Option<Self> {
        fluent_uri::Uri::parse(uri).ok()?;
        Self::new(uri)
    }
}

/// A base, which has no fragment, and a reference to resolve against it.
pub(crate) struct Pair {
    pub(crate) base: Identifier,
    pub(crate) reference: Identifier,
}

impl Pair {
    /// `None` unless our library and fluent-uri both parse and resolve the pair.
    fn new(base: &str, reference: &str) -> Option<Self> {
        let peer = fluent_uri::Uri::parse(base).ok()?;
        fluent_uri::UriRef::parse(reference).ok()?.resolve_against(&peer).ok()?;
        let (base, reference) = (Identifier::new(base)?, Identifier::new(reference)?);
        let resolved =
            Cri::decode(&base.cri).ok()?.resolve(CriRef::decode(&reference.cri).ok()?).ok()?;
        resolved.to_uri(Options::default()).ok()?;
        Some(Self { base, reference })
    }
}

/// One set of inputs.
pub(crate) struct Work {
    pub(crate) name: &'static str,
    /// A description for readers of the report.
    pub(crate) about: String,
    pub(crate) uris: Vec<Identifier>,
    pub(crate) pairs: Vec<Pair>,
}

impl Work {
    /// The corpus.
    pub(crate) fn corpus() -> Self {
        Self::of_corpus("corpus", "", |_| true)
    }

    /// The part of the corpus with CoAP schemes.
    pub(crate) fn coap() -> Self {
        Self::of_corpus("coap", " of CoAP schemes", |uri| uri.starts_with("coap"))
    }

    /// The URIs, and the pairs with bases, that `takes` accepts.
    fn of_corpus(name: &'static str, which: &str, takes: fn(&str) -> bool) -> Self {
        let uris = corpus_uris().filter(|uri| takes(uri));
        let uris: Vec<_> = uris.map(|uri| accepted(uri, Identifier::full(uri))).collect();
        let pairs = corpus_pairs().filter(|(base, _)| takes(base));
        let pairs: Vec<_> =
            pairs.map(|(base, reference)| accepted(base, Pair::new(base, reference))).collect();
        let about =
            format!("{} URIs and {} pairs of base and reference{which}", uris.len(), pairs.len());
        Self { name, about, uris, pairs }
    }

    /// One URI.
    pub(crate) fn of_uri(name: &'static str, uri: &str) -> Self {
        let uris = vec![accepted(uri, Identifier::full(uri))];
        Self { name, about: String::new(), uris, pairs: Vec::new() }
    }

    /// Room for the longest result.
    pub(crate) fn space(&self) -> Vec<u8> {
        let longest = self.uri_texts().map(str::len).max().unwrap_or(0);
        vec![0; 4096.max(2 * longest)]
    }

    /// Long URIs, one set for each class, and no pairs.
    pub(crate) fn long() -> impl Iterator<Item = Self> {
        let mut random = Mutator::new(SEED, &[]);
        CLASSES.into_iter().map(move |(name, make)| {
            let uris: Vec<_> = (0..LONG_URIS).map(|_| long_uri(make, &mut random)).collect();
            let lens = || uris.iter().map(String::len);
            let (shortest, longest) = (lens().min().unwrap_or(0), lens().max().unwrap_or(0));
            let about = format!("{LONG_URIS} URIs of {shortest} to {longest} bytes");
            let uris = uris.iter().map(|uri| accepted(uri, Identifier::full(uri))).collect();
            Self { name, about, uris, pairs: Vec::new() }
        })
    }

    /// The lines of a file that all of `judges` accept, under the name of the file, and no pairs.
    pub(crate) fn list(file: &Path, judges: &[Judge]) -> Result<Self> {
        // Cargo runs benchmarks in the package's folder. The shell's folder is in `PWD`.
        let file = env::var_os("PWD").map(PathBuf::from).unwrap_or_default().join(file);
        let shown = file.display();
        let bytes = fs::read(&file).with_context(|| shown.to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let all: Vec<&str> = text.lines().collect();
        let mut taken = all.clone();
        taken.retain(|line| judges.iter().all(|(_, takes)| takes(line)));
        ensure!(!taken.is_empty(), "{shown}: no line is a URI that all libraries accept");
        // More lines than these would not fit in the processor's cache.
        let spread = taken.iter().step_by(taken.len().div_ceil(MUTATIONS));
        let uris: Vec<_> = spread.filter_map(|uri| Identifier::new(uri)).collect();
        let refusals = judges.iter().map(|(name, takes)| {
            format!("{name} {}", all.iter().filter(|line| !takes(line)).count())
        });
        let about = format!(
            "{} URIs, spread evenly over the {} of {} lines that all libraries accept. Refused lines: {}",
            uris.len(),
            taken.len(),
            all.len(),
            refusals.collect::<Vec<_>>().join(", "),
        );
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned().leak();
        Ok(Self { name, about, uris, pairs: Vec::new() })
    }

    /// Whether there are inputs for the row.
    pub(crate) fn suits(&self, row: Row) -> bool {
        !row.takes_pairs() || !self.pairs.is_empty()
    }

    pub(crate) fn uri_texts(&self) -> impl Iterator<Item = &str> {
        self.uris.iter().map(|it| &it.uri[..])
    }

    /// Each URI, and its copy.
    pub(crate) fn twins(&self) -> impl Iterator<Item = (&str, &str)> {
        self.uris.iter().map(|it| (&it.uri[..], &it.uri_twin[..]))
    }

    pub(crate) fn reference_texts(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().map(|it| &it.reference.uri[..])
    }

    pub(crate) fn pair_texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|Pair { base, reference }| (&base.uri[..], &reference.uri[..]))
    }

    /// Mutations of one change each, which are closer to the corpus.
    pub(crate) fn one_change() -> Self {
        Self::mutated("one-change", 1)
    }

    /// Mutations of one to four changes each, in which rare shapes are frequent.
    pub(crate) fn unpredictable() -> Self {
        Self::mutated("unpredictable", 4)
    }

    /// Mutations of one to `most` changes. Each run makes the same ones.
    fn mutated(name: &'static str, most: usize) -> Self {
        let uris: Vec<_> = corpus_uris().collect();
        let pairs: Vec<_> = corpus_pairs().collect();
        let mut mutator = Mutator::new(SEED, &uris);
        let mutated_uris = repeat_with(|| {
            let uri = mutator.pick(&uris);
            let uri = mutator.mutate(uri, most);
            Identifier::full(&uri)
        });
        let mutated_uris = mutated_uris.flatten().take(MUTATIONS).collect();
        let mutated_pairs = repeat_with(|| {
            let (base, reference) = mutator.pick(&pairs);
            let (base, reference) = (mutator.mutate(base, most), mutator.mutate(reference, most));
            Pair::new(base.split('#').next().unwrap_or_default(), &reference)
        });
        let mutated_pairs = mutated_pairs.flatten().take(MUTATIONS).collect();
        let about = format!(
            "{MUTATIONS} mutations of URIs and of pairs that our library and fluent-uri both accept; changes in each: at most {most}"
        );
        Self { name, about, uris: mutated_uris, pairs: mutated_pairs }
    }
}

fn accepted<T>(uri: &str, made: Option<T>) -> T {
    made.unwrap_or_else(|| panic!("our library or fluent-uri refuses {uri}"))
}

/// The URIs of the corpus. In the file, each follows its kind.
fn corpus_uris() -> impl Iterator<Item = &'static str> {
    lines(include_str!("../corpus/uris.txt")).map(|(_, uri)| uri)
}

/// The pairs of the corpus: base, then reference.
fn corpus_pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(include_str!("../corpus/refs.txt"))
}

fn lines(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines().map(|line| line.split_once('\t').expect("two columns"))
}
