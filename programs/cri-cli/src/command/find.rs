//! `find`: the URIs or IRIs in running text (RFC 3986 appendix C).

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use std::str::Utf8Chunk;

use cri_uri::context::{SpacedUri, find_iris, find_uris};
use cri_uri::{IriRef, Options};
use memchr::memchr_iter;
use serde::Serialize;

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop, announce};
use crate::failure::Failure;
use crate::input::framing::Requests;
use crate::input::operand::Place;
use crate::input::source::Source;
use crate::notes::Note;
use crate::object::Object;
use crate::{report, run};

/// `cri find`: each operand is a text.
pub(super) fn find(args: &subcommand::Find, sink: &mut Sink) -> Result<(), Stop> {
    let options = Options::new(args.common.revision);
    let reading = Reading { forms: Forms::words(), options, json: Some(args.json) };
    let mut each = Each::new(reading, Find { has_places: args.to.is_none(), iri: args.iri });
    let threads = args.common.threads;
    if !args.paragraphs {
        return each.run(&args.operands, threads, sink);
    }
    announce(&args.operands);
    let mut stdin = Source::<_, Requests>::new(io::stdin().lock());
    Ok(run::operands(&args.operands, &mut stdin, threads, &mut each, sink)?)
}

#[derive(Clone)]
struct Find {
    /// Whether places are written before URIs.
    has_places: bool,
    /// Whether IRIs are found.
    iri: bool,
}

/// A URI, and its place in a text.
#[derive(Serialize)]
struct Found {
    uri: String,
    /// The number of the line in which it begins, from 1.
    line: u64,
    /// Its first byte, and the byte after its last. Both count from the start of that line.
    start: usize,
    end: usize,
}

/// A place in a text, up to which its lines were counted.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    /// The number of the line at the place.
    line: u64,
    line_start: usize,
}

impl Lines<'_> {
    /// The URI, which follows the place.
    fn place(&mut self, uri: SpacedUri<'_>) -> Found {
        let Range { start, end } = uri.range();
        for before in memchr_iter(b'\n', &self.text[self.at..start]) {
            self.line += 1;
            self.line_start = self.at + before + 1;
        }
        self.at = start;
        let [start, end] = [start, end].map(|at| at - self.line_start);
        Found { uri: uri.to_string(), line: self.line, start, end }
    }
}

impl Command for Find {
    fn answer(
        &mut self,
        given: Given<'_>,
        _: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let text = given.bytes()?;
        let line = match given.operand.place {
            Place::Line(number) => number,
            _ => 1,
        };
        let mut lines = Lines { text, at: 0, line, line_start: 0 };
        let (text, schemes) = (readable(text), given.options.schemes());
        let uris = (!self.iri).then(|| find_uris(&text, schemes)).into_iter().flatten();
        let iris = self.iri.then(|| find_iris(&text, schemes)).into_iter().flatten();
        let mut found = uris.chain(iris).map(|uri| lines.place(uri)).peekable();
        if found.peek().is_none() {
            self.note(given, &text, answers);
        }
        if given.json {
            let mut object = Object::new(answers, &given.echo().in_prose());
            object.list("found", found);
            object.end();
            return Ok(());
        }
        for Found { uri, line, start, end } in found {
            // Writing to answers never fails.
            let _ = if self.has_places {
                writeln!(answers, "{line}:{start}-{end} {uri}")
            } else {
                writeln!(answers, "{}", IriRef::parse(&uri)?.to_uri())
            };
        }
        Ok(())
    }
}

/// The text, with `^` in place of each byte that is no UTF-8. It may be a letter in another encoding, so the beginning of
/// a URI before it is not found, as before `^`.
fn readable(text: &[u8]) -> Cow<'_, str> {
    str::from_utf8(text).map_or_else(
        |_| {
            let chunk =
                |chunk: Utf8Chunk<'_>| [chunk.valid(), &"^^^"[..chunk.invalid().len()]].concat();
            text.utf8_chunks().map(chunk).collect()
        },
        Cow::Borrowed,
    )
}

impl Find {
    /// Notes what to do about a text without URIs: it has an IRI, is a URI with a mistake, or may be the name of a file.
    fn note(&self, given: Given<'_>, text: &str, answers: &mut Answers) {
        let place = given.operand.place;
        answers.note(Note::Iri, place, || {
            let has_iri = !self.iri
                && !text.is_ascii()
                && find_iris(text, given.options.schemes()).next().is_some();
            has_iri.then(|| {
                let shown = report::excerpt(&given.echo());
                format!("{shown} has no URI, but an IRI; to find it, add --iri")
            })
        });
        if place != Place::Argument {
            return;
        }
        let is_mistyped =
            text.contains("://") && text.is_ascii() && !text.contains(char::is_whitespace);
        answers.note(Note::Mistyped, place, || {
            let shown = report::excerpt(&given.echo());
            is_mistyped.then(|| format!("{shown} is no URI; cri check says what is wrong with it"))
        });
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"./-_~".contains(&byte);
        let is_name = !text.is_empty() && text.bytes().all(is_of_name);
        answers.note(Note::File, place, || {
            let shown = report::excerpt(&given.echo());
            is_name
                .then(|| format!("{shown} has no URI; to search a file, write cri find < {shown}"))
        });
    }
}
