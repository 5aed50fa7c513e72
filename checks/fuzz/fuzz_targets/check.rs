//! Checks any URI by the rules of its scheme. A URI with a view has no violations, and the view returns its text. A URI
//! without a view has a violation at the place of the view's error.
#![no_main]

use cri_check::{Severity, findings};
use cri_uri::scheme::View;
use cri_uri::{Table, UriRef};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(uri) = UriRef::parse(text) else { return };
    let findings: Vec<_> = findings(uri, Table::DRAFT_16).collect();
    for (index, finding) in findings.iter().enumerate() {
        assert!(finding.offset() <= text.len() && text.is_char_boundary(finding.offset()));
        assert!(finding.to_string().contains(&format!(", at byte {}", finding.offset())));
        assert!(!findings[..index].contains(finding));
    }
    let mut violations =
        findings.iter().filter(|finding| finding.severity() == Severity::Violation);
    match View::from_uri(uri) {
        Ok(view) => {
            assert_eq!(violations.next(), None);
            if let Some(view) = view {
                assert_eq!(view.as_str(), text);
                assert!(!format!("{view:?}").is_empty());
            }
        }
        Err(error) => {
            assert!(error.offset() <= text.len());
            assert!(violations.any(|finding| finding.offset() == error.offset()));
        }
    }
});
