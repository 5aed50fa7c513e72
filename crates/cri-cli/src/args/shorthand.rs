//! `cri OPERAND`, which is short for `cri inspect OPERAND`.

use std::ffi::OsString;

use cri_operand::{Form, recognize};

/// Options that `inspect` takes with a value in the next argument.
const WITH_VALUE: [&str; 6] = ["--color", "--from", "--nfc", "--revision", "--threads", "--to"];

/// The arguments with `inspect` as the command, if they have an operand in the place of the command.
pub(crate) fn expand(mut args: Vec<OsString>) -> Vec<OsString> {
    if stands_for_inspect(args.get(1..).unwrap_or_default()) {
        args.insert(1, "inspect".into());
    }
    args
}

fn stands_for_inspect(args: &[OsString]) -> bool {
    let mut args = args.iter().filter_map(|arg| arg.to_str());
    while let Some(arg) = args.next() {
        if WITH_VALUE.contains(&arg) {
            args.next();
        } else if arg == "--diff" {
            return true;
        } else if arg == "--" {
            return args.next().is_some();
        } else if matches!(arg, "-h" | "--help" | "-V" | "--version") {
            return false;
        } else if arg == "-" || !arg.starts_with('-') {
            return is_operand(arg);
        }
    }
    false
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
    use super::expand;

    #[test]
    fn an_operand_is_inspected() {
        for line in "coap://h|../x|example.com|80|82208|0x8220816168|[0]|cri'a'|{}|-|?q|h:1|\
            --json coap://h|--revision 27 coap://h|--color=never coap://h|-- coap|--diff a b|\
            --revision 27 --diff a b"
            .split('|')
        {
            let args: Vec<_> = ["cri"].into_iter().chain(line.split(' ')).map(Into::into).collect();
            let expanded = expand(args.clone());
            assert_eq!(
                (expanded.len(), expanded[1].to_str()),
                (args.len() + 1, Some("inspect")),
                "{line}"
            );
        }
    }

    #[test]
    fn a_word_is_a_command() {
        for line in
            "|encode|encode coap://h|encdoe coap://h|--color always encode a:|help|--help|-V a:|\
            --version|--color always|--|a|h2|x-y"
                .split('|')
        {
            let args: Vec<_> = ["cri"].into_iter().chain(line.split(' ')).map(Into::into).collect();
            assert_eq!(expand(args.clone()), args, "{line}");
        }
    }
}
