//! `compare`: whether full CRIs are equal to one, and where they first differ.

use std::fmt::Debug;
use std::io::Write;
use std::net::IpAddr;

use cri_core::{Authority, AuthoritySection, Component, Host, HostName, Scheme, Sections, TextOrPet};
use cri_registry::Table;
use cri_uri::{Equivalence, canonical};
use serde::Serialize;

use super::against::{self, First, Hold, Reading, full};
use super::{Stop, bytes};
use crate::answers::{Answers, Sink};
use crate::args;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::{Format, Input, write_line};
use crate::input::Operand;

/// `cri compare`: each operand with the first.
pub(super) fn compare(args: args::Compare, sink: &mut Sink) -> Result<(), Stop> {
    let args::Compare { operands, from, json, ignore_fragment, equivalent, conversion } = args;
    let reading = Reading { from: from.unwrap_or(Format::Uri), options: conversion.options(), json };
    let command = Compare { reading, ignore_fragment, equivalent, read: Vec::new(), canonical: <[_; 2]>::default() };
    against::run(None, operands, conversion.common.threads, reading, command, sink)
}

#[derive(Clone)]
struct Compare {
    reading: Reading,
    ignore_fragment: bool,
    equivalent: Option<Equivalence>,
    /// Room for the CRI that is read.
    read: Vec<u8>,
    /// Room for the canonical forms of both.
    canonical: [Vec<u8>; 2],
}

/// A comparison, as `--json` shows it.
#[derive(Serialize)]
struct Compared<'a> {
    #[serde(flatten)]
    input: Input<'a>,
    against: &'a str,
    equal: bool,
    first_difference: Option<&'static str>,
}

impl Hold for Compare {
    const FIRST: &'static str = "first operand";
    const NOT_FULL: &'static str = "not-full";

    fn hold(&mut self, first: &First, operand: Operand<'_>, answers: &mut Answers) -> Result<(), Failure> {
        let Reading { from, options, json } = self.reading;
        let second = full(from.read(bytes(operand)?, options, &mut self.read)?, Self::NOT_FULL)?;
        let both = [first.as_cri(), second.as_cri()].map(|cri| match self.ignore_fragment {
            true => cri.sections().without_fragment(),
            false => cri.sections(),
        });
        let difference = match self.equivalent {
            None => difference(both, options.schemes),
            // Equivalent is what has one canonical form.
            Some(equivalence) => {
                let [a, b] = both;
                let [in_a, in_b] = &mut self.canonical;
                let a = canonical(a, equivalence, options, in_a)?;
                let b = canonical(b, equivalence, options, in_b)?;
                difference([a.as_cri_ref().sections(), b.as_cri_ref().sections()], options.schemes)
            }
        };
        if difference.is_some() {
            answers.fail();
        }
        let output = &mut answers.output;
        if json {
            let first_difference = difference.map(|difference| difference.component.name());
            let (echo, against) = (Echo::new(operand, from), &*first.echo);
            let equal = first_difference.is_none();
            write_line(output, &Compared { input: Input(&echo), against, equal, first_difference });
            return Ok(());
        }
        // Writing to a vector never fails.
        let _ = match difference {
            None => writeln!(output, "equal"),
            Some(Difference { component, item: Some(item), values: [a, b] }) => {
                writeln!(output, "differ in {component}, {item}: {a} and {b}")
            }
            Some(Difference { component, item: None, values: [a, b] }) => {
                writeln!(output, "differ in {component}: {a} and {b}")
            }
        };
        Ok(())
    }
}

/// Where two CRIs first differ, and what each has there.
#[derive(Debug, PartialEq, Eq)]
struct Difference {
    component: Component,
    /// Which of the component's items, where it has several.
    item: Option<String>,
    values: [String; 2],
}

/// The first difference of full CRIs, if they are not equal (section 4 of the draft).
fn difference([a, b]: [Sections<'_>; 2], schemes: Table) -> Option<Difference> {
    let scheme = |scheme: Scheme<'_>| match scheme {
        Scheme::Number(number) => match schemes.name(number) {
            Some(name) => format!("{scheme:?} ({name})"),
            None => format!("{scheme:?}"),
        },
        Scheme::Name(_) => format!("{scheme:?}"),
    };
    let segments = [&a, &b].map(|sections| sections.path().into_iter().flat_map(|path| path.segments()));
    let parameters = [&a, &b].map(|sections| sections.query().into_iter().flat_map(|query| query.parameters()));
    one(Component::Scheme, [a.scheme(), b.scheme()], scheme)
        .or_else(|| in_authority([a.authority_section(), b.authority_section()]))
        .or_else(|| in_items(Component::Path, "segment", segments))
        .or_else(|| in_items(Component::Query, "parameter", parameters))
        .or_else(|| one(Component::Fragment, [a.fragment(), b.fragment()], shown))
}

/// The difference of something that there is one of at most.
fn one<T: PartialEq>(component: Component, values: [Option<T>; 2], shown: impl Fn(T) -> String) -> Option<Difference> {
    let [a, b] = &values;
    if a == b {
        return None;
    }
    Some(Difference { component, item: None, values: values.map(|value| value.map_or("none".to_owned(), &shown)) })
}

/// The difference of the first items that are not equal, counted from 1.
fn in_items<'a>(
    component: Component,
    noun: &str,
    [mut a, mut b]: [impl Iterator<Item = TextOrPet<'a>>; 2],
) -> Option<Difference> {
    for number in 1_u64.. {
        let items = [a.next(), b.next()];
        if let [None, None] = items {
            break;
        }
        if let Some(difference) = one(component, items, shown) {
            return Some(Difference { item: Some(format!("{noun} {number}")), ..difference });
        }
    }
    None
}

fn in_authority(sections: [AuthoritySection<'_>; 2]) -> Option<Difference> {
    let [AuthoritySection::Authority(a), AuthoritySection::Authority(b)] = sections else {
        return one(Component::Authority, sections.map(Some), |section| match section {
            AuthoritySection::RootBased => "null".to_owned(),
            AuthoritySection::Rootless => "true".to_owned(),
            AuthoritySection::Authority(authority) => shown(authority),
        });
    };
    one(Component::Userinfo, [a.userinfo(), b.userinfo()], shown)
        .or_else(|| one(Component::Host, [a, b].map(|authority| Some(without_zone(authority.host()))), host))
        .or_else(|| one(Component::ZoneId, [a, b].map(zone), shown))
        .or_else(|| one(Component::Port, [a.port(), b.port()], shown))
}

/// A host, of which an address has no zone.
#[derive(Clone, Copy, PartialEq)]
enum HostOnly<'a> {
    Address(IpAddr),
    Name(HostName<'a>),
}

fn without_zone(host: Host<'_>) -> HostOnly<'_> {
    match host {
        Host::Ip(ip) => HostOnly::Address(ip.address()),
        Host::Name(name) => HostOnly::Name(name),
    }
}

fn host(host: HostOnly<'_>) -> String {
    match host {
        HostOnly::Address(address) => address.to_string(),
        HostOnly::Name(name) => format!("{:?}", name.labels().collect::<Vec<_>>()),
    }
}

fn zone(authority: Authority<'_>) -> Option<&str> {
    match authority.host() {
        Host::Ip(ip) => ip.zone(),
        Host::Name(_) => None,
    }
}

/// A value in diagnostic notation.
fn shown(value: impl Debug) -> String {
    format!("{value:?}")
}

#[cfg(test)]
mod tests {
    use cri_core::Cri;
    use cri_registry::Table;

    use super::{Difference, difference};

    fn differ(a: &[u8], b: &[u8]) -> Option<(&'static str, Option<String>, [String; 2])> {
        let [a, b] = [a, b].map(|bytes| Cri::decode(bytes).expect("a full CRI").sections());
        let difference = difference([a, b], Table::DRAFT_16);
        assert_eq!(difference.is_none(), a.structurally_eq(&b));
        difference.map(|Difference { component, item, values }| (component.name(), item, values))
    }

    #[test]
    fn the_first_difference_is_found() {
        // [-1, ["h"], ["a", "b"], ["q"], "f"]
        let base: &[u8] = b"\x85\x20\x81\x61h\x82\x61a\x61b\x81\x61q\x61f";
        let cases: [(&[u8], _, _, _); 9] = [
            (b"\x85\x21\x81\x61i\x82\x61a\x61b\x81\x61q\x61f", "scheme", None, ["-1 (coap)", "-2 (coaps)"]),
            (b"\x85\x64coap\x81\x61i\x82\x61a\x61b\x81\x61q\x61f", "scheme", None, ["-1 (coap)", "\"coap\""]),
            (b"\x85\x20\xf6\x82\x61a\x61b\x81\x61q\x61f", "authority", None, [r#"["h"]"#, "null"]),
            (b"\x85\x20\x83\xf4\x61u\x61h\x82\x61a\x61b\x81\x61q\x61f", "userinfo", None, ["none", r#""u""#]),
            (b"\x85\x20\x81\x44\x01\x02\x03\x04\x82\x61a\x61b\x81\x61q\x61f", "host", None, [r#"["h"]"#, "1.2.3.4"]),
            (b"\x85\x20\x82\x61h\x01\x82\x61a\x61b\x81\x61q\x61f", "port", None, ["none", "1"]),
            (b"\x85\x20\x81\x61h\x81\x61a\x81\x61q\x61f", "path", Some("segment 2"), [r#""b""#, "none"]),
            (
                b"\x85\x20\x81\x61h\x82\x61a\x61b\x82\x61q\x81\x41:\x61f",
                "query",
                Some("parameter 2"),
                ["none", "[h'3A']"],
            ),
            (b"\x84\x20\x81\x61h\x82\x61a\x61b\x81\x61q", "fragment", None, [r#""f""#, "none"]),
        ];
        for (other, component, item, values) in cases {
            let expected = (component, item.map(str::to_owned), values.map(str::to_owned));
            assert_eq!(differ(base, other), Some(expected), "{other:x?}");
        }
        assert_eq!(differ(base, base), None);
    }

    #[test]
    fn a_zone_is_apart_from_its_address() {
        let local = b"\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01";
        let with = |head: &[u8], tail: &[u8]| [head, local, tail].concat();
        let (bare, zoned) = (with(b"\x82\x20\x81", b""), with(b"\x82\x20\x82", b"\x62lo"));
        let expected = ("zone-id", None, ["none".to_owned(), "\"lo\"".to_owned()]);
        assert_eq!(differ(&bare, &zoned), Some(expected));
    }
}
