//! The corpus: every file of vectors, read into one value.

use crate::coap::{Compose, Decompose, Proxy, ProxyOption, UriOptions};
use crate::cri::{Compare, Convert, Decode, RelativizeCri, Resolve, Scheme, Tagged};
use crate::load::{File, LoadError};
use crate::neighbours::Embedded;
use crate::program::Program;
use crate::sample;
use crate::terms::{Alternatives, Feature, Revision};
use crate::uri::{Check, Extract, Normalize, Parse, Recompose, Relativize};
use std::sync::LazyLock;

/// All vectors, by family, in the order of file names and then of lines.
///
/// A vector of a family with a field `revision` stands here once for each revision that it applies to, one directly after
/// the other.
#[derive(Clone, Debug, Default)]
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
    /// URIs and the options of requests for them.
    pub uri_options: Vec<UriOptions>,
    /// Options of requests and the CRIs that they make.
    pub compose: Vec<Compose>,
    /// Options of requests and the origins that they ask a proxy for.
    pub proxy: Vec<Proxy>,
    /// Values of the options that ask a proxy.
    pub proxy_option: Vec<ProxyOption>,
    /// Bytes read as a CRI in a byte string.
    pub embedded: Vec<Embedded>,
    /// Runs of the program.
    pub program: Vec<Program>,
}

/// The corpus for tests, read once for the whole process. Of the vectors with a text of more than 4,096 bytes, most are left
/// out, as in [`sample`]: without optimisation, they would take most of the time.
///
/// # Panics
///
/// Where [`Corpus::load`] fails.
#[must_use]
pub fn corpus() -> &'static Corpus {
    static CORPUS: LazyLock<Corpus> =
        LazyLock::new(|| Corpus::read(sample::step(6)).unwrap_or_else(|error| panic!("{error}")));
    &CORPUS
}

/// The fields that the vectors of all families have in common.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Unique name.
    pub id: &'a str,
    /// Rows of `requirements.csv`.
    pub shows: &'a [String],
    /// The reason, where the result may surprise.
    pub note: Option<&'a str>,
    /// Other answers that conform.
    pub alternatives: &'a Alternatives,
    /// The revision, where the vector depends on it.
    pub revision: Option<Revision>,
    /// Features that are off.
    pub without: &'a [Feature],
}

/// A vector of any family.
pub trait Vector {
    /// The fields that it has in common with the vectors of other families.
    fn entry(&self) -> Entry<'_>;
}

/// Implements `Vector` for each family, and the functions of the corpus that treat all families alike. The braces hold
/// what a family has besides an id and requirements.
macro_rules! families {
    ($($field:ident: $family:ident { $($revision:ident $(, $without:ident)?)? }),* $(,)?) => {
        $(
            impl Vector for $family {
                fn entry(&self) -> Entry<'_> {
                    let (id, shows, note) = (&*self.id, &*self.shows, self.note.as_deref());
                    let alternatives = &self.alternatives;
                    let entry = Entry { id, shows, note, alternatives, revision: None, without: &[] };
                    $(let entry = Entry { $revision: Some(self.$revision), $($without: &self.$without,)? ..entry };)?
                    entry
                }
            }
        )*

        impl Corpus {
            /// All vectors, whatever their family.
            pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
                let families = [$(self.$field.iter().map(Vector::entry).collect::<Vec<_>>()),*];
                families.into_iter().flatten()
            }

            /// Adds the vectors of a file, of long ones every `step`th.
            fn add(&mut self, file: &mut File, step: usize) -> Result<(), LoadError> {
                $(self.$field.extend(file.take(stringify!($field), !stringify!($($revision)?).is_empty(), step)?);)*
                Ok(())
            }
        }
    };
}

families! {
    decode: Decode { revision, without },
    convert: Convert { revision, without },
    parse: Parse {},
    resolve: Resolve { revision },
    compare: Compare {},
    scheme: Scheme { revision },
    normalize: Normalize {},
    extract: Extract {},
    recompose: Recompose {},
    relativize: Relativize {},
    relativize_cri: RelativizeCri { revision },
    check: Check {},
    tagged: Tagged { revision, without },
    decompose: Decompose { revision },
    uri_options: UriOptions { revision },
    compose: Compose { revision },
    proxy: Proxy { revision },
    proxy_option: ProxyOption { revision },
    embedded: Embedded { revision, without },
    program: Program {},
}

impl Corpus {
    /// Reads every file of vectors: each `*.toml` beside this crate's own `Cargo.toml`.
    ///
    /// # Errors
    ///
    /// [`LoadError`] where the folder or a file cannot be read, or a file is not a file of vectors: it is not TOML, or a
    /// field is missing, misspelt, of the wrong type, or given twice for one revision.
    pub fn load() -> Result<Self, LoadError> {
        Self::read(1)
    }

    /// Reads every file, of long vectors every `step`th.
    fn read(step: usize) -> Result<Self, LoadError> {
        let mut corpus = Self::default();
        for mut file in File::read_all()? {
            corpus.add(&mut file, step)?;
            file.finish()?;
        }
        corpus.decode.iter_mut().for_each(Decode::complete);
        corpus.convert.iter_mut().for_each(Convert::complete);
        Ok(corpus)
    }
}
