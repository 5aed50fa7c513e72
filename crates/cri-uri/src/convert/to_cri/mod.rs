//! URI reference to CRI reference (section 6 of the draft), in one pass: the CRI is written in place while the text is read
//! for the first time. Only userinfo and paths with dot-segments are read again.
//!
//! Each head is written after its contents. One byte is left for it; where it needs more, the contents move up. What is
//! written keeps every rule of a CRI, so it is not decoded again.

mod authority;
mod copy_characters;
mod decoded;
mod item;
mod out;
mod path;
mod short_segments;

use cri_core::__private::{Offsets, PREFER_SPEED, leaves_out, missing_query, owned_from_written};
use cri_core::wire::{EMPTY_ARRAY, Major, NULL, TRUE};
use cri_core::{Buffer, Component, CriRef, CriRefBuf, Decoder, Discard, Feature, MAX_LEN};
use cri_registry::Scheme;

use crate::convert::error::{ToCriError, ToCriErrorKind};
#[cfg(feature = "nfc")]
use crate::convert::options::Nfc;
use crate::convert::options::Options;
use crate::convert::text_component::TextComponent;
use crate::convert::to_cri::out::{Place, put, put_head, put_number};
use crate::text::grammar::parse::{named, scheme_end, unexpected};
use crate::text::grammar::scheme::{find_scheme, usual_scheme};
use crate::text::uri_ref::UriRef;

impl UriRef<'_> {
    /// Converts this to the CRI reference that means the same, in the form of the options' revision.
    ///
    /// The method clears `buffer` first. It writes scheme and host in lower case, removes dot-segments, omits the default
    /// port, and undoes percent-encoding where that changes nothing. Literal dot-segments go first, and then those that
    /// decoding `%2E` makes, as if the reference was resolved and its target normalised (RFC 3986 section 5.2.1). The URI
    /// of the result is equivalent to this one by syntax and by the default port (RFC 3986 sections 6.2.2 and 6.2.3).
    ///
    /// # Errors
    ///
    /// Any [`ToCriErrorKind`](crate::ToCriErrorKind) but `Syntax`: no CRI means the same, or it needs a feature that is
    /// off, or the buffer has no room. After an error, a borrowed buffer is empty.
    // Inlined, so that the result stays in registers.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn to_cri<B: Buffer>(
        self,
        options: Options,
        buffer: B,
    ) -> Result<CriRefBuf<B>, ToCriError> {
        convert::<true, false, B>(self.text, true, options, false, buffer)
    }

    /// Converts this to the CRI reference whose options a CoAP request has, as [`to_request_cri`] does.
    ///
    /// # Errors
    ///
    /// Those of [`to_request_cri`] but `Syntax`.
    pub fn to_request_cri<B: Buffer>(
        self,
        options: Options,
        buffer: B,
    ) -> Result<CriRefBuf<B>, ToCriError> {
        convert::<true, true, B>(self.text, true, options, true, buffer)
    }
}

/// Parses the URI reference `text`, and converts it to the CRI reference that means the same.
///
/// The function clears `buffer` first. It returns what [`UriRef::parse`] followed by [`UriRef::to_cri`] would return, and
/// takes less time: it reads the text only once.
///
/// # Errors
///
/// Any [`ToCriErrorKind`](crate::ToCriErrorKind): the text is not a URI reference (`Syntax`), no CRI means the same, the
/// CRI needs a feature that is off, or the buffer has no room. After an error, a borrowed buffer is empty.
// Inlined, so that the result stays in registers.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub fn to_cri<B: Buffer>(
    text: &str,
    options: Options,
    buffer: B,
) -> Result<CriRefBuf<B>, ToCriError> {
    convert::<true, false, B>(text, false, options, false, buffer)
}

/// Parses the URI reference `text`, and converts it to the CRI reference whose options a CoAP request for the URI has (RFC
/// 7252 section 6.4).
///
/// A CRI tells `%2C` from `,`: the first is percent-encoded text (PET), and no option carries that (section 8.1.1 of the
/// draft). The URIs of CoAP do not tell them apart: an option holds the decoded bytes of a segment or parameter. This function
/// writes plain text for both, in the labels of the host, in segments and in parameters. It also reads an empty port, which is
/// the default port (RFC 7252 section 6.1), and zeros before a port. Otherwise it does what [`to_cri`] does.
///
/// Use the result for the options alone, by `decompose` of cri-coap. Its URI, `coap://h/a,b`, is another URI than the text,
/// `coap://h/a%2Cb`, with the same options. The function takes references, too: a result that resolves against a base from
/// this function has options.
///
/// ```
/// use cri_core::ArrayBuffer;
/// use cri_uri::{Options, to_cri, to_request_cri};
///
/// let uri = "coap://EXAMPLE.com:/a%2Cb?c%26d";
/// let cri = to_request_cri(uri, Options::default(), ArrayBuffer::<64>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, ["example", "com"], ["a,b"], ["c&d"]]"#);
/// # Ok::<(), cri_uri::ToCriError>(())
/// ```
///
/// # Errors
///
/// Those of [`to_cri`] but `EmptyPort` and `PortLeadingZero`; and `InvalidUtf8` for percent-encoded bytes in host, path or
/// query that are not UTF-8 (RFC 7252 section 3.2). `UpperCaseHost` is among them: RFC 7252 section 6.4 has a Uri-Host for
/// `coap://%C3%84.h`, but no CRI has that host (constraint C5).
pub fn to_request_cri<B: Buffer>(
    text: &str,
    options: Options,
    buffer: B,
) -> Result<CriRefBuf<B>, ToCriError> {
    convert::<true, true, B>(text, false, options, true, buffer)
}

/// Converts as [`to_cri`] does, or with `is_request` as [`to_request_cri`] does. An error does not name the unexpected
/// character, so the search for it is not linked.
///
/// # Errors
///
/// Those of [`to_cri`].
// Inlined as `to_cri`.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub fn to_cri_without_character<B: Buffer>(
    text: &str,
    options: Options,
    is_request: bool,
    buffer: B,
) -> Result<CriRefBuf<B>, ToCriError> {
    convert::<false, true, B>(text, false, options, is_request, buffer)
}

/// Converts `text`. With `is_parsed`, it is known to be a URI or IRI reference. With `NAMES`, an error names the unexpected
/// character. `REQUESTS` is that of [`Conversion`].
// Inlined as `to_cri`.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn convert<const NAMES: bool, const REQUESTS: bool, B: Buffer>(
    text: &str,
    is_parsed: bool,
    options: Options,
    for_request: bool,
    mut buffer: B,
) -> Result<CriRefBuf<B>, ToCriError>
where
    for<'t> Conversion<'t, REQUESTS>: Run,
{
    let mut written = NOTHING_WRITTEN;
    let mut conversion = Conversion::<REQUESTS> {
        text: text.as_bytes(),
        is_parsed,
        options: &options,
        for_request,
        reading: Component::Path,
        error: None,
        written: &mut written,
    };
    write_into::<NAMES, REQUESTS>(text, &mut conversion, &mut buffer)?;
    Ok(owned_from_written(buffer, written))
}

/// Clears `buffer`, and writes the CRI reference of `text`.
fn write_into<const NAMES: bool, const REQUESTS: bool>(
    text: &str,
    conversion: &mut Conversion<'_, REQUESTS>,
    buffer: &mut impl Buffer,
) -> Result<(), ToCriError>
where
    for<'t> Conversion<'t, REQUESTS>: Run,
{
    buffer.truncate(0);
    let most = room_for(text, conversion.options);
    // A constant length saves a call.
    match most {
        ..=USUAL_ROOM if PREFER_SPEED => buffer.claim(USUAL_ROOM),
        _ => buffer.claim(most),
    }
    let end = conversion.run(buffer.as_mut_slice());
    if end.at == text.len() && end.to <= buffer.len().min(MAX_LEN) && conversion.error.is_none() {
        buffer.truncate(end.to);
        let decoder = Decoder::new().with_features(conversion.options.features);
        debug_assert!(decoder.decode::<CriRef<'_>>(buffer.as_slice()).is_ok());
        return Ok(());
    }
    buffer.truncate(0);
    Err(conversion.final_error::<NAMES>(text, end))
}

/// The most bytes that a CRI of this text takes.
fn room_for(text: &str, options: &Options) -> usize {
    // The worst case is a segment of text and bytes: the six characters `/a%3Ba` become seven bytes. Long heads add less. An
    // address takes at most 14 bytes more.
    let most = text.len().saturating_add(text.len() / 6).saturating_add(40);
    #[cfg(feature = "nfc")]
    if options.nfc == Nfc::Normalize {
        // Normalization Form C takes at most three times the bytes (Unicode Standard Annex 15, section 10).
        return most.saturating_mul(3);
    }
    let _ = options;
    most
}

/// The room in bytes that is made for short texts.
const USUAL_ROOM: usize = 192;

/// Not of zeros: for these, the compiler would call a function that clears memory, on a microcontroller.
const NOTHING_WRITTEN: Offsets = Offsets::new(true, [1; 4]);

/// A conversion under way.
///
/// Only with `REQUESTS`, the result may be the CRI of a request: see [`to_request_cri`]. Without, a program links no code for
/// that.
///
/// It keeps the first error and goes on, so each step takes less code. It ends before the end of the text at a character that
/// its component cannot hold. So it finds the same errors as [`parse`](crate::text::grammar::parse), which a property test
/// compares.
struct Conversion<'t, const REQUESTS: bool> {
    text: &'t [u8],
    /// Whether the text is known to follow its grammar. It may be that of an IRI, which holds characters beyond ASCII.
    is_parsed: bool,
    options: &'t Options,
    /// Whether the result is the CRI of a request: see [`is_request`](Self::is_request).
    for_request: bool,
    /// The component that is being read: that of the character that ends the conversion too early. It is the path as long as
    /// nothing was read.
    reading: Component,
    error: Option<ToCriError>,
    written: &'t mut Offsets,
}

/// The code of a conversion. These functions are not generic, so this crate holds the code. A program that compiled it for
/// itself would take 3 % more flash.
trait Run {
    /// Does what [`Conversion::write`] does.
    fn run(&mut self, out: &mut [u8]) -> Place;
}

impl Run for Conversion<'_, false> {
    #[inline(never)]
    fn run(&mut self, out: &mut [u8]) -> Place {
        self.write(out)
    }
}

impl Run for Conversion<'_, true> {
    #[inline(never)]
    fn run(&mut self, out: &mut [u8]) -> Place {
        self.write(out)
    }
}

impl<const REQUESTS: bool> Conversion<'_, REQUESTS> {
    /// Whether the result is the CRI of a request. Always `false` without `REQUESTS`.
    const fn is_request(&self) -> bool {
        REQUESTS && self.for_request
    }

    /// Chooses the error of a conversion that stopped at `end`.
    ///
    /// An error of syntax comes before all others, as if the text had been parsed first. Those of schemes and brackets were
    /// recorded. Any other stopped the conversion.
    #[cold]
    #[inline(never)]
    fn final_error<const NAMES: bool>(&self, text: &str, end: Place) -> ToCriError {
        match self.error {
            Some(error) if end.at == text.len() || error.is_syntax() => error,
            _ if end.at < text.len() => {
                let error = unexpected(self.text, end.at, self.reading);
                if NAMES { named(text, error) } else { error }.into()
            }
            // All was read without an error, so the CRI has no room.
            _ => {
                let kind = match end.to {
                    ..=MAX_LEN => ToCriErrorKind::BufferFull(end.to),
                    _ => ToCriErrorKind::TooLong(MAX_LEN),
                };
                ToCriError::new(kind, Component::Cri, 0)
            }
        }
    }

    /// Records an error at `at`, unless there was one before.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, kind: ToCriErrorKind, component: Component, at: usize) {
        if self.error.is_none() {
            self.error = Some(ToCriError::new(kind, component, at));
        }
    }

    /// Drops an error in `first` or a later component, because that text was read in a wrong way and is read again.
    fn forget_errors(&mut self, first: Component) {
        // The order of `Component` is that of the text.
        if self.error.as_ref().is_some_and(|error| error.part >= first) {
            self.error = None;
        }
    }

    /// Records an error if `feature` is off. The text at `at` uses the feature.
    fn require(&mut self, feature: Feature, component: Component, at: usize) {
        if !self.options.features.has(feature) {
            self.fail(ToCriErrorKind::UnsupportedFeature(feature), component, at);
        }
    }

    /// Writes the CRI reference, and notes in `written` where its sections begin. Returns how far the text was read and the
    /// CRI written.
    #[inline(always)]
    fn write(&mut self, out: &mut [u8]) -> Place {
        // The outer array has at most five items, so its head is one byte.
        let mut place = Place { at: 0, to: 1 };
        let default_port = self.scheme(out, &mut place);
        let full = place.at > 0;
        let has_authority = matches!(self.text.get(place.at..), Some([b'/', b'/', ..]));
        // In a reference without authority, the discard replaces scheme and authority.
        let by_discard = !full && !has_authority;
        if has_authority && !full {
            place.to = put(out, place.to, NULL);
        }
        let authority = place.to;
        if has_authority {
            place = self.authority(out, place, default_port);
        } else {
            if full {
                self.require(Feature::NoAuthority, Component::Authority, place.at);
            }
            // One byte is left for what replaces the authority: it depends on the path.
            place.to = place.to.wrapping_add(1);
        }
        let follows_scheme = full && !has_authority;
        let mut path_at = place.to;
        let (mut place, path) = self.path(out, place, has_authority, follows_scheme);
        let is_empty = path.count == 0;
        if by_discard && !is_empty && !path.rooted {
            // Section 5.1.2.
            let end = put_head(
                out,
                authority,
                Major::Unsigned,
                path.levels_above.wrapping_add(1),
                place.to,
            );
            let more = end.wrapping_sub(place.to);
            (path_at, place.to) = (path_at.wrapping_add(more), end);
        } else if by_discard {
            put(out, authority, if is_empty { 0 } else { TRUE });
        } else if follows_scheme {
            put(out, authority, if is_empty || path.rooted { NULL } else { TRUE });
        }
        // Section 5.1: empty sections at the end are omitted.
        let (has_query, has_fragment) = (self.byte(place.at) == b'?', self.byte(place.at) == b'#');
        let mut sections = 3_u8;
        if is_empty {
            if has_query
                || has_fragment
                || (full && !leaves_out(self.options.revision, EMPTY_ARRAY, Discard::All))
            {
                place.to = put(out, place.to, if full { EMPTY_ARRAY } else { NULL });
            } else if has_authority {
                sections = 2;
            } else {
                sections = full.into();
                (place.to, path_at) = (authority, authority);
            }
        }
        let query = place.to;
        if has_query {
            self.reading = Component::Query;
            sections = 4;
            place = self.query(out, place);
        }
        let mut fragment = place.to;
        if self.byte(place.at) == b'#' {
            if !has_query {
                place.to = put(out, place.to, missing_query(self.options.revision, full));
                fragment = place.to;
            }
            self.reading = Component::Fragment;
            sections = 5;
            (place, _) = self.item(
                out,
                Place { at: place.at.wrapping_add(1), ..place },
                TextComponent::FRAGMENT,
            );
        }
        put(out, 0, EMPTY_ARRAY | sections.saturating_sub(by_discard.into()));
        let authority = if by_discard { path_at } else { authority };
        // The caller refuses a CRI whose length has no room in this type.
        let offsets = [authority, path_at, query, fragment].map(|at| at as u32);
        *self.written = Offsets::new(full, offsets);
        place
    }

    /// Writes the scheme, if there is one: its number if it has one, else its name. Returns its default port.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn scheme(&mut self, out: &mut [u8], place: &mut Place) -> Option<u16> {
        if let Some((len, number, default_port)) = usual_scheme(self.text, self.options.schemes) {
            let to = put_head(out, place.to, Major::Negative, number, place.to.wrapping_add(1));
            *place = Place { at: len.wrapping_add(1), to };
            return default_port;
        }
        let len = match scheme_end(self.text) {
            Ok(len) => len?,
            Err(error) => {
                self.error = Some(error.into());
                return None;
            }
        };
        let name = self.text.get(..len).unwrap_or_default();
        *place = Place { at: len.wrapping_add(1), to: place.to };
        if let Some(Scheme { number, default_port, .. }) = find_scheme(name, self.options.schemes) {
            place.to = put_number(out, place.to, Major::Negative, number as usize);
            return default_port;
        }
        self.require(Feature::SchemeName, Component::Scheme, 0);
        let start = place.to.wrapping_add(1);
        let end = name.iter().fold(start, |to, byte| put(out, to, byte.to_ascii_lowercase()));
        place.to = put_head(out, place.to, Major::Text, len, end);
        None
    }

    /// Writes the array of the parameters that follow the question mark.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn query(&mut self, out: &mut [u8], start: Place) -> Place {
        let mut place = Place { to: start.to.wrapping_add(1), ..start };
        let mut count = 0_usize;
        loop {
            place.at = place.at.wrapping_add(1);
            let (parameter, stop) = self.item(out, place, TextComponent::PARAMETER);
            (place, count) = (parameter, count.wrapping_add(1));
            if stop != b'&' {
                return Place {
                    to: put_head(out, start.to, Major::Array, count, place.to),
                    ..place
                };
            }
        }
    }
}

#[cfg(test)]
mod tests;
