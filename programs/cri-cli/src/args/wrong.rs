//! What is wrong with the arguments, in plain sentences.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// A list of values that is short enough to be read.
const FEW: usize = 8;

/// The sentence for an error about the arguments, without its end. `None` if clap's own message is as good.
pub(crate) fn sentence(error: &Error) -> Option<String> {
    let arg = || one(error, ContextKind::InvalidArg).map(name);
    Some(match error.kind() {
        ErrorKind::InvalidValue => {
            let (arg, value) = (arg()?, one(error, ContextKind::InvalidValue)?);
            let allowed = all(error, ContextKind::ValidValue);
            let near = one(error, ContextKind::SuggestedValue).filter(|_| allowed.len() > FEW);
            let advice = match near {
                Some(near) => format!("; did you mean {near}?"),
                None => {
                    any_of(&allowed).map_or(String::new(), |allowed| format!("; write {allowed}"))
                }
            };
            if value.is_empty() {
                format!("{arg} needs a value{advice}")
            } else {
                format!("{arg} cannot be '{value}'{advice}")
            }
        }
        ErrorKind::ValueValidation => {
            let (arg, value) = (arg()?, one(error, ContextKind::InvalidValue)?);
            let reason = std::error::Error::source(error)?;
            format!("{arg} cannot be '{value}': {reason}")
        }
        ErrorKind::UnknownArgument => {
            let (found, command) = (one(error, ContextKind::InvalidArg)?, command(error));
            let advice = match one(error, ContextKind::SuggestedArg) {
                Some(near) => format!("; did you mean {}?", name(near)),
                None if !found.starts_with('-') => {
                    return Some(format!("'{found}' is one operand too many"));
                }
                None if !found.starts_with("--") => {
                    "; before an operand that begins with -, write --".to_owned()
                }
                None if command == "cri" => "; name a command".to_owned(),
                None => String::new(),
            };
            format!("{command} has no option {found}{advice}")
        }
        ErrorKind::InvalidSubcommand => {
            let found = one(error, ContextKind::InvalidSubcommand)?;
            let mut near = all(error, ContextKind::SuggestedSubcommand);
            // Many words have a letter in common with a command.
            near.retain(|_| found.len() > 2);
            let word = if found.is_empty() { "\"\"" } else { found };
            let advice = match any_of(&near) {
                Some(near) => format!("did you mean {near}?"),
                None if found.starts_with('-') => "for the help, write 'cri --help'".to_owned(),
                None => format!("to explain it as a URI reference, write 'cri inspect {word}'"),
            };
            format!("there is no command '{found}'; {advice}")
        }
        ErrorKind::ArgumentConflict => {
            let (arg, others) = (arg()?, all(error, ContextKind::PriorArg));
            let other = others.first().map(|other| name(other))?;
            if arg == other {
                format!("{arg} may be written only once")
            } else {
                format!("{arg} and {other} exclude each other; leave out one of them")
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = all(error, ContextKind::InvalidArg);
            format!("{} is missing", missing.first().map(|missing| name(missing))?)
        }
        ErrorKind::TooManyValues => {
            let (arg, value) = (arg()?, one(error, ContextKind::InvalidValue)?);
            format!("{arg} takes no value, but has '{value}'")
        }
        _ => return None,
    })
}

/// The name of the command whose arguments are wrong, from its usage line.
fn command(error: &Error) -> String {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let words = usage
        .split_whitespace()
        .skip(1)
        .take_while(|word| word.starts_with(|first: char| first.is_alphabetic()));
    let words: Vec<&str> = words.collect();
    if words.is_empty() { "cri".to_owned() } else { words.join(" ") }
}

/// The name of an argument that clap shows with its value, such as `--from <FORM>`, or of an operand, such as `<SHELL>`.
fn name(shown: &str) -> String {
    match shown.split([' ', '=']).next() {
        Some(option) if option.starts_with('-') => option.to_owned(),
        _ => format!("the {}", shown.trim_matches(['<', '>', '[', ']', '.']).to_ascii_lowercase()),
    }
}

/// Values with commas between them, and "or" before the last.
fn any_of(values: &[&str]) -> Option<String> {
    let (last, others) = values.split_last()?;
    Some(if others.is_empty() {
        (*last).to_owned()
    } else {
        format!("{} or {last}", others.join(", "))
    })
}

fn one(error: &Error, kind: ContextKind) -> Option<&str> {
    all(error, kind).first().copied()
}

fn all(error: &Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(value)) => vec![value],
        Some(ContextValue::Strings(values)) => values.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}
