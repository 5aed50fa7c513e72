//! `coap`: the CoAP options of a request for a CRI.

use std::net::{IpAddr, Ipv4Addr};

use cri_coap::{Endpoint, Transport, decompose, encode_proxy_cri, option};
use cri_core::{CriRef, Revision};
use cri_inspect::operand::without_userinfo;
use cri_uri::__private::with_form_of;
use cri_uri::{Nfc, Options, ToUri, to_request_cri};

use crate::answers::{Answers, Sink};
use crate::args::coap;
use crate::coap::destination::Destination;
use crate::coap::line::{in_message, write_options};
use crate::coap::option::CoapOption;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::operands::{Command, Each, Reading, Stop};
use crate::failure::Failure;
use crate::input::operand::Place;
use crate::notes::Note;
use crate::object::Object;
use crate::report;

/// `cri coap`: CRIs to options.
pub(super) fn coap(args: coap::Coap, sink: &mut Sink) -> Result<(), Stop> {
    let coap::Coap { operands, destination, scheme, proxy, from, to, json, conversion, .. } = args;
    if to.is_some() {
        return Err(Stop::Usage(
            "--to needs --compose; without --compose, the answer is options".to_owned(),
        ));
    }
    let options = conversion.options();
    if let Some(destination) = &destination {
        destination.check(options.revision()).map_err(Stop::Usage)?;
    }
    let keeps_form = conversion.nfc.is_none();
    let request = Request { destination, scheme, proxy, keeps_form };
    let reading = Reading { forms: Forms::or_uri(from), options, json: Some(json) };
    Each::new(reading, request).run(&operands, conversion.common.threads, sink)
}

/// What the command line says about the request.
#[derive(Clone)]
struct Request {
    destination: Option<Destination>,
    scheme: Option<Transport>,
    /// Whether the request is to a proxy.
    proxy: bool,
    /// Whether the command line does not say what to do with text that is not in NFC. An option has the bytes of the URI.
    keeps_form: bool,
}

impl Request {
    /// The options of a request for the CRI.
    fn options(&self, cri: CriRef<'_>, revision: Revision) -> Result<Vec<CoapOption>, Failure> {
        if self.proxy {
            let mut value = Vec::new();
            encode_proxy_cri(cri, revision, &mut value)?;
            return Ok(vec![CoapOption { number: option::PROXY_CRI, value }]);
        }
        let sections = cri.sections();
        // Uri-Host has every host name, so any address will do.
        let any = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let named = Endpoint::of_named(sections, any, revision)?;
        let transport = self.scheme.unwrap_or(named.transport());
        let endpoint = match &self.destination {
            Some(destination) => destination.endpoint(transport),
            None => Endpoint::new(named.address(), named.port(), transport),
        };
        let options = decompose(sections, &endpoint, revision)?;
        // There may be a million of them, so the room for them is counted.
        let mut asking = Vec::with_capacity(options.clone().count());
        let mut space = [0; option::MAX_TEXT];
        asking.extend(options.map(|option| CoapOption {
            number: option.number(),
            // INVARIANT: no value is longer.
            value: option.value().write_into(&mut space).unwrap_or_default().to_vec(),
        }));
        Ok(asking)
    }

    /// If the CRI has percent-encoded text, the failure with advice to ask for the options of its URI (RFC 7252 section 6.4).
    fn naming_uri(&self, failure: Failure, cri: CriRef<'_>, options: Options) -> Failure {
        if failure.kind != "pet" {
            return failure;
        }
        let has_options = |uri: &String| {
            let asked = to_request_cri(uri, options, Vec::new());
            asked.is_ok_and(|asked| self.options(asked.as_cri_ref(), options.revision()).is_ok())
        };
        // A shell reads `'` as the end of the operand. Its triplet has the same options.
        let uri = cri.to_uri(options).map(|uri| uri.to_string().replace('\'', "%27"));
        failure.advising_instead(&match uri.ok().filter(has_options) {
            Some(uri) if uri.len() <= 200 => format!("its URI has options: cri coap '{uri}'"),
            Some(_) => "its URI has options: give cri coap what cri decode prints".to_owned(),
            None => "write plain text".to_owned(),
        })
    }

    /// The failure of a URI with a colon in its userinfo, which no CRI of draft-16 has.
    fn on_userinfo(&self, given: Given<'_>, options: Options) -> Option<Failure> {
        let (mut buffer, options) = (Vec::new(), with_form_of(options, Revision::Rfc9988));
        let cri = match given.from.read_request(given.bytes().ok()?, options, &mut buffer) {
            Ok(cri) => cri,
            Err(failure) => return Some(failure),
        };
        let failure = self.options(cri.as_cri_ref(), options.revision()).err()?;
        let failure =
            given.from.place_part(given.operand.read(), cri.as_cri_ref(), options, failure);
        Some(self.without_userinfo(failure, given, options))
    }

    /// If no option carries the userinfo, the failure with advice to write the URI without it.
    fn without_userinfo(&self, failure: Failure, given: Given<'_>, options: Options) -> Failure {
        if failure.kind != "userinfo" {
            return failure;
        }
        let uri = given.uri_text(&mut Vec::new()).ok();
        let uri = uri.and_then(|uri| without_userinfo(&uri)).filter(|uri| {
            let asked = to_request_cri(uri, options, Vec::new());
            asked.is_ok_and(|asked| self.options(asked.as_cri_ref(), options.revision()).is_ok())
        });
        match uri {
            Some(uri) => failure.advising_instead(&format!("write {}", report::uri(&uri))),
            None => failure,
        }
    }
}

impl Command for Request {
    fn with_option(&self, failure: &Failure) -> Option<(Self, &'static str)> {
        (failure.kind == "not-coap").then(|| {
            let request = Self { proxy: true, ..self.clone() };
            (request, "--proxy asks a proxy for a CRI of any scheme")
        })
    }

    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let options = match given.options.nfc() {
            Nfc::Refuse if self.keeps_form && !self.proxy => given.options.with_nfc(Nfc::Keep),
            _ => given.options,
        };
        answers.note(Note::Destination, Place::Argument, || self.destination.as_ref()?.doubt());
        let cri = if self.proxy {
            given.from.read_any_port(given.bytes()?, options, buffer)?
        } else {
            given.from.read_request(given.bytes()?, options, buffer).map_err(|failure| {
                match failure.kind {
                    // No option carries a userinfo, in any revision.
                    "colon-in-userinfo" => self.on_userinfo(given, options).unwrap_or(failure),
                    _ => failure,
                }
            })?
        };
        let cri = cri.as_cri_ref();
        let place = |failure| given.from.place_part(given.operand.read(), cri, options, failure);
        let asking = self.options(cri, options.revision());
        // The advice on these errors says what the note would.
        let says_all =
            |failure: &Failure| matches!(failure.kind, "not-full" | "no-authority" | "empty-host");
        if !asking.as_ref().is_err_and(says_all) {
            given.doubt(cri, answers);
        }
        let asking = asking.map_err(|failure| {
            let failure = self.naming_uri(failure, cri, options);
            self.without_userinfo(place(failure), given, options)
        })?;
        if given.json {
            let mut object = Object::new(answers, &given.echo());
            object.cri(cri, options, place);
            write_asking(object, &asking);
        } else {
            write_options(answers, &asking);
        }
        Ok(())
    }
}

/// Ends the object of a CRI with the options of a request for it.
pub(crate) fn write_asking(mut object: Object<'_>, options: &[CoapOption]) {
    object.json("options", &options);
    object.hex("wire", &in_message(options));
    object.end();
}
