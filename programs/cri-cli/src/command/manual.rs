//! `man`: manual pages.
//!
//! `clap_mangen` puts what follows the options in the help into one section EXTRA, and fills its tables and examples like
//! paragraphs. This module writes these parts under the headings of manual pages.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::command_line::Args;

/// The line before which the blocks of the description stand.
const OPTIONS: &str = "\n.SH OPTIONS\n";

/// The manual page of the program, or of one of its commands. Each page refers to the others.
pub(super) fn manual(command: Option<&str>) -> io::Result<Vec<u8>> {
    let mut program = Args::command().disable_help_subcommand(true);
    // Building sets the full names of the commands.
    program.build();
    let names = program.get_subcommands().map(Command::get_name);
    let page = match command {
        None => &program,
        Some(name) => {
            let command = program.find_subcommand(name);
            // INVARIANT: the command line names a command.
            debug_assert!(command.is_some());
            command.unwrap_or(&program)
        }
    };
    let help = page.get_after_long_help().or_else(|| page.get_after_help());
    let help = Help::of(&help.map(ToString::to_string).unwrap_or_default());
    let version = page.get_long_version().map(str::to_owned);
    let before = rendered(page)?;
    let (description, options) = before.split_once(OPTIONS).unwrap_or((&before, ""));
    let mut roff = Vec::new();
    write!(
        roff,
        "{description}\n{}{}{}{}",
        help.description,
        &OPTIONS[1..],
        options,
        help.sections
    )?;
    if let Some(version) = version {
        write!(roff, ".SH VERSION\n{}", lines(&version))?;
    }
    // The page of the program has a list of the commands already.
    if command.is_some() {
        let others = names.filter(|name| command != Some(*name)).map(|name| format!("cri-{name}"));
        let pages: Vec<String> = ["cri".to_owned()]
            .into_iter()
            .chain(others)
            .map(|page| format!("\\fB{}\\fR(1)", escaped(&page)))
            .collect();
        write!(roff, ".SH \"SEE ALSO\"\n{}\n", pages.join(", "))?;
    }
    Ok(roff)
}

/// The sections that `clap_mangen` writes well: those up to the list of the commands.
fn rendered(page: &Command) -> io::Result<String> {
    // The synopsis is the usage line of the help. It would otherwise list all options, without their values.
    let usage = page.clone().render_usage().to_string();
    let page = page.clone().override_usage(usage.trim_start_matches("Usage: ").to_owned());
    let mut roff = Vec::new();
    Man::new(page).source(concat!("cri ", env!("CARGO_PKG_VERSION"))).render(&mut roff)?;
    let roff = String::from_utf8_lossy(&roff).into_owned();
    // EXTRA and VERSION are the last ones.
    let end = roff.find("\n.SH EXTRA\n").or_else(|| roff.find("\n.SH VERSION\n"));
    Ok(end.map_or(roff.clone(), |end| format!("{}\n", &roff[..end])))
}

/// What follows the options in the help, in roff.
#[derive(Default)]
struct Help {
    /// The end of the section DESCRIPTION.
    description: String,
    /// The sections EXIT STATUS and EXAMPLES.
    sections: String,
}

impl Help {
    /// The blocks of a help text. A blank line ends each.
    fn of(text: &str) -> Self {
        let mut help = Self::default();
        let mut examples = String::new();
        for block in text.split("\n\n") {
            match block.split_once(['\n', ' ']) {
                Some(("Examples:" | "Example:", lines)) => {
                    examples = format!(".SH EXAMPLES\n{}", table(lines));
                }
                Some(("Exit", words)) if words.starts_with("status: ") => {
                    help.sections +=
                        &format!(".SH \"EXIT STATUS\"\n{}", lines(&words["status: ".len()..]));
                }
                _ => help.description += &paragraph(block),
            }
        }
        help.sections += &examples;
        help
    }
}

/// A block of the description: a paragraph, or the heading of a table and the table.
fn paragraph(block: &str) -> String {
    match block.split_once(":\n  ") {
        Some((heading, rows)) => {
            format!(".PP\n{}\n{}", escaped(&format!("{heading}:")), table(&format!("  {rows}")))
        }
        None if block.is_empty() => String::new(),
        None => format!(".PP\n{}\n", escaped(&block.replace('\n', " "))),
    }
}

/// Lines that stay as they are, with their columns.
fn table(rows: &str) -> String {
    let rows: String =
        rows.lines().map(|row| escaped(row.strip_prefix("  ").unwrap_or(row)) + "\n").collect();
    format!(".PP\n.RS 2\n.nf\n{rows}.fi\n.RE\n")
}

/// Lines that are filled one by one. A line that begins with a blank goes on with the one before it.
fn lines(text: &str) -> String {
    let joined = text.lines().fold(String::new(), |joined, line| match line.strip_prefix(' ') {
        Some(rest) => joined + " " + rest.trim_start(),
        None if joined.is_empty() => line.to_owned(),
        None => joined + "\n" + line,
    });
    let lines: Vec<String> = joined.lines().map(escaped).collect();
    lines.join("\n.br\n") + "\n"
}

/// A line of text, in which no character steers roff.
fn escaped(line: &str) -> String {
    let mut escaped = String::new();
    // A line that begins with a dot or an apostrophe would be a request.
    if line.starts_with(['.', '\'']) {
        escaped += "\\&";
    }
    for character in line.chars() {
        match character {
            '\\' => escaped += "\\e",
            '-' => escaped += "\\-",
            '\'' => escaped += "\\(aq",
            '`' => escaped += "\\(ga",
            '^' => escaped += "\\(ha",
            '~' => escaped += "\\(ti",
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{Help, lines, manual};

    #[test]
    fn blocks_become_parts_of_a_page() {
        let help = Help::of(
            "Two\nlines.\n\nForms:\n  a   .b\n  cc  'd\n\nExamples:\n  cri a~b\n\nExit status: 0 or 1.",
        );
        assert_eq!(
            help.description,
            ".PP\nTwo lines.\n.PP\nForms:\n.PP\n.RS 2\n.nf\na   .b\ncc  \\(aqd\n.fi\n.RE\n"
        );
        assert_eq!(
            help.sections,
            ".SH \"EXIT STATUS\"\n0 or 1.\n.SH EXAMPLES\n.PP\n.RS 2\n.nf\ncri a\\(tib\n.fi\n.RE\n"
        );
        assert_eq!(lines("1.0\nschemes: 1,\n   and 2\n"), "1.0\n.br\nschemes: 1, and 2\n");
    }

    #[test]
    fn pages_have_the_headings_of_manual_pages() {
        for command in [None, Some("encode"), Some("coap"), Some("relativize")] {
            let page = String::from_utf8(manual(command).expect("written")).expect("text");
            for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES"] {
                assert_eq!(
                    page.matches(&format!("\n.SH {heading}\n")).count(),
                    1,
                    "{command:?} {heading}"
                );
            }
            assert!(!page.contains("EXTRA"), "{command:?}");
            assert_eq!(
                page.matches("\n.nf\n").count(),
                page.matches("\n.fi\n").count(),
                "{command:?}"
            );
        }
    }
}
