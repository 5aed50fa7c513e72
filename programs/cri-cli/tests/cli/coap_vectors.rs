//! The corpus about CoAP, through the built program. One run answers all vectors with one destination.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use cri_testvectors::{
    Asked, CoapOption, Conflicts, Expected, Revision, corpus, run, sample, to_hex,
};
use serde_json::Value;

use crate::program::{cri, objects};
use crate::vectors::{answered, answers, assert_fails};

/// The destination as the program takes it.
fn destination(address: SocketAddr, zone: Option<&str>) -> String {
    match zone {
        Some(zone) => format!("[{}%{zone}]:{}", address.ip(), address.port()),
        None => address.to_string(),
    }
}

/// Options as the program writes and reads them: one per line, or a comment if there are none.
fn lines(options: &[CoapOption], line: impl Fn(&CoapOption) -> String) -> String {
    let lines = options.iter().map(line).chain(options.is_empty().then(|| "# nothing".to_owned()));
    lines.map(|line| line + "\n").collect()
}

fn numbered(option: &CoapOption) -> String {
    format!("Option {}: 0x{}", option.number, to_hex(&option.value()))
}

/// An option by its name, where the program knows it and the value is text that needs no escape.
fn named(option: &CoapOption) -> String {
    let plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b'\\';
    match String::from_utf8(option.value()) {
        Ok(value)
            if [3, 11, 15, 35, 39].contains(&option.number)
                && value.bytes().all(|byte| plain(&byte)) =>
        {
            format!("{}: {value}", option.name)
        }
        _ => numbered(option),
    }
}

/// The answers to requests, each of several lines.
fn compositions(args: &[&str], revision: Revision, requests: &[String]) -> Vec<Value> {
    let args = [&["coap", "--compose", "--json", "--revision", revision.name()], args].concat();
    let answers = objects(&cri(&args, &requests.join("\n")));
    assert_eq!(answers.len(), requests.len(), "{args:?} answers each request");
    answers
}

fn assert_options(answer: &Value, expected: &[CoapOption]) {
    let options = answer["options"].as_array().unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(options.len(), expected.len(), "{answer}");
    for (option, expected) in options.iter().zip(expected) {
        assert_eq!(option["number"], expected.number, "{answer}");
        assert_eq!(option["hex"], to_hex(&expected.value()), "{answer}");
        // The program names only the options that name a resource.
        assert!(option["name"].is_null() || option["name"] == *expected.name, "{answer}");
    }
}

/// Whether the registry lacks this scheme.
fn is_unknown(scheme: &str, revision: Revision) -> bool {
    answers(&["scheme"], revision, [scheme].into_iter())[0]["error"]["kind"] == "unknown-scheme"
}

/// One run answers all URIs of a revision and a destination, and another composes what the first one printed.
#[test]
fn coap_has_the_options_of_uris() {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for vector in &corpus().uri_options {
        let destination = destination(vector.destination, vector.zone.as_deref());
        let transport = vector.transport.clone().unwrap_or("coap".to_owned());
        groups.entry((vector.revision, destination, transport)).or_default().push(vector);
    }
    for ((revision, destination, transport), vectors) in groups {
        let uris: String = vectors.iter().map(|vector| format!("{}\n", vector.uri)).collect();
        let about = ["--revision", revision.name(), "--destination", &destination];
        let printed = cri(&[&["coap", "--json"], &about[..]].concat(), &uris).stdout;
        let composed: String = printed
            .lines()
            .filter(|line| !line.contains("\"error\""))
            .collect::<Vec<_>>()
            .join("\n");
        let back = ["coap", "--compose", "--to", "uri", "--scheme", &transport];
        let back = cri(&[&back[..], &about].concat(), &composed).stdout;
        let again = cri(&[&["coap", "--json"], &about[..]].concat(), &back).stdout;
        let mut again = again.lines();
        assert_eq!(printed.lines().count(), vectors.len(), "{printed}");
        for (vector, line) in vectors.into_iter().zip(printed.lines()) {
            let answer: Value = serde_json::from_str(line).expect("JSON");
            match &vector.error {
                Some(error) => assert_fails(&answer, error, true),
                None => {
                    let expected = vector.options.as_deref().expect("options");
                    assert_options(&answer, expected);
                    let again: Value =
                        serde_json::from_str(again.next().expect("an answer")).expect("JSON");
                    assert_options(&again, expected);
                }
            }
        }
        assert_eq!(again.next(), None);
    }
}

#[test]
fn coap_decomposes() {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for vector in &corpus().decompose {
        let destination = destination(vector.destination, vector.zone.as_deref());
        groups.entry((vector.revision, destination)).or_default().push(vector);
    }
    let mut cases = Vec::new();
    for ((revision, destination), vectors) in sample(groups, 4) {
        let by_hex: Vec<_> = vectors.iter().map(|vector| (*vector, to_hex(&vector.cbor))).collect();
        let by_edn: Vec<_> = vectors.iter().map(|vector| (*vector, vector.edn.clone())).collect();
        for (form, operands) in [("hex", by_hex), ("edn", by_edn)] {
            let args = ["coap", "--from", form, "--destination", &destination];
            cases.extend(answered(&args, revision, &operands));
        }
    }
    run(cases, |(vector, answer)| match (&vector.options, &vector.error) {
        (Some(options), None) => assert_options(&answer, options),
        (_, error) => assert_fails(&answer, error.as_ref().expect("an expected error"), false),
    });
}

#[test]
fn coap_composes() {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for vector in &corpus().compose {
        let destination = destination(vector.destination, vector.zone.as_deref());
        groups.entry((vector.revision, destination, &*vector.transport)).or_default().push(vector);
    }
    let mut cases = Vec::new();
    for ((revision, destination, transport), vectors) in sample(groups, 4) {
        for line in [numbered, named] {
            let requests: Vec<String> =
                vectors.iter().map(|vector| lines(&vector.options, line)).collect();
            let args = ["--destination", &destination, "--scheme", transport];
            cases.extend(vectors.iter().copied().zip(compositions(&args, revision, &requests)));
        }
    }
    run(cases, |(vector, answer)| {
        if let Some(expected) = &vector.error {
            return assert_fails(&answer, expected, false);
        }
        assert_eq!(answer["cri"], to_hex(vector.cbor.as_ref().expect("a CRI")), "{answer}");
        if let Some(uri) = &vector.uri {
            assert_eq!(answer["uri"], **uri);
        }
        let mut options = vector.options.clone();
        options.sort_by_key(|option| option.number);
        assert_options(&answer, &options);
    });
}

#[test]
fn coap_composes_requests_to_proxies() {
    // The program rejects conflicting options, and its registry has the default ports.
    let vectors =
        corpus().proxy.iter().filter(|vector| vector.conflicts != Some(Conflicts::Precedence));
    run(sample(vectors, 5), |vector| {
        let request = lines(&vector.options, numbered);
        let args = ["--destination", "192.0.2.1:5683"];
        let answer = compositions(&args, vector.revision, std::slice::from_ref(&request)).remove(0);
        let encoded =
            |text: &str| answers(&["encode"], vector.revision, [text].into_iter()).remove(0);
        let text = || vector.text.as_deref().expect("a text");
        match (&vector.error, vector.asked) {
            (Some(expected), _) => {
                // The corpus names the wrong option, while the program names a component of its own choice.
                assert_fails(&answer, &Expected { component: None, ..expected.clone() }, false);
                let offset = answer["error"]["offset"].as_u64().expect("an offset") as usize;
                let number = vector.option.expect("an option");
                let line = request[..offset].lines().last().expect("a line");
                assert!(line.starts_with(&format!("Option {number}:")), "{line}");
            }
            // The program parses the URI, too.
            (None, Some(Asked::Uri)) if !text().contains(':') => {
                assert_eq!(answer["error"]["kind"], "not-full", "{answer}");
            }
            (None, Some(Asked::Uri)) => {
                assert_eq!(answer["cri"], encoded(text())["cri"], "{answer}");
            }
            (None, Some(Asked::SchemeNumber)) if answer["error"]["kind"] == "unknown-scheme" => {
                assert!(is_unknown(&vector.number.expect("a number").to_string(), vector.revision));
            }
            (None, Some(Asked::SchemeName)) if answer["error"]["kind"] == "unknown-scheme" => {
                assert!(is_unknown(text(), vector.revision));
            }
            (None, Some(Asked::SchemeName)) => {
                let uri = answer["uri"].as_str().unwrap_or_else(|| panic!("{answer}"));
                assert!(
                    uri.starts_with(&format!("{}://", text().to_ascii_lowercase())),
                    "{answer}"
                );
            }
            // The program writes the CRI in its own revision.
            (None, Some(Asked::Cri)) => {
                let operand = to_hex(vector.cbor.as_deref().expect("a CRI"));
                let decoded =
                    answers(&["decode"], vector.revision, [&*operand].into_iter()).remove(0);
                assert_eq!(answer["cri"], decoded["cri"], "{answer}");
            }
            (None, _) => match &vector.cbor {
                Some(cbor) => assert_eq!(answer["cri"], to_hex(cbor), "{answer}"),
                None => assert!(answer["error"].is_null(), "{answer}"),
            },
        }
    });
}

#[test]
fn coap_asks_proxies() {
    // The program makes no option of a scheme number alone.
    let vectors =
        corpus().proxy_option.iter().filter_map(|vector| Some((vector, vector.cbor.as_ref()?)));
    run(sample(vectors, 4), |(vector, cbor)| {
        let operand = to_hex(cbor);
        let answer = answers(
            &["coap", "--proxy", "--from", "hex"],
            vector.revision,
            [&*operand].into_iter(),
        )
        .remove(0);
        match (&vector.value, &vector.error) {
            (Some(value), None) => {
                assert_eq!(answer["options"][0]["hex"], to_hex(value), "{answer}");
            }
            (_, error) => assert_fails(&answer, error.as_ref().expect("an expected error"), false),
        }
    });
}
