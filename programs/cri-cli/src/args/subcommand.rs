//! The arguments of each command but `coap`.

use std::ffi::OsString;
use std::mem;

use clap::{ValueEnum, ValueHint};
use cri_inspect::links::Rules;
use cri_uri::Normalization;
use cri_uri::equivalence::Equivalence;

use crate::args::shared::{
    Common, Conversion, Forms, From, RowArgs, equivalence, rules, step, threads,
};
use crate::format::Format;

/// Arguments of `encode` and `decode`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Convert {
    /// What to convert; - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[command(flatten)]
    pub(crate) forms: Forms,
    #[command(flatten)]
    pub(crate) rows: RowArgs,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

/// Arguments of `resolve` and `relativize`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OnBase {
    /// The base, unless --base names it. With --from cbor, the base is the first item on standard input
    #[arg(value_name = "BASE", value_hint = ValueHint::Other)]
    first: Option<OsString>,
    /// The base, in place of the first operand
    #[arg(long, value_name = "BASE", allow_hyphen_values = true)]
    pub(crate) base: Option<OsString>,
    /// Keep the fragment of the base; without this option it is dropped, as for retrieval
    #[arg(long)]
    pub(crate) keep_fragment: bool,
    /// The references; - or none reads standard input
    #[arg(value_name = "REFERENCE", value_hint = ValueHint::Other)]
    operands: Vec<OsString>,
    #[command(flatten)]
    pub(crate) forms: Forms,
    #[command(flatten)]
    pub(crate) rows: RowArgs,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

impl OnBase {
    /// The operands. The first is the base, unless there is `--base`.
    pub(crate) fn operands(&mut self) -> Vec<OsString> {
        self.first.take().into_iter().chain(mem::take(&mut self.operands)).collect()
    }
}

/// Arguments of `part`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Part {
    /// The part: scheme, authority, userinfo, host, port, path, query, fragment
    #[arg(value_name = "PART", hide_possible_values = true)]
    pub(crate) part: UriPart,
    /// URIs, or CRIs, whose URI is split; - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    /// Of the query, the value of the first parameter NAME=VALUE
    #[arg(long, value_name = "NAME")]
    pub(crate) parameter: Option<String>,
    /// Percent-decode the answer
    #[arg(long)]
    pub(crate) decode: bool,
    /// Split any text, by the regular expression of RFC 3986 appendix B, and refuse none
    #[arg(long)]
    pub(crate) lenient: bool,
    #[command(flatten)]
    pub(crate) forms: From,
    /// Answer with one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) rows: RowArgs,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// A part of a URI (RFC 3986 section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UriPart {
    Scheme,
    Authority,
    Userinfo,
    Host,
    Port,
    Path,
    Query,
    Fragment,
}

/// Arguments of `normalize`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Normalize {
    /// URIs, or CRIs, whose URI is normalized; - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    /// The steps, with commas between them: case, percent, dots, address, scheme [default: all of these]
    #[arg(long, value_name = "STEPS", value_delimiter = ',', value_parser = step())]
    #[arg(hide_possible_values = true)]
    pub(crate) steps: Vec<Normalization>,
    #[command(flatten)]
    pub(crate) forms: From,
    /// How the answers are written: uri, iri [default: iri with --from iri, or else uri]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) to: Option<TextForm>,
    /// Answer with one JSON object per line
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) rows: RowArgs,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// A form that is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextForm {
    Uri,
    Iri,
}

/// Arguments of `find`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Find {
    /// Texts with URIs in them; - or none reads standard input, line by line
    #[arg(value_name = "TEXT", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    /// Read paragraphs, which blank lines separate, so that a URI between < and > may go on in the next line
    #[arg(long)]
    pub(crate) paragraphs: bool,
    /// Find IRIs, which may have letters beyond ASCII, and URIs
    #[arg(long)]
    pub(crate) iri: bool,
    /// How the answers are written: uri, without places [default: places and URI, or IRI]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) to: Option<FoundForm>,
    /// Answer with one JSON object per text
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What is written of a URI that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FoundForm {
    /// The URI alone.
    Uri,
}

/// Arguments of `links`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Links {
    /// A file with links, or the links; - or none reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<OsString>,
    /// The URI of the server, or of the document, that has the links
    #[arg(long, value_name = "BASE", allow_hyphen_values = true)]
    pub(crate) base: Option<OsString>,
    /// The document that says how relative references resolve
    #[arg(long, value_name = "RFC", default_value = "rfc6690", value_parser = rules())]
    pub(crate) rules: Rules,
    /// How the targets are written: uri, iri, hex, edn, c, cbor, json [default: uri]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) to: Option<Format>,
    /// Answer with one JSON object per link, as --to json
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) rows: RowArgs,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

/// Arguments of `compare`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Compare {
    /// The CRI to compare with. With --from cbor, this is the first item on standard input
    #[arg(value_name = "A", value_hint = ValueHint::Other)]
    pub(crate) first: Option<OsString>,
    /// The CRIs to compare; - or none reads standard input
    #[arg(value_name = "B", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[command(flatten)]
    pub(crate) forms: From,
    /// Answer with one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Ignore fragments, which are not part of a request
    #[arg(long)]
    pub(crate) ignore_fragment: bool,
    /// Compare equivalent CRIs as equal. By syntax: the name and the number of a scheme, and text with and without
    /// percent-encoding where both are possible. By scheme: also the default port and no port; the path / and no path,
    /// if the scheme has a default port; localhost and an empty host in file, without userinfo and port; and the case
    /// of domains in mailto
    #[arg(long, value_name = "BY", value_parser = equivalence())]
    pub(crate) equivalent: Option<Equivalence>,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

/// Arguments of `check`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Check {
    /// What to check; - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[command(flatten)]
    pub(crate) forms: From,
    /// Answer with one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Arguments of `inspect`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Inspect {
    /// What to explain; - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[command(flatten)]
    pub(crate) forms: From,
    /// How the answer is written: text, json, svg (a picture of one CRI), html (a page with a picture of each)
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    to: InspectForm,
    /// Answer with one JSON object per line, as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Show two CRIs side by side, and where they first differ; the exit status is 1 if they do
    #[arg(long, conflicts_with_all = ["to", "json"])]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

impl Inspect {
    /// How the answer is written.
    pub(crate) fn to(&self) -> InspectForm {
        if self.json { InspectForm::Json } else { self.to }
    }
}

/// How the bytes of a CRI are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectForm {
    Text,
    Json,
    Svg,
    Html,
}

/// Arguments of `idna`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Idna {
    /// Host names; - or none reads standard input
    #[arg(value_name = "HOST", value_hint = ValueHint::Hostname)]
    pub(crate) operands: Vec<OsString>,
    /// The form of the answers: as in the DNS, or as people read them
    #[arg(long, value_name = "FORM", default_value = "ascii")]
    pub(crate) to: HostForm,
    /// Answer with one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// How many threads share bulk input; the answers stay in order
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: u16,
}

/// How a host name is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum HostForm {
    Ascii,
    Unicode,
}

/// Arguments of `scheme`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Scheme {
    /// Names, numbers (0 and up) or scheme-ids (below 0); - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other, allow_negative_numbers = true)]
    pub(crate) operands: Vec<OsString>,
    /// Answer with one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}
