//! The command line as a whole: the commands, and their help.

use std::cmp::Reverse;
use std::env;
use std::io::{self, Write};
use std::process;

use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::args::shared::{RECOGNIZED, RECOGNIZED_OR_HEX, default_is};
use crate::args::shorthand::expand;
use crate::args::wrong::sentence;
use crate::args::{coap, subcommand};
use crate::characters::quiet;
use crate::echo::Echo;
use crate::format::Format;
use crate::input::operand::{Operand, Place};
use crate::report;

/// The text of a file in `help/`.
macro_rules! help {
    ($name:literal) => {
        include_str!(concat!("help/", $name, ".txt")).trim_ascii_end()
    };
}

/// Constrained Resource Identifiers (CRIs): URIs as CBOR arrays.
///
/// An operand is one URI or CRI. Without operands, and for the operand -, cri reads operands from standard input, one
/// per line, and answers them as they come. It reports an operand that is wrong, and goes on with the next.
#[derive(Debug, Parser)]
#[command(name = "cri", version, long_version = VERSION, max_term_width = 80, override_usage = USAGE)]
#[command(after_help = help!("cri"), after_long_help = [help!("cri"), "\n\n", help!("long")].concat())]
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

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Convert URIs to CRIs; prints hex and diagnostic notation
    #[command(
        mut_arg("from", default_is(RECOGNIZED)),
        mut_arg("to", default_is("hex and edn")),
        after_help = help!("encode")
    )]
    Encode(subcommand::Convert),
    /// Convert CRIs to URIs
    #[command(
        mut_arg("from", default_is(RECOGNIZED_OR_HEX)),
        mut_arg("to", default_is("uri")),
        after_help = help!("decode")
    )]
    Decode(subcommand::Convert),
    /// Resolve references against a base; prints in the form of the base
    #[command(
        mut_arg("from", default_is(RECOGNIZED)),
        mut_arg("to", default_is("as the base")),
        after_help = help!("resolve")
    )]
    Resolve(subcommand::OnBase),
    /// Write targets relative to a base; prints in the form of the base
    #[command(
        mut_arg("from", default_is(RECOGNIZED)),
        mut_arg("to", default_is("as the base")),
        mut_arg("operands", |arg| arg
            .value_name("TARGET")
            .help("The targets; - or none reads standard input")),
        after_help = help!("relativize")
    )]
    Relativize(subcommand::OnBase),
    /// Compare CRIs with the first; the exit status is 1 if any differs
    #[command(after_help = help!("compare"))]
    Compare(subcommand::Compare),
    /// Explain every byte of a CRI
    #[command(after_help = help!("inspect"))]
    Inspect(subcommand::Inspect),
    /// Check URIs for broken rules, and for parts that mislead or harm
    #[command(after_help = help!("check"))]
    Check(subcommand::Check),
    /// Print one part of each URI, such as the host
    #[command(after_help = help!("part"))]
    Part(subcommand::Part),
    /// Write URIs in their normal form (RFC 3986 section 6.2)
    #[command(after_help = help!("normalize"))]
    Normalize(subcommand::Normalize),
    /// Find the URIs in running text; prints their places
    #[command(after_help = help!("find"))]
    Find(subcommand::Find),
    /// Resolve the links that a CoAP server lists (RFC 6690)
    #[command(
        mut_arg("rows", |arg| arg.help("Write exactly one row for each link, with three columns: target, context, parameters")),
        after_help = help!("links")
    )]
    Links(subcommand::Links),
    /// Map host names by IDNA (UTS 46); no other command does this
    #[command(after_help = help!("idna"))]
    Idna(subcommand::Idna),
    /// Convert CRIs to the CoAP options of a request, and back
    #[command(
        mut_arg("to", default_is("hex, edn and uri")),
        after_help = help!("coap")
    )]
    Coap(coap::Coap),
    /// Look up schemes by name, number or (negative) scheme-id
    #[command(after_help = help!("scheme"))]
    Scheme(subcommand::Scheme),
    /// Print completions for a shell
    #[command(after_help = help!("completions"))]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print a manual page, in roff
    #[command(after_help = help!("man"))]
    Man {
        /// The command that the page describes; without it, the page describes cri
        #[arg(hide_possible_values = true, value_parser = COMMANDS)]
        command: Option<String>,
    },
}

/// The commands that have a manual page.
const COMMANDS: [&str; 16] = [
    "encode",
    "decode",
    "resolve",
    "relativize",
    "compare",
    "inspect",
    "check",
    "part",
    "normalize",
    "find",
    "links",
    "idna",
    "coap",
    "scheme",
    "completions",
    "man",
];

/// Reads the command line. Ends the process if it asks for help or cannot be understood.
pub(crate) fn parse() -> io::Result<Args> {
    let program = Args::command();
    let takes_value = |arg: &str| {
        let name = arg.strip_prefix("--");
        let commands = [&program].into_iter().chain(program.get_subcommands());
        let mut options = commands.flat_map(clap::Command::get_arguments);
        name.is_some()
            && options.any(|option| option.get_long() == name && option.get_action().takes_values())
    };
    Args::try_parse_from(expand(env::args_os().collect(), takes_value)).or_else(|error| {
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
    // Of an option with a value, the message quotes one of both.
    let args = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let mut quoted: Vec<String> = args
        .flat_map(|arg| {
            let parts =
                arg.split_once('=').map(|(name, value)| [name.to_owned(), value.to_owned()]);
            [arg].into_iter().chain(parts.into_iter().flatten())
        })
        .filter(|part| as_shown(part) != *part)
        .collect();
    quoted.sort_by_key(|part| Reverse(part.len()));
    let shown = |text: &str| {
        quiet(
            &quoted.iter().fold(text.to_owned(), |text, part| text.replace(part, &as_shown(part))),
        )
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
    use crate::input::operand::MAX_OPERAND;

    #[test]
    fn the_definitions_are_consistent() {
        Args::command().debug_assert();
        assert!(help!("long").contains(&format!("at most {MAX_OPERAND} bytes")));
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
