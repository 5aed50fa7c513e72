//! ftp: files and directories on hosts that speak FTP (RFC 1738 section 3.2, RFC 959).

use core::fmt;

use crate::scheme::decoded::{Decoded, DecodedParts, parts};
use crate::scheme::description::{
    SERVER_WITH_LOGIN, line, line_without, path_after_slash, reserved, view,
};
use crate::text::components::split::{split_first, split_last};
use crate::text::uri_ref::UriRef;

view! {
    /// A URL of ftp: `ftp://user:password@host:port/directory/…/name;type=typecode`.
    ///
    /// Without a user, a client logs in as `anonymous`, with the e-mail address of its user as the password. With a user
    /// and no password, it asks its user for the password (section 3.2.1).
    ///
    /// The path is not a file name of any system (section 3.2.4). It stands for a series of commands, which
    /// [`commands`](Self::commands) returns. A question mark was part of a name in RFC 1738. Since RFC 3986 it begins the
    /// query, which is in no part of this view; the crate `cri-check` warns of it.
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::{Ftp, FtpCommand}};
    ///
    /// let ftp = Ftp::try_from(UriRef::parse("ftp://myname@host.dom/%2Fetc/motd;type=a")?)?;
    /// assert_eq!(ftp.port(), 21);
    /// assert!(ftp.user().is_some_and(|user| user == "myname"));
    /// assert!(ftp.directories().next().is_some_and(|directory| directory == "/etc"));
    /// assert!(matches!(ftp.commands().last(), Some(FtpCommand::Retr(name)) if name == "motd"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// Any [`SchemeErrorKind`](crate::scheme::SchemeErrorKind). `;` is reserved in directories and name. As an
    /// exception, a `;type=` at the end that names none of the three typecodes is part of the name.
    pub struct Ftp of "ftp";

    SERVER_WITH_LOGIN, &[
        (Directory, directories, |directories| line_without(directories, b";")),
        (Name, |uri| Some(last(uri)), |last| {
            reserved(split_type(last).map_or(last, |(before, _)| before), b";").or_else(|| line(name_of(last)))
        }),
    ];

    /// The directories that a client changes to, one after the other. Each may be empty.
    directories: DecodedParts<'a> = |uri| parts(directories(uri));

    /// The file's name; it may be empty.
    name: Decoded<'a> = |uri| Decoded::new(name_of(last(uri)));

    /// The kind of file. Without a typecode, a client guesses from the name (section 3.2.3).
    typecode: Option<Typecode> = |uri| split_type(last(uri))?.1;
}

impl<'a> Ftp<'a> {
    /// The commands of a client that has logged in (section 3.2.2). There are none if the path is empty.
    ///
    /// Without a typecode there is no `TYPE` among them: the client guesses.
    pub fn commands(self) -> impl Iterator<Item = FtpCommand<'a>> + Clone + fmt::Debug {
        let name = self.name();
        let (kind, access) = match self.typecode() {
            Some(Typecode::Directory) => (None, FtpCommand::Nlst(name)),
            kind => (kind.map(FtpCommand::Type), FtpCommand::Retr(name)),
        };
        let access = (!self.0.path().is_empty()).then_some(access);
        self.directories().map(FtpCommand::Cwd).chain(kind).chain(access)
    }
}

/// The kind of file that a URL of ftp names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Typecode {
    /// `a`: text, transferred as lines.
    Ascii,
    /// `i`: an image, transferred as octets.
    Image,
    /// `d`: a directory, to be listed.
    Directory,
}

impl Typecode {
    fn of(code: &str) -> Option<Self> {
        match code {
            "a" | "A" => Some(Self::Ascii),
            "i" | "I" => Some(Self::Image),
            "d" | "D" => Some(Self::Directory),
            _ => None,
        }
    }
}

/// A command of FTP (RFC 959 section 4.1) that a URL asks for. No argument holds CR, LF or NUL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FtpCommand<'a> {
    /// `CWD`: change to this directory.
    Cwd(Decoded<'a>),
    /// `TYPE`: transfer as this, which is [`Typecode::Ascii`] or [`Typecode::Image`].
    Type(Typecode),
    /// `RETR`: retrieve the file of this name.
    Retr(Decoded<'a>),
    /// `NLST`: list the names in this directory.
    Nlst(Decoded<'a>),
}

/// The end of the name in a URL of ftp that begins with `;type=` and names none of the typecodes. It is a part of the name,
/// which the author of the URL may not have meant. `None` for a URL with a known typecode or none, and for other schemes.
///
/// ```
/// use cri_uri::{UriRef, scheme::unknown_type};
///
/// assert_eq!(unknown_type(UriRef::parse("ftp://h/a;type=x")?), Some(";type=x"));
/// assert_eq!(unknown_type(UriRef::parse("ftp://h/a;type=i")?), None);
/// assert_eq!(unknown_type(UriRef::parse("http://h/a;type=x")?), None);
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[must_use]
pub fn unknown_type(uri: UriRef<'_>) -> Option<&str> {
    match split_type(last(uri)) {
        Some((before, None)) if uri.has_scheme("ftp") => last(uri).get(before.len()..),
        _ => None,
    }
}

/// The text after the last slash: the name, and the typecode if there is one.
fn last(uri: UriRef<'_>) -> &str {
    split_last(path_after_slash(uri), b'/').1
}

/// The directories, if a slash precedes the name.
fn directories(uri: UriRef<'_>) -> Option<&str> {
    split_last(path_after_slash(uri), b'/').0
}

/// The text before a `;type=`, and the typecode after it. Literals match in either case (RFC 822 section 3.4.7).
fn split_type(last: &str) -> Option<(&str, Option<Typecode>)> {
    let (before, parameter) = split_last(last, b';');
    let (literal, code) = split_first(parameter, b'=');
    let code = code.filter(|_| literal.eq_ignore_ascii_case("type"))?;
    Some((before?, Typecode::of(code)))
}

fn name_of(last: &str) -> &str {
    match split_type(last) {
        Some((name, Some(_))) => name,
        _ => last,
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use super::*;

    fn ftp(uri: &str) -> Ftp<'_> {
        Ftp::try_from(UriRef::parse(uri).unwrap()).unwrap()
    }

    fn directories(uri: &str) -> Vec<&str> {
        ftp(uri).directories().map(Decoded::as_encoded).collect()
    }

    // shows: R1738-3.2.2-01, R1738-3.2.2-03
    #[test]
    fn directories_and_name_may_be_empty() {
        for (uri, expected, name) in [
            ("ftp://h", &[][..], ""),
            ("ftp://h/", &[], ""),
            ("ftp://h/a", &[], "a"),
            ("ftp://h/a/b/c", &["a", "b"], "c"),
            ("ftp://h//x", &[""], "x"),
            ("ftp://h//", &[""], ""),
            ("FTP://h///", &["", ""], ""),
        ] {
            assert_eq!(
                (directories(uri), ftp(uri).name().as_encoded()),
                (expected.to_vec(), name),
                "{uri}"
            );
        }
    }

    // shows: R1738-3.2.2-02, R1738-3.2.3-01
    #[test]
    fn typecodes() {
        for (uri, name, typecode) in [
            ("ftp://h/x.txt", "x.txt", None),
            ("ftp://h/x;type=a", "x", Some(Typecode::Ascii)),
            ("ftp://h/x;type=A", "x", Some(Typecode::Ascii)),
            ("ftp://h/x;type=i", "x", Some(Typecode::Image)),
            ("ftp://h/x;TYPE=I", "x", Some(Typecode::Image)),
            ("ftp://h/x;type=d", "x", Some(Typecode::Directory)),
            ("ftp://h/x/;type=D", "", Some(Typecode::Directory)),
            ("ftp://h/;type=x", ";type=x", None),
            ("ftp://h/y;type=%64", "y;type=%64", None),
            ("ftp://h/y;type=", "y;type=", None),
        ] {
            assert_eq!(
                (ftp(uri).name().as_encoded(), ftp(uri).typecode()),
                (name, typecode),
                "{uri}"
            );
        }
    }

    // shows: R1738-3.2.2-04, R1738-3.2.2-06
    #[test]
    fn paths_become_commands() {
        use FtpCommand::{Cwd, Nlst, Retr, Type};
        let decoded = Decoded::new;
        for (uri, expected) in [
            (
                "ftp://h/a/b;type=i",
                &[Cwd(decoded("a")), Type(Typecode::Image), Retr(decoded("b"))][..],
            ),
            ("ftp://h/a/b;type=d", &[Cwd(decoded("a")), Nlst(decoded("b"))]),
            ("ftp://myname@host.dom/%2Fetc/motd", &[Cwd(decoded("/etc")), Retr(decoded("motd"))]),
            ("ftp://myname@host.dom/etc/motd", &[Cwd(decoded("etc")), Retr(decoded("motd"))]),
            ("ftp://h//etc/motd", &[Cwd(decoded("")), Cwd(decoded("etc")), Retr(decoded("motd"))]),
            ("ftp://h/", &[Retr(decoded(""))]),
            ("ftp://h", &[]),
        ] {
            assert_eq!(ftp(uri).commands().collect::<Vec<_>>(), expected, "{uri}");
        }
    }

    // shows: R1738-3.2-01
    #[test]
    fn users_and_passwords_may_be_empty() {
        for (uri, user, password) in [
            ("ftp://h/", None, None),
            ("ftp://u%40x@h/", Some("u@x"), None),
            ("ftp://@h/", Some(""), None),
            ("ftp://u:@h/", Some("u"), Some("")),
            ("ftp://u:p@h/", Some("u"), Some("p")),
        ] {
            assert_eq!(ftp(uri).user(), user.map(Decoded::new), "{uri}");
            assert_eq!(ftp(uri).password(), password.map(Decoded::new), "{uri}");
        }
        assert_eq!((ftp("ftp://h/").port(), ftp("ftp://h:2121/").port()), (21, 2121));
        assert!(!format!("{:?}", ftp("ftp://u:secret@h/")).contains("secret"));
    }
}
