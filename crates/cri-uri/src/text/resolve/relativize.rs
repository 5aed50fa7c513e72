//! The inverse of resolution on text: the shortest URI reference that leads from a base to a target.

use core::fmt::{self, Write};
use core::iter;

use cri_core::__private::Counter;
use cri_core::Component;

use crate::text::components::Components;
use crate::text::error::{RecomposeError, RecomposeErrorKind};
use crate::text::path::Dotless;
use crate::text::path::dot_segments::Removal;
use crate::text::resolve::directory;
use crate::text::uri_ref::{Uri, UriRef};

impl Uri<'_> {
    /// The shortest URI reference that resolves against this base to `target`. If `target` has dot-segments, the
    /// reference resolves to `target` without them.
    ///
    /// The base's fragment does not count. Neither URI is normalised: schemes or authorities that differ in case are
    /// different.
    ///
    /// ```
    /// use cri_uri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("http://h/a/b/c?q")?;
    /// let target = Uri::parse("http://h/a/d:e#f")?;
    /// let reference = base.relativize(target)?.to_string();
    /// assert_eq!(reference, "../d:e#f");
    /// let reference = UriRef::parse(&reference)?;
    /// assert_eq!(base.resolve(reference)?.to_string(), target.as_str());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `LeadingEmptySegment` if no reference resolves to the target.
    pub fn relativize<'t>(self, target: Uri<'t>) -> Result<RelativeRef<'t>, RecomposeError> {
        let (whole, relative) = references_to(self, target)?;
        let references = iter::once(whole).chain(relative.into_iter().flatten());
        // Of several shortest references, this is the first.
        Ok(references.min_by_key(RelativeRef::len).unwrap_or(whole))
    }
}

/// The target without dot-segments, and the relative references to it that may be shortest, from the one that keeps most of
/// this base to the one that keeps least.
///
/// # Errors
///
/// Those of [`Uri::relativize`].
pub(crate) fn references_to<'t>(
    base: Uri<'_>,
    target: Uri<'t>,
) -> Result<(RelativeRef<'t>, [Option<RelativeRef<'t>>; 5]), RecomposeError> {
    let (parts, goal) = (base.components(), target.components());
    let path = Dotless::new("", goal.path, Removal::Literal);
    if goal.authority.is_none() && path.reads_as_authority() {
        let kind = RecomposeErrorKind::LeadingEmptySegment;
        return Err(RecomposeError::new(kind, Component::Path, target.as_uri_ref().offsets.path));
    }
    let lead = if path.rooted { "/" } else { "" };
    let whole =
        RelativeRef { components: Components { path: "", ..goal }, up: 0, lead, path, skip: 0 };
    if parts.scheme != goal.scheme {
        return Ok((whole, [None; 5]));
    }
    let components = Components { scheme: None, ..whole.components };
    let network = goal.authority.map(|_| RelativeRef { components, ..whole });
    if parts.authority != goal.authority {
        return Ok((whole, [None, None, None, None, network]));
    }
    let local = RelativeRef { components: Components { authority: None, ..components }, ..whole };
    // An empty path keeps that of the base. If there is no query either, it keeps the query, too.
    let same_path = path.is(parts.path);
    let set_query = RelativeRef { lead: "", skip: path.count, ..local };
    let components = Components { query: None, ..local.components };
    let keep_query = RelativeRef { components, ..set_query };
    // Two slashes at the front would be an authority's.
    let lead = if path.reads_as_authority() { "/./" } else { "/" };
    let relative = [
        (same_path && parts.query == goal.query).then_some(keep_query),
        (same_path && goal.query.is_some()).then_some(set_query),
        local.by_directory(base),
        path.rooted.then_some(RelativeRef { lead, ..local }),
        network,
    ];
    Ok((whole, relative))
}

/// The URI reference from a base to a target.
#[derive(Clone, Copy)]
pub struct RelativeRef<'a> {
    /// The components that the reference has. INVARIANT: the path is empty: `lead`, `path` and `skip` say what it is.
    components: Components<'a>,
    /// How many times `../` stands before the lead.
    up: usize,
    /// The text before the segments.
    lead: &'static str,
    /// The path of the target.
    path: Dotless<'a>,
    /// How many of its segments come from the base.
    skip: usize,
}

impl RelativeRef<'_> {
    /// The relative-path reference from the base's directory to the target, if there is one.
    fn by_directory(self, base: Uri<'_>) -> Option<Self> {
        let path = self.path;
        let directory = Dotless::new(directory(base), "", Removal::Literal);
        // The last segment of a path does not belong to its directory.
        let (depth, target_depth) =
            (directory.count.saturating_sub(1), path.count.saturating_sub(1));
        let shared = depth.min(target_depth);
        let segments = directory.rev().skip(directory.count.saturating_sub(shared));
        let others = path.rev().skip(path.count.saturating_sub(shared));
        let differing = (0..shared)
            .rev()
            .zip(segments.zip(others))
            .filter(|(_, (segment, other))| segment != other);
        let skip = differing.last().map_or(shared, |(index, _)| index);
        let up = depth.saturating_sub(skip);
        // Section 5.2.4, step 2C: leaving the first segment of a rootless path makes it rooted.
        if path.rooted != directory.rooted || (!path.rooted && depth > 0 && skip == 0) {
            return None;
        }
        let first =
            path.rev().nth(path.count.saturating_sub(skip).saturating_sub(1)).unwrap_or_default();
        let is_directory = first.is_empty() && skip == target_depth;
        let (up, lead) = match up {
            0 if is_directory => (0, "."),
            // An empty first segment would make the path rooted, and a colon would end a scheme (section 4.2).
            0 if first.is_empty() || first.as_bytes().contains(&b':') => (0, "./"),
            // No slash follows the last dot-segment.
            up if is_directory => (up.saturating_sub(1), ".."),
            up => (up, ""),
        };
        Some(Self { up, lead, skip, ..self })
    }

    /// Its length in bytes.
    fn len(&self) -> usize {
        let mut counter = Counter::new(&mut []);
        let written = self.write_to(&mut counter);
        // INVARIANT: this writer has no errors.
        debug_assert!(written.is_ok());
        counter.len()
    }

    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        self.components.write_around(out, |out| {
            (0..self.up).try_for_each(|_| out.write_str("../"))?;
            out.write_str(self.lead)?;
            self.path.write_from(out, self.skip)
        })
    }
}

displayed!(RelativeRef => UriRef);
