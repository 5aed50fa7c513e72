//! The command line.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use cri_core::Revision;

use crate::echo::KEPT;
use crate::format::Format;
use crate::input::MAX_OPERAND;
use crate::{mask, report};

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
  hex   hex digits of the CBOR; blanks and a leading 0x are ignored
  edn   CBOR diagnostic notation, with cri'…' literals
  cbor  CBOR itself; read from standard input only, as a CBOR sequence
  json  the objects that --json writes, one a line

Exit status: 0 all good, 1 some operand failed, 2 wrong usage.";

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
    /// How the operands are written: uri, hex, edn, cbor, json
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// How the answers are written: uri, hex, edn, cbor, json
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
