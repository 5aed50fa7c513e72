//! `inspect`: every byte of a CRI with its meaning.

use cri_core::{Component, CriRef, DecodeError};
use cri_inspect::{Anatomy, Item};
use cri_uri::Options;
use serde::{Serialize, Serializer};

use crate::answers::{Answers, Sink};
use crate::args::subcommand::{self, InspectForm};
use crate::columns;
use crate::command::diff;
use crate::command::forms::Forms;
use crate::command::operands::{Stop, answer, bytes, ending, fail, styled};
use crate::command::picture;
use crate::diagram::Diagram;
use crate::doubt;
use crate::echo::Echo;
use crate::failure::{Failure, class};
use crate::format::Format;
use crate::hex::in_hex;
use crate::input::operand::Operand;
use crate::object::Object;
use crate::run::Answer;

/// `cri inspect`: CRIs, and bytes that should be one.
pub(super) fn inspect(args: &subcommand::Inspect, sink: &mut Sink) -> Result<(), Stop> {
    if args.diff {
        return diff::diff(args, sink);
    }
    let json = match args.to() {
        InspectForm::Svg => return picture::svg(args, sink),
        InspectForm::Html => return picture::html(args, sink),
        form => form == InspectForm::Json,
    };
    let (styled, columns) = (styled(), columns::of_terminal());
    let options = args.conversion.options();
    let forms = Forms::or_uri(args.from);
    let command = Inspect { forms, options, json, styled, columns, read: Vec::new() };
    answer(&args.operands, forms, args.conversion.common.threads, command, sink)
}

#[derive(Clone)]
struct Inspect {
    forms: Forms,
    options: Options,
    json: bool,
    /// Whether colours are written.
    styled: bool,
    /// The columns of the terminal that the diagram is drawn on.
    columns: Option<usize>,
    /// A buffer for the bytes that are explained.
    read: Vec<u8>,
}

impl Inspect {
    fn inspect(
        &mut self,
        operand: Operand<'_>,
        from: Format,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        from.read_cbor(bytes(operand)?, self.options, &mut self.read)?;
        let cri = CriRef::decode(&self.read);
        if cri.is_err() {
            answers.fail();
        }
        if let Ok(cri) = cri {
            let (notes, schemes) = (&mut self.forms.notes, self.options.schemes);
            doubt::about_cri(notes, operand, from, cri, schemes, answers);
        }
        if self.json {
            self.write_json(operand, from, cri, answers);
        } else {
            self.draw(operand, cri, answers);
        }
        Ok(())
    }

    fn items(&self) -> Anatomy<'_> {
        Anatomy::new(&self.read, self.options.schemes)
    }

    fn draw(
        &self,
        operand: Operand<'_>,
        cri: Result<CriRef<'_>, DecodeError>,
        answers: &mut Answers,
    ) {
        let failure = cri.err().map(|error| ending(operand, Failure::unclassed(error)));
        let mut diagram = Diagram::new(answers, self.styled, self.columns, failure.as_ref());
        match cri {
            Ok(cri) => diagram.title(&cri_edn::write(cri, self.options)),
            Err(error) => diagram.title(class(error)),
        }
        self.items().for_each(|item| diagram.item(&item));
        diagram.end();
    }

    fn write_json(
        &self,
        operand: Operand<'_>,
        from: Format,
        cri: Result<CriRef<'_>, DecodeError>,
        answers: &mut Answers,
    ) {
        let echo = Echo::new(operand, from);
        let mut object = match cri {
            Ok(cri) => {
                let mut object = Object::new(answers, &echo);
                object.cri(cri, self.options, |failure| failure.within(cri));
                object
            }
            Err(error) => Object::failed(answers, &echo, &ending(operand, error.into())),
        };
        object.json("items", &Items(self));
        object.end();
    }
}

impl Answer for Inspect {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let from = self.forms.choose(operand, answers);
        if let Err(failure) = self.inspect(operand, from, answers) {
            fail(operand, from, self.json, failure, answers);
        }
    }
}

/// The items in the object of `--json`.
struct Items<'a>(&'a Inspect);

impl Serialize for Items<'_> {
    /// Serializes one item after the other, since there may be many.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.items().map(Explained::from))
    }
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
            hex: in_hex(&[item.head, item.body].concat()),
            depth: item.depth,
            component: item.component.map(Component::name),
            meaning: item.description().to_string(),
            kind: item.kind.map_or(String::new(), |kind| kind.to_string()),
        }
    }
}
