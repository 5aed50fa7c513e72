//! An error of any kind: what is wrong, in which component, and at which byte.

use core::error::Error;
use core::fmt;
use core::ops::Range;

use cri_core::__private::{Described, Description};
use cri_core::Component;

use crate::text::error::excerpt::{AROUND, Excerpt};
use crate::text::grammar::host::find_zone;
use crate::text::password;

/// A kind that has a name.
pub trait Named: Copy {
    fn name(self) -> &'static str;
}

/// An error: its kind, the component or other part that is wrong, and where that is.
///
/// [`ParseError`](crate::ParseError), [`RecomposeError`](crate::RecomposeError), [`ToCriError`](crate::ToCriError) and
/// [`SchemeError`](crate::scheme::SchemeError) are such errors, and say what an offset counts.
///
/// `{:#}` shows the message without the offset, for a reader who gets another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Located<K, P = Component> {
    pub(crate) kind: K,
    pub(crate) part: P,
    pub(crate) offset: usize,
}

impl<K: Copy, P: Copy> Located<K, P> {
    #[cold]
    pub(crate) const fn new(kind: K, part: P, offset: usize) -> Self {
        Self { kind, part, offset }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> K {
        self.kind
    }

    /// The offset in bytes. Each kind says what it points to.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// A value that displays the error, then `text` with a caret under the character at the offset, or under the zone
    /// identifier of the address in brackets at the offset.
    ///
    /// `text` is the text that the offset counts in. The value shows it in one line that is safe for logs and terminals: it
    /// masks passwords, escapes control characters and characters that change how text is shown, and cuts a long text around
    /// the caret. An error that has no place in the text, such as a full buffer, displays its message only.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// let text = "coap://user:secret@h/a|b";
    /// let error = UriRef::parse(text).unwrap_err();
    /// let expected = "\
    /// '|' (U+007C) cannot stand in a path, at byte 22; percent-encode it
    ///
    ///   coap://user:***@h/a|b
    ///                      ^";
    /// assert_eq!(error.with_source(text).to_string(), expected);
    /// ```
    #[must_use]
    pub fn with_source(self, text: &str) -> impl fmt::Display + Copy
    where
        Self: fmt::Display,
        P: Into<Component>,
    {
        WithSource { error: self, text }
    }
}

/// An error, and the text that its offset counts in.
#[derive(Clone, Copy)]
struct WithSource<'a, K, P> {
    error: Located<K, P>,
    text: &'a str,
}

impl<K: Copy, P: Copy + Into<Component>> fmt::Display for WithSource<'_, K, P>
where
    Located<K, P>: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)?;
        let component = self.error.part.into();
        // An error of the whole CRI has no place in the text.
        if component == Component::Cri {
            return Ok(());
        }
        let text = self.text.as_bytes();
        let offset = self.error.offset.min(text.len());
        // The text of a `RecomposeError` can be an authority. In a URI, two slashes precede the authority.
        let (before, _) = text.split_at(offset);
        let is_authority =
            matches!(component, Component::Userinfo | Component::Host | Component::Port)
                && !before.windows(2).any(|two| two == b"//");
        f.write_str("\n\n  ")?;
        let mark = find_zone(text, offset).map_or(offset, |zone| zone.start);
        let passwords: &mut dyn Iterator<Item = Range<usize>> = if is_authority {
            &mut password::find_in_authority(text)
        } else {
            &mut password::find_in_operand(text)
        };
        let (mark, around) = (mark..mark, AROUND);
        let carets = Excerpt { text, passwords, mark, around, is_rust: true }.write_to(f)?;
        f.write_str("\n  ")?;
        // A width that is no constant would link a panic.
        (0..carets.start).try_for_each(|_| f.write_str(" "))?;
        f.write_str("^")
    }
}

impl<K: Copy> Located<K> {
    /// The component that is wrong.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.part
    }
}

impl<K: Named, P> Located<K, P> {
    /// The name of the kind, in lower case with hyphens.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }
}

impl<K: Named + fmt::Debug, P: Copy + Into<Component> + fmt::Debug> Described for Located<K, P>
where
    Self: fmt::Display,
{
    fn describe(&self) -> Description {
        (self.name(), self.part.into(), Some(self.offset))
    }
}

impl<K, P> Located<K, P> {
    /// Writes the place, unless a reader has another.
    pub(crate) fn write_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { Ok(()) } else { write!(f, ", at byte {}", self.offset) }
    }
}

impl<K: fmt::Debug, P: fmt::Debug> Error for Located<K, P> where Self: fmt::Display {}
