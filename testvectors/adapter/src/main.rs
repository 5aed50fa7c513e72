//! `conform`: the cases of the conformance runner, answered by the crates (`cargo xtask conformance -- cri conform`).
//!
//! A case has one operation and one input, and comes as a line of JSON. `testvectors/README.md` explains the operations.
//! A line that is not a case is answered with an error.

use std::io::{self, BufRead, Read, Write};

use cri_coap::tp_info::{CriNoLocal, TpInfo, TpInfoError};
use cri_coap::{
    Conflicts, Decompose, Origin, ProxyError, ProxyScheme, Transport, compose, encode_proxy_cri,
    option, origin, proxy_scheme_number,
};
use cri_core::{Cri, CriRef, DecodeErrorClass, Decoder, Feature, Features, Host, Revision};
use cri_uri::components::Components;
use cri_uri::{
    Normalization, Options, Resolution, Table, ToUri, Uri, UriRef, context, nfc, to_cri,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::coap::destination::Destination;
use crate::command::operands::Stop;
use crate::hex::{decode, in_hex};
use crate::input::operand::MAX_OPERAND;

/// The members of an answer, or of the object `error`.
type Answer = Result<Value, Value>;

/// `cri conform`: one answer for each line of standard input.
pub(super) fn conform() -> Result<(), Stop> {
    let mut stdin = io::stdin().lock();
    let mut stdout = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        // INVARIANT: the limit fits 64 bits.
        if stdin.by_ref().take(MAX_OPERAND as u64 + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.len() > MAX_OPERAND && !line.ends_with(b"\n") {
            stdin.skip_until(b'\n')?;
            not_a_case(&format!("the line is longer than {MAX_OPERAND} bytes"))
        } else {
            answer(&line)
        };
        writeln!(stdout, "{answer}")?;
        stdout.flush()?;
    }
}

/// A line. Members that are for people are left out.
#[derive(Deserialize)]
#[serde(expecting = "an object with id, operation, revision and input")]
struct Case {
    id: Value,
    operation: String,
    revision: String,
    #[serde(default)]
    without: Vec<String>,
    input: Map<String, Value>,
}

/// The answer to a line.
fn answer(line: &[u8]) -> Value {
    let case: Case = match serde_json::from_slice(line) {
        Ok(case) => case,
        Err(error) => return not_a_case(&error.to_string()),
    };
    let mut answer = match case.answer() {
        Ok(answer) => answer,
        Err(error) => json!({ "error": error }),
    };
    // INVARIANT: every answer is an object.
    answer["id"] = case.id;
    answer
}

/// The answer to a line that is not a case.
fn not_a_case(message: &str) -> Value {
    json!({ "id": null, "error": { "kind": "not-a-case", "message": message } })
}

/// The kind, component and offset of an error of any crate.
macro_rules! located {
    ($error:expr) => {{
        let error = $error;
        json!({ "kind": error.kind().name(), "component": error.component().name(), "offset": error.offset() })
    }};
}

/// The kind and component of an error about values that have no offset.
macro_rules! named {
    ($error:expr) => {{
        let error = $error;
        json!({ "kind": error.kind().name(), "component": error.component().name() })
    }};
}

fn proxy_error(error: ProxyError) -> Value {
    json!({ "kind": error.kind().name(), "option": error.option(), "code": error.code().to_string() })
}

fn tp_info_error(error: TpInfoError) -> Value {
    located!(error)
}

/// The error about a case that does not have what its operation needs.
fn bad(name: &str) -> Value {
    json!({ "kind": "bad-input", "message": format!("the member {name} is missing, or has a wrong value") })
}

impl Case {
    fn answer(&self) -> Answer {
        // Operations that need neither refuse wrong values, too.
        self.revision()?;
        self.features()?;
        match self.operation.as_str() {
            "decode" => self.decode(),
            "encode" => self.encode(),
            "to-cri" => self.to_cri(),
            "to-uri" => self.to_uri(),
            "resolve" => self.resolve(),
            "resolve-uri" => self.resolve_uri(),
            "compare" => self.compare(),
            "scheme-name" => self.scheme_name(),
            "scheme-number" => self.scheme_number(),
            "parse" => {
                Ok(components(UriRef::parse(self.text("uri")?).map_err(|error| located!(error))?))
            }
            "parse-absolute" => {
                let uri =
                    Uri::parse_absolute(self.text("uri")?).map_err(|error| located!(error))?;
                Ok(components(uri.as_uri_ref()))
            }
            "normalize" => self.normalize(),
            "extract" => self.extract(),
            "recompose" => self.recompose(),
            "relativize-uri" => self.relativize_uri(),
            "relativize-cri" => self.relativize_cri(),
            "decode-tagged" => self.decode_tagged(),
            "encode-tagged" => self.encode_tagged(),
            "decompose" => self.decompose(),
            "compose" => self.compose(),
            "proxy" => self.proxy(),
            "proxy-option" => self.proxy_option(),
            "decode-tp-info" => self.decode_tp_info(),
            "encode-tp-info" => self.encode_tp_info(),
            "decode-embedded" => self.decode_embedded(),
            "encode-embedded" => self.encode_embedded(),
            _ => Ok(json!({ "unsupported": true })),
        }
    }

    fn decode(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let strict = match self.text("reader")? {
            "strict" => true,
            "liberal" => false,
            _ => return Err(bad("reader")),
        };
        let revision = self.revision()?;
        Ok(match self.decoder()?.decode::<CriRef<'_>>(&bytes) {
            Ok(reference) if strict && !reference.is_encoding_of(revision) => {
                json!({ "outcome": "unprocessable" })
            }
            Ok(reference) => json!({ "outcome": "processable", "full": reference.is_full() }),
            Err(error) => {
                let malformed = error.class() == DecodeErrorClass::Malformed;
                let outcome = if malformed { "rejected" } else { "unprocessable" };
                json!({ "outcome": outcome, "error": located!(error) })
            }
        })
    }

    fn encode(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let mut encoded = Vec::new();
        let sections = self.reference(&bytes)?.sections();
        sections.encode(self.revision()?, &mut encoded).map_err(|error| named!(error))?;
        Ok(json!({ "cbor": in_hex(&encoded) }))
    }

    fn to_cri(&self) -> Answer {
        let options = Options::new(self.revision()?).with_features(self.features()?);
        let cri =
            to_cri(self.text("uri")?, options, Vec::new()).map_err(|error| located!(error))?;
        nfc::check_nfc(cri.as_cri_ref(), options.revision)
            .map_err(|error| json!({ "kind": "not-nfc", "component": error.component().name() }))?;
        Ok(json!({ "cbor": in_hex(cri.as_bytes()) }))
    }

    fn to_uri(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let uri = self
            .reference(&bytes)?
            .to_uri(Options::new(self.revision()?))
            .map_err(|error| named!(error))?;
        Ok(json!({ "uri": uri.to_string() }))
    }

    fn resolve(&self) -> Answer {
        let (base, reference) = (self.bytes("base")?, self.bytes("reference")?);
        let base = full(self.reference(&base)?, "base-not-full")?;
        let resolved =
            base.resolve(self.reference(&reference)?).map_err(|error| located!(error))?;
        let mut encoded = Vec::new();
        resolved
            .sections()
            .encode(self.revision()?, &mut encoded)
            .map_err(|error| named!(error))?;
        Ok(json!({ "cbor": in_hex(&encoded) }))
    }

    fn resolve_uri(&self) -> Answer {
        let base = UriRef::parse(self.text("base")?).map_err(|error| located!(error))?;
        let base = base.to_full().ok_or_else(
            || json!({ "kind": "relative-base", "component": "scheme", "offset": 0 }),
        )?;
        let reference = UriRef::parse(self.text("reference")?).map_err(|error| located!(error))?;
        let resolved =
            base.resolve(reference, Resolution::Strict).map_err(|error| located!(error))?;
        Ok(json!({ "uri": resolved.to_string() }))
    }

    fn compare(&self) -> Answer {
        let (a, b) = (self.bytes("a")?, self.bytes("b")?);
        let (a, b) =
            (full(self.reference(&a)?, "not-full")?, full(self.reference(&b)?, "not-full")?);
        Ok(json!({ "equal": a == b, "equal_ignoring_fragment": a.eq_ignoring_fragment(b) }))
    }

    fn scheme_name(&self) -> Answer {
        let number =
            self.input.get("number").and_then(Value::as_u64).ok_or_else(|| bad("number"))?;
        let scheme = Options::new(self.revision()?).schemes.by_number(number);
        Ok(
            json!({ "name": scheme.map(|scheme| scheme.name), "port": scheme.and_then(|scheme| scheme.default_port) }),
        )
    }

    fn scheme_number(&self) -> Answer {
        let scheme = Options::new(self.revision()?).schemes.by_name(self.text("name")?);
        Ok(
            json!({ "number": scheme.map(|scheme| scheme.number), "port": scheme.and_then(|scheme| scheme.default_port) }),
        )
    }

    fn normalize(&self) -> Answer {
        let uri = UriRef::parse(self.text("uri")?).map_err(|error| located!(error))?;
        let normal = |steps| uri.normalize(steps, Table::DRAFT_16).to_string();
        Ok(json!({
            "case": normal(Normalization::CASE),
            "percent": normal(Normalization::PERCENT),
            "dot_segments": normal(Normalization::DOT_SEGMENTS),
            "syntax": normal(Normalization::SYNTAX),
            "scheme": normal(Normalization::ALL),
        }))
    }

    fn extract(&self) -> Answer {
        let text = self.text("text")?;
        let found = context::find_uris(text, Table::DRAFT_16).map(|found| {
            json!({
                "uri": found.to_string(),
                "written": text.get(found.range()),
                "delimiters": found.delimiters().name(),
                "alternative": found.uri().alternative().map(|uri| uri.to_string()),
            })
        });
        Ok(json!({ "found": found.collect::<Vec<_>>() }))
    }

    fn recompose(&self) -> Answer {
        let components = Components {
            scheme: self.optional_text("scheme")?,
            authority: self.optional_text("authority")?,
            path: self.text("path")?,
            query: self.optional_text("query")?,
            fragment: self.optional_text("fragment")?,
        };
        let uri = components.recompose().map_err(|error| located!(error))?;
        Ok(json!({ "uri": uri.to_string() }))
    }

    fn relativize_uri(&self) -> Answer {
        let parse = |name: &str, kind: &str| {
            let uri = UriRef::parse(self.text(name)?).map_err(|error| located!(error))?;
            uri.to_full().ok_or_else(|| json!({ "kind": kind, "component": "scheme", "offset": 0 }))
        };
        let (base, target) = (parse("base", "relative-base")?, parse("target", "relative-target")?);
        let reference = base.relativize(target).map_err(|error| located!(error))?;
        Ok(json!({ "reference": reference.to_string() }))
    }

    fn relativize_cri(&self) -> Answer {
        let (base, target) = (self.bytes("base")?, self.bytes("target")?);
        let base = full(self.reference(&base)?, "base-not-full")?;
        let target = full(self.reference(&target)?, "target-not-full")?;
        let reference =
            base.relativize(target, self.revision()?, Vec::new()).map_err(|error| named!(error))?;
        Ok(json!({ "cbor": in_hex(reference.as_bytes()) }))
    }

    fn decode_tagged(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let content = self
            .decoder()?
            .tagged()
            .decode::<CriRef<'_>>(&bytes)
            .map_err(|error| located!(error))?;
        Ok(json!({ "content": in_hex(content.as_bytes()) }))
    }

    fn encode_tagged(&self) -> Answer {
        let bytes = self.bytes("content")?;
        let mut encoded = Vec::new();
        self.reference(&bytes)?
            .sections()
            .encode_tagged(&mut encoded)
            .map_err(|error| named!(error))?;
        Ok(json!({ "cbor": in_hex(&encoded) }))
    }

    fn decompose(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let destination = self.destination()?;
        // The transport of the destination does not matter: that of the CRI is returned.
        let endpoint = destination.endpoint(Transport::Coap);
        let endpoint =
            self.optional_text("zone")?.map_or(endpoint, |zone| endpoint.with_zone(zone));
        let reference = self.reference(&bytes)?;
        let options =
            reference.decompose(&endpoint, self.revision()?).map_err(|error| named!(error))?;
        let transport = options.transport().name();
        let mut space = [0; option::MAX_TEXT];
        let options = options.map(|option| {
            // INVARIANT: the room is enough for every value.
            let value = option.value().write_into(&mut space).map_or(String::new(), in_hex);
            json!({ "number": option.number(), "value": value })
        });
        Ok(json!({ "transport": transport, "options": options.collect::<Vec<_>>() }))
    }

    fn compose(&self) -> Answer {
        let options = self.options()?;
        let destination = self.destination()?;
        let transport =
            Transport::from_name(self.text("transport")?).ok_or_else(|| bad("transport"))?;
        let endpoint = destination.endpoint(transport);
        let endpoint =
            self.optional_text("zone")?.map_or(endpoint, |zone| endpoint.with_zone(zone));
        let cri = compose(borrowed(&options), &endpoint, self.revision()?, Vec::new()).map_err(|error| {
            let code = error.code().to_string();
            json!({ "kind": error.kind().name(), "component": error.component().name(), "code": code })
        })?;
        Ok(json!({ "cbor": in_hex(cri.as_bytes()) }))
    }

    fn proxy(&self) -> Answer {
        let options = self.options()?;
        let destination = self.destination()?;
        let revision = self.revision()?;
        let conflicts = match self.optional_text("conflicts")? {
            Some("precedence") => Conflicts::Precedence,
            Some("reject") | None => Conflicts::Reject,
            _ => return Err(bad("conflicts")),
        };
        Ok(match origin(borrowed(&options), conflicts).map_err(proxy_error)? {
            Origin::Endpoint => json!({ "asked": "endpoint" }),
            Origin::Cri(cri) => json!({ "asked": "cri", "cbor": in_hex(cri.as_bytes()) }),
            Origin::Uri(uri) => json!({ "asked": "uri", "text": uri }),
            Origin::Scheme(ProxyScheme::Name(name)) => {
                json!({ "asked": "scheme-name", "text": name })
            }
            by @ Origin::Scheme(ProxyScheme::Number(number)) => {
                let port = Options::new(revision)
                    .schemes
                    .by_number(number)
                    .and_then(|scheme| scheme.default_port);
                let endpoint = destination.endpoint(Transport::Coap);
                let cri = by
                    .compose(borrowed(&options), port, &endpoint, revision, Vec::new())
                    .map_err(proxy_error)?;
                json!({ "asked": "scheme-number", "number": number, "cbor": in_hex(cri.as_bytes()) })
            }
        })
    }

    fn proxy_option(&self) -> Answer {
        if let Some(number) = self.input.get("number") {
            let number = number.as_u64().ok_or_else(|| bad("number"))?;
            let value = proxy_scheme_number(number).map_err(proxy_error)?;
            return Ok(json!({ "value": in_hex(value.as_bytes()) }));
        }
        let bytes = self.bytes("cbor")?;
        let mut value = Vec::new();
        encode_proxy_cri(self.reference(&bytes)?, self.revision()?, &mut value)
            .map_err(proxy_error)?;
        Ok(json!({ "value": in_hex(&value) }))
    }

    fn decode_tp_info(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let info = TpInfo::decode(&bytes).map_err(tp_info_error)?;
        Ok(json!({
            "server": address(info.server()),
            "client": address(info.client()),
            "token": in_hex(info.token()),
        }))
    }

    fn encode_tp_info(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let mut encoded = Vec::new();
        TpInfo::decode(&bytes).and_then(|info| info.encode(&mut encoded)).map_err(tp_info_error)?;
        Ok(json!({ "cbor": in_hex(&encoded) }))
    }

    fn decode_embedded(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let (cri, _) =
            self.decoder()?.decode_embedded::<Cri<'_>>(&bytes).map_err(|error| located!(error))?;
        Ok(json!({ "content": in_hex(cri.as_bytes()) }))
    }

    fn encode_embedded(&self) -> Answer {
        let bytes = self.bytes("content")?;
        let cri = full(self.reference(&bytes)?, "not-full")?;
        let mut encoded = Vec::new();
        cri.sections()
            .encode_embedded(self.revision()?, &mut encoded)
            .map_err(|error| named!(error))?;
        Ok(json!({ "cbor": in_hex(&encoded) }))
    }
}

/// What the operations take from a case.
impl Case {
    fn text(&self, name: &str) -> Result<&str, Value> {
        self.optional_text(name)?.ok_or_else(|| bad(name))
    }

    fn optional_text(&self, name: &str) -> Result<Option<&str>, Value> {
        match self.input.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(bad(name)),
        }
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, Value> {
        hex(self.text(name)?).ok_or_else(|| bad(name))
    }

    fn revision(&self) -> Result<Revision, Value> {
        Revision::from_name(&self.revision).ok_or_else(|| bad("revision"))
    }

    fn features(&self) -> Result<Features, Value> {
        self.without.iter().try_fold(Features::ALL, |features, name| {
            Ok(features.without(Feature::from_name(name).ok_or_else(|| bad("without"))?))
        })
    }

    fn decoder(&self) -> Result<Decoder, Value> {
        Ok(Decoder::new().with_features(self.features()?))
    }

    fn reference<'a>(&self, bytes: &'a [u8]) -> Result<CriRef<'a>, Value> {
        self.decoder()?.decode(bytes).map_err(|error| located!(error))
    }

    fn destination(&self) -> Result<Destination, Value> {
        Destination::parse(self.text("destination")?).map_err(|_| bad("destination"))
    }

    fn options(&self) -> Result<Vec<(u16, Vec<u8>)>, Value> {
        let options =
            self.input.get("options").and_then(Value::as_array).ok_or_else(|| bad("options"))?;
        let pair = |option: &Value| {
            let number = option.get("number")?.as_u64()?.try_into().ok()?;
            Some((number, hex(option.get("value")?.as_str()?)?))
        };
        options.iter().map(pair).collect::<Option<_>>().ok_or_else(|| bad("options"))
    }
}

fn hex(digits: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    decode(digits, &mut bytes).ok()?;
    Some(bytes)
}

fn full<'a>(reference: CriRef<'a>, kind: &str) -> Result<Cri<'a>, Value> {
    reference.to_full().ok_or_else(|| json!({ "kind": kind, "component": "scheme" }))
}

fn borrowed(options: &[(u16, Vec<u8>)]) -> impl Iterator<Item = (u16, &[u8])> + Clone {
    options.iter().map(|(number, value)| (*number, value.as_slice()))
}

/// The scheme number, the host as text, and the port that the authority has.
fn address(address: CriNoLocal<'_>) -> Value {
    let host = match address.authority().host() {
        Host::Ip(ip) => ip.address().to_string(),
        Host::Name(name) => name.to_string(),
    };
    json!({ "scheme": address.scheme_number(), "host": host, "port": address.authority().port() })
}

fn components(uri: UriRef<'_>) -> Value {
    json!({
        "scheme": uri.scheme(),
        "userinfo": uri.userinfo(),
        "host": uri.host_str(),
        "port": uri.port(),
        "path": uri.path(),
        "query": uri.query(),
        "fragment": uri.fragment(),
    })
}
