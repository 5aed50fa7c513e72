//! The shortest reference from a base to a target, by trying all of them.

use crate::Revision;
use crate::encode::encode;
use crate::reference::{AuthoritySection, Discard, Reference};
use crate::resolve::resolve;

/// The number of bytes of the shortest reference that resolves to the target (section 5: the only demand on a
/// reference).
///
/// A reference appends the end of the target's path, and its other sections are the target's or absent, because they
/// could not resolve to the target otherwise. The candidates are therefore complete. `None` means that there is none.
#[must_use]
pub fn shortest(base: &Reference, target: &Reference, revision: Revision) -> Option<usize> {
    let target_path = target.path.clone().unwrap_or_default();
    let longest = base.path.as_ref().map_or(0, Vec::len).clamp(1, 127);
    let starts = [
        (target.scheme.clone(), target.authority.clone(), Discard::All),
        (None, target.authority.clone(), Discard::All),
        (None, AuthoritySection::Null, Discard::All),
    ];
    let discards = (0..=longest)
        .filter_map(|count| u8::try_from(count).ok())
        .map(|count| (None, AuthoritySection::Null, Discard::Segments(count)));
    let mut queries = vec![None, Some(Vec::new())];
    queries.extend(target.query.clone().map(Some));
    let mut fragments = vec![None];
    fragments.extend(target.fragment.clone().map(Some));
    let mut shortest = None;
    for (scheme, authority, discard) in starts.into_iter().chain(discards) {
        let ends = (0..=target_path.len()).map(|start| Some(target_path[start..].to_vec()));
        for path in ends.chain([None]) {
            for query in &queries {
                for fragment in &fragments {
                    let (scheme, authority) = (scheme.clone(), authority.clone());
                    let (path, query, fragment) = (path.clone(), query.clone(), fragment.clone());
                    let candidate =
                        Reference { scheme, authority, discard, path, query, fragment }.normal();
                    if resolve(base, &candidate).as_ref() == Ok(target)
                        && let Ok(bytes) = encode(&candidate, revision)
                    {
                        shortest = shortest.into_iter().chain([bytes.len()]).min();
                    }
                }
            }
        }
    }
    shortest
}
