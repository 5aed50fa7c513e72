//! Command lines that do not begin with a command: `cri OPERAND`, which is short for `cri inspect OPERAND`, and
//! `cri OPTIONS COMMAND`.

use std::ffi::OsString;

use cri_inspect::operand::{Form, recognize};

/// The arguments with the command in the first place. `inspect` is the command of a line that has an operand in its place.
///
/// `takes_value` says whether an option of any command takes a value in the next argument.
pub(crate) fn expand(mut args: Vec<OsString>, takes_value: impl Fn(&str) -> bool) -> Vec<OsString> {
    let given = args.get_mut(1..).unwrap_or_default();
    match first_word(given, takes_value) {
        Some(Word::Operand) => args.insert(1, "inspect".into()),
        // The options may be those of the command.
        Some(Word::Command(at)) => {
            if let Some(options) = given.get_mut(..=at) {
                options.rotate_right(1);
            }
        }
        None => {}
    }
    args
}

/// The first argument that is neither an option nor its value.
enum Word {
    Operand,
    /// The name of a command, which may be misspelt, at this index.
    Command(usize),
}

/// `None` without such an argument, and if the line asks for the help or version of the program.
fn first_word(args: &[OsString], takes_value: impl Fn(&str) -> bool) -> Option<Word> {
    let args = args.iter().enumerate();
    let mut args = args.filter_map(|(at, arg)| arg.to_str().map(|arg| (at, arg)));
    while let Some((at, arg)) = args.next() {
        if takes_value(arg) {
            args.next();
        } else if arg == "--diff" {
            return Some(Word::Operand);
        } else if arg == "--" {
            return args.next().map(|_| Word::Operand);
        } else if matches!(arg, "-h" | "--help" | "-V" | "--version") {
            return None;
        } else if arg == "-" || !arg.starts_with('-') {
            return Some(if is_operand(arg) { Word::Operand } else { Word::Command(at) });
        }
    }
    None
}

/// Whether an argument is an operand, and not the name of a command, which may be misspelt.
pub(crate) fn is_operand(arg: &str) -> bool {
    let is_name =
        arg.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            && arg != "-";
    let recognized = recognize(arg);
    !is_name || recognized.form != Form::Uri || recognized.doubt.is_some()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    /// A command line before and after, without the name of the program.
    fn expand(line: &str) -> Vec<OsString> {
        let args = ["cri"].into_iter().chain(line.split(' ')).map(Into::into).collect();
        let takes_value = |arg: &str| ["--color", "--revision", "--scheme"].contains(&arg);
        super::expand(args, takes_value).split_off(1)
    }

    #[test]
    fn an_operand_is_inspected() {
        for line in "coap://h|../x|example.com|80|82208|0x8220816168|[0]|cri'a'|{}|-|?q|h:1|\
            --json coap://h|--revision 27 coap://h|--color=never coap://h|-- coap|--diff a b|\
            --revision 27 --diff a b"
            .split('|')
        {
            let expected: Vec<OsString> =
                ["inspect"].into_iter().chain(line.split(' ')).map(Into::into).collect();
            assert_eq!(expand(line), expected, "{line}");
        }
    }

    #[test]
    fn a_word_is_a_command() {
        for line in "|encode|encode coap://h|encdoe coap://h|encode --revision 30 a|help|--help|\
            -V a:|--version|--color always|--revision 30 --help|--|a|h2|x-y"
            .split('|')
        {
            let expected: Vec<OsString> = line.split(' ').map(Into::into).collect();
            assert_eq!(expand(line), expected, "{line}");
        }
    }

    #[test]
    fn options_may_precede_the_command() {
        for (line, expected) in [
            ("--revision 30 encode x", "encode --revision 30 x"),
            ("--revision=30 --json encode x --to hex", "encode --revision=30 --json x --to hex"),
            ("--scheme coap coap coap://h", "coap --scheme coap coap://h"),
            ("--color always encdoe a:", "encdoe --color always a:"),
        ] {
            let expected: Vec<OsString> = expected.split(' ').map(Into::into).collect();
            assert_eq!(expand(line), expected, "{line}");
        }
    }
}
