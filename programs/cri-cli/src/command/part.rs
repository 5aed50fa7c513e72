//! `part`: one part of each URI, as it is written (RFC 3986 section 3).

use cri_uri::components::Components;
use cri_uri::pct::decode;
use cri_uri::{IriRef, Options, ToUri, UriRef};

use crate::answers::{Answers, Sink};
use crate::args::subcommand::{self, UriPart};
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop, rows};
use crate::command::rows::{NULL, escape};
use crate::failure::Failure;
use crate::format::Format;
use crate::object::Object;

/// `cri part`: a part of each URI, or of the URI of each CRI.
pub(super) fn part(args: &subcommand::Part, sink: &mut Sink) -> Result<(), Stop> {
    if args.parameter.is_some() && args.part != UriPart::Query {
        let message = "--parameter is in the query; write cri part query --parameter NAME";
        return Err(Stop::Usage(message.to_owned()));
    }
    let options = Options::new(args.common.revision);
    let rows = rows(args.rows, args.json.then_some(Format::Json))?;
    // Text that looks like notation or JSON can be split, too.
    let from = args.forms.from.or(args.lenient.then_some(Format::Uri));
    let reading = Reading { forms: Forms::or_uri(from), options, json: Some(args.json) };
    let command = Part { args: args.clone(), decoded: Vec::new() };
    Each::new(reading, command).in_rows(rows).run(&args.operands, args.common.threads, sink)
}

#[derive(Clone)]
struct Part {
    args: subcommand::Part,
    /// A buffer for a decoded part.
    decoded: Vec<u8>,
}

impl Part {
    /// The part, if it is there.
    fn of<'a>(&self, components: Components<'a>) -> Option<&'a str> {
        match self.args.part {
            UriPart::Scheme => components.scheme,
            UriPart::Authority => components.authority,
            UriPart::Userinfo => components.userinfo(),
            UriPart::Host => components.host(),
            UriPart::Port => components.port(),
            UriPart::Path => Some(components.path),
            UriPart::Query => match &self.args.parameter {
                Some(name) => components.parameter(name),
                None => components.query,
            },
            UriPart::Fragment => components.fragment,
        }
    }
}

impl Command for Part {
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let uri;
        let components = match given.from {
            Format::Uri | Format::Iri if self.args.lenient => Components::split(given.text()?),
            Format::Uri => UriRef::parse(given.text()?)?.components(),
            Format::Iri => IriRef::parse(given.text()?)?.components(),
            _ => {
                uri = given.read(buffer)?.as_cri_ref().to_uri(given.options)?.to_string();
                Components::split(&uri)
            }
        };
        let mut part = self.of(components).map(str::as_bytes);
        if let Some(written) = part.filter(|_| self.args.decode) {
            self.decoded.clear();
            self.decoded.extend(decode(written));
            part = Some(&self.decoded);
        }
        if given.json {
            let echo = given.echo().with_userinfo(components.userinfo().is_some());
            let mut object = Object::new(answers, &echo);
            match part.map(str::from_utf8) {
                Some(Ok(text)) => object.text("part", text),
                Some(Err(_)) => object.hex("part_hex", part.unwrap_or_default()),
                None => object.json("part", &()),
            }
            object.end();
            return Ok(());
        }
        let output = &mut answers.output;
        let start = output.len();
        match part {
            Some(part) => {
                output.extend_from_slice(part);
                // The end of a row escapes its answer.
                if !given.is_row {
                    escape(output, start);
                }
            }
            None if given.is_row => return Ok(()),
            None => output.extend_from_slice(NULL),
        }
        output.push(b'\n');
        Ok(())
    }
}
