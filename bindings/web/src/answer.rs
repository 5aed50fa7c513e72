//! Everything that the page shows about a text.

use cri_core::{CriRef, Revision};
use cri_inspect::operand::Mistake;
use cri_registry::Table;
use cri_uri::{Options, ToUri, password};
use serde::Serialize;

use crate::check::Checked;
use crate::coap::Requests;
use crate::cri::{Cri, Outcome};
use crate::fault::Fault;
use crate::read::Read;
use crate::recognize::{Form, Recognized};
use crate::resolve;
use crate::version::{Versions, options};

/// Everything that the page shows about a text.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    text: Taken,
    base: Option<Taken>,
    pub(crate) outcome: Versions<Outcome>,
    pub(crate) check: Versions<Result<Checked, Fault>>,
    /// Why the base is not a full CRI.
    pub(crate) base_fault: Versions<Option<Fault>>,
    /// The target that the text leads to from the base. `None` without a base, and where the base has a fault.
    pub(crate) target: Versions<Option<Result<Cri, Fault>>>,
    /// The options of requests for the target, or without a base for the CRI. `None` where there is no CRI.
    pub(crate) requests: Versions<Option<Requests>>,
}

/// What a text was taken for.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Taken {
    form: Form,
    words: &'static str,
    doubt: Option<String>,
    /// The length in bytes, without the blanks around the text.
    len: usize,
    /// Whether the text may hold a password. The page keeps it out of its address.
    has_password: bool,
}

/// Explains a text: a CRI reference in any form, and perhaps a base in any form. Of its bytes, at most `limit` items
/// are listed.
#[must_use]
pub fn explain(text: &str, base: Option<&str>, limit: usize) -> Answer {
    let recognized = Recognized::new(text);
    let base = base.map(|base| (base, Recognized::new(base)));
    let mut answer = Answer {
        text: Taken::new(recognized),
        base: base.map(|(_, base)| Taken::new(base)),
        outcome: Versions::new(),
        check: Versions::new(),
        base_fault: Versions::new(),
        target: Versions::new(),
        requests: Versions::new(),
    };
    let mut note = None;
    for revision in Revision::ALL {
        let options = options(revision);
        let read = Read::new(recognized, options);
        if let Ok(read) = &read {
            // With a base, the text is meant as a reference.
            answer.text.note(read, options, base.is_none());
        }
        let outcome = Outcome::new(&read, options, limit);
        let outcome = Outcome {
            fault: outcome.fault.map(|fault| fault.marked(text, recognized.start)),
            ..outcome
        };
        answer.outcome.add(revision, outcome);
        answer.check.add(revision, Checked::new(recognized, &read, options));

        let read_base = base.map(|(_, base)| Read::new(base, options));
        if let (Some(taken), Some(Ok(read))) = (&mut answer.base, &read_base) {
            taken.note(read, options, read.cri().is_ok_and(CriRef::is_full));
        }
        let full = read_base.map(|read| resolve::base(&read?)).transpose();
        let (full, base_fault) = full.map_or_else(|fault| (None, Some(fault)), |full| (full, None));
        let base_fault =
            base_fault.zip(base).map(|(fault, (whole, base))| fault.marked(whole, base.start));
        answer.base_fault.add(revision, base_fault);

        let target = full
            .as_ref()
            .map(|base| resolve::target(base.as_cri(), recognized.form, &read, options));
        // A text that stands for no CRI has its fault.
        let is_reference =
            recognized.form.is_text() && read.as_ref().is_ok_and(|it| it.cri().is_ok());
        if let Some(base) = full.as_ref().filter(|_| is_reference) {
            let target = target.as_ref().and_then(|target| target.as_ref().ok());
            // It is one note for all revisions.
            note = note.or_else(|| resolve::note(base.as_cri(), recognized.text, target, options));
        }
        let asked = match &target {
            Some(target) => target.as_ref().ok().map(|target| target.as_cri_ref()),
            None => read.as_ref().ok().and_then(|read| read.cri().ok()),
        };
        // A request needs a full CRI. Without a base, a relative reference says enough.
        let is_uri = recognized.form.is_text() && base.is_none_or(|(_, base)| base.form.is_text());
        let requests =
            asked.filter(|cri| cri.is_full()).map(|cri| Requests::new(cri, options, is_uri));
        answer.requests.add(revision, requests);
        answer.target.add(
            revision,
            target.map(|target| target.map(|cri| Cri::new(cri.as_cri_ref(), options))),
        );
    }
    let doubts: Vec<String> = answer.text.doubt.into_iter().chain(note).collect();
    answer.text.doubt = (!doubts.is_empty()).then(|| doubts.join(" "));
    answer
}

impl Answer {
    /// The answer as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // No value in an answer fails to be written, and all keys are text.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Taken {
    /// What a text was taken for. A text with CBOR may hold a password, until its CRI is read.
    fn new(recognized: Recognized<'_>) -> Self {
        let Recognized { form, text, .. } = recognized;
        let doubt = recognized.doubt.map(str::to_owned);
        let has_password = holds_password(text) || !form.is_text();
        Self { form, words: recognized.words(), doubt, len: text.len(), has_password }
    }

    /// Notes what the CRI of the text tells: a password and, `with_mistakes`, what a person probably meant by a URI.
    fn note(&mut self, read: &Read<'_>, options: Options, with_mistakes: bool) {
        let Ok(cri) = read.cri() else { return };
        self.has_password = match cri.to_uri(options) {
            Ok(uri) => holds_password(read.recognized.text) || holds_password(&uri.to_string()),
            Err(_) => true,
        };
        // The table of RFC 9988 has all schemes of draft-16.
        let mistake = || Mistake::find(read.recognized.text, Table::RFC_9988);
        if let Some(mistake) = (with_mistakes && self.form.is_text()).then(mistake).flatten() {
            self.doubt = Some(format!(
                "Note: {}",
                mistake.message(read.recognized.text, |uri| {
                    password::mask_operand(uri).to_string()
                })
            ));
        }
    }
}

fn holds_password(text: &str) -> bool {
    password::find_in_operand(text.as_bytes()).next().is_some()
}

#[cfg(test)]
mod tests {
    use cri_core::CriRef;

    use cri_testvectors::{Outcome, Resolve, Revision, Way, corpus, run, to_hex};
    use proptest::prelude::*;

    use super::{Answer, explain};
    use crate::cri::Cri;
    use crate::fault::Fault;
    use crate::pieces::Piece;
    use crate::version::Versions;

    /// The result in one revision.
    fn of<T>(versions: &Versions<T>, revision: Revision) -> &T {
        let name = revision.convert(super::Revision::from_name).name();
        let version = versions.0.iter().find(|version| version.revisions.contains(&name));
        &version.expect("a result in each revision").value
    }

    fn text(pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    fn uri(cri: &Cri) -> Result<String, &Fault> {
        cri.uri.as_ref().map(|pieces| text(pieces))
    }

    /// The page explains every item, which takes long for CRIs beyond this length.
    const LONGEST: usize = 4096;

    /// The offset of a mark, which counts bytes where the text is ASCII.
    fn offset(fault: &Fault) -> Option<usize> {
        fault.mark.map(|mark| mark.start)
    }

    #[test]
    fn all_vectors_are_decoded() {
        let vectors = corpus()
            .decode
            .iter()
            .filter(|vector| vector.without.is_empty() && !vector.cbor.is_empty())
            .filter(|vector| vector.cbor.len() <= LONGEST);
        let forms = vectors.flat_map(|vector| {
            let hex = format!("0x{}", to_hex(&vector.cbor));
            let edn = vector.edn.clone().filter(|edn| edn.starts_with('['));
            [Some(hex), edn].into_iter().flatten().map(move |text| (vector, text))
        });
        run(forms, |(vector, given)| {
            let answer = explain(&given, None, usize::MAX);
            let outcome = of(&answer.outcome, vector.revision);
            if vector.outcome != Outcome::Processable {
                let fault = outcome.fault.as_ref().expect("a fault");
                let expected = vector.error.as_ref().expect("an expected error");
                // Without an offset in the CBOR, it may be the end of the text.
                let at = outcome.bytes.as_ref().and_then(|bytes| bytes.wrong);
                return expected.assert_matches(fault.kind, fault.component, at);
            }
            if let Some(expected) = &vector.encode_error {
                let fault = outcome.fault.as_ref().expect("a fault");
                return expected.assert_matches(fault.kind, fault.component, None);
            }
            let cri = outcome.cri.as_ref().expect("a CRI");
            assert_eq!(cri.hex, to_hex(vector.encoded.as_deref().expect("an encoding")));
            match (uri(cri), &vector.uri_error) {
                (Ok(uri), _) => assert_eq!(Some(uri), vector.uri),
                (Err(fault), Some(expected)) => {
                    expected.assert_matches(fault.kind, fault.component, None);
                }
                (Err(fault), None) => panic!("{fault:?}"),
            }
        });
    }

    #[test]
    fn items_cover_all_bytes() {
        let vectors = corpus().decode.iter().filter(|vector| !vector.cbor.is_empty());
        let vectors = vectors.filter(|vector| vector.cbor.len() <= LONGEST);
        run(vectors, |vector| {
            let answer = explain(&format!("0x{}", to_hex(&vector.cbor)), None, usize::MAX);
            let bytes = of(&answer.outcome, Revision::Draft16).bytes.as_ref().expect("bytes");
            let mut end = 0;
            for item in &bytes.items {
                assert_eq!(item.offset, end);
                end += item.len;
            }
            assert_eq!((end, bytes.more), (vector.cbor.len(), 0));
        });
    }

    // shows: R3986-5.2.4-06
    #[test]
    fn another_target_of_rfc3986_is_noted() {
        let note = |base, text| explain(text, Some(base), 0).text.doubt;
        let found = note("scheme:foo/bar", "../baz").expect("a note");
        assert!(found.contains("resolves ../baz to scheme:/baz"), "{found}");
        for (base, text) in
            [("scheme:foo/bar", "baz"), ("scheme:/foo/bar", "../baz"), ("coap://h/a#f", "")]
        {
            assert_eq!(note(base, text), None, "{base} {text}");
        }
        // It has no CRI in one of the revisions.
        assert_eq!(note("s:a", "http://u:p@h"), None);
        // Another doubt does not hide the note.
        let both = note("s:", "8181").expect("a note");
        assert!(
            both.contains("write 0x before it. Note: RFC 3986 resolves 8181 to s:8181;"),
            "{both}"
        );
        // Passwords are masked, and hidden characters are escaped.
        for (base, text, expected) in [
            ("http:x", ".//u:S3CRET@h/", "resolves .//u:***@h/ to http:/u:***@h/;"),
            ("s:/a", "..//u:S3CRET@h", "resolves ..//u:***@h to s://u:***@h;"),
            ("s:/a", ".//%2E%2E/b", "to s://%2E%2E/b;"),
            ("s:a/b", "../\u{2066}", "resolves ../\\u{2066} to s:/%E2%81%A6;"),
        ] {
            let found = note(base, text).expect("a note");
            assert!(found.contains(expected), "{found}");
            assert!(!found.contains("S3CRET"), "{found}");
        }
    }

    #[test]
    fn all_vectors_are_converted() {
        let vectors = corpus().convert.iter().filter(|vector| vector.without.is_empty());
        let vectors =
            vectors.filter(|vector| vector.cbor.as_ref().is_none_or(|cbor| cbor.len() <= LONGEST));
        // Blanks around a text do not count on the page, and a few URIs look like another form.
        let is_uri = |uri: &&String| {
            uri.trim_ascii() == uri.as_str() && !uri.starts_with('[') && uri.is_ascii()
        };
        let vectors =
            vectors.filter_map(|vector| Some((vector, vector.uri.as_ref().filter(is_uri)?)));
        run(vectors, |(vector, uri)| {
            let answer = explain(uri, None, 0);
            let outcome = of(&answer.outcome, vector.revision);
            if let Some(expected) = &vector.to_cri_error {
                let fault = outcome.fault.as_ref().expect("a fault");
                expected.assert_matches(fault.kind, fault.component, offset(fault));
            } else if vector.way.is_some_and(|way| way != Way::ToUri) {
                let cri = outcome.cri.as_ref().expect("a CRI");
                assert_eq!(cri.hex, to_hex(vector.cbor.as_deref().expect("an encoding")));
            }
        });
    }

    #[test]
    fn all_vectors_are_resolved() {
        // The page has a kind of its own for a relative base.
        let vectors = corpus().resolve.iter();
        let vectors = vectors
            .filter(|vector| vector.error.as_ref().is_none_or(|error| error.kind != "not-full"))
            .filter(|vector| vector.base_cbor.len() <= LONGEST);
        let cases = vectors.flat_map(|vector| {
            let hex = |bytes: &[u8]| format!("0x{}", to_hex(bytes));
            let text = vector.base_uri.clone().zip(vector.reference_uri.clone());
            let pairs = [
                Some((hex(&vector.base_cbor), hex(&vector.reference_cbor))),
                Some((vector.base.clone(), vector.reference.clone())),
                // An empty text is a reference, too.
                text,
            ];
            pairs.into_iter().flatten().map(move |pair| (vector, pair))
        });
        // The page leads to what is retrieved, so it leaves out the fragment of the base (section 5.3).
        let has_fragment =
            |cbor: &[u8]| CriRef::decode(cbor).is_ok_and(|cri| cri.sections().has_fragment());
        let keeps = |vector: &Resolve| {
            has_fragment(&vector.base_cbor) && !has_fragment(&vector.reference_cbor)
        };
        let cases = cases.filter(|(vector, _)| {
            !keeps(vector) || !vector.result_cbor.as_deref().is_some_and(has_fragment)
        });
        run(cases, |(vector, (base, reference))| {
            let answer = explain(&reference, Some(&base), 0);
            let target = of(&answer.target, vector.revision).as_ref().expect("a base");
            match (target, &vector.error) {
                (Err(fault), Some(expected)) => {
                    expected.assert_matches(fault.kind, fault.component, None);
                }
                (Ok(cri), None) => {
                    let expected = vector.result_cbor.as_deref().expect("a result");
                    assert_eq!(cri.hex, to_hex(expected));
                    if let Some(expected) = &vector.result_uri {
                        assert_eq!(uri(cri).as_ref(), Ok(expected));
                    }
                }
                found => panic!("{found:?}"),
            }
        });
    }

    #[test]
    fn mistakes_are_noticed() {
        let doubt = |text, base| explain(text, base, 0).text.doubt;
        let host =
            "Note: example.com is a segment of a path; for a host, write coap://example.com/a";
        assert_eq!(doubt("example.com/a", None).as_deref(), Some(host));
        assert_eq!(doubt("example.com/a", Some("coap://h")), None);
        let scheme = "Note: the scheme coa is not registered; did you mean coap?";
        assert_eq!(doubt("coa://h", None).as_deref(), Some(scheme));
        for text in ["coap://h", "coap+ws://h", "a/b", "http://u:p@h", "cri'coa://h'", "coa://h h"]
        {
            assert_eq!(doubt(text, None), None, "{text}");
        }
        let base = |base| explain("a", Some(base), 0).base.and_then(|base| base.doubt);
        assert!(
            base("localhost:5683").is_some_and(|doubt| doubt.ends_with("coap://localhost:5683"))
        );
        assert_eq!(base("example.com/a"), None, "the base is wrong");
    }

    #[test]
    fn faults_have_hints() {
        let fault = |text| {
            of(&explain(text, None, 0).outcome, Revision::Draft16)
                .fault
                .clone()
                .expect("a fault")
                .message
        };
        for (text, hint) in [
            ("http://u:p@h", "; RFC 9988 allows it"),
            ("0xd8638220816168", "; leave out tag 99 (d863 in hex), which only marks a CRI"),
            ("[::1]", "; for a host, write coap://[::1]"),
            ("<coap://h>", "; for the URI alone, write coap://h"),
        ] {
            let message = fault(text);
            assert!(message.ends_with(hint), "{text}: {message}");
        }
        assert_eq!(fault("[::1]").matches(';').count(), 1, "this advice replaces another");
        let answer = explain("a", Some("example.com/b"), 0);
        let fault = of(&answer.base_fault, Revision::Draft16).as_ref().expect("a fault");
        assert!(
            fault.message.ends_with("; for a host, write coap://example.com/b"),
            "{}",
            fault.message
        );
    }

    #[test]
    fn passwords_are_noticed_in_every_form() {
        let noticed = |text: &str| explain(text, None, 0).text.has_password;
        for secret in [
            "http://u:p@h",
            "http://u:p@h/ ä",
            "[-4, [false, \"u:p\", \"h\"]]",
            "0x822383f463753a706168",
            // In a text that is wrong, nobody knows which part is a password.
            "[-4, [fals, \"u:p\", \"h\"]]",
            "0x822383f463753a70616",
        ] {
            assert!(noticed(secret), "{secret}");
        }
        for plain in
            ["http://u@h", "mailto:a:b@c", "coap://h/a", "0x80", "[-4, [false, \"u\", \"h\"]]"]
        {
            assert!(!noticed(plain), "{plain}");
        }
    }

    /// Every answer is JSON, its marks lie in the text, and its items are no more than asked for.
    fn check(text: &str, base: &str) -> Result<(), TestCaseError> {
        let answer: Answer = explain(text, Some(base), 5);
        let is_json = answer.to_json().starts_with('{');
        prop_assert!(is_json);
        for version in &answer.outcome.0 {
            let mark = version.value.fault.as_ref().and_then(|fault| fault.mark);
            let len = text.encode_utf16().count();
            prop_assert!(
                mark.is_none_or(|mark| mark.start <= mark.end && mark.end <= len),
                "{mark:?}"
            );
            prop_assert!(version.value.bytes.as_ref().is_none_or(|bytes| bytes.items.len() <= 5));
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn any_text_has_an_answer(text in "\\PC{0,30}", base in "\\PC{0,10}") {
            check(&text, &base)?;
        }

        #[test]
        fn any_digits_have_an_answer(text in "0x[0-9a-f ]{0,40}") {
            check(&text, "coap://h/a")?;
        }

        /// The fields of the page hold the text itself. Nothing else shows the password of a text that is no URI.
        #[test]
        fn no_answer_shows_the_password_of_a_broken_text(
            before in "(//|http://|coap:///|http:/|)u", colon in "(:|%3A)", after in r#"[x|<"%é ]{0,2}"#,
            end in "@(h)?(/a)?[|<]",
        ) {
            let text = format!("{before}{colon}S3CRET{after}{end}");
            let cut_off = format!("//u{colon}S3CRET{after}|");
            for (text, base) in [(&*text, "coap://h"), (&*cut_off, "coap://h"), ("a", &*text), ("a", &*cut_off)] {
                let answer = explain(text, Some(base), 5);
                prop_assert!(!answer.to_json().contains("S3CRET"), "{}", text);
                prop_assert!(answer.text.has_password || answer.base.is_some_and(|base| base.has_password));
            }
        }

        #[test]
        fn nearly_right_text_has_an_answer(
            text in r#"(coap:|//|\[|\]|cri'|'|"|-1|, |h'|%|é|a|:|@|#|\?|0x82|\{"cri":"80"){0,12}"#,
        ) {
            check(&text, &text)?;
        }
    }
}
