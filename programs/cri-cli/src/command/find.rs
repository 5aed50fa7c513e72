//! `find`: the URIs in running text (RFC 3986 appendix C).

use std::io::{self, Write};

use cri_uri::Options;
use cri_uri::context::{SpacedUri, find_uris};
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
    let mut each = Each::new(reading, Find { has_places: args.to.is_none() });
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
    /// The URI, which was found in the part of the text that begins at `offset`. It follows the place.
    fn place(&mut self, uri: SpacedUri<'_>, offset: usize) -> Found {
        let (start, end) = (offset + uri.range().start, offset + uri.range().end);
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
        let schemes = given.options.schemes();
        // A URI is ASCII, so bytes that are no UTF-8 only end it.
        let found = text.utf8_chunks().scan(0, |end, chunk| {
            let (offset, valid) = (*end, chunk.valid());
            *end += valid.len() + chunk.invalid().len();
            Some(find_uris(valid, schemes).map(move |uri| (uri, offset)))
        });
        let mut found = found.flatten().map(|(uri, offset)| lines.place(uri, offset)).peekable();
        if found.peek().is_none() && given.operand.place == Place::Argument {
            note_file(given, text, answers);
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
                writeln!(answers, "{uri}")
            };
        }
        Ok(())
    }
}

/// Notes how to search a file, if a text without URIs may be the name of one.
fn note_file(given: Given<'_>, text: &[u8], answers: &mut Answers) {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"./-_~".contains(byte);
    let is_name = !text.is_empty() && text.iter().all(is_of_name);
    answers.note(Note::File, given.operand.place, || {
        let shown = report::excerpt(&given.echo());
        is_name.then(|| format!("{shown} has no URI; to search a file, write cri find < {shown}"))
    });
}
