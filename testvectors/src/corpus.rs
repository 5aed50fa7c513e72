//! The corpus: every file of vectors, read into one value.

use crate::coap::{Compose, Decompose, Proxy, ProxyOption};
use crate::cri::{Compare, Convert, Decode, RelativizeCri, Resolve, Scheme, Tagged};
use crate::program::Program;
use crate::terms::{Feature, Revision};
use crate::uri::{Check, Extract, Normalize, Parse, Recompose, Relativize};
use serde::Deserialize;
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// All vectors, by family, in the order of file names and then of lines.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Corpus {
    /// Bytes and the result of decoding them.
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
    /// Components and the URI references that they make.
    pub recompose: Vec<Recompose>,
    /// Pairs of URIs and references from one to the other.
    pub relativize: Vec<Relativize>,
    /// Pairs of full CRIs and CRI references from one to the other.
    pub relativize_cri: Vec<RelativizeCri>,
    /// URI references and the findings about them.
    pub check: Vec<Check>,
    /// Bytes read as a CRI reference in CBOR tag 99.
    pub tagged: Vec<Tagged>,
    /// CRIs and the options of requests for them.
    pub decompose: Vec<Decompose>,
    /// Options of requests and the CRIs that they make.
    pub compose: Vec<Compose>,
    /// Options of requests and the origins that they ask a proxy for.
    pub proxy: Vec<Proxy>,
    /// Values of the options that ask a proxy.
    pub proxy_option: Vec<ProxyOption>,
    /// Runs of the program.
    pub program: Vec<Program>,
}

/// The corpus, read once for the whole process.
///
/// # Panics
///
/// Where [`Corpus::load`] fails.
#[must_use]
pub fn corpus() -> &'static Corpus {
    static CORPUS: LazyLock<Corpus> = LazyLock::new(|| Corpus::load().unwrap_or_else(|error| panic!("{error}")));
    &CORPUS
}

/// The fields that the vectors of all families have in common.
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

/// A vector of any family.
pub trait Vector {
    /// The fields that it has in common with the vectors of other families.
    fn entry(&self) -> Entry<'_>;
}

/// Implements `Vector` for each family, and the functions of the corpus that treat all families alike.
macro_rules! families {
    ($($field:ident: $family:ident),* $(,)?) => {
        $(
            impl Vector for $family {
                fn entry(&self) -> Entry<'_> {
                    Entry { id: &self.id, shows: &self.shows, revision: self.revision, without: &self.without }
                }
            }
        )*

        impl Corpus {
            /// All vectors, whatever their family.
            pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
                let families = [$(self.$field.iter().map(Vector::entry).collect::<Vec<_>>()),*];
                families.into_iter().flatten()
            }

            fn append(mut self, file: Self) -> Self {
                $(self.$field.extend(file.$field);)*
                self
            }
        }
    };
}

families! {
    decode: Decode,
    convert: Convert,
    parse: Parse,
    resolve: Resolve,
    compare: Compare,
    scheme: Scheme,
    normalize: Normalize,
    extract: Extract,
    recompose: Recompose,
    relativize: Relativize,
    relativize_cri: RelativizeCri,
    check: Check,
    tagged: Tagged,
    decompose: Decompose,
    compose: Compose,
    proxy: Proxy,
    proxy_option: ProxyOption,
    program: Program,
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

    fn read(path: &Path) -> Result<Self, Reason> {
        let text = fs::read_to_string(path).map_err(Reason::Read)?;
        toml::from_str(&text).map_err(Reason::Parse)
    }
}

/// A file of the corpus cannot be read, or is not a file of vectors.
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
    /// The path of the file or the folder.
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
            Reason::Parse(source) => write!(f, "{path} is not a file of vectors: {source}"),
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
