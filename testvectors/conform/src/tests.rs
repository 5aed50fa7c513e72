//! Single lines. CI asks for the whole corpus.

use serde_json::{Value, json};

use crate::answer_lines;

/// The answers to the lines of this input.
fn output(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    answer_lines(input, &mut output).expect("reading and writing memory");
    let output = String::from_utf8(output).expect("text");
    output.lines().map(|line| line.parse().expect(line)).collect()
}

/// The answers to these lines.
fn answers(lines: &[Value]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    output(input.as_bytes())
}

#[test]
fn each_case_has_one_answer_with_its_id() {
    let lines = [
        json!({ "id": "a", "operation": "to-cri", "revision": "rfc9988", "input": { "uri": "coap://h" } }),
        json!({ "id": "b", "operation": "to-cri", "revision": "draft-16", "without": ["userinfo"],
            "input": { "uri": "coap://u@h" } }),
        json!({ "id": "c", "operation": "fly", "revision": "draft-16", "input": {} }),
        json!({ "id": "d", "operation": "to-cri", "revision": "draft-16", "input": { "uri": "coap://[v1.x]" } }),
    ];
    let error = json!({ "kind": "unsupported-feature", "component": "userinfo", "offset": 7 });
    assert_eq!(
        answers(&lines),
        [
            json!({ "id": "a", "cbor": "8220816168" }),
            json!({ "id": "b", "error": error }),
            json!({ "id": "c", "unsupported": true }),
            json!({ "id": "d", "error": { "kind": "ip-future", "component": "host", "offset": 7 } }),
        ]
    );
}

#[test]
fn wrong_members_are_errors_of_their_case() {
    for (operation, revision, without, input) in [
        ("to-cri", "draft-1", json!([]), json!({ "uri": "a:" })),
        ("to-cri", "draft-16", json!(["speed"]), json!({ "uri": "a:" })),
        ("to-cri", "draft-16", json!([]), json!({ "uri": 1 })),
        ("decode", "draft-16", json!([]), json!({ "cbor": "8", "reader": "liberal" })),
        ("decode", "draft-16", json!([]), json!({ "cbor": "80" })),
        ("decode", "draft-16", json!([]), json!({ "cbor": "80", "reader": "anybody" })),
        ("parse", "draft-1", json!([]), json!({ "uri": "a:" })),
        ("parse", "draft-16", json!(["speed"]), json!({ "uri": "a:" })),
        ("recompose", "draft-16", json!([]), json!({ "path": "a", "query": 1 })),
        (
            "compose",
            "draft-16",
            json!([]),
            json!({ "destination": "[::1]:1", "zone": 1, "transport": "coap", "options": [] }),
        ),
        (
            "proxy",
            "draft-16",
            json!([]),
            json!({ "destination": "1.2.3.4:5", "conflicts": "ignore", "options": [] }),
        ),
        ("resolve", "draft-16", json!([]), json!({ "base": "80", "reference": "80" })),
        ("compare", "draft-16", json!([]), json!({ "a": "80", "b": "xx" })),
        ("scheme-name", "draft-16", json!([]), json!({ "number": -1 })),
        ("decompose", "draft-16", json!([]), json!({ "cbor": "80", "destination": "h" })),
        (
            "compose",
            "draft-16",
            json!([]),
            json!({ "destination": "[::1]:1", "transport": "ip", "options": [] }),
        ),
        (
            "proxy",
            "draft-16",
            json!([]),
            json!({ "destination": "1.2.3.4:5", "options": [{ "number": 70000 }] }),
        ),
        ("proxy-option", "draft-16", json!([]), json!({ "number": "0" })),
    ] {
        let case = json!({ "id": 7, "operation": operation, "revision": revision, "without": without, "input": input });
        let answers = answers(std::slice::from_ref(&case));
        assert!(
            answers.len() == 1 && answers[0]["id"] == 7 && answers[0]["error"]["kind"].is_string(),
            "{case}"
        );
    }
}

#[test]
fn lines_that_are_not_cases_are_errors() {
    let long = " ".repeat(3 << 20);
    let lines = ["", "x", "7", "{}", "\u{0}", &long, "[[[[", "{\"id\":1}"];
    let mut input = lines.join("\n").into_bytes();
    input
        .extend(b"\n\xff\n{\"id\":1,\"operation\":\"fly\",\"revision\":\"draft-16\",\"input\":{}}");
    let mut answers = output(&input);
    // The last line is a case, also without a line end.
    assert_eq!(answers.pop(), Some(json!({ "id": 1, "unsupported": true })));
    assert_eq!(answers.len(), lines.len() + 1);
    for answer in answers {
        assert!(answer["id"].is_null() && answer["error"]["kind"] == "not-a-case", "{answer}");
    }
}

#[test]
fn lines_up_to_the_limit_are_cases() {
    const LIMIT: usize = 1 << 20;
    let case =
        json!({ "id": 1, "operation": "to-cri", "revision": "draft-16", "input": { "uri": "a:" } })
            .to_string();
    let padded = |len: usize| case.clone() + &" ".repeat(len - case.len());
    for len in [LIMIT - 1, LIMIT] {
        let input = format!("{}\n{case}\n{}", padded(len), padded(len));
        assert_eq!(
            output(input.as_bytes()).iter().map(|answer| &answer["id"]).collect::<Vec<_>>(),
            [1, 1, 1],
            "{len}"
        );
    }
    // What follows the limit is not dropped without a word.
    let input = format!("{}\n{case}\n{}x", padded(LIMIT + 1), padded(LIMIT));
    let answers = output(input.as_bytes());
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1]["id"], 1);
    for index in [0, 2] {
        assert_eq!(answers[index]["error"]["message"], "the line is longer than 1048576 bytes");
    }
}
