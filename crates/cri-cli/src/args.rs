//! The command line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use cri_core::Revision;

use crate::format::Format;
use crate::{mask, report};

/// Constrained Resource Identifiers (CRIs): URIs as CBOR arrays.
///
/// An operand is one URI or CRI. Without operands, or for the operand -, they are read from standard input, one a
/// line, and answered as they come; one that is wrong is reported, and the rest goes on.
#[derive(Debug, Parser)]
#[command(name = "cri", version, max_term_width = 80, after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
Forms, for --from and --to:
  uri   a URI reference (RFC 3986)
  hex   hex digits of the CBOR; blanks and a leading 0x are ignored
  edn   CBOR diagnostic notation, with cri'…' literals
  cbor  CBOR itself; read from standard input only, as a CBOR sequence
  json  the objects that --json writes, one a line

Exit status: 0 all good, 1 some operand failed, 2 wrong usage.";

/// More threads than this are a mistake.
const MAX_THREADS: i64 = 256;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// URI reference to CRI: prints hex and diagnostic notation
    #[command(after_help = "\
Examples:
  cri encode coap://198.51.100.1:61616/.well-known/core
  cri encode --to hex - < uris.txt
  cri encode --json --revision draft-27 'coap+ws://example.com/?a%26b'")]
    Encode(Convert),
    /// CRI to URI reference: prints the URI
    #[command(after_help = "\
Examples:
  cri decode 832081616880
  cri decode --from edn '[-1, [\"h\"], [\"a b\"]]'
  cri encode --json ../x | cri decode --from json")]
    Decode(Convert),
    /// Resolve references against a base; prints in the form it reads
    #[command(after_help = "\
Examples:
  cri resolve coap://h/a/b ../c '?q'
  cri resolve --base coap://h/a/b - < references.txt
  cri resolve --from edn '[-1, [\"h\"], [\"a\"]]' '[0, [\"b\"]]'")]
    Resolve(Resolve),
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
    /// How the operands are written: uri, hex, edn, cbor, json [default: uri; decode: hex]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// How the answers are written [default: hex and edn; decode: uri; resolve: as it reads]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    to: Option<Format>,
    /// Answer with one JSON object a line, as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
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
    /// The revision of the draft that is written and looked up
    #[arg(long, value_name = "REVISION", default_value = Revision::Draft16.name(), value_parser = revision())]
    pub(crate) revision: Revision,
    /// How many threads share bulk input; answers stay in order
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    pub(crate) threads: u16,
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
    pub(crate) common: Common,
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
    /// The base, so that every operand is a reference
    #[arg(long, value_name = "BASE", allow_hyphen_values = true)]
    pub(crate) base: Option<OsString>,
    /// Keep the fragment of the base; otherwise it is dropped, as for retrieval
    #[arg(long)]
    pub(crate) keep_fragment: bool,
    #[command(flatten)]
    pub(crate) forms: Forms,
    #[command(flatten)]
    pub(crate) common: Common,
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
        let message = error.render().to_string();
        let message = mask::apply(message.as_bytes(), &mask::secrets(message.as_bytes()));
        let message = report::quiet(&String::from_utf8_lossy(&message));
        // That nobody reads it is no error.
        let _ = io::stderr().write_all(message.as_bytes());
        process::exit(error.exit_code())
    })
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
