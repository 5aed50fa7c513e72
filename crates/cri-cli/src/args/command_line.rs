//! The command line as a whole: the commands, and their help.

use std::env;
use std::io::{self, Write};
use std::process;

use clap::error::ErrorKind;
use clap::{ColorChoice, Parser, Subcommand};
use clap_complete::Shell;
use cri_uri::password;

use crate::args::shared::{RECOGNIZED, RECOGNIZED_OR_HEX, default_is};
use crate::args::shorthand::expand;
use crate::args::wrong::sentence;
use crate::args::{coap, subcommand};
use crate::characters::quiet;
use crate::echo::Echo;
use crate::format::Format;
use crate::input::operand::{MAX_OPERAND, Operand, Place};
use crate::report;

/// Constrained Resource Identifiers (CRIs): URIs as CBOR arrays.
///
/// An operand is one URI or CRI. Without operands, and for the operand -, cri reads operands from standard input, one
/// per line, and answers them as they come. It reports an operand that is wrong, and goes on with the next.
#[derive(Debug, Parser)]
#[command(name = "cri", version, long_version = VERSION, max_term_width = 80, override_usage = USAGE)]
#[command(after_help = AFTER_HELP, after_long_help = after_long_help())]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Use colours: auto (on a terminal), always or never [default: auto]
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) color: ColorChoice,
}

const USAGE: &str = "\
cri [OPTIONS] <COMMAND> [OPERAND]...
       cri [OPTIONS] <OPERAND>...          as cri inspect";

/// The version, the revisions, and the scheme tables with the dates of their documents.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\nrevisions: draft-ietf-core-href-16 (the default), and -27, which -28 to -30 and RFC 9988 do not change",
    "\nschemes: Table 6 of draft-ietf-core-href-16, July 2024 (381),",
    "\n         and the registry of draft-ietf-core-href-27, October 2025 (398)",
);

const AFTER_HELP: &str = "\
Examples:
  cri coap://example.com/sensors        explain every byte of the CRI
  cri encode coap://example.com/a       URI to CRI
  cri decode 8320816168816161           CRI to URI
  cri resolve coap://h/a/b ../c '?q'    references against a base
  cri encode --to hex < uris.txt        one operand per line

Forms, for --from and --to:
  uri   a URI reference (RFC 3986)
  iri   an IRI reference (RFC 3987): a URI with characters beyond ASCII
  hex   hex digits of the CBOR; blanks and a leading 0x are ignored
  edn   CBOR diagnostic notation, with cri'…' and CRI'…' literals
  cbor  CBOR itself; read from standard input only, as a CBOR sequence
  json  the objects that --json writes, one per line

Without --from, an operand that begins with [ or cri' is edn, with { json, and
with 0x hex. Hex digits of one whole CRI are hex, too. All else is a URI, or hex
in decode. If an operand could have another form, a note on standard error says
how it was read.

Exit status: 0 success, 1 an operand failed or differs, 2 wrong usage.";

fn after_long_help() -> String {
    format!(
        "\
{AFTER_HELP}

Objects, with --json:
  input      the operand, with the passwords of URIs masked
  input_hex  in place of input, in hex: an operand that is not UTF-8
  excerpt    in place of input: the text around an error in an operand that is
             not a URI, since it may hold a password
  uri        the URI of the CRI, or null with the reason in uri_error
  cri, edn   the CRI in hex digits and in diagnostic notation
  error      in place of uri, cri and edn: kind, component, offset and
             message of the error

Progress: if answering takes more than a second, a line on standard error shows how far it is. It is shown only if \
standard error is a terminal, standard input is not, and standard output is neither a terminal nor a pipe.

Memory: an operand on standard input has at most {MAX_OPERAND} bytes. Each thread needs up to 24 bytes for each byte of an \
operand, 80 in coap, and 128 for diagnostic notation. Answers are written in pieces, and take no more memory."
    )
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Convert URIs to CRIs; prints hex and diagnostic notation
    #[command(
        mut_arg("from", default_is(RECOGNIZED)),
        mut_arg("to", default_is("hex and edn")),
        after_help = "\
Examples:
  cri encode coap://198.51.100.1:61616/.well-known/core
  cri encode --from iri coap://example.com/caf\u{e9}
  cri encode --to hex < uris.txt
  cri encode --to cbor coap://example.com > message.cbor
  cri encode --json --revision rfc9988 'coap+ws://example.com/?a%26b'"
    )]
    Encode(subcommand::Convert),
    /// Convert CRIs to URIs
    #[command(
        mut_arg("from", default_is(RECOGNIZED_OR_HEX)),
        mut_arg("to", default_is("uri")),
        after_help = "\
Examples:
  cri decode 832081616880
  cri decode '[-1, [\"h\"], [\"a b\"]]' \"cri'coap://h/a'\"
  cri encode --json ../x | cri decode
  cri decode --from cbor < message.cbor"
    )]
    Decode(subcommand::Convert),
    /// Resolve references against a base; prints in the form of the base
    #[command(
        mut_arg("from", default_is(RECOGNIZED)),
        mut_arg("to", default_is("as the base")),
        after_help = "\
If the base is wrong, only the base is reported: with --json, in one object for all references.

Examples:
  cri resolve coap://h/a/b ../c '?q'
  cri resolve --base coap://h/a/b - < references.txt
  cri resolve '[-1, [\"h\"], [\"a\"]]' '[0, [\"b\"]]'"
    )]
    Resolve(subcommand::Resolve),
    /// Write targets relative to a base; prints in the form of the base
    #[command(
        mut_arg("from", default_is(RECOGNIZED)),
        mut_arg("to", default_is("as the base")),
        after_help = "\
The answer is the CRI reference with the fewest bytes, or the target itself if no reference is shorter. If the answer \
must be a URI and that reference has none, such as [0, [\"p\"]], it is the URI reference with the fewest characters.

Examples:
  cri relativize coap://h/a/b coap://h/a/c
  cri relativize --to edn --base coap://h/a/b - < targets.txt"
    )]
    Relativize(subcommand::Relativize),
    /// Compare CRIs with the first; the exit status is 1 if any differs
    #[command(after_help = "\
Examples:
  cri compare coap://h/a%7Eb COAP://h/./a~b
  cri compare --json --ignore-fragment coap://h/a#b coap://h/a")]
    Compare(subcommand::Compare),
    /// Explain every byte of a CRI
    #[command(after_help = "\
Prints offset, bytes, type and meaning of each item, with brackets around arrays. Bytes that are not a CRI are explained \
as far as they can be read, with an error at the wrong byte. Passwords are not masked.

cri URI is short for cri inspect URI.

--to svg draws a picture for slides and documents. On the screen of a phone, its text is too small to read. --to html \
writes a page that fits every width, also that of a phone.

With --diff, two CRIs stand side by side if the terminal has 100 columns, and are stacked otherwise. ≠ marks the \
first difference, : marks later ones, and ~ marks items that differ in bytes but not in meaning.

Examples:
  cri inspect coap://198.51.100.1:61616/.well-known/core
  cri inspect 8320816168816161
  cri inspect --from cbor < message.cbor
  cri inspect --to svg coap://h/a > picture.svg
  cri inspect --to html - < uris.txt > page.html
  cri inspect --diff coap://h/a '[-1, [\"h\"], [\"b\"]]'")]
    Inspect(subcommand::Inspect),
    /// Check URIs for broken rules, and for parts that mislead or harm
    #[command(after_help = "\
A violation breaks a rule of the scheme (RFC 1738). A warning is about something that is allowed, but misleads or \
harms: a password, an address in disguise, a host that IDNA maps to another name, a .. in disguise, the port of another \
protocol, a control character, text that is not in NFC, and more. If an operand is a CRI, its URI is checked. The exit status \
is 1 for a violation and for text that is not a URI, but not for a warning.

Examples:
  cri check 'ftp://u:p@h/;type=x' http://0x7f.1:25/
  cri check --json - < uris.txt")]
    Check(subcommand::Check),
    /// Map host names by IDNA (UTS 46); no other command does this
    #[command(after_help = "\
Examples:
  cri idna b\u{fc}cher.example
  cri idna --to unicode xn--bcher-kva.example")]
    Idna(subcommand::Idna),
    /// Convert CRIs to the CoAP options of a request, and back
    #[command(
        mut_arg("to", default_is("hex, edn and uri")),
        after_help = coap::HELP
    )]
    Coap(coap::Coap),
    /// Look up schemes by name, number or (negative) scheme-id
    #[command(after_help = "\
Examples:
  cri scheme coap 12068 -1
  cri scheme --revision rfc9988 --json coap+ws")]
    Scheme(subcommand::Scheme),
    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  source <(cri completions bash)
  cri completions fish > ~/.config/fish/completions/cri.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print a manual page, in roff
    #[command(after_help = "\
Examples:
  cri man | man -l -
  cri man encode > cri-encode.1")]
    Man {
        /// The command that the page describes; without it, the page describes cri
        #[arg(hide_possible_values = true, value_parser = COMMANDS)]
        command: Option<String>,
    },
}

/// The commands that have a manual page.
const COMMANDS: [&str; 12] = [
    "encode",
    "decode",
    "resolve",
    "relativize",
    "compare",
    "inspect",
    "check",
    "idna",
    "coap",
    "scheme",
    "completions",
    "man",
];

/// Reads the command line. Ends the process if it asks for help or cannot be understood.
///
/// # Errors
///
/// Those of writing the help.
pub(crate) fn parse() -> io::Result<Args> {
    Args::try_parse_from(expand(env::args_os().collect())).or_else(|error| {
        if !error.use_stderr() {
            error.print().and_then(|()| io::stdout().flush())?;
            process::exit(error.exit_code());
        }
        // A closed standard error is not an error of the program.
        let _ = anstream::stderr().write_all(message(&error).as_bytes());
        process::exit(error.exit_code())
    })
}

/// The message of an error about the arguments. It may quote an operand that is in the wrong place.
fn message(error: &clap::Error) -> String {
    let shown = |text: &str| {
        let args = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
        let text = args.fold(text.to_owned(), |text, arg| text.replace(&arg, &as_shown(&arg)));
        quiet(&password::mask(&text).to_string())
    };
    let rendered = error.render().to_string();
    let Some(sentence) = sentence(error) else { return shown(&rendered) };
    // What follows the message of clap: the usage line, and how to find more.
    // The usage line of a conflict shows only the options that exclude each other.
    let usage = rendered.find("\nUsage:").filter(|_| error.kind() != ErrorKind::ArgumentConflict);
    let rest = usage.or_else(|| rendered.rfind("\nFor more"));
    let rest = rest.map_or("", |at| &rendered[at..]);
    report::plain(&shown(&sentence)) + &shown(rest)
}

/// An argument as far as a message may show it.
fn as_shown(arg: &str) -> String {
    let operand = Operand { bytes: Ok(arg.as_bytes()), place: Place::Argument };
    report::excerpt(&Echo::new(operand, Format::Uri))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use cri_registry::Table;

    use super::{Args, COMMANDS, VERSION};
    use crate::args::shorthand::is_operand;

    #[test]
    fn the_definitions_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn no_name_of_a_command_is_an_operand() {
        for command in Args::command().get_subcommands() {
            assert!(!is_operand(command.get_name()), "{}", command.get_name());
        }
    }

    #[test]
    fn every_command_that_is_shown_has_a_manual_page() {
        let program = Args::command();
        let shown = program
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(clap::Command::get_name);
        assert!(shown.eq(COMMANDS));
    }

    #[test]
    fn the_version_says_what_the_tables_are() {
        for (source, table) in [
            (Table::SOURCE_OF_DRAFT_16, Table::DRAFT_16),
            (Table::SOURCE_OF_RFC_9988, Table::RFC_9988),
        ] {
            assert!(VERSION.contains(&format!("{source} ({})", table.iter().len())), "{VERSION}");
        }
    }
}
