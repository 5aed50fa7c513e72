//! gopher: items of Gopher and Gopher+ servers (RFC 1738 section 3.4, RFC 1436).

use cri_core::{Buffer, BufferFull};

use crate::scheme::decoded::Decoded;
use crate::scheme::description::{
    SERVER, data_after_slash, line, not_empty, part_of, view, without,
};
use crate::text::pct::DecodedBytes;
use crate::text::uri_ref::UriRef;

view! {
    /// A URL of gopher: `gopher://host:port/TselectorTABsearchTABplus`, with `%09` for the TAB.
    ///
    /// No character is reserved in the path (section 3.4.1): slashes and question marks belong to the selector. Since
    /// RFC 3986 a question mark begins the query; this view joins path and query again.
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::Gopher};
    ///
    /// let gopher = Gopher::try_from(UriRef::parse("gopher://h/7idx%09foo%20bar")?)?;
    /// assert_eq!((gopher.item_type(), gopher.port()), (b'7', 70));
    /// let mut request = Vec::new();
    /// gopher.write_request(&mut request)?;
    /// assert_eq!(request, b"idx\tfoo bar\r\n");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// `ForbiddenOctet` for CR, LF and NUL, which would end the line of the request; only a filled-in form, which is a
    /// whole Gopher+ string (section 3.4.9), may hold lines. `MissingPart`, `UnexpectedPart`, `InvalidPart` and
    /// `OtherScheme` for the parts before the path.
    pub struct Gopher of "gopher";

    SERVER, &[
        (Slash, |uri| uri.authority().and(uri.query()).and(Some(uri.path())), not_empty),
        (GopherType, |uri| Some(split_type(uri).0), |item_type| without(item_type, b"\t\r\n\0")),
        (Selector, part::<0>, line),
        (SearchString, part::<1>, line),
        (GopherPlus, part::<2>, |plus| if is_form(plus) { None } else { line(plus) }),
    ];

    /// The type of the item, one octet. It is `1`, a directory, if the path is empty.
    item_type: u8 = |uri| DecodedBytes(split_type(uri).0.as_bytes()).next().unwrap_or(b'1');

    /// The selector, by which the server knows the item. It may be empty, and may begin with the type again.
    selector: Decoded<'a> = |uri| Decoded::new(part::<0>(uri).unwrap_or_default());

    /// The search string, for a search engine. A TAB, not a question mark, separates it.
    search: Option<Decoded<'a>> = |uri| part::<1>(uri).map(Decoded::new);

    /// The Gopher+ string. A URL that has one has a search string too, which may be empty (section 3.4.3).
    plus: Option<Decoded<'a>> = |uri| part::<2>(uri).map(Decoded::new);
}

impl Gopher<'_> {
    /// Appends the request of a client: selector, search string and Gopher+ string with TABs between them, and the end of
    /// the line (sections 3.4.2 and 3.4.3).
    ///
    /// A form has its own end of line. An empty search string before a form is left out (section 3.4.9).
    ///
    /// # Errors
    ///
    /// [`BufferFull`] if the request does not fit. The buffer then holds what it held before.
    pub fn write_request(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        let form = part::<2>(*self.0).is_some_and(is_form);
        let search = self.search().filter(|search| !form || !search.as_encoded().is_empty());
        let others = [search, self.plus()].into_iter().flatten();
        let others = others.flat_map(|part| core::iter::once(b'\t').chain(part.bytes()));
        let end = if form { [].iter() } else { b"\r\n".iter() };
        let mut octets = self.selector().bytes().chain(others).chain(end.copied());
        let start = buffer.len();
        let written = octets.try_for_each(|octet| buffer.push_bytes(&[octet]));
        written.inspect_err(|_| buffer.truncate(start))
    }
}

/// The type, one character, percent-encoded or not, and the text after it. Both are empty if the path is.
fn split_type(uri: UriRef<'_>) -> (&str, &str) {
    let data = data_after_slash(uri);
    let mut octets = DecodedBytes(data.as_bytes());
    octets.next();
    data.split_at_checked(data.len().saturating_sub(octets.0.len())).unwrap_or_default()
}

/// The selector, the search string or the Gopher+ string.
fn part<const INDEX: usize>(uri: UriRef<'_>) -> Option<&str> {
    part_of(split_type(uri).1, split_tab, INDEX, 2)
}

/// The text before the first percent-encoded TAB, and the text after it.
fn split_tab(encoded: &str) -> (&str, Option<&str>) {
    match without(encoded, b"\t") {
        Some((_, tab)) => {
            let at = encoded.len().saturating_sub(tab.len());
            (encoded.get(..at).unwrap_or_default(), tab.strip_prefix("%09"))
        }
        None => (encoded, None),
    }
}

/// Whether a Gopher+ string is a filled-in form (section 3.4.9): lines of which only the last is a dot.
fn is_form(plus: &str) -> bool {
    let mut octets = Decoded::new(plus).bytes();
    if !b"+\t1\r\n+-1\r\n".iter().all(|&octet| octets.next() == Some(octet)) {
        return false;
    }
    let (mut begins, mut is_dot) = (true, false);
    loop {
        match octets.next() {
            None | Some(b'\n' | b'\0') => return false,
            Some(b'\r') if octets.next() != Some(b'\n') => return false,
            Some(b'\r') if is_dot => return octets.next().is_none(),
            Some(b'\r') => begins = true,
            Some(octet) => (begins, is_dot) = (false, begins && octet == b'.'),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn gopher(uri: &str) -> Gopher<'_> {
        Gopher::try_from(UriRef::parse(uri).unwrap()).unwrap()
    }

    // shows: R1738-3.4.1-01, R1738-3.4.1-02, R1738-3.4.1-03, R1738-3.4.1-05, R1738-3.4.1-06, R1738-3.4.1-07,
    // R1738-3.4.3-01, R1738-3.4.4-01, R1738-3.4.6-01, R1738-3.4.7-01, R1738-3.4.8-01
    #[test]
    fn no_character_is_reserved() {
        for (uri, item_type, selector, search, plus) in [
            ("gopher://h", b'1', "", None, None),
            ("gopher://h/", b'1', "", None, None),
            ("gopher://h/0", b'0', "", None, None),
            ("gopher://h/%30a", b'0', "a", None, None),
            ("gopher://h/0a/b", b'0', "a/b", None, None),
            ("gopher://h/0a?b", b'0', "a?b", None, None),
            ("gopher://h/??#f", b'?', "?", None, None),
            ("gopher://h//a", b'/', "a", None, None),
            ("gopher://h/11x", b'1', "1x", None, None),
            ("gopher://h/7sel%09search%09+", b'7', "sel", Some("search"), Some("+")),
            ("gopher://h/1x%09%09+", b'1', "x", Some(""), Some("+")),
            ("gopher://h/1x%09%09%3F", b'1', "x", Some(""), Some("?")),
            ("gopher://h/1x%09?", b'1', "x", Some("?"), None),
            ("gopher://h/1x%09%09!", b'1', "x", Some(""), Some("!")),
            ("gopher://h/1x%09%09$", b'1', "x", Some(""), Some("$")),
            (
                "gopher://h/1x%09%09!+ABSTRACT%20+SMELL",
                b'1',
                "x",
                Some(""),
                Some("!+ABSTRACT +SMELL"),
            ),
            (
                "gopher://h/1x%09%09+application/postscript%20Es_ES",
                b'1',
                "x",
                Some(""),
                Some("+application/postscript Es_ES"),
            ),
            ("gopher://h/1%FFx%09%09%09", b'1', "\u{fffd}x", Some(""), Some("\t")),
        ] {
            let gopher = gopher(uri);
            let text = |part: Decoded<'_>| {
                let octets: Vec<u8> = part.bytes().collect();
                std::string::String::from_utf8_lossy(&octets).into_owned()
            };
            assert_eq!(
                (gopher.item_type(), &*text(gopher.selector())),
                (item_type, selector),
                "{uri}"
            );
            assert_eq!(gopher.search().map(text).as_deref(), search, "{uri}");
            assert_eq!(gopher.plus().map(text).as_deref(), plus, "{uri}");
            assert_eq!(gopher.port(), 70);
        }
    }

    // shows: R1738-3.4.2-01, R1738-3.4.3-01, R1738-3.4.9-01
    #[test]
    fn requests_are_one_line_or_a_form() {
        for (uri, expected) in [
            ("gopher://h", "\r\n"),
            ("gopher://h/0a/b?c", "a/b?c\r\n"),
            ("gopher://h/7idx%09foo%20bar", "idx\tfoo bar\r\n"),
            ("gopher://h/7idx%09", "idx\t\r\n"),
            ("gopher://h/1x%09%09+", "x\t\t+\r\n"),
            (
                "gopher://h/1x%09%09+%091%0D%0A+-1%0D%0Av%0D%0A..%0D%0A.%0D%0A",
                "x\t+\t1\r\n+-1\r\nv\r\n..\r\n.\r\n",
            ),
            ("gopher://h/1x%09s%09+%091%0D%0A+-1%0D%0A.%0D%0A", "x\ts\t+\t1\r\n+-1\r\n.\r\n"),
        ] {
            let mut request = Vec::new();
            gopher(uri).write_request(&mut request).unwrap();
            assert_eq!(std::str::from_utf8(&request).unwrap(), expected, "{uri}");
        }
        let mut space = [0; 4];
        let mut buffer = cri_core::SliceBuffer::new(&mut space);
        assert_eq!(gopher("gopher://h/0abc").write_request(&mut buffer), Err(BufferFull));
    }
}
