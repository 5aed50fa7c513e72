//! `scheme`: what the registry of the revision has of a scheme.

use std::io::Write;

use cri_core::Component;
use cri_operand::nearest_scheme;
use cri_registry::{Scheme, Table, id_of, number_of};
use cri_uri::Options;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::operands::{Stop, answer, bytes, fail_as_it_is};
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::{Format, text};
use crate::input::operand::Operand;
use crate::object::Object;
use crate::run::Answer;

/// `cri scheme`: names to numbers, and back.
pub(super) fn scheme(args: &subcommand::Scheme, sink: &mut Sink) -> Result<(), Stop> {
    let table = Options::new(args.common.revision).schemes;
    // A scheme is not a URI, but it is read and shown as text.
    answer(
        &args.operands,
        Forms::or_uri(Some(Format::Uri)),
        args.common.threads,
        Lookup { table, json: args.json },
        sink,
    )
}

#[derive(Clone)]
struct Lookup {
    table: Table,
    json: bool,
}

impl Lookup {
    fn look_up(&self, operand: Operand<'_>, answers: &mut Answers) -> Result<(), Failure> {
        let given = text(bytes(operand)?)?.trim_ascii();
        if given.is_empty() {
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
            match nearest_scheme(given, self.table) {
                Some(near) => failure.advising(&format!("did you mean {near}?")),
                None => {
                    failure.advising("write a name, a number, or a scheme-id, which is negative")
                }
            }
        };
        // A name begins with a letter, so no name is taken for a number.
        let by_number = |number| self.table.by_number(number);
        let scheme = match given.as_bytes() {
            [b'-', ..] => {
                given.parse().ok().filter(|id| *id < 0).and_then(number_of).and_then(by_number)
            }
            [b'0'..=b'9', ..] => given.parse().ok().and_then(by_number),
            _ => self.table.by_name(given.to_ascii_lowercase()),
        };
        let Scheme { name, number, default_port: port, .. } = scheme.ok_or_else(unknown)?;
        let id = id_of(number);
        if self.json {
            let echo = Echo::new(operand, Format::Uri);
            let mut object = Object::new(answers, &echo);
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

impl Answer for Lookup {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        if let Err(failure) = self.look_up(operand, answers) {
            fail_as_it_is(operand, Format::Uri, self.json, failure, answers);
        }
    }
}
