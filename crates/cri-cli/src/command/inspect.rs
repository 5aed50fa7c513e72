//! `inspect`: every byte of a CRI with its meaning.

use cri_core::{Component, CriRef, DecodeError};
use cri_uri::Options;
use serde::{Serialize, Serializer};

use super::{Stop, answer, bytes, fail, styled};
use crate::anatomy::{Anatomy, Item};
use crate::answers::{Answers, Sink};
use crate::args;
use crate::diagram::Diagram;
use crate::echo::Echo;
use crate::failure::{Failure, class};
use crate::format::{Failed, Format, Input, Made, in_hex, pretty_edn, write_line};
use crate::input::Operand;
use crate::run::Answer;

/// `cri inspect`: CRIs and what should be some.
pub(super) fn inspect(args: &args::Inspect, sink: &mut Sink) -> Result<(), Stop> {
    let styled = styled();
    let options = args.conversion.options();
    let command = Inspect { from: args.from, options, json: args.json, styled, read: Vec::new() };
    // What an operand looks like is told of each by itself; all of it is text.
    answer(&args.operands, args.from.unwrap_or(Format::Uri), args.conversion.common.threads, command, sink)
}

#[derive(Clone)]
struct Inspect {
    /// How operands are written, if that was said.
    from: Option<Format>,
    options: Options,
    json: bool,
    /// Whether colours are understood.
    styled: bool,
    /// Room for the bytes that are explained.
    read: Vec<u8>,
}

impl Inspect {
    fn format(&self, operand: Operand<'_>) -> Format {
        self.from.unwrap_or_else(|| Format::of(operand.bytes.unwrap_or_default()))
    }

    fn inspect(&mut self, operand: Operand<'_>, answers: &mut Answers) -> Result<(), Failure> {
        let from = self.format(operand);
        from.read_cbor(bytes(operand)?, self.options, &mut self.read)?;
        let cri = CriRef::decode(&self.read);
        if cri.is_err() {
            answers.fail();
        }
        if self.json {
            self.write_json(&Echo::new(operand, from), cri, answers);
        } else {
            self.draw(cri, answers);
        }
        Ok(())
    }

    fn items(&self) -> Anatomy<'_> {
        Anatomy::new(&self.read, self.options.schemes)
    }

    fn draw(&self, cri: Result<CriRef<'_>, DecodeError>, answers: &mut Answers) {
        let failure = cri.err().map(Failure::unclassed);
        let mut diagram = Diagram::new(&mut answers.output, self.styled, failure.as_ref());
        match cri {
            Ok(cri) => diagram.title(&pretty_edn(cri, self.options)),
            Err(error) => diagram.title(class(error)),
        }
        self.items().for_each(|item| diagram.item(&item));
        diagram.end();
    }

    fn write_json(&self, echo: &Echo<'_>, cri: Result<CriRef<'_>, DecodeError>, answers: &mut Answers) {
        let items = self;
        match cri {
            Ok(cri) => {
                let made = Made::new(echo, cri, self.options, |failure| failure.within(cri));
                write_line(&mut answers.output, &Whole { made, items });
            }
            Err(error) => {
                let failed = Failed { input: Input(echo), error: &error.into() };
                write_line(&mut answers.output, &Broken { failed, items });
            }
        }
    }
}

impl Answer for Inspect {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        if let Err(failure) = self.inspect(operand, answers) {
            fail(operand, self.format(operand), self.json, &failure, answers);
        }
    }
}

/// A CRI and its items, as `--json` shows it.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    made: Made<'a>,
    #[serde(serialize_with = "items")]
    items: &'a Inspect,
}

/// What is no CRI, and its items, as `--json` shows it.
#[derive(Serialize)]
struct Broken<'a> {
    #[serde(flatten)]
    failed: Failed<'a>,
    #[serde(serialize_with = "items")]
    items: &'a Inspect,
}

/// One item after the other: there may be many.
fn items<S: Serializer>(inspect: &Inspect, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(inspect.items().map(Explained::from))
}

/// An item, as `--json` shows it.
#[derive(Serialize)]
struct Explained {
    offset: usize,
    hex: String,
    depth: usize,
    component: Option<&'static str>,
    #[serde(rename = "type")]
    kind: String,
    meaning: String,
}

impl From<Item<'_>> for Explained {
    fn from(item: Item<'_>) -> Self {
        Self {
            offset: item.start,
            hex: in_hex(&[item.head, item.body].concat()),
            depth: item.depth,
            component: item.component.map(Component::name),
            meaning: item.description(),
            kind: item.kind,
        }
    }
}
