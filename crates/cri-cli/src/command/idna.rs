//! `idna`: host names as the DNS has them, and back.

use cri_uri::idna::{to_ascii, to_unicode};

use crate::answers::{Answers, Sink};
use crate::args::subcommand::{self, HostForm};
use crate::command::forms::Forms;
use crate::command::operands::{Stop, answer, bytes, fail_as_it_is};
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::{Format, text};
use crate::input::operand::Operand;
use crate::object::Object;
use crate::run::Answer;

/// `cri idna`: each operand is a host name.
pub(super) fn idna(args: &subcommand::Idna, sink: &mut Sink) -> Result<(), Stop> {
    // A host name is not a URI, but it is read and shown as text.
    answer(
        &args.operands,
        Forms::or_uri(Some(Format::Uri)),
        args.threads,
        Map { to: args.to, json: args.json },
        sink,
    )
}

#[derive(Clone)]
struct Map {
    to: HostForm,
    json: bool,
}

impl Map {
    fn map(&self, operand: Operand<'_>, answers: &mut Answers) -> Result<(), Failure> {
        let given = text(bytes(operand)?)?;
        let host = match self.to {
            HostForm::Ascii => to_ascii(given),
            HostForm::Unicode => to_unicode(given),
        };
        let host = host.map_err(|error| {
            let failure = Failure::from(error);
            if given.contains('/') {
                failure.advising("write the host alone, without scheme and path")
            } else {
                failure
            }
        })?;
        if self.json {
            let echo = Echo::new(operand, Format::Uri);
            let mut object = Object::new(answers, &echo);
            object.text("host", &host);
            object.end();
        } else {
            answers.output.extend_from_slice(host.as_bytes());
            answers.output.push(b'\n');
        }
        Ok(())
    }
}

impl Answer for Map {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        if let Err(failure) = self.map(operand, answers) {
            fail_as_it_is(operand, Format::Uri, self.json, failure, answers);
        }
    }
}
