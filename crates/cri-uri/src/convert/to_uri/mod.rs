//! CRI or CRI reference to URI reference (section 6.1 of the draft): checked first, then displayed.

pub(crate) mod chars;
pub(crate) mod compose;
mod page;

use core::fmt::{self, Write};

use cri_core::__private::PREFER_SPEED;
use cri_core::{
    AuthoritySection, Discard, Host, HostIp, Path, Query, Revision, Sections, TextOrPet,
};

use crate::convert::error::{ToUriError, ToUriErrorKind};
use crate::convert::field::Field;
use crate::convert::options::Options;
use crate::convert::to_uri::chars::Chars;
use crate::convert::to_uri::compose::Recipe;
use crate::convert::to_uri::page::{EMPTY, Page, Paper, Space};
use crate::text::composed::{Composed, compose};
use crate::text::dot_segments::reads_as_authority;
use crate::text::uri_ref::UriRef;

/// Conversion to a URI reference, for every form of CRI and CRI reference.
///
/// ```
/// use cri_core::Cri;
/// use cri_uri::{Options, ToUri};
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x63a/b")?; // [-1, ["h"], ["a/b"]]
/// assert_eq!(cri.to_uri(Options::default())?.to_string(), "coap://h/a%2Fb");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait ToUri<'a> {
    /// Converts this to the URI reference that means the same, by the options' revision and schemes.
    ///
    /// ```
    /// use cri_core::{Cri, CriRef};
    /// use cri_uri::{Options, ToUri};
    ///
    /// let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b")?; // [-1, ["h"], ["a", "b"]]
    /// let reference = CriRef::decode(b"\x82\x01\x81\x63c d")?; // [1, ["c d"]]
    /// assert_eq!(reference.to_uri(Options::default())?.to_string(), "c%20d");
    /// let resolved = base.resolve(reference)?;
    /// assert_eq!(resolved.to_uri(Options::default())?.to_string(), "coap://h/a/c%20d");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`ToUriErrorKind`]: a scheme number without a name, a zone identifier that URIs cannot hold, or a CRI reference
    /// that has no URI reference. Such a reference still resolves.
    fn to_uri(self, options: Options) -> Result<Composed<UriText<'a>>, ToUriError>;
}

impl<'a, T: Into<Sections<'a>>> ToUri<'a> for T {
    #[inline]
    fn to_uri(self, options: Options) -> Result<Composed<UriText<'a>>, ToUriError> {
        UriText::new(self.into(), options).map(Composed)
    }
}

/// A CRI or CRI reference as its URI reference.
#[derive(Clone, Copy)]
pub struct UriText<'a>(
    /* INVARIANT: this has a URI reference by `UriText::new`. */ pub(crate) Recipe<'a>,
);

impl<'a> UriText<'a> {
    #[inline(always)]
    fn new(sections: Sections<'a>, options: Options) -> Result<Self, ToUriError> {
        let scheme = match sections.scheme_number() {
            None => sections.scheme_name(),
            Some(number) => {
                let scheme = options.schemes.by_number(number);
                let name = scheme.ok_or(ToUriError::new(ToUriErrorKind::UnknownScheme))?.name;
                Some(name.as_bytes())
            }
        };
        match sections.authority_section() {
            AuthoritySection::Authority(authority) => {
                if let Host::Ip(host) = authority.host() {
                    check_zone(host, options.revision)?;
                }
            }
            AuthoritySection::Rootless if scheme.is_none() => {
                return Err(ToUriError::new(ToUriErrorKind::RootlessWithoutScheme));
            }
            AuthoritySection::RootBased if scheme.is_none() => {
                check_reference(sections.discard(), sections.path(), sections.query())?;
            }
            _ => {}
        }
        Ok(Self(Recipe { sections, scheme, userinfo: Field::userinfo(options.revision) }))
    }

    #[inline]
    fn write_text(&self, out: &mut impl Write) -> fmt::Result {
        if !PREFER_SPEED {
            return self.0.compose(Chars(Some(out))).finish();
        }
        let mut space = EMPTY;
        let text = self.on_pages(&mut space, out)?;
        out.write_str(text)
    }

    /// Writes all pages but the last one to `out`, and returns the last one.
    // Not inlined, and not generic, so that the walk is compiled once.
    #[inline(never)]
    fn on_pages<'p>(
        &self,
        space: &'p mut Space,
        out: &mut dyn Write,
    ) -> Result<&'p str, fmt::Error> {
        let mut paper = Paper::new(space, out);
        let len = self.0.compose(Page::new(&mut paper)).len;
        paper.finish(len)
    }
}

compose!(UriText => UriRef, UriRefBuf);
/// Checks a zone identifier (section 6.1). In draft-16 it has the form of RFC 6874; in RFC 9988 it has no URI.
fn check_zone(host: HostIp<'_>, revision: Revision) -> Result<(), ToUriError> {
    let Some(zone) = host.zone_bytes() else {
        return Ok(());
    };
    let kind = match (revision, host.octets().len()) {
        (Revision::Rfc9988, _) => ToUriErrorKind::ZoneId,
        (_, 4) => ToUriErrorKind::ZoneOnIpv4,
        _ if zone.is_empty() => ToUriErrorKind::EmptyZoneId,
        _ => return Ok(()),
    };
    Err(ToUriError::new(kind))
}

/// Checks that a reference without scheme and authority has a URI reference (sections 2.1 and 6.1).
fn check_reference(
    discard: Discard,
    path: Option<Path<'_>>,
    query: Option<Query<'_>>,
) -> Result<(), ToUriError> {
    let kind = match discard {
        Discard::Segments(0) if path.is_some() => ToUriErrorKind::DiscardZeroWithPath,
        Discard::Segments(0) if query.is_some_and(|query| query.is_empty()) => {
            ToUriErrorKind::UnsetQuery
        }
        Discard::Segments(0) => return Ok(()),
        _ if path.is_none_or(|path| path.is_empty()) => ToUriErrorKind::DiscardWithoutPath,
        Discard::All if path.is_some_and(begins_with_two_slashes) => {
            ToUriErrorKind::LeadingEmptySegment
        }
        _ => return Ok(()),
    };
    Err(ToUriError::new(kind))
}

/// Whether a rooted path would read as an authority.
fn begins_with_two_slashes(path: Path<'_>) -> bool {
    reads_as_authority(true, path.len(), || path.segments().next().is_some_and(TextOrPet::is_empty))
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::{String, ToString};
    use std::vec;
    use std::vec::Vec;

    use cri_core::CriRef;

    use super::*;

    fn uri_text(cri: &[u8], revision: Revision) -> Composed<UriText<'_>> {
        CriRef::decode(cri).unwrap().to_uri(Options::new(revision)).unwrap()
    }

    // shows: R3986-3.2.1-02
    #[test]
    fn passwords_are_masked() {
        for (cri, draft_16, rfc_9988) in [
            // [null, [false, "u:p", "h"]]
            (b"\x82\xf6\x83\xf4\x63u:p\x61h".as_slice(), r#""//u%3A***@h""#, r#""//u:***@h""#),
            // [null, [false, ["u", ':;', "p"], "h"]]
            (b"\x82\xf6\x83\xf4\x83\x61u\x42:;\x61p\x61h", r#""//u%3A***@h""#, r#""//u%3A***@h""#),
            // [null, [false, ["u", ';', "a:b"], "h"]]
            (
                b"\x82\xf6\x83\xf4\x83\x61u\x41;\x63a:b\x61h",
                r#""//u%3Ba%3A***@h""#,
                r#""//u%3Ba:***@h""#,
            ),
            // [null, [false, "u", "h", 80], ["a:b"]]
            (
                b"\x83\xf6\x84\xf4\x61u\x61h\x18\x50\x81\x63a:b",
                r#""//u@h:80/a:b""#,
                r#""//u@h:80/a:b""#,
            ),
        ] {
            assert_eq!(format!("{:?}", uri_text(cri, Revision::Draft16)), draft_16);
            assert_eq!(format!("{:?}", uri_text(cri, Revision::Rfc9988)), rfc_9988);
        }
        assert_eq!(
            uri_text(b"\x82\xf6\x83\xf4\x63u:p\x61h", Revision::Rfc9988).to_string(),
            "//u:p@h"
        );
    }

    // shows: D16-6.1-17
    #[test]
    fn ports_are_decimal() {
        for (port, expected) in [
            (b"\0".as_slice(), ":0"),
            (b"\x0a", ":10"),
            (b"\x19\x30\x39", ":12345"),
            (b"\x19\xff\xff", ":65535"),
        ] {
            let cri = [b"\x82\xf6\x82\x60".as_slice(), port].concat();
            assert_eq!(uri_text(&cri, Revision::Draft16).to_string(), format!("//{expected}"));
        }
    }

    /// The head of a text of `len` bytes in each form that has room for it.
    fn text_heads(len: usize) -> Vec<Vec<u8>> {
        let argument = (len as u64).to_be_bytes();
        let long = [(1, 0x78), (2, 0x79), (4, 0x7a), (8, 0x7b)];
        let long =
            long.into_iter().filter(|&(bytes, _)| bytes == 8 || (len as u64) >> (8 * bytes) == 0);
        let mut heads: Vec<_> =
            long.map(|(bytes, initial)| [&[initial], &argument[8 - bytes..]].concat()).collect();
        if len < 24 {
            heads.push(vec![0x60 | len as u8]);
        }
        heads
    }

    /// Whether single characters and pages are the same text, whatever the target prefers.
    fn sinks_agree_on(cri: &[u8]) -> bool {
        let uri = uri_text(cri, Revision::Draft16);
        let (mut chars, mut pages) = (String::new(), String::new());
        uri.0.0.compose(Chars(Some(&mut chars))).finish().unwrap();
        let mut space = EMPTY;
        let last = uri.0.on_pages(&mut space, &mut pages).unwrap();
        pages.push_str(last);
        pages == chars && uri.to_string() == chars
    }

    #[test]
    fn sinks_agree() {
        for len in (0..40).chain(100..110).chain(165..260).chain(1015..1030) {
            for (unit, head) in ["a", " ", "aaaaaaaaa "]
                .into_iter()
                .flat_map(|unit| text_heads(len).into_iter().map(move |head| (unit, head)))
            {
                let text: String = unit.chars().cycle().take(len).collect();
                let item = [&head, text.as_bytes()].concat();
                for (front, back) in [
                    (b"\x82\x20\x81".as_slice(), b"".as_slice()),
                    (b"\x82\x20\x82", b"\x07"),
                    (b"\x82\x20\x82", b"\x19\xff\xff"),
                    (b"\x82\x20\x82", b"\x1a\0\0\xff\xff"),
                    (b"\x82\x20\x83\x61a", b"\x1b\0\0\0\0\0\0\0\x07"),
                    (b"\x82\x20\x83\xf4", b"\x61h"),
                    (b"\x83\x20\x81\x61h\x81", b""),
                    (b"\x85\x20\x81\x61h\x82", b"\x82\x61b\x41/\x82\x61c\x61d\x61e"),
                    (b"\x84\x20\xf6\x81\x61p\x82\x61q", b""),
                    (b"\x84\x01\x81\x61p\xf6", b""),
                ] {
                    let cri = [front, &item, back].concat();
                    assert!(sinks_agree_on(&cri), "{cri:02x?}");
                }
            }
        }
    }

    #[test]
    fn sinks_agree_on_paths_of_many_segments() {
        let long = [b"\x79\x05\x00".as_slice(), &[b'x'; 0x500]].concat();
        let mixed = [b"\x67abcdefg\x60\x63a b".as_slice(), &long].concat();
        for (segments, of) in [
            (b"\x61a".as_slice(), 1_u16),
            (b"\x60", 1),
            (b"\x69a%b-c d.e", 1),
            (b"\x67abcdefg", 1),
            (&long, 1),
            (&mixed, 4),
            (b"\x67abcdefg\x81\x41/", 2),
        ] {
            for count in [1, 100, 128, 129, 255, 341, 342, 512, 1023, 1024, 1025, 3000] {
                let [high, low] = (count * of).to_be_bytes();
                let path = segments.repeat(count.into());
                let cri = [b"\x83\x20\x81\x61h\x99", [high, low].as_slice(), &path].concat();
                assert!(
                    sinks_agree_on(&cri),
                    "{count} times {:?}",
                    String::from_utf8_lossy(segments)
                );
            }
        }
    }

    #[test]
    fn errors_of_the_writer_come_through() {
        struct Full(usize);
        impl Write for Full {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
                Ok(())
            }
        }
        // [-1, [false, ["a", ';'], h'20…01', "z", 80], ["b "], ["c"], "d"]
        let mut cri = b"\x85\x20\x85\xf4\x82\x61a\x41;\x50\x20".to_vec();
        cri.extend([0; 14]);
        cri.extend(b"\x01\x61z\x18\x50\x81\x62b \x81\x61c\x61d");
        let uri = uri_text(&cri, Revision::Draft16);
        let expected = "coap://a%3B@[2000::1%25z]:80/b%20?c#d";
        assert_eq!(uri.to_string(), expected);
        for room in 0..expected.len() {
            assert!(uri.write_to(&mut Full(room)).is_err());
        }
        assert!(uri.write_to(&mut Full(expected.len())).is_ok());
    }
}
