//! Ports that are spelled in other ways than in a CRI.

use alloc::string::String;

use crate::convert::error::{ToCriError, ToCriErrorKind};

/// Reads a URI reference. If its port is empty, or has zeros before its number, it is read without the colon or the zeros,
/// which mean the same (RFC 3986 sections 3.2.3 and 6.2.3). The offset of an error is one in `text`.
///
/// # Errors
///
/// Those of `read`, which returns the errors of [`to_cri`](crate::to_cri).
pub fn with_plain_port<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, ToCriError>,
) -> Result<T, ToCriError> {
    let spelled = match read(text) {
        Err(error) => error,
        read => return read,
    };
    let at = spelled.offset();
    let (before, port) = text.split_at_checked(at).unwrap_or((text, ""));
    let removed = match spelled.kind() {
        ToCriErrorKind::EmptyPort => ":".len(),
        ToCriErrorKind::PortLeadingZero => {
            let digits = port.bytes().take_while(u8::is_ascii_digit);
            let last = digits.clone().count().saturating_sub(1);
            digits.take(last).take_while(|digit| *digit == b'0').count()
        }
        _ => return Err(spelled),
    };
    let plain = [before, port.get(removed..).unwrap_or_default()];
    read(&String::from_iter(plain)).map_err(|error| match error.offset() {
        offset if offset > at => error.with_offset(offset.saturating_add(removed)),
        _ => error,
    })
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::with_plain_port;
    use crate::convert::options::Options;
    use crate::convert::to_cri::to_cri;

    // shows: R3986-6.2.3-01
    #[test]
    fn ports_are_read_in_every_spelling() {
        let read = |text: &str| {
            let read = with_plain_port(text, |text| to_cri(text, Options::default(), Vec::new()));
            read.map(|cri| format!("{cri:?}")).map_err(|error| (error.name(), error.offset()))
        };
        for (text, plain) in [
            ("coap://h:/a", "coap://h/a"),
            ("coap://h:005683", "coap://h"),
            ("//[::1]:05684?q", "//[::1]:5684?q"),
            ("coap://h:000", "coap://h:0"),
            ("coap://h:0", "coap://h:0"),
        ] {
            assert_eq!(read(text), read(plain), "{text}");
            assert!(read(text).is_ok(), "{text}");
        }
        for (text, error) in [
            ("coap://h:065536/", ("port-range", 9)),
            ("coap://%C3%84:/", ("upper-case-host", 7)),
            ("coap://h:05/|", ("unexpected-character", 12)),
            ("coap://h:x", ("unexpected-character", 9)),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }
}
