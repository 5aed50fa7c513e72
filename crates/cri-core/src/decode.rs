//! The decoder: everything section 5.1 demands of a CRI reference, checked in one pass, section by section.

use crate::interchange::{DISCARD, FULL, Layout, SHORTEST};
use crate::sections::{
    CheckedPath, check_authority, check_discard, check_fragment, check_path, check_query, check_scheme_name,
};
use crate::wire::{Head, Major, NULL, Reader, TRUE, skip};
use crate::{Component, DecodeError, DecodeErrorClass, DecodeErrorKind, Feature, Features};

/// The end of the item that `error` says is no CRI, or what is malformed in it after all (section 5.2.1).
#[cold]
pub(crate) fn end_of_broken(bytes: &[u8], error: DecodeError) -> Result<usize, DecodeError> {
    if error.class() == DecodeErrorClass::Malformed { Err(error) } else { skip(bytes) }
}

/// Checks the CRI reference that `bytes` begins with; gives its end and its layout.
pub(crate) fn check(bytes: &[u8], features: Features) -> Result<(usize, Layout), DecodeError> {
    let mut reader = Reader::new(bytes, features);
    let outer = reader.head(Component::Cri)?;
    if outer.major() != Major::Array {
        return Err(DecodeError::found(DecodeErrorKind::NotAnArray, Component::Cri, 0, outer.found()));
    }
    let mut sections = Outer { reader, left: outer.argument, null: None };
    let layout = sections.check(outer)?;
    let reader = sections.reader;
    let shortest = if reader.shortest() { SHORTEST } else { 0 };
    Ok((reader.at(), Layout { flags: layout.flags | shortest, ..layout }))
}

/// The outer array while it is read: how many sections are left, and whether the last one read was a null.
struct Outer<'a> {
    reader: Reader<'a>,
    left: u64,
    null: Option<(usize, Component)>,
}

impl Outer<'_> {
    /// The head of the next section and its offset, or `None` behind the last.
    fn next(&mut self, component: Component) -> Result<Option<(Head, usize)>, DecodeError> {
        let Some(less) = self.left.checked_sub(1) else {
            return Ok(None);
        };
        self.left = less;
        let offset = self.reader.at();
        let head = self.reader.head(component)?;
        self.null = (head.initial == NULL).then_some((offset, component));
        Ok(Some((head, offset)))
    }

    /// An offset as the layout keeps it.
    fn offset(&self) -> Result<u32, DecodeError> {
        let at = self.reader.at();
        u32::try_from(at).map_err(|_| DecodeError::new(DecodeErrorKind::TooLong, Component::Cri, 0))
    }

    fn check(&mut self, outer: Head) -> Result<Layout, DecodeError> {
        let mut layout = Layout { authority: 0, path: 0, query: 0, fragment: 0, last: 0, first: outer.len, flags: 0 };
        let mut discard = true;
        if let Some((head, offset)) = self.next(Component::Scheme)? {
            // 5.1: scheme and authority, or discard in place of both.
            let most = match head.major() {
                Major::Text | Major::Negative => {
                    self.check_scheme(head, offset)?;
                    layout.flags |= FULL;
                    4
                }
                Major::Simple if head.initial == NULL => 4,
                _ => {
                    check_discard(head, offset)?;
                    layout.flags |= DISCARD;
                    3
                }
            };
            if self.left > most {
                return Err(DecodeError::new(DecodeErrorKind::TooManySections, Component::Cri, 0));
            }
            discard = layout.flags & DISCARD != 0;
        }
        layout.authority = self.offset()?;
        let rules = if discard { None } else { self.check_authority(layout.is_full())? };
        layout.path = self.offset()?;
        layout.last = layout.path;
        self.check_path(&mut layout, rules)?;
        layout.query = self.offset()?;
        if layout.last == layout.path {
            layout.last = layout.query;
        }
        self.check_query()?;
        layout.fragment = self.offset()?;
        if let Some((head, offset)) = self.next(Component::Fragment)?
            && head.initial != NULL
        {
            check_fragment(&mut self.reader, head, offset)?;
        }
        self.offset()?;
        match self.null {
            Some((offset, component)) => Err(DecodeError::new(DecodeErrorKind::TrailingNull, component, offset)),
            None => Ok(layout),
        }
    }

    fn check_scheme(&mut self, head: Head, offset: usize) -> Result<(), DecodeError> {
        if head.major() == Major::Text {
            if !self.reader.features.has(Feature::SchemeName) {
                let kind = DecodeErrorKind::UnsupportedFeature(Feature::SchemeName);
                return Err(DecodeError::new(kind, Component::Scheme, offset));
            }
            let name = self.reader.text(head, offset, Component::Scheme)?;
            check_scheme_name(name, offset, self.reader.at())?;
        }
        Ok(())
    }

    /// Checks the authority section; gives what it demands of the path, and the section's offset.
    fn check_authority(&mut self, full: bool) -> Result<Option<(PathRule, usize)>, DecodeError> {
        let at = self.reader.at();
        let (rule, offset) = match self.next(Component::Authority)? {
            Some((head, offset)) if head.major() == Major::Array => {
                check_authority(&mut self.reader, head.argument, offset)?;
                return Ok(None);
            }
            // 5.1: two leading nulls are for discard to say.
            Some((head, offset)) if head.initial == NULL && !full => {
                return Err(DecodeError::new(DecodeErrorKind::LeadingNulls, Component::Authority, offset));
            }
            Some((head, offset)) if head.initial == NULL => (PathRule::Rooted, offset),
            Some((head, offset)) if head.initial == TRUE => (PathRule::Rootless, offset),
            Some((head, offset)) => return Err(Reader::unexpected(head.found(), Component::Authority, offset)),
            // A null scheme and nothing behind it: what `null` says of it, not what is missing.
            None if !full => return Ok(None),
            None => (PathRule::Rooted, at),
        };
        if !self.reader.features.has(Feature::NoAuthority) {
            let kind = DecodeErrorKind::UnsupportedFeature(Feature::NoAuthority);
            return Err(DecodeError::new(kind, Component::Authority, offset));
        }
        // Whether a reference without scheme resolves depends on its base: only a full CRI is held to it here.
        Ok(full.then_some((rule, offset)))
    }

    /// Checks the path section, and what there being no authority demands of it (2.1).
    fn check_path(&mut self, layout: &mut Layout, rule: Option<(PathRule, usize)>) -> Result<(), DecodeError> {
        let mut path = CheckedPath::default();
        if let Some((head, offset)) = self.next(Component::Path)? {
            match head.major() {
                Major::Array => path = check_path(&mut self.reader, head.argument)?,
                Major::Simple if head.initial == NULL => {}
                _ => return Err(Reader::unexpected(head.found(), Component::Path, offset).of_section()),
            }
        }
        if path.shape.len > 0 {
            layout.last = u32::try_from(path.last).unwrap_or(u32::MAX);
        }
        match rule {
            Some((PathRule::Rootless, offset)) if path.shape.is_no_rootless() => {
                let offset = if path.shape.len == 0 { offset } else { path.first };
                Err(DecodeError::new(DecodeErrorKind::EmptyRootlessPath, Component::Path, offset))
            }
            Some((PathRule::Rooted, _)) if path.shape.reads_as_authority() => {
                Err(DecodeError::new(DecodeErrorKind::LeadingEmptySegment, Component::Path, path.first))
            }
            _ => Ok(()),
        }
    }

    /// Checks the query section. `[]` unsets the base's in a reference; in a full CRI it is no query (-27).
    fn check_query(&mut self) -> Result<(), DecodeError> {
        match self.next(Component::Query)? {
            Some((head, _)) if head.major() == Major::Array => check_query(&mut self.reader, head.argument),
            Some((head, offset)) if head.initial != NULL => {
                Err(Reader::unexpected(head.found(), Component::Query, offset).of_section())
            }
            _ => Ok(()),
        }
    }
}

/// What a full CRI without an authority demands of its path.
#[derive(Clone, Copy)]
enum PathRule {
    Rooted,
    Rootless,
}
