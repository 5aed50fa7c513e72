//! Checks any URI by the rules of its scheme. A URI with a view has no violations, and the view returns its text. A URI
//! whose view is an error has a violation at its place. Of the other schemes, only those of CoAP have violations.
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
        Ok(Some(view)) => {
            assert_eq!(violations.next(), None);
            assert_eq!(view.uri().as_str(), text);
            assert!(!format!("{view:?}").is_empty());
        }
        Ok(None) => {
            let scheme = uri.scheme().unwrap_or_default().to_ascii_lowercase();
            assert!(violations.next().is_none() || scheme.starts_with("coap"));
        }
        Err(error) => {
            assert!(error.offset() <= text.len());
            assert!(violations.any(|finding| finding.offset() == error.offset()));
        }
    }
});
