//! Arguments that several commands take.

use clap::Arg;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cri_core::Revision;
use cri_inspect::links::Rules;
use cri_uri::equivalence::Equivalence;
use cri_uri::{Nfc, Normalization, Options};

use crate::format::Format;

/// How operands are written, if they are URIs unless recognized.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct From {
    /// How the operands are written: uri, iri, hex, edn, c, cbor, json [default: as recognized, or else uri]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
}

/// How operands and answers are written.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Forms {
    /// How the operands are written: uri, iri, hex, edn, c, cbor, json
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// How the answers are written: uri, iri, hex, edn, c, cbor, json
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    to: Option<Format>,
    /// Answer with one JSON object per line, as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
}

impl Forms {
    /// How answers are written, if the command line says so.
    pub(crate) fn to(self) -> Option<Format> {
        if self.json { Some(Format::Json) } else { self.to }
    }
}

/// Whether operands are rows.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct RowArgs {
    /// Write exactly one row for each row that is read: tab-separated columns with escapes, and \N for null and errors
    #[arg(long)]
    pub(crate) rows: bool,
    /// With --rows, add two columns: the kind of the error, and its offset in bytes
    #[arg(long, requires = "rows")]
    pub(crate) errors: bool,
}

/// The arguments of every command over operands.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Common {
    /// The revision of the draft to follow: 16, or rfc9988, which 27 to 30 also mean [default: 16]
    #[arg(
        long,
        value_name = "REVISION",
        default_value = "16",
        hide_default_value = true,
        hide_possible_values = true
    )]
    #[arg(value_parser = revision(), ignore_case = true)]
    pub(crate) revision: Revision,
    /// How many threads share bulk input; the answers stay in order
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: u16,
}

/// The arguments of every command that may make a CRI from a URI.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Conversion {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What to do with text in URIs that is not in Unicode's Normalization Form C. The libraries keep it [default: refuse]
    #[arg(long, value_name = "WHAT", value_parser = nfc())]
    pub(crate) nfc: Option<Nfc>,
}

impl Conversion {
    /// The options of conversions.
    pub(crate) fn options(self) -> Options {
        Options::new(self.common.revision).with_nfc(self.nfc.unwrap_or(Nfc::Refuse))
    }
}

/// The default of `--from`, in the help.
pub(crate) const RECOGNIZED: &str = "as recognized, or else uri";

/// The default of `--from` in `decode`, in the help.
pub(crate) const RECOGNIZED_OR_HEX: &str = "as recognized, or else hex";

/// Adds the default to the help of an option.
pub(crate) fn default_is(default: &str) -> impl FnOnce(Arg) -> Arg {
    move |arg| {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        arg.help(format!("{help} [default: {default}]"))
    }
}

/// The highest number of threads. A higher one is taken for a mistake.
const MAX_THREADS: u16 = 256;

/// Parses the number of threads.
pub(crate) fn threads(text: &str) -> Result<u16, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    threads.ok_or_else(|| format!("this is not a number from 1 to {MAX_THREADS}"))
}

fn nfc() -> impl TypedValueParser<Value = Nfc> {
    PossibleValuesParser::new(["keep", "refuse", "normalize"]).map(|name| match &*name {
        "keep" => Nfc::Keep,
        "normalize" => Nfc::Normalize,
        _ => Nfc::Refuse,
    })
}

pub(crate) fn equivalence() -> impl TypedValueParser<Value = Equivalence> {
    PossibleValuesParser::new(["syntax", "scheme"]).map(|name| match &*name {
        "scheme" => Equivalence::Scheme,
        _ => Equivalence::Syntax,
    })
}

/// The rules for the references of links, by their name.
pub(crate) fn rules() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(Rules::NAMES.map(|(name, _)| name))
        .map(|name| Rules::from_name(&name).unwrap_or_default())
}

/// A step of normalisation by its name.
pub(crate) fn step() -> impl TypedValueParser<Value = Normalization> {
    PossibleValuesParser::new(Normalization::NAMES.map(|(name, _)| name))
        .map(|name| Normalization::from_name(&name).unwrap_or(Normalization::NONE))
}

/// A revision by a name of [`Revision::NAMES`], of which `draft-` may be left out.
fn revision() -> impl TypedValueParser<Value = Revision> {
    let names = Revision::NAMES.map(|(name, _)| {
        let value =
            PossibleValue::new(short_name(name)).hide(matches!(name, "draft-28" | "draft-29"));
        value.alias(name)
    });
    PossibleValuesParser::new(names).map(|text| {
        let text = text.to_ascii_lowercase();
        let named = |(name, _): &&(&str, Revision)| *name == text || short_name(name) == text;
        Revision::NAMES
            .iter()
            .find(named)
            .map(|(_, revision)| *revision)
            .unwrap_or(Revision::Draft16)
    })
}

fn short_name(name: &str) -> &str {
    name.strip_prefix("draft-").unwrap_or(name)
}
