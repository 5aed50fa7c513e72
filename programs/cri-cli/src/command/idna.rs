//! `idna`: host names as the DNS has them, and back.

use cri_core::Component;
use cri_uri::Options;
use cri_uri::idna::{to_ascii, to_unicode};

use crate::answers::{Answers, Sink};
use crate::args::subcommand::{self, HostForm};
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop};
use crate::failure::Failure;
use crate::object::Object;

/// `cri idna`: each operand is a host name.
pub(super) fn idna(args: &subcommand::Idna, sink: &mut Sink) -> Result<(), Stop> {
    let reading =
        Reading { forms: Forms::words(), options: Options::default(), json: Some(args.json) };
    Each::new(reading, Map { to: args.to }).run(&args.operands, args.threads, sink)
}

#[derive(Clone)]
struct Map {
    to: HostForm,
}

impl Command for Map {
    fn answer(
        &mut self,
        given: Given<'_>,
        _: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let name = given.text()?;
        if name.is_empty() {
            let message = "the operand is empty; write a host name";
            return Err(Failure::new("empty-operand", message).about(Component::Host).at(0));
        }
        let host = match self.to {
            HostForm::Ascii => to_ascii(name),
            HostForm::Unicode => to_unicode(name),
        };
        let host = host.map_err(|error| {
            let failure = Failure::from(error);
            if name.contains('/') {
                failure.advising_instead("write the host alone, without scheme and path")
            } else {
                failure
            }
        })?;
        if given.json {
            let mut object = Object::new(answers, &given.echo());
            object.text("host", &host);
            object.end();
        } else {
            answers.output.extend_from_slice(host.as_bytes());
            answers.output.push(b'\n');
        }
        Ok(())
    }
}
