//! The corpus: every file of `testvectors/`, read into one value.

use crate::{
    Check, Compare, Compose, Convert, Decode, Decompose, Extract, Feature, Normalize, Parse, Program, Proxy,
    ProxyOption, Recompose, Relativize, Resolve, Revision, Scheme, Tagged,
};
use serde::Deserialize;
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

/// All vectors, by family, in the order of file names and then of lines.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Corpus {
    /// Bytes and what decoding says of them.
    pub decode: Vec<Decode>,
    /// URI references and CRI references.
    pub convert: Vec<Convert>,
    /// URI references and their components.
    pub parse: Vec<Parse>,
    /// Bases, references and results.
    pub resolve: Vec<Resolve>,
    /// Pairs of full CRIs, equal or not.
    pub compare: Vec<Compare>,
    /// Scheme numbers and names.
    pub scheme: Vec<Scheme>,
    /// URI references and their normal forms.
    pub normalize: Vec<Normalize>,
    /// Texts and the URIs in them.
    pub extract: Vec<Extract>,
    /// Components and the URI references they make.
    pub recompose: Vec<Recompose>,
    /// Pairs of URIs, and references from one to the other.
    pub relativize: Vec<Relativize>,
    /// URI references and what there is to be said of them.
    pub check: Vec<Check>,
    /// Bytes read as a CRI reference in CBOR tag 99.
    pub tagged: Vec<Tagged>,
    /// CRIs and the options of requests for them.
    pub decompose: Vec<Decompose>,
    /// Options of requests and the CRIs they make.
    pub compose: Vec<Compose>,
    /// Options of requests and what a proxy is asked for.
    pub proxy: Vec<Proxy>,
    /// What is written into the options that ask a proxy.
    pub proxy_option: Vec<ProxyOption>,
    /// Runs of the program.
    pub program: Vec<Program>,
}

/// What the vectors of all families have in common.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Unique name.
    pub id: &'a str,
    /// Rows of `requirements.csv`.
    pub shows: &'a [String],
    /// The revision.
    pub revision: Revision,
    /// Features that are off.
    pub without: &'a [Feature],
}

impl Corpus {
    /// Reads every file of vectors: each `*.toml` beside this crate's own `Cargo.toml`.
    ///
    /// # Errors
    ///
    /// [`LoadError`] where the folder or a file cannot be read, or a file is not a file of vectors:
    /// not TOML, a field missing, misspelt or of the wrong type.
    pub fn load() -> Result<Self, LoadError> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let unreadable = |source| LoadError { path: folder.into(), reason: Reason::Read(source) };
        let mut paths = fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>())
            .map_err(unreadable)?;
        paths.retain(|path| {
            path.extension().is_some_and(|extension| extension == "toml") && !path.ends_with("Cargo.toml")
        });
        paths.sort();
        paths.into_iter().try_fold(Self::default(), |corpus, path| {
            Self::read(&path).map(|file| corpus.append(file)).map_err(|reason| LoadError { path, reason })
        })
    }

    /// All vectors, whatever their family.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        macro_rules! entries {
            ($family:ident) => {
                self.$family.iter().map(|vector| Entry {
                    id: &vector.id,
                    shows: &vector.shows,
                    revision: vector.revision,
                    without: &vector.without,
                })
            };
        }
        entries!(decode)
            .chain(entries!(convert))
            .chain(entries!(parse))
            .chain(entries!(resolve))
            .chain(entries!(compare))
            .chain(entries!(scheme))
            .chain(entries!(normalize))
            .chain(entries!(extract))
            .chain(entries!(recompose))
            .chain(entries!(relativize))
            .chain(entries!(check))
            .chain(entries!(tagged))
            .chain(entries!(decompose))
            .chain(entries!(compose))
            .chain(entries!(proxy))
            .chain(entries!(proxy_option))
            .chain(entries!(program))
    }

    fn read(path: &Path) -> Result<Self, Reason> {
        let text = fs::read_to_string(path).map_err(Reason::Read)?;
        toml::from_str(&text).map_err(Reason::Parse)
    }

    fn append(mut self, file: Self) -> Self {
        self.decode.extend(file.decode);
        self.convert.extend(file.convert);
        self.parse.extend(file.parse);
        self.resolve.extend(file.resolve);
        self.compare.extend(file.compare);
        self.scheme.extend(file.scheme);
        self.normalize.extend(file.normalize);
        self.extract.extend(file.extract);
        self.recompose.extend(file.recompose);
        self.relativize.extend(file.relativize);
        self.check.extend(file.check);
        self.tagged.extend(file.tagged);
        self.decompose.extend(file.decompose);
        self.compose.extend(file.compose);
        self.proxy.extend(file.proxy);
        self.proxy_option.extend(file.proxy_option);
        self.program.extend(file.program);
        self
    }
}

/// A file of the corpus that cannot be read, or is not a file of vectors.
#[derive(Debug)]
pub struct LoadError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Read(io::Error),
    Parse(toml::de::Error),
}

impl LoadError {
    /// The file, or the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.reason {
            Reason::Read(source) => write!(f, "cannot read {path}: {source}"),
            Reason::Parse(source) => write!(f, "not a file of vectors: {path}: {source}"),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::Read(source) => Some(source),
            Reason::Parse(source) => Some(source),
        }
    }
}
