//! The name before a colon, which may be a scheme.

/// The name that a text ends in. It is a scheme if a colon follows.
#[derive(Default)]
pub(super) struct Name {
    /// The first characters of the name, in lower case.
    first: [u8; 6],
    /// The number of characters of the name.
    len: usize,
}

impl Name {
    pub(super) fn push(&mut self, byte: u8) {
        let may_follow =
            self.len > 0 && (byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.'));
        if !byte.is_ascii_alphabetic() && !may_follow {
            self.len = 0;
            return;
        }
        if let Some(place) = self.first.get_mut(self.len) {
            *place = byte.to_ascii_lowercase();
        }
        self.len = self.len.saturating_add(1);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether this is a scheme after which an authority needs no slashes: for browsers, or by its own document, such as
    /// RFC 3261 section 19.1.
    pub(super) fn is_special(&self) -> bool {
        matches!(self.get(), b"http" | b"https" | b"ftp" | b"ws" | b"wss" | b"sip" | b"sips")
    }

    /// Whether this is a scheme whose URIs have no authority, and often an `@`: RFC 6068, RFC 5538, RFC 2392, RFC 7565,
    /// RFC 5122, RFC 3859, RFC 3860 and RFC 4151.
    pub(super) fn is_without_authority(&self) -> bool {
        matches!(
            self.get(),
            b"mailto" | b"news" | b"mid" | b"cid" | b"acct" | b"xmpp" | b"pres" | b"im" | b"tag"
        )
    }

    fn get(&self) -> &[u8] {
        self.first.get(..self.len).unwrap_or_default()
    }
}
