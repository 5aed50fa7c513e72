//! `coap --compose`: the CRI that the CoAP options of a request stand for.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::ops::Range;

use cri_coap::option::{
    self, PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT,
    URI_QUERY,
};
use cri_coap::{
    ComposeErrorKind, Conflicts, Endpoint, Origin, ProxyError, ProxyErrorKind, Transport,
    compose as compose_options, origin,
};
use cri_core::{Component, CriRef, CriRefBuf, Host, HostIp};
use cri_inspect::operand::advice_on_uri_host;
use cri_registry::Scheme;
use cri_uri::{Options, to_cri};

use crate::answers::{Answers, Sink};
use crate::args::coap;
use crate::coap::destination::Destination;
use crate::coap::line::Line;
use crate::coap::option::CoapOption;
use crate::coap::request::{Form, WHOLE_MESSAGE, cri_of_object, whole_requests};
use crate::command::coap::write_asking;
use crate::command::given::Given;
use crate::command::operands::{Stop, announce, refuse_terminal};
use crate::command::writer::{Writer, write_text};
use crate::failure::Failure;
use crate::format::Format;
use crate::input::framing::{Lines, Requests};
use crate::input::operand::{Operand, Place};
use crate::input::source::Source;
use crate::notes::Note;
use crate::object::Object;
use crate::run::{self, Answer};

/// `cri coap --compose`: options to CRIs. The operands are the options of one request. Standard input has the options
/// of any number of requests.
pub(super) fn compose(args: coap::Coap, sink: &mut Sink) -> Result<(), Stop> {
    let coap::Coap { operands, destination, scheme, message, from, to, json, conversion, .. } =
        args;
    let to = if json { Some(Format::Json) } else { to };
    refuse_terminal(to)?;
    let form = from.map(|from| {
        Form::of_format(from).ok_or_else(|| {
            let advice =
                "--compose reads options, in lines without --from, or with --from hex, c or json";
            Stop::Usage(advice.to_owned())
        })
    });
    let form = form.transpose()?;
    let options = conversion.options();
    if let Some(destination) = &destination {
        destination.check(options.revision()).map_err(Stop::Usage)?;
    }
    let mut command =
        Compose { destination, scheme, options, to, form, message, lines: Vec::new(), asked: None };
    let requests = match &*operands {
        all if form.is_some() || all.iter().all(|operand| operand == "-") => operands,
        all if all.iter().any(|operand| operand == "-") => {
            return Err(Stop::Usage(
                "there are options and - for standard input; write one or the other".to_owned(),
            ));
        }
        all => vec![all.join("\n".as_ref())],
    };
    announce(&requests);
    let (stdin, threads) = (io::stdin().lock(), conversion.common.threads);
    Ok(match form {
        Some(_) => run::operands(
            &requests,
            &mut Source::<_, Lines>::new(stdin),
            threads,
            &mut command,
            sink,
        ),
        None => run::operands(
            &requests,
            &mut Source::<_, Requests>::new(stdin),
            threads,
            &mut command,
            sink,
        ),
    }?)
}

#[derive(Clone)]
struct Compose {
    destination: Option<Destination>,
    scheme: Option<Transport>,
    options: Options,
    /// How answers are written, if the command line says so.
    to: Option<Format>,
    /// How the options are written, if the command line says so.
    form: Option<Form>,
    /// Whether operands are whole messages.
    message: bool,
    /// The options of the request.
    lines: Vec<Line>,
    /// The CRI beside the options, if they are in an object that `cri coap --json` wrote.
    asked: Option<CriRefBuf<Vec<u8>>>,
}

impl Compose {
    fn compose(&mut self, given: Given<'_>, answers: &mut Answers) -> Result<(), Failure> {
        let text = given.text().map_err(|failure| match failure.kind {
            "line-too-long" => Failure { kind: "request-too-long", ..failure },
            _ => failure,
        })?;
        answers.note(Note::Destination, Place::Argument, || self.destination.as_ref()?.doubt());
        let form = self.form.unwrap_or_else(|| Form::of_text(text));
        self.asked = (form == Form::Json).then(|| cri_of_object(text)).flatten();
        self.lines = form.read(text, self.message.then_some(self.transport()))?;
        let mut made = Vec::new();
        // Few options begin as a header does, so a person probably has the whole message.
        let is_message = !self.message && form.is_message(text);
        self.make(&mut made).map_err(|failure| {
            let failure = form.place(text, failure);
            if is_message { failure.advising_instead(WHOLE_MESSAGE) } else { failure }
        })?;
        if is_message {
            answers.note(Note::Message, given.operand.place, || {
                Some(format!("these bytes are read as options; {WHOLE_MESSAGE}"))
            });
        }
        self.write(given, &made, answers)?;
        let others =
            self.lines.iter().filter(|line| line.is_named && !is_of_uri(line.option.number));
        let mut names: Vec<_> =
            others.filter_map(|line| option::registered_name(line.option.number)).collect();
        names.dedup();
        if !names.is_empty() {
            answers.note(Note::Option, given.operand.place, || {
                Some(format!("no part of a URI, and left out of the answer: {}", names.join(", ")))
            });
        }
        Ok(())
    }

    /// The transport that the command line names, or else that of the CRI beside the options.
    fn transport(&self) -> Transport {
        let asked =
            self.asked.as_ref().and_then(|asked| asked.as_cri_ref().sections().scheme_number());
        let asked =
            asked.and_then(|number| Transport::from_number(number, self.options.revision()));
        self.scheme.or(asked).unwrap_or(Transport::Coap)
    }

    /// The number and the value of each option.
    fn pairs(&self) -> impl Iterator<Item = (u16, &[u8])> + Clone {
        self.lines.iter().map(|Line { option, .. }| (option.number, &*option.value))
    }

    /// Writes the CRI that the options stand for to `made`.
    fn make(&self, made: &mut Vec<u8>) -> Result<(), Failure> {
        let options = self.options;
        let origin = origin(self.pairs(), Conflicts::Reject)
            .map_err(|error| self.place(error, error.into()))?;
        match origin {
            Origin::Endpoint => {
                let composed =
                    compose_options(self.pairs(), &self.endpoint()?, options.revision(), made);
                composed.map(drop).map_err(|error| self.place(error.into(), error.into()))
            }
            Origin::Cri(cri) => Ok(cri.sections().encode_to(options.revision(), made).map(drop)?),
            Origin::Uri(uri) => {
                self.make_of(uri, made).map_err(|failure| self.at(PROXY_URI, 0, failure.nowhere()))
            }
            Origin::SchemeName(name) => {
                let scheme = self.options.schemes().by_name(name.to_ascii_lowercase());
                self.make_by(PROXY_SCHEME, scheme, made)
            }
            Origin::SchemeNumber(number) => {
                let scheme = self.options.schemes().by_number(number);
                self.make_by(PROXY_SCHEME_NUMBER, scheme, made)
            }
        }
    }

    /// Writes the CRI of this Proxy-Uri to `made`.
    fn make_of(&self, uri: &str, made: &mut Vec<u8>) -> Result<(), Failure> {
        let cri = to_cri(uri, self.options, made)?;
        let sections = cri.as_cri_ref().sections();
        // RFC 7252 section 5.10.2: an absolute URI, which has no fragment.
        if !sections.is_full() {
            let message = "Proxy-Uri holds a relative reference; write a URI with a scheme";
            return Err(Failure::new("not-full", message).about(Component::Scheme));
        }
        if sections.fragment().is_some() {
            let message = "Proxy-Uri holds a fragment, which no request can carry; leave it out";
            return Err(Failure::new("fragment", message).about(Component::Fragment));
        }
        Ok(())
    }

    /// Writes the CRI that the options stand for, with the scheme that `option` names, to `made`.
    fn make_by(
        &self,
        option: u16,
        registered: Option<Scheme>,
        made: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        let revision = self.options.revision();
        let scheme = registered.ok_or_else(|| {
            let message =
                "the registry of the revision has no such scheme; cri scheme looks schemes up";
            self.at(option, 0, Failure::new("unknown-scheme", message).about(Component::Scheme))
        })?;
        let by = Origin::SchemeNumber(scheme.number);
        let endpoint = self.endpoint()?;
        let composed = by.compose(self.pairs(), scheme.default_port, &endpoint, revision, made);
        composed.map(drop).map_err(|error| self.place(error, error.into()))
    }

    /// Where the request went.
    fn endpoint(&self) -> Result<Endpoint<'_>, Failure> {
        if let Some(destination) = &self.destination {
            return Ok(destination.endpoint(self.transport()));
        }
        let asked = self.asked.as_ref().map(|asked| asked.as_cri_ref().sections());
        let address = asked.and_then(|asked| asked.host()).and_then(Host::ip);
        // Uri-Host replaces the address.
        if address.is_none() && !self.pairs().any(|(number, _)| number == URI_HOST) {
            let message = "the host is missing; write the option Uri-Host, or --destination";
            return Err(Failure::new("no-destination", message).about(Component::Host));
        }
        let port = asked.and_then(|asked| asked.port());
        let port = port.unwrap_or(self.transport().default_port());
        let any = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let endpoint = Endpoint::new(address.map_or(any, HostIp::address), port, self.transport());
        Ok(match address.and_then(HostIp::zone) {
            Some(zone) => endpoint.with_zone(zone),
            None => endpoint,
        })
    }

    /// An endpoint at an address that does not matter.
    fn anywhere(&self) -> Endpoint<'static> {
        let transport = self.transport();
        Endpoint::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), transport.default_port(), transport)
    }

    /// A failure, placed at the value of the option with this number that has `nth` others before it.
    fn at(&self, number: u16, nth: usize, failure: Failure) -> Failure {
        let mut values =
            self.lines.iter().filter(|line| line.option.number == number).map(|line| &line.value);
        match values.nth(nth) {
            Some(value) => {
                failure.at(value.start).marking(value.start..value.end.max(value.start + 1))
            }
            None => failure,
        }
    }

    /// A failure, placed at the option that this error is about.
    fn place(&self, error: ProxyError, failure: Failure) -> Failure {
        let nth = match error.kind() {
            ProxyErrorKind::Repeated | ProxyErrorKind::Compose(ComposeErrorKind::Repeated) => 1,
            _ => self
                .pairs()
                .filter(|pair| pair.0 == error.option())
                .position(|pair| self.is_wrong(pair))
                .unwrap_or(0),
        };
        let value = self.pairs().filter(|pair| pair.0 == error.option()).nth(nth);
        let host = value.and_then(|(_, value)| str::from_utf8(value).ok());
        let is_host = matches!(failure.kind, "invalid-host" | "percent-in-host");
        let advice = host.filter(|_| is_host).and_then(advice_on_uri_host);
        let failure = match advice {
            Some(advice) => failure.advising_instead(&advice),
            None => failure,
        };
        self.at(error.option(), nth, failure)
    }

    /// Whether an option makes no CRI even by itself.
    fn is_wrong(&self, option: (u16, &[u8])) -> bool {
        compose_options([option], &self.anywhere(), self.options.revision(), Vec::new()).is_err()
    }

    fn write(&self, given: Given<'_>, made: &[u8], answers: &mut Answers) -> Result<(), Failure> {
        let options = self.options;
        let cri = CriRef::decode(made)?;
        if given.json {
            // Options are no URI: a colon follows each name.
            let mut object = Object::new(answers, &given.echo().in_prose());
            let has_uri = object.cri(cri, options, Failure::nowhere);
            let mut given: Vec<CoapOption> =
                self.lines.iter().map(|line| line.option.clone()).collect();
            given.sort_by_key(|option| option.number);
            write_asking(object, &given);
            if !has_uri {
                answers.fail();
            }
            return Ok(());
        }
        let writer = Writer { to: self.to, wants_uri: true, by_rfc3986: None, made: Vec::new() };
        let mut uri = Vec::new();
        if self.to.is_none() {
            write_text(Format::Uri, &mut uri, cri.sections(), options)?;
        }
        writer.write_cri(given, None, cri, answers)?;
        answers.output.extend(uri);
        Ok(())
    }
}

/// Whether an option is part of the URI of a request.
const fn is_of_uri(number: u16) -> bool {
    matches!(
        number,
        URI_HOST
            | URI_PORT
            | URI_PATH
            | URI_QUERY
            | PROXY_URI
            | PROXY_SCHEME
            | PROXY_CRI
            | PROXY_SCHEME_NUMBER
    )
}

/// Reports the failure of a request: as JSON, or for people with the line where it is.
fn fail(given: Given<'_>, failure: Failure, answers: &mut Answers) {
    if given.json {
        return given.fail_as_it_is(failure, answers);
    }
    let operand = given.operand;
    let request = operand.read();
    let line = failure.offset.map_or(0..0, |offset| line_at(request, offset));
    let before = request[..line.start].iter().filter(|byte| **byte == b'\n').count() as u64;
    let place = after_lines(operand.place, before);
    let failure = failure.moved(line.start, 0);
    let operand = Operand { bytes: Ok(&request[line]), place };
    Given { operand, ..given }.fail_as_it_is(failure, answers);
}

/// The place of a line of a request that this many others precede.
fn after_lines(request: Place, before: u64) -> Place {
    match request {
        Place::Line(first) => Place::Line(first + before),
        place => place,
    }
}

/// The range of the line with the byte at `offset`, without the line's end.
fn line_at(text: &[u8], offset: usize) -> Range<usize> {
    let (before, after) = text.split_at(offset.min(text.len()));
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let end =
        after.iter().position(|byte| *byte == b'\n').map_or(text.len(), |end| before.len() + end);
    start..end
}

impl Compose {
    fn answer_request(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let json = self.to == Some(Format::Json);
        // Options are no URI, and are shown like other text.
        let given =
            Given { operand, from: Format::Hex, options: self.options, json, is_row: false };
        if let Err(failure) = self.compose(given, answers) {
            fail(given, failure, answers);
        }
    }
}

impl Answer for Compose {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let text = operand.bytes.ok().filter(|_| self.form.is_none());
        let text = text.and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default();
        let requests = whole_requests(text);
        if requests.is_empty() {
            return self.answer_request(operand, answers);
        }
        for (before, bytes) in requests {
            let place = after_lines(operand.place, before);
            self.answer_request(Operand { bytes: Ok(text[bytes].as_bytes()), place }, answers);
        }
    }
}
