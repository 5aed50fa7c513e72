//! `compare`: whether full CRIs equal the first, and where they first differ from it.

use std::fmt::Debug;
use std::io::Write;

use cri_core::{
    Authority, AuthoritySection, Component, CriRefBuf, Host, Revision, Scheme, Sections,
};
use cri_registry::Table;
use cri_uri::__private::with_form_of;
use cri_uri::Options;
use cri_uri::equivalence::{self, Equivalence, RewriteError, equivalent};

use crate::answers::{Answers, Sink};
use crate::args::subcommand;
use crate::command::against::{self, First, Hold, full};
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Reading, Stop};
use crate::difference::Difference;
use crate::failure::Failure;
use crate::notes::Note;
use crate::object::Object;

/// `cri compare`: each operand with the first.
pub(super) fn compare(args: subcommand::Compare, sink: &mut Sink) -> Result<(), Stop> {
    let subcommand::Compare {
        first,
        operands,
        forms,
        json,
        ignore_fragment,
        equivalent,
        conversion,
    } = args;
    let options = conversion.options();
    let operands = first.into_iter().chain(operands).collect();
    let reading = Reading { forms: Forms::or_uri(forms.from), options, json: Some(json) };
    let command = Compare { ignore_fragment, equivalent, normal: <[_; 2]>::default() };
    against::run(None, operands, conversion.common.threads, reading, None, command, sink)
}

#[derive(Clone)]
struct Compare {
    ignore_fragment: bool,
    equivalent: Option<Equivalence>,
    /// Buffers for the normal forms of both.
    normal: [Vec<u8>; 2],
}

impl Hold for Compare {
    const FIRST: &'static str = "first operand";
    const NOT_FULL: &'static str = "not-full";

    fn hold(
        &mut self,
        first: &First,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let options = given.options;
        let second = full(given, buffer, Self::NOT_FULL)?;
        given.doubt(second.as_cri().into(), answers);
        let both = [first.as_cri(), second.as_cri()].map(|cri| match self.ignore_fragment {
            true => cri.sections().without_fragment(),
            false => cri.sections(),
        });
        let forms;
        let (both, difference) = match self.equivalent {
            None => (both, Difference::first(&both[0], &both[1])),
            Some(equivalence) if equivalent(both[0], both[1], equivalence, options) => (both, None),
            // CRIs that are not equivalent differ in their normal forms.
            Some(equivalence) => {
                forms = normal_forms(both, equivalence, options, &mut self.normal)?;
                let both = forms.each_ref().map(|cri| cri.as_cri_ref().sections());
                (both, Difference::first(&both[0], &both[1]))
            }
        };
        if difference.is_some() {
            answers.fail();
        }
        if given.json {
            let first_difference = difference.map(|difference| difference.component().name());
            let echo = given.echo().with_userinfo(second.userinfo().is_some());
            let mut object = Object::new(answers, &echo);
            object.text("against", &first.echo);
            object.json("equal", &first_difference.is_none());
            object.json("first_difference", &first_difference);
            object.end();
            return Ok(());
        }
        let Some(difference) = difference else {
            // Writing to answers never fails.
            let _ = writeln!(answers, "equal");
            return Ok(());
        };
        let [a, b] = both.map(|sections| value(&sections, difference, options.schemes()));
        let _ = writeln!(answers, "differ in {difference}: {a} and {b}");
        if self.equivalent != Some(Equivalence::Scheme) {
            answers.note(Note::Equivalent, given.operand.place, || {
                let name = wider_equivalence(both, options)?;
                Some(format!("these are equal with --equivalent {name}"))
            });
        }
        Ok(())
    }
}

/// The value of `--equivalent` by which CRIs that differ are equal, if there is one.
fn wider_equivalence([a, b]: [Sections<'_>; 2], options: Options) -> Option<&'static str> {
    let wider = [("syntax", Equivalence::Syntax), ("scheme", Equivalence::Scheme)];
    wider.into_iter().find(|(_, by)| equivalent(a, b, *by, options)).map(|(name, _)| name)
}

/// The normal forms of both, in the revision of `options`, or in RFC 9988 if that has no form for one of them.
fn normal_forms<'b>(
    both: [Sections<'_>; 2],
    equivalence: Equivalence,
    options: Options,
    buffers: &'b mut [Vec<u8>; 2],
) -> Result<[CriRefBuf<&'b mut Vec<u8>>; 2], RewriteError> {
    let [in_a, in_b] = buffers;
    let mut options = options;
    // Draft-16 has no form for a zone identifier after an IPv4 address, which decoding accepts.
    let has_form = |cri| equivalence::normal_form(cri, equivalence, options, &mut *in_a).is_ok();
    if !both.into_iter().all(has_form) {
        options = with_form_of(options, Revision::Rfc9988);
    }
    let [a, b] = both;
    Ok([
        equivalence::normal_form(a, equivalence, options, in_a)?,
        equivalence::normal_form(b, equivalence, options, in_b)?,
    ])
}

/// Stands for a value that is not there.
pub(super) const NONE: &str = "none";

/// The value of these sections at a difference, in diagnostic notation.
pub(super) fn value(sections: &Sections<'_>, difference: Difference, schemes: Table) -> String {
    let index = difference.item().unwrap_or(0);
    let authority = sections.authority();
    let host = authority.map(Authority::host);
    let value = match difference.component() {
        Component::Scheme => sections.scheme().map(|value| scheme(value, schemes)),
        Component::Authority => match sections.authority_section() {
            AuthoritySection::RootBased => Some("null".to_owned()),
            AuthoritySection::Rootless => Some("true".to_owned()),
            AuthoritySection::Authority(authority) => notation(Some(authority)),
        },
        Component::Userinfo => notation(authority.and_then(Authority::userinfo)),
        Component::Host => host.and_then(|host| match host {
            Host::Ip(ip) => Some(ip.address().to_string()),
            Host::Name(name) => notation(Some(name.labels().collect::<Vec<_>>())),
        }),
        Component::ZoneId => notation(host.and_then(|host| match host {
            Host::Ip(ip) => ip.zone(),
            Host::Name(_) => None,
        })),
        Component::Port => notation(authority.and_then(Authority::port)),
        Component::Path => notation(sections.segments().nth(index)),
        Component::Query => notation(sections.parameters().nth(index)),
        Component::Fragment => notation(sections.fragment()),
        _ => Some(String::new()),
    };
    value.unwrap_or(NONE.to_owned())
}

/// A value in diagnostic notation, which is what it shows in `Debug`.
fn notation(value: Option<impl Debug>) -> Option<String> {
    value.map(|value| format!("{value:?}"))
}

fn scheme(scheme: Scheme<'_>, schemes: Table) -> String {
    let registered = match scheme {
        Scheme::Number(number) => schemes.by_number(number),
        Scheme::Name(_) => None,
    };
    registered.map_or(format!("{scheme:?}"), |known| format!("{scheme:?} ({})", known.name))
}
