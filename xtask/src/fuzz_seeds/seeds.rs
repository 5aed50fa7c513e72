//! The seeds of each fuzz target, in the format that the target reads.

use std::net::SocketAddr;

use cri_testvectors::{CoapOption, Corpus};

use super::conversation::{Event, Step};
use super::request::{Endpoint, NUMBERS, options};

/// The transports in the order of their index in an input.
const TRANSPORTS: [&str; 6] = ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];
const LOCATION_PATH: u16 = 8;
const URI_PATH: u16 = 11;
const URI_QUERY: u16 = 15;
const LOCATION_QUERY: u16 = 20;

/// An input for a fuzz target.
#[derive(Debug)]
pub(super) struct Seed {
    pub(super) target: &'static str,
    /// The id of the vector it comes from, after a word where one vector has several seeds.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

impl Seed {
    fn new(target: &'static str, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { target, name: name.into(), bytes: bytes.into() }
    }
}

/// All seeds, in the order of targets and vectors.
pub(super) fn all(corpus: &Corpus) -> Vec<Seed> {
    let check = |target| {
        corpus.check.iter().map(move |vector| Seed::new(target, &*vector.id, &*vector.uri))
    };
    let mut seeds: Vec<Seed> = check("check").chain(check("policy")).collect();
    seeds.extend(coap(corpus));
    seeds.extend(conversations(corpus));
    seeds.extend(options_in_messages(corpus));
    let decode = corpus.decode.iter().map(|vector| (&vector.id, &vector.cbor));
    let decode = decode.chain(
        corpus.convert.iter().filter_map(|vector| Some((&vector.id, vector.cbor.as_ref()?))),
    );
    let decode = decode.chain(corpus.tagged.iter().map(|vector| (&vector.id, &vector.cbor)));
    for (id, cbor) in decode {
        seeds.push(Seed::new("decode", id, &**cbor));
        // These bytes choose the calls.
        seeds.push(Seed::new("builder", id, &**cbor));
    }
    seeds.extend(notation(corpus));
    seeds.extend(uris(corpus).map(|(id, uri)| Seed::new("iri", id, uri)));
    seeds.extend(
        uris(corpus)
            .filter_map(|(id, uri)| Some(Seed::new("iri", format!("iri-{id}"), unescaped(uri)?))),
    );
    seeds.extend(corpus.resolve.iter().map(|vector| {
        Seed::new("resolve", &*vector.id, [&*vector.base_cbor, &*vector.reference_cbor].concat())
    }));
    seeds.extend(corpus.relativize_cri.iter().map(|vector| {
        Seed::new("relativize", &*vector.id, [&*vector.base_cbor, &*vector.target_cbor].concat())
    }));
    seeds.extend(
        corpus
            .compare
            .iter()
            .map(|vector| Seed::new("relativize", &*vector.id, [&*vector.a, &*vector.b].concat())),
    );
    seeds.extend(text(corpus));
    seeds.extend(uris(corpus).map(|(id, uri)| Seed::new("uri", id, uri)));
    seeds
}

/// Diagnostic notation of CRIs and of near misses, and URIs as literals.
fn notation(corpus: &Corpus) -> impl Iterator<Item = Seed> {
    let decode =
        corpus.decode.iter().filter_map(|vector| Some((&vector.id, vector.edn.as_deref()?)));
    let convert =
        corpus.convert.iter().filter_map(|vector| Some((&vector.id, vector.edn.as_deref()?)));
    let plain = decode.chain(convert).map(|(id, edn)| Seed::new("edn", id, edn));
    plain.chain(
        uris(corpus)
            .map(|(id, uri)| Seed::new("edn", format!("literal-{id}"), format!("cri'{uri}'"))),
    )
}

/// The URI references of several families, with the ids of their vectors.
fn uris(corpus: &Corpus) -> impl Iterator<Item = (&str, &str)> {
    let parse = corpus.parse.iter().map(|vector| (&*vector.id, &*vector.uri));
    let convert =
        corpus.convert.iter().filter_map(|vector| Some((&*vector.id, vector.uri.as_deref()?)));
    let normalize = corpus.normalize.iter().map(|vector| (&*vector.id, &*vector.uri));
    parse.chain(convert).chain(normalize)
}

/// A base and a reference, one per line, and texts that have URIs in them.
fn text(corpus: &Corpus) -> impl Iterator<Item = Seed> {
    let resolve = corpus.resolve.iter().filter_map(|vector| {
        Some((&vector.id, vector.base_uri.as_deref()?, vector.reference_uri.as_deref()?))
    });
    let relativize =
        corpus.relativize.iter().map(|vector| (&vector.id, &*vector.base, &*vector.target));
    let pairs = resolve.chain(relativize).filter(|(_, base, _)| !base.contains('\n'));
    let pairs =
        pairs.map(|(id, base, reference)| Seed::new("text", id, format!("{base}\n{reference}")));
    let normalize =
        corpus.normalize.iter().map(|vector| Seed::new("text", &*vector.id, &*vector.uri));
    pairs
        .chain(normalize)
        .chain(corpus.extract.iter().map(|vector| Seed::new("text", &*vector.id, &*vector.text)))
}

/// The URI with percent-encoded UTF-8 beyond ASCII written as characters, or `None` where nothing changes.
fn unescaped(uri: &str) -> Option<String> {
    let mut rest = uri;
    let mut text = String::new();
    while let Some(start) = rest.find('%') {
        let (before, triplets) = rest.split_at(start);
        text.push_str(before);
        let bytes: Vec<u8> = triplets.as_bytes().chunks(3).map_while(octet).collect();
        let characters = String::from_utf8(bytes).ok().filter(|characters| !characters.is_empty());
        let len = characters.as_ref().map_or(1, |characters| 3 * characters.len());
        text.push_str(characters.as_deref().unwrap_or("%"));
        rest = &triplets[len..];
    }
    text.push_str(rest);
    (text != uri).then_some(text)
}

/// The octet beyond ASCII that three bytes of text stand for.
fn octet(triplet: &[u8]) -> Option<u8> {
    let [b'%', digits @ ..] = triplet else { return None };
    let octet =
        u8::from_str_radix(str::from_utf8(digits).ok().filter(|digits| digits.len() == 2)?, 16)
            .ok()?;
    (!octet.is_ascii()).then_some(octet)
}

/// Requests, responses with a location, and access rules.
fn coap(corpus: &Corpus) -> Vec<Seed> {
    let mut seeds = Vec::new();
    let endpoint = |transport: &str, destination: SocketAddr, zone: Option<&String>| Endpoint {
        transport: TRANSPORTS.iter().position(|name| *name == transport).unwrap_or_default(),
        is_ipv6: destination.is_ipv6(),
        has_other_port: destination.port() != 5683,
        has_zone: zone.is_some(),
    };
    for vector in &corpus.decompose {
        let transport = vector.transport.as_deref().unwrap_or_default();
        let first = byte(endpoint(transport, vector.destination, vector.zone.as_ref()));
        seeds.push(Seed::new("coap", &*vector.id, [&[first], &*vector.cbor].concat()));
    }
    for vector in &corpus.compose {
        let endpoint = endpoint(&vector.transport, vector.destination, vector.zone.as_ref());
        seeds.extend(
            request(endpoint, &vector.options).map(|bytes| Seed::new("coap", &*vector.id, bytes)),
        );
        let located: Vec<_> = vector.options.iter().filter_map(as_location).collect();
        if !located.is_empty() {
            seeds.extend(
                message(0, located)
                    .map(|bytes| Seed::new("coap", format!("location-{}", vector.id), bytes)),
            );
        }
        seeds.extend(access_rules(&vector.id, &vector.options).into_iter().flatten());
    }
    let endpoint =
        Endpoint { transport: 0, is_ipv6: false, has_other_port: false, has_zone: false };
    for vector in &corpus.proxy {
        seeds.extend(
            request(endpoint, &vector.options).map(|bytes| Seed::new("coap", &*vector.id, bytes)),
        );
    }
    seeds
}

/// Conversations with a gateway: each request of the corpus, answered by an origin, and some that take longer.
fn conversations(corpus: &Corpus) -> Vec<Seed> {
    let step = |event, index, data: &[u8]| Step { event, index, data }.write();
    let requests = corpus.proxy.iter().filter_map(|vector| {
        // A confirmable GET with message ID 1.
        let datagram = [b"\x40\x01\x00\x01", &*encoded(&vector.options)].concat();
        let steps =
            [step(Event::Client, 0, &datagram)?, step(Event::Answer, 0, &[2, 0x45, 1])?].concat();
        Some(Seed::new("gateway", &*vector.id, [&[0], &*steps].concat()))
    });
    // Data of a request: method, type, message ID, target, payload. Of an answer: type, code, payload.
    let ask =
        |client, method, kind, target| step(Event::Request, client, &[method, kind, 1, target, 0]);
    let long = step(Event::Answer, 0, &[2, 0x45, 100]);
    let (echo, minute) =
        (step(Event::Repeat, 0, &[2]), step(Event::Pass, 0, &2400_u16.to_be_bytes()));
    let again = step(Event::Answer, 1, &[2, 0x45, 100]);
    let told: [(&str, Vec<Option<Vec<u8>>>); 7] = [
        ("echo", vec![ask(0, 0, 0, 0), long.clone(), echo.clone(), again.clone(), minute.clone()]),
        ("post", vec![ask(0, 1, 0, 0), long.clone(), echo.clone(), minute.clone()]),
        ("not-confirmable", vec![ask(0, 0, 1, 1), long.clone(), echo.clone(), again]),
        ("silent", vec![ask(0, 0, 0, 0), minute.clone(), step(Event::Acknowledge, 0, &[1, 0])]),
        (
            "slow",
            vec![
                ask(0, 0, 0, 0),
                step(Event::Pass, 0, &1600_u16.to_be_bytes()),
                long,
                minute.clone(),
            ],
        ),
        (
            "unreachable",
            vec![ask(0, 1, 1, 0), step(Event::NotSent, 0, &[0]), ask(0, 1, 1, 0), minute.clone()],
        ),
        (
            "names",
            (0..6)
                .map(|client| ask(client, 0, 0, 5))
                .chain([step(Event::LookedUp, 0, &[0]), minute])
                .collect(),
        ),
    ];
    let told = told.into_iter().filter_map(|(name, steps)| {
        let steps: Vec<Vec<u8>> = steps.into_iter().collect::<Option<_>>()?;
        Some(Seed::new("gateway", name, [&[1], &*steps.concat()].concat()))
    });
    requests.chain(told).collect()
}

/// A byte that stands for the endpoint.
fn byte(endpoint: Endpoint) -> u8 {
    (0..u8::MAX).find(|byte| Endpoint::read(*byte) == endpoint).unwrap_or(u8::MAX)
}

/// A request, where the format can express all of its options.
fn request(endpoint: Endpoint, options: &[CoapOption]) -> Option<Vec<u8>> {
    message(byte(endpoint), options.iter().map(|option| (option.number, option.value())))
}

/// The options of each vector as they stand in a message, after the token, without a payload and with one.
fn options_in_messages(corpus: &Corpus) -> impl Iterator<Item = Seed> {
    let compose = corpus.compose.iter().map(|vector| (&*vector.id, &vector.options));
    let proxy = corpus.proxy.iter().map(|vector| (&*vector.id, &vector.options));
    compose.chain(proxy).flat_map(|(id, options)| {
        let bytes = encoded(options);
        let with_payload = [&bytes[..], b"\xffpayload"].concat();
        [
            Seed::new("options", id, bytes),
            Seed::new("options", format!("payload-{id}"), with_payload),
        ]
    })
}

/// Options in the order of their numbers, each with its head (RFC 7252 section 3.1).
fn encoded(options: &[CoapOption]) -> Vec<u8> {
    let mut sorted: Vec<_> = options.iter().map(|option| (option.number, option.value())).collect();
    sorted.sort_by_key(|(number, _)| *number);
    let mut bytes = Vec::new();
    let mut last = 0;
    for (number, value) in sorted {
        let (delta, after_delta) = nibble(usize::from(number - last));
        let (len, after_len) = nibble(value.len());
        bytes.push(delta << 4 | len);
        bytes.extend([after_delta, after_len, value].concat());
        last = number;
    }
    bytes
}

/// The four bits of a head for this number, and the bytes that follow the head's first one.
fn nibble(number: usize) -> (u8, Vec<u8>) {
    match number {
        0..13 => (number as u8, Vec::new()),
        13..269 => (13, vec![(number - 13) as u8]),
        _ => (14, ((number - 269) as u16).to_be_bytes().to_vec()),
    }
}

fn message(first: u8, written: impl IntoIterator<Item = (u16, Vec<u8>)>) -> Option<Vec<u8>> {
    let written: Vec<_> = written.into_iter().collect();
    let mut bytes = vec![first];
    for (number, value) in &written {
        let index = NUMBERS
            .iter()
            .position(|known| known == number)
            .and_then(|index| u16::try_from(index).ok());
        bytes.extend([
            u8::try_from(index.unwrap_or(*number)).ok()?,
            u8::try_from(value.len()).ok()?,
        ]);
        bytes.extend(value);
    }
    // A number below the length of the table would be read as an index.
    let read = options(&bytes[1..]);
    let is_read_back = read.iter().map(|(number, value)| (*number, value.to_vec())).eq(written);
    is_read_back.then_some(bytes)
}

/// The option that names in a response what this one names in a request.
fn as_location(option: &CoapOption) -> Option<(u16, Vec<u8>)> {
    let number = match option.number {
        URI_PATH => LOCATION_PATH,
        URI_QUERY => LOCATION_QUERY,
        _ => return None,
    };
    Some((number, option.value()))
}

/// The path and query of a request as a local part, and as a list of one rule that allows GET.
fn access_rules(id: &str, options: &[CoapOption]) -> Option<[Seed; 2]> {
    let path = array(options.iter().filter(|option| option.number == URI_PATH).map(text_string))?;
    let query = array(options.iter().filter(|option| option.number == URI_QUERY).map(text_string))?;
    // A local part is [path], or [path, query] with a query of at least one parameter.
    let items = if query == [0x80] { vec![path] } else { vec![path, query] };
    let local = array(items.into_iter().map(Some))?;
    let get = vec![0x01];
    let rules = array([array([Some(local.clone()), Some(get)])])?;
    Some([
        Seed::new("coap", format!("local-part-{id}"), local),
        Seed::new("coap", format!("aif-{id}"), rules),
    ])
}

/// A CBOR array of at most 23 items, or `None` where there are more or one of them is `None`.
fn array(items: impl IntoIterator<Item = Option<Vec<u8>>>) -> Option<Vec<u8>> {
    let items: Vec<Vec<u8>> = items.into_iter().collect::<Option<_>>()?;
    let head = u8::try_from(items.len()).ok().filter(|len| *len < 24)?;
    Some([vec![0x80 | head], items.concat()].concat())
}

/// A CBOR text string of at most 23 bytes.
fn text_string(option: &CoapOption) -> Option<Vec<u8>> {
    let value = option.value();
    let head = u8::try_from(value.len()).ok().filter(|len| *len < 24)?;
    Some([vec![0x60 | head], value].concat())
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn characters_beyond_ascii_are_unescaped() {
        assert_eq!(unescaped("a%C3%A9%2Fb%FF%E4%BE%8B").as_deref(), Some("aé%2Fb%FF例"));
        for unchanged in ["a", "%2F", "%FF", "%", "%C", "%C3", "%C3%2F", "%e9x"] {
            assert_eq!(unescaped(unchanged), None, "{unchanged}");
        }
    }
}
