//! The rows of the tables: kinds of work.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use clap::ValueEnum;
use serde::Deserialize;

use crate::long;

/// One kind of work. Each library does it in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Row {
    /// Decode a CRI; peers parse its URI.
    Decode,
    /// Decode a CRI reference; peers parse the URI reference.
    DecodeReference,
    /// Parse a URI.
    Parse,
    /// Resolve a decoded pair into a slice; peers resolve a parsed pair to a string.
    Resolve,
    /// Decode two, resolve, encode; peers parse two and resolve to a string.
    DecodeResolveEncode,
    /// Decode a CRI, and read all segments and parameters; peers do so with its URI.
    Iterate,
    /// Parse a URI, and convert it to a CRI in a slice; peers parse and normalise.
    UriToCri,
    /// Write a decoded CRI as a URI into a buffer; peers normalise a parsed URI.
    CriToUri,
    /// Convert two URIs to CRIs, resolve, and write the result as a URI; peers parse two and resolve.
    Strings,
    /// Compare two equal CRIs; peers compare equal strings or parsed URIs.
    Equality,
}

impl Row {
    pub(crate) fn all() -> impl Iterator<Item = Self> + Clone {
        Self::value_variants().iter().copied()
    }

    /// Whether the work is done on pairs of base and reference instead of single URIs.
    pub(crate) const fn takes_pairs(self) -> bool {
        use Row::{DecodeReference, DecodeResolveEncode, Resolve, Strings};
        matches!(self, DecodeReference | Resolve | DecodeResolveEncode | Strings)
    }

    /// The name in arguments and in files.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().expect("no row is skipped").get_name().to_owned()
    }

    /// What rows.toml says of the row.
    pub(crate) fn about(self) -> &'static About {
        static ALL: LazyLock<BTreeMap<String, About>> = LazyLock::new(|| {
            toml::from_str(include_str!("../rows.toml")).expect("a table for each row")
        });
        &ALL[&self.name()]
    }
}

/// What a row measures.
#[derive(Deserialize)]
pub(crate) struct About {
    /// What our library does, in the report.
    pub(crate) title: String,
    /// What the peers do, in the report.
    pub(crate) peers: String,
    #[serde(default)]
    floors: BTreeMap<String, f64>,
}

impl About {
    /// The lowest ratio that a change may leave on a set of inputs; 0 if there is no floor.
    pub(crate) fn floor(&self, work: &str) -> f64 {
        let long = long::CLASSES.iter().any(|(name, _)| *name == work).then_some("long");
        let floor = self.floors.get(work).or_else(|| self.floors.get(long?));
        floor.copied().unwrap_or_default()
    }
}
