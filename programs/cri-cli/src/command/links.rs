//! `links`: the links of a server, with their targets resolved (RFC 6690).

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};

use cri_inspect::links::{
    Link, LinkUris, Parameter, Part, ResolvedLink, Resolver, Rules, read_base,
};
use cri_inspect::operand::{Form, Recognized, recognize};
use cri_uri::{Options, ToUri, password};
use serde::Serialize;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::full;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop, announce, refuse_terminal, rows};
use crate::command::rows::{NULL, Rows, write_column};
use crate::command::writer::{Writer, write_parsed};
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::framing::Links as Framing;
use crate::input::operand::{Operand, Place};
use crate::input::source::Source;
use crate::object::Object;
use crate::report;
use crate::run::{self, Answer};

/// `cri links`: the links of a file.
pub(super) fn links(args: subcommand::Links, sink: &mut Sink) -> Result<(), Stop> {
    let to = if args.json { Format::Json } else { args.to.unwrap_or(Format::Uri) };
    refuse_terminal(Some(to))?;
    let rows = rows(args.rows, Some(to))?;
    let options = args.conversion.options();
    let json = to == Format::Json;
    let base = match args.base {
        Some(base) => {
            let reading = Reading { forms: Forms::or_uri(None), options, json: Some(json) };
            let mut each = Each::new(reading, Base { rules: args.rules, resolver: None });
            let mut answers = Answers::default();
            let operand = Operand { bytes: Ok(base.as_encoded_bytes()), place: Place::Argument };
            each.answer_operand(operand, &mut answers);
            sink.put(&mut answers)?;
            each.command.resolver
        }
        None => Resolver::new(None, args.rules, options).ok(),
    };
    let Some(resolver) = base else { return Ok(()) };
    let writer = Writer { to: Some(to), wants_uri: false, by_rfc3986: None, made: Vec::new() };
    let mut links = Links { resolver, options, rows, writer };
    let threads = args.conversion.common.threads;
    match args.file {
        Some(file) if file != "-" => {
            let text = file.as_encoded_bytes();
            if text.trim_ascii_start().starts_with(b"<") {
                return run(Source::new(text), threads, &mut links, sink);
            }
            let shown = Operand { bytes: Ok(text), place: Place::Argument };
            let name = report::excerpt(&Echo::new(shown, Format::Uri));
            let opened = File::open(&file).map_err(|error| {
                // The system's number of the error says no more than its words.
                let reason = error.to_string();
                let reason = reason.split(" (os error").next().unwrap_or_default();
                let advice = "name a file, or write the links, which begin with <";
                io::Error::new(error.kind(), format!("cannot read {name}: {reason}; {advice}"))
            })?;
            run(Source::named(opened, name), threads, &mut links, sink)
        }
        _ => {
            announce(&[]);
            run(Source::new(io::stdin().lock()), threads, &mut links, sink)
        }
    }
}

fn run(
    mut source: Source<impl Read, Framing>,
    threads: u16,
    links: &mut Links,
    sink: &mut Sink,
) -> Result<(), Stop> {
    Ok(run::operands(&[], &mut source, threads, links, sink)?)
}

/// Reads the base.
#[derive(Clone)]
struct Base {
    rules: Rules,
    /// What resolves links, once the base was read.
    resolver: Option<Resolver>,
}

impl Command for Base {
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let wrong = |failure: Failure| failure.prefixed("base: ");
        let uri = given.from.is_text().then(|| given.uri_text(&mut Vec::new()).ok()).flatten();
        // A port may be spelled in other ways than in a CRI.
        let by_uri = uri.and_then(|uri| read_base(&uri, given.options).ok());
        let read;
        let base = match &by_uri {
            Some(base) => base.as_cri(),
            None => {
                read = full(given, buffer, "base-not-full").map_err(wrong)?;
                read.as_cri()
            }
        };
        let resolver = Resolver::new(Some(base), self.rules, given.options);
        self.resolver = Some(resolver.map_err(|error| Failure::from(error).nowhere())?);
        given.doubt(base.into(), answers);
        Ok(())
    }
}

/// How many columns a row has before those of its error.
const COLUMNS: usize = 3;

/// Answers each link.
#[derive(Clone)]
struct Links {
    resolver: Resolver,
    options: Options,
    rows: Option<Rows>,
    writer: Writer,
}

impl Answer for Links {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let json = self.writer.to == Some(Format::Json);
        let is_row = self.rows.is_some();
        let given = Given { operand, from: Format::Uri, options: self.options, json, is_row };
        let answered = self.write(given, answers);
        match (self.rows, answered) {
            (None, Ok(())) => {}
            (None, Err(wrong)) => {
                let echo = wrong.part.echo();
                let echo = if wrong.is_link { echo.in_prose() } else { echo };
                let failure = wrong.advised();
                match wrong.uris {
                    Some((link, uris)) if json => {
                        answers.fail();
                        let mut object = Object::failed(answers, &echo, &failure);
                        object.text("uri", uris.target);
                        object.json("cri", &());
                        object.json("edn", &());
                        object.json("context", &uris.context);
                        object.list("parameters", link.parameters().map(Named::from));
                        object.end();
                    }
                    uris => {
                        if let Some((link, uris)) = uris {
                            self.write_uri(&uris.target, &mut answers.output);
                            write_parameters(&link, &mut answers.output);
                        }
                        wrong.part.fail_shown(&failure, &echo, answers);
                    }
                }
            }
            (Some(rows), Ok(())) => rows.end_row(Ok(()), &mut answers.output),
            (Some(rows), Err(wrong)) => {
                let failure = wrong.failure.counted_from(wrong.start);
                match wrong.uris {
                    Some((link, uris)) => {
                        let start = answers.output.len();
                        self.write_uri(&uris.target, &mut answers.output);
                        rows.escape(&mut answers.output, start);
                        write_columns(uris.context, &link, &mut answers.output);
                    }
                    None => {
                        answers.output.extend_from_slice(NULL);
                        (1..COLUMNS).for_each(|_| write_column(&mut answers.output, None::<&str>));
                    }
                }
                rows.end_row(Err(failure), &mut answers.output);
            }
        }
    }
}

/// A parameter in an object.
#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    value: Option<String>,
}

impl<'a> From<Parameter<'a>> for Named<'a> {
    fn from(parameter: Parameter<'a>) -> Self {
        Self { name: parameter.name(), value: parameter.value().map(|value| value.to_string()) }
    }
}

/// Why a link has no answer: the part of it that is wrong, and where that begins in the file.
struct Wrong<'a> {
    part: Given<'a>,
    /// An offset in it counts from the start of the part.
    failure: Failure,
    start: usize,
    /// Whether the part is the whole link, and not a reference in it.
    is_link: bool,
    /// The link and its URIs, if no CRI expresses them, they have no password, and the answer is a URI or an object.
    uris: Option<(Link<'a>, LinkUris)>,
}

/// Appends the parameters of a link as columns, and the end of the line.
fn write_parameters(link: &Link<'_>, output: &mut Vec<u8>) {
    for Named { name, value } in link.parameters().map(Named::from) {
        let value = value.map(|value| format!("={value}")).unwrap_or_default();
        write_column(output, Some(format_args!("{name}{value}")));
    }
    output.push(b'\n');
}

/// Appends the columns of a row that follow the target.
fn write_columns(context: Option<impl Display>, link: &Link<'_>, output: &mut Vec<u8>) {
    write_column(output, context);
    let parameters: Vec<_> = link.parameters().map(Named::from).collect();
    // INVARIANT: all keys are text.
    write_column(output, serde_json::to_string(&parameters).ok());
}

impl Wrong<'_> {
    /// The failure with what would help, and an offset that counts from the start of the file.
    fn advised(&self) -> Failure {
        let Self { part, failure, start, is_link, .. } = self;
        let failure = failure.clone();
        let is_plain = |reference| {
            let Recognized { form, doubt, .. } = recognize(reference);
            form == Form::Uri && doubt.is_none()
        };
        let failure = if !is_link && is_plain(part.operand.read()) {
            let is_read = |other: Given<'_>| {
                // As for a request, a link's port may be spelled in other ways than in a CRI.
                let read = || {
                    other.bytes().and_then(|it| {
                        other.from.read_request(it, other.options, &mut Vec::new()).map(drop)
                    })
                };
                other.from == Format::Uri && (other.read(&mut Vec::new()).is_ok() || read().is_ok())
            };
            part.advised(failure, is_read)
        } else {
            failure
        };
        failure.counted_from(*start)
    }
}

impl Links {
    /// Appends the answer to one link, without the end of its row.
    fn write<'a>(&mut self, given: Given<'a>, answers: &mut Answers) -> Result<(), Box<Wrong<'a>>> {
        let start = match given.operand.place {
            Place::Link(start) => usize::try_from(start).unwrap_or(usize::MAX),
            _ => 0,
        };
        let wrong =
            |failure| Box::new(Wrong { part: given, failure, start, is_link: true, uris: None });
        let text = given.text().map_err(wrong)?;
        let link = Link::parse(text).map_err(|error| wrong(error.into()))?;
        let part = |text: &'a str| {
            let operand = Operand { bytes: Ok(text.as_bytes()), ..given.operand };
            Given { operand, ..given }
        };
        let target = part(link.reference());
        let resolved = self.resolver.resolve(&link).map_err(|error| {
            let (part, offset) = match (error.part(), link.anchor()) {
                (Part::Anchor, Some(anchor)) => (part(anchor.as_written()), anchor.offset()),
                _ => (target, link.reference_offset()),
            };
            let failure = Failure::from(error).moved(offset, 0);
            let is_text = matches!(self.writer.to, Some(Format::Uri | Format::Iri | Format::Json));
            let hides = |uri: &String| password::find_in_operand(uri.as_bytes()).next().is_some();
            let uris = self.resolver.resolve_as_uris(&link).ok().filter(|uris| {
                // What is written about a failed operand shows no password.
                is_text && !hides(&uris.target) && !uris.context.as_ref().is_some_and(hides)
            });
            let (start, uris) = (start.saturating_add(offset), uris.map(|uris| (link, uris)));
            Box::new(Wrong { part, failure, start, is_link: false, uris })
        })?;
        self.write_link(target, &link, &resolved, answers).map_err(|failure| {
            let start = start.saturating_add(link.reference_offset());
            Box::new(Wrong { part: target, failure, start, is_link: false, uris: None })
        })
    }

    /// Appends a link whose target is the operand.
    fn write_link(
        &mut self,
        given: Given<'_>,
        link: &Link<'_>,
        resolved: &ResolvedLink,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let target = resolved.target.as_cri_ref();
        let context = resolved.context.as_ref().map(|context| context.to_uri(self.options));
        if given.json {
            let has_userinfo = target.sections().userinfo().is_some();
            let mut object = Object::new(answers, &given.echo().with_userinfo(has_userinfo));
            let has_uri = object.cri(target, self.options, |failure| failure);
            match context {
                Some(Ok(context)) => object.text("context", context),
                // A target has no URI either if the scheme of the base has no name. The object says so.
                Some(Err(_)) | None => object.json("context", &()),
            }
            object.list("parameters", link.parameters().map(Named::from));
            object.end();
            if !has_uri {
                answers.fail();
            }
            return Ok(());
        }
        let start = answers.output.len();
        let context = match self.rows {
            Some(_) => context.transpose()?,
            None => None,
        };
        self.writer.write_cri(given, None, target, answers)?;
        let output = &mut answers.output;
        let is_cbor = self.writer.to == Some(Format::Cbor);
        if !is_cbor {
            output.pop();
        }
        match self.rows {
            Some(rows) => {
                rows.escape(output, start);
                write_columns(context, link, output);
            }
            None if !is_cbor => write_parameters(link, output),
            None => {}
        }
        Ok(())
    }

    /// Appends the URI of a target, as a URI or IRI.
    fn write_uri(&self, uri: &str, output: &mut Vec<u8>) {
        let to = self.writer.to.unwrap_or(Format::Uri);
        // INVARIANT: it is a URI reference.
        if write_parsed(to, output, uri).is_ok() {
            output.pop();
        }
    }
}
