//! prospero: objects of the Prospero Directory Service (RFC 1738 section 3.11).

use core::fmt;

use crate::scheme::decoded::Decoded;
use crate::scheme::description::{SERVER, SLASH, data_after_slash, reserved, view};
use crate::scheme::error::SchemeErrorKind::InvalidPart;
use crate::text::components::split::{split, split_first};
use crate::text::uri_ref::UriRef;

view! {
    /// A URL of prospero: `prospero://host:port/hsoname;field=value;…`.
    ///
    /// A slash in the name has no meaning for a client. A question mark may belong to name, field or value. Since RFC 3986 it
    /// begins the query; this view joins path and query again.
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::Prospero};
    ///
    /// let prospero = Prospero::try_from(UriRef::parse("prospero://host.dom//pros/name;OBJECT-VERSION=2")?)?;
    /// assert_eq!(prospero.port(), 1525);
    /// assert!(prospero.hsoname() == "/pros/name");
    /// assert!(prospero.fields().all(|field| field.name == "OBJECT-VERSION" && field.value == "2"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// Any [`SchemeErrorKind`](crate::scheme::SchemeErrorKind) but `ForbiddenOctet`: each field has a name, an equals
    /// sign and a value. `=` is reserved in the value.
    pub struct Prospero of "prospero";

    SERVER, &[SLASH, (Field, |uri| split_data(uri).1, |all| {
        fields(all).find_map(|(field, (_, value))| match value {
            None => Some((InvalidPart, field)),
            Some(value) => reserved(value, b"="),
        })
    })];

    /// The name of the object on the host. It may begin with a slash.
    hsoname: Decoded<'a> = |uri| Decoded::new(split_data(uri).0);
}

impl<'a> Prospero<'a> {
    /// The fields, which narrow down which object is meant.
    pub fn fields(self) -> impl Iterator<Item = Field<'a>> + Clone + fmt::Debug {
        // INVARIANT: each field has an equals sign.
        split_data(*self.0).1.into_iter().flat_map(fields).map(|(_, (name, value))| Field {
            name: Decoded::new(name),
            value: Decoded::new(value.unwrap_or_default()),
        })
    }
}

/// A field of a URL of prospero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its name.
    pub name: Decoded<'a>,
    /// Its value.
    pub value: Decoded<'a>,
}

/// The name, and all fields after the first semicolon.
fn split_data(uri: UriRef<'_>) -> (&str, Option<&str>) {
    split_first(data_after_slash(uri), b';')
}

/// Each field, and its name and its value.
fn fields(all: &str) -> impl Iterator<Item = (&str, (&str, Option<&str>))> + Clone + fmt::Debug {
    split(all, b';').map(|field| (field, split_first(field, b'=')))
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    // shows: R1738-3.11-01, R1738-3.11-03, R1738-3.11-04, R1738-3.11-05
    #[test]
    fn names_and_fields() {
        for (uri, hsoname, fields) in [
            ("prospero://h:1525/n;f=v", "n", &[("f", "v")][..]),
            ("prospero://h/n;A=1;B=2", "n", &[("A", "1"), ("B", "2")]),
            ("prospero://h/", "", &[]),
            ("prospero://h/;=", "", &[("", "")]),
            ("prospero://host.dom//pros/name", "/pros/name", &[]),
            ("PROSPERO://h/a%3Bb;f=v%3D", "a;b", &[("f", "v=")]),
            ("prospero://h/n/;a/b=c/d", "n/", &[("a/b", "c/d")]),
            ("prospero://h/n?;f=v?#;g=", "n?", &[("f", "v?")]),
        ] {
            let prospero = Prospero::try_from(UriRef::parse(uri).unwrap()).unwrap();
            assert_eq!(prospero.hsoname(), hsoname, "{uri}");
            let expected =
                fields.iter().map(|(name, value)| (Decoded::new(name), Decoded::new(value)));
            let found: Vec<_> = prospero.fields().map(|field| (field.name, field.value)).collect();
            assert_eq!(found, expected.collect::<Vec<_>>(), "{uri}");
            assert_eq!(prospero.port(), 1525);
        }
    }
}
