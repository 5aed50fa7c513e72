//! The runner reports every failing vector, and fails when no vector ran.

use cri_testvectors::{Case, Expected, corpus, run};
use std::panic::catch_unwind;

/// A case without a vector.
struct Named(&'static str);

impl Case for Named {
    fn name(&self) -> String {
        self.0.to_owned()
    }
}

/// The message with which `action` fails.
fn failure(action: fn()) -> String {
    let panic = catch_unwind(action).expect_err("a failure");
    *panic.downcast().expect("a message")
}

#[test]
#[should_panic = "no vector ran"]
fn fails_when_nothing_ran() {
    run(corpus().decode.iter().filter(|vector| vector.id == "no vector has this id"), |_| {});
}

#[test]
fn every_failing_case_is_reported_by_id() {
    let message = failure(|| {
        run([Named("a"), Named("b"), Named("c")], |case| assert_eq!(case.0, "b", "not b"));
    });
    assert!(message.starts_with("2 of 3 cases failed\na: "), "{message}");
    assert!(message.contains("\nc: ") && !message.contains("\nb: "), "{message}");
    assert_eq!(message.matches("not b").count(), 2, "{message}");
}

#[test]
fn messages_of_all_kinds_are_reported() {
    let message = failure(|| {
        run([Named("text"), Named("formatted"), Named("other")], |case| match case.0 {
            "text" => panic!("plain text"),
            "formatted" => panic!("{} text", case.0),
            _ => std::panic::panic_any(1),
        });
    });
    for line in
        ["text: plain text", "formatted: formatted text", "other: a panic without a message"]
    {
        assert!(message.lines().any(|found| found == line), "{message}");
    }
}

#[test]
fn each_case_runs_once_and_in_order() {
    let mut seen = Vec::new();
    run(corpus().compare.iter().zip(0..), |(vector, number)| seen.push((number, &*vector.id)));
    assert_eq!(
        seen,
        (0..).zip(corpus().compare.iter().map(|vector| &*vector.id)).collect::<Vec<_>>()
    );
}

#[test]
fn absent_fields_of_an_error_are_not_compared() {
    let expected = Expected { kind: "port-range".into(), component: None, offset: None };
    expected.assert_matches("port-range", Some("port"), Some(3));
    let expected = Expected { component: Some("port".into()), offset: Some(3), ..expected };
    expected.assert_matches("port-range", Some("port"), Some(3));
    expected.assert_matches("port-range", None, None);
    for (kind, component, offset) in [
        ("zone-id", "port", 3),
        ("port-range", "host", 3),
        ("port-range", "port", 4),
        ("", "port", 3),
    ] {
        let expected = expected.clone();
        let matching =
            catch_unwind(|| expected.assert_matches(kind, Some(component), Some(offset)));
        assert!(matching.is_err(), "{kind} {component} {offset}");
    }
}
