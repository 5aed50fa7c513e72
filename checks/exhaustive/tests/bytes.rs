//! All inputs of up to three bytes, compared with a plain reader of RFC 8949.

use cri_core::wire::skip;
use cri_core::{CriRef, DecodeErrorClass, Decoder, Ingested};

/// The end of the data item that `bytes` begins with, if it is well-formed and of definite lengths throughout.
fn end_of_item(bytes: &[u8]) -> Option<usize> {
    let (&initial, rest) = bytes.split_first()?;
    let (argument, head) = match initial & 0x1f {
        info @ 0..24 => (u64::from(info), 1),
        24 => (u64::from(*rest.first()?), 2),
        25 => (u64::from(u16::from_be_bytes(*rest.first_chunk()?)), 3),
        26 => (u64::from(u32::from_be_bytes(*rest.first_chunk()?)), 5),
        27 => (u64::from_be_bytes(*rest.first_chunk()?), 9),
        _ => return None,
    };
    let items = match initial >> 5 {
        2 | 3 => {
            let end = u64::try_from(head).ok()?.checked_add(argument)?;
            return (end <= u64::try_from(bytes.len()).ok()?).then(|| usize::try_from(end).ok())?;
        }
        4 => argument,
        5 => argument.checked_mul(2)?,
        6 => 1,
        7 if initial == 0xf8 && argument < 32 => return None,
        _ => 0,
    };
    let mut end = head;
    for _ in 0..items {
        end += end_of_item(bytes.get(end..)?)?;
    }
    Some(end)
}

fn check(bytes: &[u8]) {
    let end = end_of_item(bytes);
    assert_eq!(skip(bytes).ok(), end, "{bytes:02x?}");

    let is_array = bytes.first().is_some_and(|byte| byte >> 5 == 4);
    let whole = is_array && end == Some(bytes.len());
    match CriRef::decode(bytes) {
        Ok(reference) => {
            assert!(whole, "{bytes:02x?}");
            assert_eq!(reference.as_bytes(), bytes);
            let _ = reference.sections();
        }
        Err(error) => {
            assert_eq!(
                error.class() != DecodeErrorClass::Malformed,
                whole,
                "{bytes:02x?}: {error}"
            );
            assert!(error.offset() <= bytes.len(), "{bytes:02x?}: {error}");
        }
    }
    let prefix = Decoder::new().decode_prefix::<Ingested<'_>>(bytes);
    assert_eq!(
        prefix.map(|(ingested, _)| ingested.as_bytes().len()).ok(),
        end.filter(|_| is_array),
        "{bytes:02x?}"
    );
}

// shows: D16-5.2.1-07, D16-10-01, D16-3-11
#[test]
fn all_inputs_of_up_to_three_bytes() {
    check(&[]);
    for a in 0..=u8::MAX {
        check(&[a]);
        for b in 0..=u8::MAX {
            check(&[a, b]);
            for c in 0..=u8::MAX {
                check(&[a, b, c]);
            }
        }
    }
}
