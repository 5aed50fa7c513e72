//! `normalize`: the normal form of each URI, as text (RFC 3986 section 6.2).

use std::io::Write;

use cri_uri::{Normalization, Options, UriRef};

use crate::answers::{Answers, Sink};
use crate::args::subcommand::{self, TextForm};
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop, rows};
use crate::failure::Failure;
use crate::format::Format;
use crate::object::Object;

/// `cri normalize`: URIs, and CRIs by their URIs.
pub(super) fn normalize(args: &subcommand::Normalize, sink: &mut Sink) -> Result<(), Stop> {
    let options = Options::new(args.common.revision);
    let rows = rows(args.rows, args.json.then_some(Format::Json))?;
    let reading = Reading { forms: Forms::or_uri(args.forms.from), options, json: Some(args.json) };
    let steps = match &*args.steps {
        [] => Normalization::ALL,
        steps => steps.iter().fold(Normalization::NONE, |all, step| all.with(*step)),
    };
    let each = Each::new(reading, Normalize { steps, to: args.to });
    each.in_rows(rows).run(&args.operands, args.common.threads, sink)
}

#[derive(Clone)]
struct Normalize {
    steps: Normalization,
    /// How answers are written, if the command line says so.
    to: Option<TextForm>,
}

impl Command for Normalize {
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let text = given.uri_text(buffer)?;
        let uri = UriRef::parse(&text)?;
        given.doubt_uri(uri, answers);
        let normal = uri.normalize(self.steps, given.options.schemes());
        if given.json {
            let echo = given.echo().with_userinfo(uri.userinfo().is_some());
            let mut object = Object::new(answers, &echo);
            object.text("uri", normal);
            object.end();
            return Ok(());
        }
        let is_iri = self.to.map_or(given.from == Format::Iri, |to| to == TextForm::Iri);
        // Writing to a vector never fails.
        let _ = if is_iri {
            let normal = normal.to_string();
            writeln!(answers.output, "{}", UriRef::parse(&normal)?.to_iri())
        } else {
            writeln!(answers.output, "{normal}")
        };
        Ok(())
    }
}
