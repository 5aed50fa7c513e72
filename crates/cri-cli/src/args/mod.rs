//! The command line.

mod coap;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use cri_core::Revision;
use cri_uri::{Equivalence, Nfc, Options};

use crate::echo::KEPT;
use crate::format::Format;
use crate::input::MAX_OPERAND;
use crate::{mask, report};

pub(crate) use coap::Coap;

/// Constrained Resource Identifiers (CRIs): URIs as CBOR arrays.
///
/// An operand is one URI or CRI. Without operands, or for the operand -, they are read from standard input, one a
/// line, and answered as they come; one that is wrong is reported, and the rest goes on.
#[derive(Debug, Parser)]
#[command(name = "cri", version, max_term_width = 80, after_help = AFTER_HELP, after_long_help = after_long_help())]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
Forms, for --from and --to:
  uri   a URI reference (RFC 3986)
  iri   an IRI reference (RFC 3987): the same with characters beyond ASCII
  hex   hex digits of the CBOR; blanks and a leading 0x are ignored
  edn   CBOR diagnostic notation, with cri'…' literals
  cbor  CBOR itself; read from standard input only, as a CBOR sequence
  json  the objects that --json writes, one a line

Exit status: 0 all good, 1 some operand failed or differs, 2 wrong usage.";

fn after_long_help() -> String {
    format!(
        "\
{AFTER_HELP}

Objects, with --json:
  input      the operand; passwords are masked
  input_hex  instead, in hex: an operand that is not UTF-8, or of one over
             {MAX_OPERAND} bytes on standard input, an error, the first {KEPT} bytes
  uri        the URI of the CRI that came out, or null, and why in uri_error
  cri, edn   that CRI in hex digits and in diagnostic notation
  error      instead of these, what is wrong: kind, component, offset, message"
    )
}

/// More threads than this are a mistake.
const MAX_THREADS: i64 = 256;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// URI reference to CRI: prints hex and diagnostic notation
    #[command(
        mut_arg("from", default_is("uri")),
        mut_arg("to", default_is("hex and edn")),
        after_help = "\
Examples:
  cri encode coap://198.51.100.1:61616/.well-known/core
  cri encode --to hex - < uris.txt
  cri encode --json --revision draft-27 'coap+ws://example.com/?a%26b'"
    )]
    Encode(Convert),
    /// CRI to URI reference: prints the URI
    #[command(
        mut_arg("from", default_is(HEX_OR_JSON)),
        mut_arg("to", default_is("uri")),
        after_help = "\
Examples:
  cri decode 832081616880
  cri decode --from edn '[-1, [\"h\"], [\"a b\"]]'
  cri encode --json ../x | cri decode"
    )]
    Decode(Convert),
    /// Resolve references against a base; prints in the form it reads
    #[command(
        mut_arg("from", default_is("uri")),
        mut_arg("to", default_is("as it reads")),
        after_help = "\
A base that is wrong is all that is reported: with --json that is one object, however many references there are.

Examples:
  cri resolve coap://h/a/b ../c '?q'
  cri resolve --base coap://h/a/b - < references.txt
  cri resolve --from edn '[-1, [\"h\"], [\"a\"]]' '[0, [\"b\"]]'"
    )]
    Resolve(Resolve),
    /// Write targets as references from a base; prints in the form it reads
    #[command(
        mut_arg("from", default_is("uri")),
        mut_arg("to", default_is("as it reads")),
        after_help = "\
The reference is the shortest CRI in bytes, and the target itself where none is shorter. Where that is to be \
text and has none, such as [0, [\"p\"]], it is the shortest reference in characters instead.

Examples:
  cri relativize coap://h/a/b coap://h/a/c
  cri relativize --to edn --base coap://h/a/b - < targets.txt"
    )]
    Relativize(Relativize),
    /// Compare CRIs with the first; exit status 1 where they differ
    #[command(after_help = "\
Examples:
  cri compare coap://h/a%7Eb COAP://h/./a~b
  cri compare --json --ignore-fragment coap://h/a#b coap://h/a")]
    Compare(Compare),
    /// Explain every byte of a CRI
    #[command(after_help = "\
Offset, bytes, type and meaning, with the arrays bracketed. What is no CRI is explained as far as it can be read, \
with the reason at its byte. Passwords are shown.

Without --from, an operand is a URI unless it begins with [ (diagnostic notation) or is 0x and hex digits.

Examples:
  cri inspect coap://198.51.100.1:61616/.well-known/core
  cri inspect 0x82208161688201820220
  cri inspect --from cbor < message.cbor")]
    Inspect(Inspect),
    /// Say what a careful reader would warn about in URIs
    #[command(after_help = "\
Violations are of rules of the scheme (RFC 1738). Warnings are of what is allowed, and yet misleads or harms: \
passwords, addresses in disguise, ports of other protocols, control characters, text that is not in NFC, and more. \
Of a CRI, its URI is checked. The exit status is 1 for violations and for what is no URI, but not for warnings.

Examples:
  cri check 'ftp://u:p@h/;type=x' http://0x7f.1:25/
  cri check --json - < uris.txt")]
    Check(Check),
    /// Map host names by IDNA (UTS 46), which no other command does
    #[command(after_help = "\
Examples:
  cri idna b\u{fc}cher.example
  cri idna --to unicode xn--bcher-kva.example")]
    Idna(Idna),
    /// CRI to the CoAP options of a request for it, and back
    #[command(
        mut_arg("to", default_is("hex, edn and uri")),
        after_help = coap::HELP
    )]
    Coap(Coap),
    /// Look up schemes by name, number or (negative) scheme-id
    #[command(after_help = "\
Examples:
  cri scheme coap 12068 -1
  cri scheme --revision draft-27 --json coap+ws")]
    Scheme(Scheme),
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, in roff
    Man,
}

/// How operands and answers are written.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Forms {
    /// How the operands are written: uri, iri, hex, edn, cbor, json
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// How the answers are written: uri, iri, hex, edn, cbor, json
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    to: Option<Format>,
    /// Answer with one JSON object a line, as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
}

/// What stands for hex digits by default, none of which begin with a brace.
const HEX_OR_JSON: &str = "hex; json where an operand begins with {";

/// Says in the help of an option what the command does without it.
fn default_is(default: &str) -> impl FnOnce(Arg) -> Arg {
    move |arg| {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        arg.help(format!("{help} [default: {default}]"))
    }
}

impl Forms {
    /// How answers are written, if that was said.
    pub(crate) fn to(self) -> Option<Format> {
        if self.json { Some(Format::Json) } else { self.to }
    }
}

/// What every command over operands takes.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Common {
    /// The revision of the draft to go by
    #[arg(long, value_name = "REVISION", default_value = Revision::Draft16.name(), value_parser = revision())]
    pub(crate) revision: Revision,
    /// How many threads share bulk input; answers stay in order
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    pub(crate) threads: u16,
}

/// What every command takes that may have to make a CRI of a URI.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Conversion {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What becomes of text in URIs that is not in Unicode's Normalization Form C
    #[arg(long, value_name = "WHAT", default_value = "refuse", value_parser = nfc())]
    nfc: Nfc,
}

impl Conversion {
    /// What conversions depend on.
    pub(crate) fn options(self) -> Options {
        Options::new(self.common.revision).with_nfc(self.nfc)
    }
}

/// Arguments of `encode` and `decode`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Convert {
    /// What to convert; - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[command(flatten)]
    pub(crate) forms: Forms,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

/// Arguments of `resolve`.
#[derive(Clone, Debug, clap::Args)]
#[command(override_usage = "\
cri resolve [OPTIONS] <BASE> [REFERENCE]...
       cri resolve [OPTIONS] --base <BASE> [REFERENCE]...
       cri resolve [OPTIONS] --from cbor")]
pub(crate) struct Resolve {
    /// The base, unless --base is given, then the references; - or none reads them from standard input.
    /// With --from cbor, the first item on standard input is the base
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[command(flatten)]
    pub(crate) based: Based,
    #[command(flatten)]
    pub(crate) forms: Forms,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

/// What `resolve` and `relativize` share.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Based {
    /// The base, so that it is none of the operands
    #[arg(long, value_name = "BASE", allow_hyphen_values = true)]
    pub(crate) base: Option<OsString>,
    /// Keep the fragment of the base; otherwise it is dropped, as for retrieval
    #[arg(long)]
    pub(crate) keep_fragment: bool,
}

/// Arguments of `relativize`.
#[derive(Clone, Debug, clap::Args)]
#[command(override_usage = "\
cri relativize [OPTIONS] <BASE> [TARGET]...
       cri relativize [OPTIONS] --base <BASE> [TARGET]...
       cri relativize [OPTIONS] --from cbor")]
pub(crate) struct Relativize {
    /// The base, unless --base is given, then the targets; - or none reads them from standard input.
    /// With --from cbor, the first item on standard input is the base
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[command(flatten)]
    pub(crate) based: Based,
    #[command(flatten)]
    pub(crate) forms: Forms,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

/// Arguments of `compare`.
#[derive(Clone, Debug, clap::Args)]
#[command(override_usage = "\
cri compare [OPTIONS] <A> [B]...
       cri compare [OPTIONS] --from cbor")]
pub(crate) struct Compare {
    /// What to compare with, then what is compared with it; - or none reads that from standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    /// How the operands are written: uri, iri, hex, edn, cbor, json [default: uri]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// Answer with one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Compare all but the fragments, as what is acted upon
    #[arg(long)]
    pub(crate) ignore_fragment: bool,
    /// Take for equal what is equivalent: by syntax a scheme's name and its number, and percent-encoded text that
    /// text can say; by scheme also a default port and none, and of http, coap and such the paths / and none
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
    /// How the operands are written: uri, iri, hex, edn, cbor, json [default: uri]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// Answer with one JSON object a line
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
    /// How the operands are written: uri, iri, hex, edn, cbor, json [default: by what they begin with]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// Answer with one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

/// Arguments of `idna`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Idna {
    /// Host names; - or none reads standard input
    #[arg(value_name = "HOST", value_hint = ValueHint::Hostname)]
    pub(crate) operands: Vec<OsString>,
    /// What the names become: what the DNS has, or what people read
    #[arg(long, value_name = "FORM", default_value = "ascii")]
    pub(crate) to: HostForm,
    /// Answer with one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// How many threads share bulk input; answers stay in order
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
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
    /// Answer with one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

fn threads() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(1..=MAX_THREADS)
}

fn nfc() -> impl TypedValueParser<Value = Nfc> {
    PossibleValuesParser::new(["keep", "refuse", "normalize"]).map(|name| match &*name {
        "keep" => Nfc::Keep,
        "normalize" => Nfc::Normalize,
        _ => Nfc::Refuse,
    })
}

fn equivalence() -> impl TypedValueParser<Value = Equivalence> {
    PossibleValuesParser::new(["syntax", "scheme"]).map(|name| match &*name {
        "scheme" => Equivalence::Scheme,
        _ => Equivalence::Syntax,
    })
}

fn revision() -> impl TypedValueParser<Value = Revision> {
    PossibleValuesParser::new(Revision::ALL.map(Revision::name))
        .map(|name| Revision::from_name(&name).unwrap_or_default())
}

/// Reads the command line, and ends the process where it asks for help or cannot be understood.
pub(crate) fn parse() -> Args {
    Args::try_parse().unwrap_or_else(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        // An operand in the wrong place is quoted in the message.
        let args = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
        let message = args.fold(error.render().to_string(), |message, arg| message.replace(&arg, &masked(&arg)));
        let message = report::quiet(&masked(&message));
        // That nobody reads it is no error.
        let _ = io::stderr().write_all(message.as_bytes());
        process::exit(error.exit_code())
    })
}

fn masked(text: &str) -> String {
    String::from_utf8_lossy(&mask::apply(text.as_bytes(), &mask::secrets(text.as_bytes()))).into_owned()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Args;

    #[test]
    fn the_definitions_are_consistent() {
        Args::command().debug_assert();
    }
}
