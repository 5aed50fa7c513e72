//! The rows of the tables: kinds of work.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use clap::ValueEnum;
use serde::Deserialize;

use crate::long;

/// One kind of work. Each library does it in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Row {
    /// Decode a CRI; peers parse its URI.
    Decode,
    /// Decode a CRI reference; peers parse the URI reference.
    DecodeReference,
    /// Parse a URI.
    Parse,
    /// Parse a URI, and write its normal form into a buffer; peers parse and normalise.
    Normalize,
    /// Resolve a decoded pair into a slice; peers resolve a parsed pair to a string.
    Resolve,
    /// Decode two, resolve, encode; peers parse two and resolve to a string.
    DecodeResolveEncode,
    /// Decode a CRI, and read all segments and parameters; peers do so with its URI.
    Iterate,
    /// Parse a URI, and convert it to a CRI in a slice; peers parse and normalise.
    FromUri,
    /// Write a decoded CRI as a URI into a buffer; peers normalise a parsed URI.
    ToUri,
    /// Encode a decoded CRI into a slice; peers write a parsed URI.
    Encode,
    /// Convert two URIs to CRIs, resolve, and write the result as a URI; peers parse two and resolve.
    Strings,
    /// Compare two equal CRIs; peers compare equal strings or parsed URIs.
    Compare,
    /// Parse text to the canonical value that a program keeps. This row and the next ones include what they allocate.
    #[value(name = "held/parse")]
    HeldParse,
    /// Write a value as a `String`.
    #[value(name = "held/to_string")]
    HeldToString,
    /// Find a value in a `HashMap`.
    #[value(name = "held/hash_map")]
    HeldHashMap,
    /// Find a value in a `BTreeMap`.
    #[value(name = "held/btree_map")]
    HeldBTreeMap,
    /// Resolve a reference to a value; both were parsed before, where there is a type for references.
    #[value(name = "held/resolve")]
    HeldResolve,
    /// Write a value as JSON.
    #[value(name = "held/to_json")]
    HeldToJson,
    /// Read a canonical value from JSON.
    #[value(name = "held/from_json")]
    HeldFromJson,
    /// Make a canonical value of the bytes of a message: those of a CRI; for peers, those of a URI.
    #[value(name = "held/from_bytes")]
    HeldFromBytes,
}

impl Row {
    pub(crate) fn all() -> impl Iterator<Item = Self> + Clone {
        Self::value_variants().iter().copied()
    }

    /// Whether the work is done on pairs of base and reference instead of single URIs.
    pub(crate) const fn takes_pairs(self) -> bool {
        use Row::{DecodeReference, DecodeResolveEncode, HeldResolve, Resolve, Strings};
        matches!(self, DecodeReference | Resolve | DecodeResolveEncode | Strings | HeldResolve)
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
