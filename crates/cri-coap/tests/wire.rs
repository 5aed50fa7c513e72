//! Options as the bytes of a message (RFC 7252 section 3.1), written and read.

use coap_message_implementations::option_iteration::{OptItem, OptPayloadReader};
use cri_coap::{
    EncodedOptions, Endpoint, OptionReadErrorKind, OptionWriteErrorKind, OptionWriter, Transport,
    append_options, decompose, option,
};
use cri_core::{Buffer, Revision, SliceBuffer};
use cri_uri::{Options, to_cri};
use proptest::collection::vec;
use proptest::prelude::*;

type Pairs = Vec<(u16, Vec<u8>)>;

/// Reads what follows the token, and returns the options and the payload.
fn read(bytes: &[u8]) -> Result<(Pairs, &[u8]), (OptionReadErrorKind, usize)> {
    let (options, payload) =
        EncodedOptions::decode(bytes).map_err(|error| (error.kind(), error.offset()))?;
    let pairs: Pairs =
        options.into_iter().map(|(number, value)| (number, value.to_vec())).collect();
    assert!(pairs.is_sorted_by_key(|(number, _)| *number));
    Ok((pairs, payload))
}

/// Writes the options one by one, in this order.
fn write(pairs: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let mut space = vec![0; pairs.iter().map(|(_, value)| value.len() + 5).sum()];
    let mut options = OptionWriter::new(&mut space);
    for (number, value) in pairs {
        options.add(*number, value).unwrap();
    }
    options.finish().to_vec()
}

/// The messages of RFC 7252 appendix A, each from the byte after the token on.
#[test]
fn messages_of_rfc_7252_appendix_a_are_read_and_written() {
    let path = || vec![(option::URI_PATH, b"temperature".to_vec())];
    let path_bytes = &b"\xbbtemperature"[..];
    let response = &b"\xff22.3 C"[..];
    for (message, token_len, options, payload) in [
        // Figures 16 and 17: requests without a token and with one.
        ([b"\x40\x01\x7d\x34", path_bytes].concat(), 0, path(), &b""[..]),
        ([b"\x41\x01\x7d\x35\x20", path_bytes].concat(), 1, path(), b""),
        // The responses to them.
        ([b"\x60\x45\x7d\x34", response].concat(), 0, Vec::new(), b"22.3 C"),
        ([b"\x61\x45\x7d\x35\x20", response].concat(), 1, Vec::new(), b"22.3 C"),
        // A separate response in a confirmable message.
        ([b"\x41\x45\xad\x7b\x53", response].concat(), 1, Vec::new(), b"22.3 C"),
        // An empty acknowledgement.
        (b"\x60\x00\xad\x7b".to_vec(), 0, Vec::new(), b""),
    ] {
        let (start, rest) = message.split_at(4 + token_len);
        assert_eq!(usize::from(start[0] & 15), token_len);
        assert_eq!(read(rest), Ok((options.clone(), payload)));
        let mut space = [0; 32];
        let mut writer = OptionWriter::new(&mut space);
        options.iter().for_each(|(number, value)| writer.add(*number, value).unwrap());
        assert_eq!(writer.finish_with_payload(payload), Ok(rest));
    }
}

#[test]
fn malformed_options_are_rejected_at_their_offset() {
    use OptionReadErrorKind as Kind;
    for (bytes, kind, offset) in [
        // 15 is reserved, in the delta and in the length.
        (&b"\xf0"[..], Kind::ReservedDelta, 0),
        (b"\xfe\0\0\0\0", Kind::ReservedDelta, 0),
        (b"\xb1a\x0f", Kind::ReservedLength, 2),
        (b"\xdf\0", Kind::ReservedLength, 0),
        // The head is cut off.
        (b"\xd0", Kind::TruncatedHead, 0),
        (b"\xb1a\xe0\x01", Kind::TruncatedHead, 2),
        (b"\x0d", Kind::TruncatedHead, 0),
        (b"\x0e\xff", Kind::TruncatedHead, 0),
        (b"\xee\x00\x00\x00", Kind::TruncatedHead, 0),
        // The value is cut off.
        (b"\x01", Kind::TruncatedValue, 0),
        (b"\xb1a\x02b", Kind::TruncatedValue, 2),
        (b"\x0d\xfftoo short", Kind::TruncatedValue, 0),
        (b"\x0e\xff\xfftoo short", Kind::TruncatedValue, 0),
        // Numbers beyond 16 bits.
        (b"\xe0\xff\xff", Kind::NumberTooLarge, 0),
        (b"\xe0\xfe\xf3", Kind::NumberTooLarge, 0),
        (b"\xe0\xfe\xf2\x10", Kind::NumberTooLarge, 3),
        // A marker without a payload.
        (b"\xff", Kind::EmptyPayload, 0),
        (b"\xb1a\xff", Kind::EmptyPayload, 2),
    ] {
        assert_eq!(read(bytes), Err((kind, offset)), "{bytes:02x?}");
        let error = EncodedOptions::decode(bytes).unwrap_err();
        assert!(error.to_string().contains(&format!(", at byte {offset}")), "{error}");
    }
    assert_eq!(read(b"\xe0\xfe\xf2"), Ok((vec![(u16::MAX, Vec::new())], &b""[..])));
}

#[test]
fn the_longest_value_and_the_highest_number_are_written() {
    let longest = vec![7; option::MAX_VALUE];
    let pairs = vec![(u16::MAX, longest.clone()), (u16::MAX, Vec::new())];
    let bytes = write(&pairs);
    assert_eq!(read(&bytes), Ok((pairs, &b""[..])));
    let mut space = vec![0; longest.len() + 6];
    let mut writer = OptionWriter::new(&mut space);
    let error = writer.add(11, &[longest, vec![7]].concat()).unwrap_err();
    assert_eq!((error.kind(), error.option()), (OptionWriteErrorKind::TooLong, 11));
    assert!(writer.finish().is_empty());
}

#[test]
fn a_new_option_changes_the_head_of_the_one_that_follows() {
    let pair = |number| (number, b"v".to_vec());
    for (numbers, expected) in [
        // 300 - 20 = 280 takes a byte more than 300 - 200.
        (&[20, 300, 200][..], &b"\xd1\x07v\xd1\xa7v\xd1\x57v"[..]),
        (&[300, 299, 298], b"\xe1\x00\x1dv\x11v\x11v"),
        (&[20, 10, 15, 0], b"\x01v\xa1v\x51v\x51v"),
    ] {
        let pairs: Pairs = numbers.iter().map(|&number| pair(number)).collect();
        assert_eq!(write(&pairs), expected, "{numbers:?}");
    }
}

/// What `coap-message-implementations` reads after the token. It accepts a payload marker without a payload.
fn read_by_other_crate(bytes: &[u8]) -> Option<(Pairs, &[u8])> {
    let mut read = (Pairs::new(), &b""[..]);
    for item in OptPayloadReader::new(bytes) {
        match item {
            OptItem::Option { number, data } => read.0.push((number, data.to_vec())),
            OptItem::Payload(payload) if !payload.is_empty() => read.1 = payload,
            OptItem::Payload(_) | OptItem::Error(_) => return None,
        }
    }
    Some(read)
}

fn pairs() -> impl Strategy<Value = Pairs> {
    let number = prop_oneof![0..40_u16, 250..300_u16, any::<u16>()];
    let len = prop_oneof![8 => 0..16_usize, 1 => 260..280_usize];
    vec((number, len.prop_flat_map(|len| vec(any::<u8>(), len))), 0..8)
}

proptest! {
    #[test]
    fn options_are_read_as_written_in_any_order(pairs in pairs(), payload in vec(any::<u8>(), 0..4)) {
        let mut sorted = pairs.clone();
        sorted.sort_by_key(|(number, _)| *number);
        let bytes = write(&pairs);
        prop_assert_eq!(&bytes, &write(&sorted));
        prop_assert_eq!(read(&bytes), Ok((sorted.clone(), &b""[..])));
        if !payload.is_empty() {
            let message = [&bytes, &b"\xff"[..], &payload].concat();
            prop_assert_eq!(read(&message), Ok((sorted, &payload[..])));
        }
    }

    #[test]
    fn a_full_buffer_leaves_the_writer_as_it_was(pairs in pairs(), len in 0..40_usize) {
        let mut space = vec![0; len];
        let mut writer = OptionWriter::new(&mut space);
        for (number, value) in &pairs {
            let before = writer.as_bytes().to_vec();
            if let Err(error) = writer.add(*number, value) {
                prop_assert_eq!((error.kind(), error.option()), (OptionWriteErrorKind::BufferFull, *number));
                prop_assert_eq!(writer.as_bytes(), before);
            }
        }
        prop_assert!(EncodedOptions::decode(writer.as_bytes()).is_ok());
        let written = writer.as_bytes().len();
        prop_assert_eq!(writer.finish_with_payload(b"ab").is_ok(), written + 3 <= len);
    }

    #[test]
    fn any_bytes_are_read_or_rejected(bytes in vec(prop_oneof![any::<u8>(), Just(0xff), 0xd0..=0xef_u8], 0..24)) {
        prop_assert_eq!(read(&bytes).ok(), read_by_other_crate(&bytes));
        match read(&bytes) {
            // Each number has one encoding, so writing restores the bytes.
            Ok((pairs, payload)) => {
                let marker: &[u8] = if payload.is_empty() { b"" } else { b"\xff" };
                prop_assert_eq!([&write(&pairs), marker, payload].concat(), bytes);
            }
            Err((_, offset)) => prop_assert!(offset < bytes.len()),
        }
    }
}

#[test]
fn the_length_of_uri_host_is_that_of_its_text() {
    let longest = ["a".repeat(85), "b".repeat(84), "c".repeat(84)].join(".");
    // RFC 7252 section 6.4 step 5: addresses as in the URI.
    let hosts = [
        "h",
        "twelve.bytes",
        "thirteen.byte",
        &longest,
        "198.51.100.1",
        "[::]",
        "[2001:db8::1]",
        "[2001:db8:1:2:3:4:5:6]",
    ];
    let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    for host in hosts {
        let uri = format!("coap://{host}");
        let cri = to_cri(&uri, Options::new(Revision::Draft16), Vec::new()).unwrap();
        let cri = cri.as_cri_ref().to_full().unwrap();
        // RFC 7252 section 3.1: 3 is the number, a length below 13 follows it, and 13 stands for a length less 13 in a byte.
        let len = u8::try_from(host.len()).unwrap();
        let head = if len < 13 { vec![0x30 | len] } else { vec![0x3d, len - 13] };
        let expected = [&head, host.as_bytes()].concat();

        let options = decompose(cri, &endpoint, Revision::Draft16).unwrap();
        let mut space = [0; 257];
        let mut writer = OptionWriter::new(&mut space);
        writer.add_all(options.clone()).unwrap();
        assert_eq!(writer.finish(), expected, "{host}");
        let mut appended = Vec::new();
        append_options(options, &mut appended).unwrap();
        assert_eq!(appended, expected, "{host}");
    }
}

#[test]
fn options_that_do_not_fit_change_no_buffer() {
    let uri = "coap://h.example:7/a//bc?d=e&";
    let cri = to_cri(uri, Options::new(Revision::Draft16), Vec::new()).unwrap();
    let cri = cri.as_cri_ref().to_full().unwrap();
    let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    let options = decompose(cri, &endpoint, Revision::Draft16).unwrap();
    for len in 1..20 {
        let mut space = [0; 20];
        let mut buffer = SliceBuffer::new(&mut space[..len]);
        buffer.push_bytes(b"x").unwrap();
        append_options(options.clone(), &mut buffer).unwrap_err();
        assert_eq!(buffer.as_slice(), b"x");
    }
}
