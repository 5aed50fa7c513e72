//! `relativize`: the shortest reference from one base to each target.

use cri_core::{Base, Cri};
use cri_uri::__private::{references, shortest_reference};
use cri_uri::{Options, ToUri, ToUriError};

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::{self, First, Hold, OnBase, full};
use crate::command::given::Given;
use crate::command::operands::Stop;
use crate::command::writer::write_parsed;
use crate::failure::Failure;
use crate::format::Format;

/// `cri relativize`: references from a base, which is `--base` or the first operand.
pub(super) fn relativize(args: subcommand::OnBase, sink: &mut Sink) -> Result<(), Stop> {
    let on_base = OnBase::new(&args)?;
    against::run_on_base(args, Relativize { on_base }, sink)
}

#[derive(Clone)]
struct Relativize {
    on_base: OnBase,
}

impl Hold for Relativize {
    const FIRST: &'static str = "base";
    const NOT_FULL: &'static str = "base-not-full";

    fn hold(
        &mut self,
        first: &First,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let options = given.options;
        let target = full(given, buffer, "target-not-full")?;
        let target = target.as_cri();
        given.doubt(target.into(), answers);
        let base = self.on_base.base(first);
        let writer = self.on_base.writer(first);
        let reference = match writer.to {
            // A URI reference must lead to the target by RFC 3986, too.
            Some(Format::Uri | Format::Iri | Format::Json) => {
                shortest_reference(base, target, options)?
            }
            _ => base.relativize(target, options.revision(), Vec::new())?,
        };
        let reference = reference.as_cri_ref();
        match writer.to {
            Some(to) if to.is_text() && reference.to_uri(options).is_err() => {
                let uri = shortest_uri(base, target, options)?;
                write_parsed(to, &mut answers.output, &uri)
            }
            _ => writer.write(given, || reference.sections(), Some(reference), answers),
        }
    }
}

/// The URI reference with the fewest characters that leads from a base to a target, by RFC 3986 and as a CRI reference.
fn shortest_uri(base: Base<'_>, target: Cri<'_>, options: Options) -> Result<String, ToUriError> {
    let uris = references(base, target, options)?.into_iter().map(|reference| reference.uri);
    match uris.min_by_key(String::len) {
        Some(uri) => Ok(uri),
        None => Ok(target.to_uri(options)?.to_string()),
    }
}
