//! A URI reference in quotation marks, without its passwords.

use core::fmt::{self, Write};
use core::ops::Range;

use crate::text::password::{MASK, Search, Within};

/// Writes the text that `write` writes, a URI reference or components, in quotation marks and with [`MASK`] in place of each
/// password. Calls `write` twice, and both calls must write the same text.
///
/// If there are more than [`MANY`] passwords, everything from password number [`MANY`] on is masked.
pub(crate) fn write_quoted<W: Write>(
    out: &mut W,
    within: Within,
    mut write: impl FnMut(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    let mut places =
        Places { search: Search::new(within), passwords: Default::default(), count: 0 };
    write(&mut places)?;
    let last = places.search.end();
    places.add(last);
    out.write_str("\"")?;
    write(&mut Hiding { out, at: 0, passwords: places.passwords })?;
    out.write_str("\"")
}

/// How many passwords are masked one by one in text that is written in pieces.
const MANY: usize = 8;

/// Keeps the places of the passwords in a URI reference that is written to it.
struct Places {
    search: Search,
    /// The passwords in ascending order, and empty ranges after them.
    passwords: [Range<usize>; MANY],
    count: usize,
}

impl Places {
    /// Adds the password that the search returned, and the one after it.
    fn add(&mut self, password: Option<Range<usize>>) {
        for password in password.into_iter().chain(self.search.second()) {
            if let Some(place) = self.passwords.get_mut(self.count) {
                *place = password;
                self.count = self.count.saturating_add(1);
            } else if let Some(last) = self.passwords.last_mut() {
                last.end = usize::MAX;
            }
        }
    }
}

impl Write for Places {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            let password = self.search.push(byte);
            self.add(password);
        }
        Ok(())
    }
}

/// Writes text with [`MASK`] in place of each password that is not empty.
struct Hiding<'o, W> {
    out: &'o mut W,
    /// The number of bytes that were taken so far.
    at: usize,
    passwords: [Range<usize>; MANY],
}

impl<W: Write> Write for Hiding<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let place = |offset: usize| offset.saturating_sub(self.at).min(text.len());
        let mut from = 0;
        for password in self.passwords.iter().filter(|password| !password.is_empty()) {
            let (start, end) = (place(password.start), place(password.end));
            self.out.write_str(text.get(from..start).unwrap_or_default())?;
            if start < end && self.at.saturating_add(start) == password.start {
                self.out.write_str(MASK)?;
            }
            from = end;
        }
        self.out.write_str(text.get(from..).unwrap_or_default())?;
        self.at = self.at.saturating_add(text.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;

    use cri_registry::Table;

    use super::*;
    use crate::equivalence::normalize::Normalization;
    use crate::text::components::Components;
    use crate::text::uri_ref::IriRef;
    use crate::text::uri_ref::Uri;
    use crate::text::uri_ref::UriRef;

    #[test]
    fn debug_masks_every_password() {
        let quoted = |text: &str, piece: usize| {
            let mut out = String::new();
            let pieces =
                || text.as_bytes().chunks(piece).map(|piece| core::str::from_utf8(piece).unwrap());
            write_quoted(&mut out, Within::Uri, |out| {
                pieces().try_for_each(|piece| out.write_str(piece))
            })
            .unwrap();
            out
        };
        for (text, expected) in [
            ("http://h/", "http://h/"),
            ("http://u:p@h/?x=http://a:secret@i/", "http://u:***@h/?x=http://a:***@i/"),
            ("//u:p@h/?//v:q@i#//w:r@j", "//u:***@h/?//v:***@i#//w:***@j"),
            (&"//u:p@h".repeat(8), &"//u:***@h".repeat(8)),
            (&"//u:p@h".repeat(9), &format!("{}//u:***", "//u:***@h".repeat(7))),
            (&"//u:p@h".repeat(20), &format!("{}//u:***", "//u:***@h".repeat(7))),
        ] {
            for piece in 1..=text.len() {
                assert_eq!(quoted(text, piece), format!("\"{expected}\""), "{piece}");
            }
        }
    }

    // shows: R3986-3.2.1-02, R3986-7.5-01
    #[test]
    fn every_value_that_shows_a_uri_masks_its_passwords() {
        let base = Uri::parse("s:").unwrap();
        // The last five hold nothing secret: an empty password is none.
        let texts = "ftp://u:secret@h/ //u%3asecret@h/ //:secret@ http:u:secret@h http:/u:secret@h/ \
            http:///u:secret@h/a //h//u:secret@i/?x=http://u:secret@j/#//u:secret@k //u:@h \
            //u@h:1/a:b http://h/a:b@c mailto:a:b@c s:u:p@h";
        for text in texts.split(' ') {
            let masked = format!("{:?}", text.replace("secret", "***"));
            let uri = UriRef::parse(text).unwrap();
            let mut shown = std::vec![
                format!("{uri:?}"),
                format!("{:?}", IriRef::from(uri)),
                format!("{:?}", uri.components().recompose().unwrap()),
                format!("{:?}", uri.normalize(Normalization::NONE, Table::DRAFT_16)),
            ];
            // Of components, nobody knows whether their text was a URI.
            if text != "s:u:p@h" {
                shown.push(format!("{:?}", uri.components()));
            }
            if let Some(target) = uri.as_uri().filter(|uri| !uri.has_scheme("s")) {
                shown.push(format!("{:?}", base.resolve(uri).unwrap()));
                shown.push(format!("{:?}", base.relativize(target).unwrap()));
            }
            assert!(shown.iter().all(|shown| *shown == masked), "{shown:?}");
            assert_eq!(format!("{uri}"), text);
        }
    }

    // shows: R3986-7.5-01
    #[test]
    fn components_of_broken_text_mask_its_password() {
        for (text, expected) in [
            ("u:secret@h|", "u:***@h|"),
            ("u%3Asecret@h|", "u%3A***@h|"),
            ("u:secret@h/a|b?c@d", "u:***@h/a|b?c@d"),
            ("http://u:secret", "http://u:***"),
            ("http://u:secret/a|", "http://u:***/a|"),
            ("http://h:80/a|b@c", "http://h:80/a|b@c"),
            ("mailto:a:b@c|", "mailto:a:b@c|"),
        ] {
            assert_eq!(format!("{:?}", Components::split(text)), format!("\"{expected}\""));
        }
    }
}
