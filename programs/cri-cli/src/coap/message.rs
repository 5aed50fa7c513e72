//! What precedes the options in a message: header and token.

use cri_coap::Transport;

use crate::failure::Failure;

/// The offset of the options in a message by this transport (RFC 7252 section 3, and RFC 8323 sections 3.2 and 4.2, with the
/// long tokens of RFC 8974).
pub(crate) fn after_token(message: &[u8], transport: Transport) -> Result<usize, Failure> {
    let byte = |at: usize| {
        message
            .get(at)
            .copied()
            .ok_or_else(|| wrong(message.len(), "the message is cut off in its header or token"))
    };
    let first = byte(0)?;
    let (code, after) = match transport {
        Transport::Coap | Transport::Coaps => {
            if first >> 6 != 1 {
                let advice = "a message begins with 0x40 to 0x7f; without header and token, leave out --message";
                return Err(wrong(
                    0,
                    &format!("the version of CoAP is {}, and not 1; {advice}", first >> 6),
                ));
            }
            (1, 4)
        }
        // The first byte has the length of options and payload, which more bytes may follow. Over WebSockets it is 0.
        _ => {
            let more = match first >> 4 {
                13 => 1,
                14 => 2,
                15 => 4,
                _ => 0,
            };
            (1 + more, 2 + more)
        }
    };
    let found = byte(code)?;
    if !(0x01..=0x1f).contains(&found) {
        let (class, detail) = (found >> 5, found & 0x1f);
        let message = format!(
            "the code {class}.{detail:02} is not that of a request; only a request names a resource"
        );
        return Err(wrong(code, &message));
    }
    let (more, token) = match first & 0xf {
        len @ 0..=8 => (0, len.into()),
        13 => (1, 13 + usize::from(byte(after)?)),
        14 => (2, 269 + usize::from(u16::from_be_bytes([byte(after)?, byte(after + 1)?]))),
        len => {
            return Err(wrong(
                0,
                &format!(
                    "the token length is {len}, which is reserved; it must be 0 to 8, 13 or 14"
                ),
            ));
        }
    };
    let end = after + more + token;
    if end > message.len() {
        byte(end)?;
    }
    // RFC 8323 section 3.2: the length of options and payload, in the first byte and those after it.
    let tail = |len: usize| {
        (1..=len).try_fold(0, |sum: usize, at| Ok::<_, Failure>(sum << 8 | usize::from(byte(at)?)))
    };
    let declared = match (transport, first >> 4) {
        (Transport::Coap | Transport::Coaps, _) | (Transport::CoapWs | Transport::CoapsWs, 0) => {
            None
        }
        (Transport::CoapWs | Transport::CoapsWs, _) => {
            let message = "the length in the header is not 0, as it is over WebSockets";
            return Err(wrong(0, message));
        }
        (_, 13) => Some(13 + tail(1)?),
        (_, 14) => Some(269 + tail(2)?),
        (_, 15) => Some(65_805 + tail(4)?),
        (_, len) => Some(len.into()),
    };
    let found = message.len() - end;
    if let Some(declared) = declared.filter(|declared| *declared != found) {
        let message = format!(
            "the header announces {declared} bytes of options and payload, and {found} follow; write one whole message"
        );
        return Err(wrong(0, &message));
    }
    Ok(end)
}

fn wrong(at: usize, message: &str) -> Failure {
    Failure::new("invalid-message", message).at(at).in_text()
}
