//! All short inputs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use model::Features;

use crate::agreement::Same;
use crate::case::hex;
use crate::operation;
use crate::reached::Reached;

/// Runs a check on each input of `inputs`, which are numbers below `count`, on several threads.
fn all(
    count: u64,
    threads: u64,
    check: impl Fn(u64, &mut Reached) -> Same + Sync,
) -> Result<(), String> {
    let check = &check;
    let part = |thread: u64| {
        let mut reached = Reached::default();
        for number in (thread..count).step_by(usize::try_from(threads).unwrap_or(1)) {
            catch_unwind(AssertUnwindSafe(|| check(number, &mut reached)))
                .unwrap_or_else(|_| Err("panic".into()))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let handles: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        handles.into_iter().try_for_each(|handle| {
            handle.join().unwrap_or_else(|_| Err("a thread ended early".into()))
        })
    })
}

/// Decodes all inputs of up to `length` bytes. From 4 bytes on, only those that begin with the head of an array,
/// because all others are rejected at their first byte.
pub(crate) fn bytes(length: usize, threads: u64) -> Result<String, String> {
    let mut inputs = 0;
    for length in 0..=length {
        let arrays_only = length > 3;
        let per_first = 1_u64 << (8 * length.saturating_sub(1));
        let count = if length == 0 { 1 } else { per_first * if arrays_only { 32 } else { 256 } };
        all(count, threads, |number, reached| {
            let mut bytes = number.to_be_bytes()[8 - length..].to_vec();
            if arrays_only {
                bytes[0] += 0x80;
            }
            operation::decode::bytes(&bytes, Features::ALL, reached)
                .map_err(|difference| format!("{}: {difference}", hex(&bytes)))
        })?;
        inputs += count;
    }
    Ok(format!("{inputs} inputs of up to {length} bytes: no difference"))
}

/// Characters of every part of a URI: letters, digits, percent, and all delimiters between components.
const ALPHABET: [char; 14] = ['a', 'F', '1', '2', '%', '.', '/', ':', '?', '#', '[', ']', '@', '-'];

/// Parses and converts all texts of up to `length` characters of the alphabet, also with `fluent-uri`.
pub(crate) fn uris(length: usize, threads: u64) -> Result<String, String> {
    let mut inputs = 0;
    for length in 0..=length {
        let count = 14_u64.pow(u32::try_from(length).unwrap_or(u32::MAX));
        all(count, threads, |number, reached| {
            let digits = std::iter::successors(Some(number), |rest| Some(rest / 14)).take(length);
            let text: String = digits.map(|rest| ALPHABET[(rest % 14) as usize]).collect();
            let result =
                operation::uri::uri(&text, Features::ALL, reached).and_then(|()| fluent(&text));
            result.map_err(|difference| format!("{text:?}: {difference}"))
        })?;
        inputs += count;
    }
    Ok(format!("{inputs} texts of up to {length} characters: no difference"))
}

/// Another library's parser accepts the same texts, and finds the same components.
fn fluent(text: &str) -> Same {
    let ours = cri_uri::UriRef::parse(text).ok().map(|uri| {
        [uri.scheme(), uri.authority(), Some(uri.path()), uri.query(), uri.fragment()]
            .map(|part| part.map(str::to_owned))
    });
    let theirs = fluent_uri::UriRef::parse(text).ok().map(|uri| {
        let scheme = uri.scheme().map(fluent_uri::component::Scheme::as_str);
        let authority = uri.authority().map(|authority| authority.as_str());
        let query = uri.query().map(fluent_uri::pct_enc::EStr::as_str);
        let fragment = uri.fragment().map(fluent_uri::pct_enc::EStr::as_str);
        [scheme, authority, Some(uri.path().as_str()), query, fragment]
            .map(|part| part.map(str::to_owned))
    });
    if ours == theirs {
        Ok(())
    } else {
        Err(format!("fluent-uri\n  ours:   {ours:?}\n  theirs: {theirs:?}"))
    }
}
