//! `inspect --to svg` and `--to html`: pictures of CRIs.

use std::fmt;
use std::io::Write;

use cri_core::{CriRef, DecodeError};
use cri_inspect::{Picture, end_page, start_page, write_failure};
use cri_uri::{Options, ToUri, UriRef};

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::forms::Forms;
use crate::command::operands::{Stop, answer, bytes, ending, fail};
use crate::doubt;
use crate::echo::Echo;
use crate::failure::{Failure, class};
use crate::format::Format;
use crate::input::operand::Operand;
use crate::run::Answer;

/// `cri inspect --to svg`: a picture of one CRI.
pub(super) fn svg(args: &subcommand::Inspect, sink: &mut Sink) -> Result<(), Stop> {
    if args.operands.len() > 1 {
        return Err(Stop::Usage(ONE_OPERAND.to_owned()));
    }
    let command = Draw::new(args, Form::Svg);
    // Only one thread would see the first operand.
    answer(&args.operands, command.forms, 1, command, sink)
}

/// `cri inspect --to html`: a page with a picture of each CRI.
pub(super) fn html(args: &subcommand::Inspect, sink: &mut Sink) -> Result<(), Stop> {
    let mut page = Answers::default();
    // Writing to answers never fails.
    let _ = start_page(&mut Text(&mut page));
    sink.put(&mut page)?;
    // Only one thread counts the operands.
    let command = Draw::new(args, Form::Html);
    answer(&args.operands, command.forms, 1, command, sink)?;
    let _ = end_page(&mut Text(&mut page));
    Ok(sink.put(&mut page)?)
}

const ONE_OPERAND: &str =
    "an SVG document shows one CRI, but there are more operands; --to html shows many on one page";

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Svg,
    Html,
}

#[derive(Clone)]
struct Draw {
    forms: Forms,
    options: Options,
    form: Form,
    /// How many operands were drawn.
    drawn: usize,
    /// A buffer for the bytes that are drawn.
    read: Vec<u8>,
}

impl Draw {
    fn new(args: &subcommand::Inspect, form: Form) -> Self {
        Self {
            forms: Forms::or_uri(args.from),
            options: args.conversion.options(),
            form,
            drawn: 0,
            read: Vec::new(),
        }
    }

    fn draw(
        &mut self,
        operand: Operand<'_>,
        from: Format,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        if self.form == Form::Svg && self.drawn > 0 {
            return Err(Failure::new("too-many-operands", ONE_OPERAND));
        }
        from.read_cbor(bytes(operand)?, self.options, &mut self.read)?;
        self.drawn += 1;
        let cri = CriRef::decode(&self.read);
        if cri.is_err() {
            answers.fail();
        }
        if let Ok(cri) = cri {
            let (notes, schemes) = (&mut self.forms.notes, self.options.schemes);
            doubt::about_cri(notes, operand, from, cri, schemes, answers);
        }
        let heading = Heading::of(cri, self.options);
        let mistake = cri
            .err()
            .map(|error| ending(operand, Failure::unclassed(error)).nowhere().message.to_string());
        let picture = Picture::new(&self.read, self.options.schemes);
        let picture = match &heading {
            Heading::Uri(uri) => {
                UriRef::parse(uri).map_or(picture.clone(), |uri| picture.with_uri(uri))
            }
            Heading::Text(title) => picture.with_title(title),
        };
        let picture = match (cri, &mistake) {
            (Err(error), Some(message)) => picture.with_error(error.offset(), message),
            _ => picture,
        };
        let output = &mut Text(answers);
        let _ = match self.form {
            Form::Svg => picture.write_svg(output),
            Form::Html => picture.write_html(self.drawn, output),
        };
        Ok(())
    }
}

impl Answer for Draw {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let from = self.forms.choose(operand, answers);
        if let Err(failure) = self.draw(operand, from, answers) {
            if self.form == Form::Html {
                let echo = Echo::new(operand, from);
                let text = String::from_utf8_lossy(&echo.masked()).into_owned();
                // Writing to answers never fails.
                let _ = write_failure(&text, &failure.message.to_string(), &mut Text(answers));
            }
            fail(operand, from, false, failure, answers);
        }
    }
}

/// What stands above the bytes.
enum Heading {
    Uri(String),
    Text(String),
}

impl Heading {
    /// The URI of a CRI. If it has none, its diagnostic notation. If the bytes are not a CRI, how far that reaches.
    fn of(cri: Result<CriRef<'_>, DecodeError>, options: Options) -> Self {
        match cri {
            Ok(cri) => match cri.to_uri(options) {
                Ok(uri) => Self::Uri(uri.to_string()),
                Err(_) => Self::Text(cri.diagnostic().to_string()),
            },
            Err(error) => Self::Text(class(error).to_owned()),
        }
    }
}

/// Answers that text is written to.
struct Text<'a>(&'a mut Answers);

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_all(text.as_bytes()).map_err(|_| fmt::Error)
    }
}
