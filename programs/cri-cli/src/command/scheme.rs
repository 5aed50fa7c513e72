//! `scheme`: what the registry of the revision has of a scheme.

use std::io::Write;

use cri_core::Component;
use cri_inspect::operand::nearest_scheme;
use cri_registry::{Scheme, id_of, number_of};
use cri_uri::Options;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop};
use crate::failure::Failure;
use crate::object::Object;

/// `cri scheme`: names to numbers, and back.
pub(super) fn scheme(args: &subcommand::Scheme, sink: &mut Sink) -> Result<(), Stop> {
    let options = Options::new(args.common.revision);
    let reading = Reading { forms: Forms::words(), options, json: Some(args.json) };
    Each::new(reading, Lookup).run(&args.operands, args.common.threads, sink)
}

#[derive(Clone)]
struct Lookup;

impl Command for Lookup {
    fn answer(
        &mut self,
        given: Given<'_>,
        _: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let (text, table) = (given.text()?.trim_ascii(), given.options.schemes());
        if text.is_empty() {
            return Err(Failure::new(
                "empty-operand",
                "the operand is empty; write the name, number or scheme-id of a scheme",
            )
            .about(Component::Scheme)
            .at(0));
        }
        let unknown = || {
            let failure =
                Failure::new("unknown-scheme", "the registry of the revision has no such scheme");
            let failure = failure.about(Component::Scheme).at(0).in_text();
            match nearest_scheme(text, table) {
                Some(near) => failure.advising(&format!("did you mean {near}?")),
                None if text.contains(':') => failure
                    .advising("write the scheme alone, without the colon and what follows it"),
                None => {
                    failure.advising("write a name, a number, or a scheme-id, which is negative")
                }
            }
        };
        // A name begins with a letter, so no name is taken for a number.
        let by_number = |number| table.by_number(number);
        let scheme = match text.as_bytes() {
            [b'-', ..] => {
                text.parse().ok().filter(|id| *id < 0).and_then(number_of).and_then(by_number)
            }
            [b'0'..=b'9', ..] => text.parse().ok().and_then(by_number),
            _ => table.by_name(text.to_ascii_lowercase()),
        };
        let Scheme { name, number, default_port: port, .. } = scheme.ok_or_else(unknown)?;
        let id = id_of(number);
        if given.json {
            let mut object = Object::new(answers, &given.echo());
            object.json("number", &number);
            object.json("id", &id);
            object.text("name", name);
            object.json("port", &port);
            object.end();
            return Ok(());
        }
        let port = port.map_or("-".to_owned(), |port| port.to_string());
        // Writing to a vector never fails. The name is last, since its length has no limit.
        let _ =
            writeln!(answers.output, "number {number:<5}  id {id:<6}  port {port:<5}  name {name}");
        Ok(())
    }
}
