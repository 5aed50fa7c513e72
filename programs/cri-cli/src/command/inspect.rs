//! `inspect`: every byte of a CRI with its meaning.

use cri_core::{Component, CriRef, DecodeError};
use cri_inspect::operand::outcome;
use cri_inspect::{Anatomy, Item, end_page, start_page};
use serde::Serialize;

use crate::answers::{Answers, Sink};
use crate::args::subcommand::{self, InspectForm};
use crate::columns;
use crate::command::diff;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop, styled};
use crate::command::picture;
use crate::diagram::Diagram;
use crate::failure::Failure;
use crate::hex;
use crate::object::Object;

/// `cri inspect`: CRIs, and bytes that should be one.
pub(super) fn inspect(args: &subcommand::Inspect, sink: &mut Sink) -> Result<(), Stop> {
    if args.diff {
        return diff::diff(args, sink);
    }
    let to = args.to();
    let conversion = args.conversion;
    let (options, json) = (conversion.options(), to == InspectForm::Json);
    let reading = Reading { forms: Forms::or_uri(args.forms.from), options, json: Some(json) };
    let command = Inspect { to, styled: styled(), columns: columns::of_terminal(), drawn: 0 };
    let mut threads = conversion.common.threads;
    match to {
        InspectForm::Text | InspectForm::Json => {}
        InspectForm::Svg if args.operands.len() > 1 => {
            return Err(Stop::Usage(picture::ONE_OPERAND.to_owned()));
        }
        // Only one thread counts the operands.
        InspectForm::Svg | InspectForm::Html => threads = 1,
    }
    if to != InspectForm::Html {
        return Each::new(reading, command).run(&args.operands, threads, sink);
    }
    let mut page = Answers::default();
    picture::append(&mut page, start_page);
    sink.put(&mut page)?;
    Each::new(reading, command).run(&args.operands, threads, sink)?;
    picture::append(&mut page, end_page);
    Ok(sink.put(&mut page)?)
}

#[derive(Clone)]
struct Inspect {
    to: InspectForm,
    /// Whether colours are written.
    styled: bool,
    /// The columns of the terminal that the diagram is drawn on.
    columns: Option<usize>,
    /// How many operands were drawn.
    drawn: usize,
}

impl Command for Inspect {
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let read = self.read(given, buffer);
        if let (Err(failure), InspectForm::Html) = (&read, self.to) {
            picture::write_failure(given, failure, answers);
        }
        read?;
        let bytes = &**buffer;
        let cri = CriRef::decode(bytes);
        match cri {
            Ok(cri) => given.doubt(cri, answers),
            Err(_) => answers.fail(),
        }
        match self.to {
            InspectForm::Text => self.draw(given, bytes, cri, answers),
            InspectForm::Json => write_json(given, bytes, cri, answers),
            InspectForm::Svg => picture::write(given, bytes, cri, None, answers),
            InspectForm::Html => picture::write(given, bytes, cri, Some(self.drawn), answers),
        }
        Ok(())
    }
}

impl Inspect {
    fn read(&mut self, given: Given<'_>, buffer: &mut Vec<u8>) -> Result<(), Failure> {
        if self.to == InspectForm::Svg && self.drawn > 0 {
            return Err(Failure::new("too-many-operands", picture::ONE_OPERAND));
        }
        given.from.read_cbor(given.bytes()?, given.options, buffer)?;
        self.drawn += 1;
        Ok(())
    }

    fn draw(
        &self,
        given: Given<'_>,
        bytes: &[u8],
        cri: Result<CriRef<'_>, DecodeError>,
        answers: &mut Answers,
    ) {
        let failure = cri.err().map(|error| given.ending(Failure::unclassed(error)));
        let mut diagram = Diagram::new(answers, self.styled, self.columns, failure.as_ref());
        match cri {
            Ok(cri) => diagram.title(&given.literal(cri)),
            Err(error) => diagram.title(outcome(error)),
        }
        Anatomy::new(bytes, given.options.schemes()).for_each(|item| diagram.item(&item));
        diagram.end();
    }
}

fn write_json(
    given: Given<'_>,
    bytes: &[u8],
    cri: Result<CriRef<'_>, DecodeError>,
    answers: &mut Answers,
) {
    let (echo, options) = (given.echo(), given.options);
    let mut object = match cri {
        Ok(cri) => {
            let mut object = Object::new(answers, &echo);
            object.cri(cri, options, |failure| failure.within(cri));
            object
        }
        Err(error) => Object::failed(answers, &echo, &given.ending(error.into())),
    };
    object.list("items", Anatomy::new(bytes, options.schemes()).map(Explained::from));
    object.end();
}

/// An item in the object of `--json`.
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
            offset: item.offset,
            hex: hex::encode(&[item.head, item.body].concat()),
            depth: item.depth,
            component: item.component.map(Component::name),
            meaning: item.description().to_string(),
            kind: item.kind.map_or(String::new(), |kind| kind.to_string()),
        }
    }
}
