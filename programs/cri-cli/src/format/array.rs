//! The bytes of CBOR as an array in C: `{0x82, 0x20, 0x81, 0x61, 0x68}`. Arrays in square brackets are read, too.

use std::ops::Range;

use crate::failure::Failure;

/// Whether a text begins with a byte in an array in C, perhaps with its declaration.
pub(crate) fn is_array(text: &str) -> bool {
    let inside = value(text).strip_prefix('{').unwrap_or_default();
    inside.trim_ascii_start().starts_with("0x")
}

/// The array without its declaration, and without the semicolon after it.
fn value(text: &str) -> &str {
    let text = text.trim_ascii();
    let text = text.strip_suffix(';').unwrap_or(text).trim_ascii_end();
    match text.split_once('=') {
        // An option in a line has a colon.
        Some((name, value)) if name.trim_ascii_end().ends_with(']') && !name.contains(':') => {
            value.trim_ascii()
        }
        _ => text,
    }
}

/// Appends the bytes as an array, whose declaration the program in C has.
pub(crate) fn write(bytes: &[u8], output: &mut Vec<u8>) {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
    output.extend_from_slice(format!("{{{}}}\n", bytes.join(", ")).as_bytes());
}

/// Reads an array. Each byte has two digits, as [`write()`] writes it.
pub(crate) fn read(text: &str) -> Result<Vec<u8>, Failure> {
    let byte = |item: Range<usize>| {
        let written = &text[item.clone()];
        let digits = written.strip_prefix("0x").filter(|digits| digits.len() == 2);
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        byte.ok_or_else(|| {
            let message = "this is not a byte of an array in C; a byte is 0x and two hex digits, as in {0x82, 0x20}";
            Failure::new("invalid-c", message).at(item.start).in_text()
        })
    };
    items(text).map(byte).collect()
}

/// The range in the text of the byte at `offset`. The end of the text, if it is not there.
pub(crate) fn locate(text: &str, offset: usize) -> Range<usize> {
    items(text).nth(offset).unwrap_or(text.len()..text.len() + 1)
}

/// The ranges in the text of the bytes of an array.
fn items(text: &str) -> impl Iterator<Item = Range<usize>> {
    let inside = value(text);
    let between = |open, close| inside.strip_prefix(open)?.strip_suffix(close);
    let inside = between('{', '}').or_else(|| between('[', ']')).unwrap_or(inside);
    let inside = inside.trim_ascii();
    // C allows a comma after the last byte.
    let inside = inside.strip_suffix(',').filter(|bytes| !bytes.is_empty()).unwrap_or(inside);
    inside.split(',').map(str::trim_ascii).map(move |item| {
        let start = item.as_ptr().addr() - text.as_ptr().addr();
        start..start + item.len()
    })
}

#[cfg(test)]
mod tests {
    use super::{is_array, locate, read};

    #[test]
    fn arrays_are_read_as_programs_in_c_have_them() {
        for text in [
            "{0x82,0x20}",
            "{ 0x82, 0x20 }",
            " {\t0x82 ,0x20 ,\t} ",
            "{0x82, 0x20};",
            "{0x82, 0x20} ;\n",
            "uint8_t cri[] = { 0x82, 0x20 };",
            "static const uint8_t cri[2]={0x82,0x20};",
        ] {
            assert_eq!(read(text).expect(text), [0x82, 0x20]);
            assert!(is_array(text), "{text}");
            assert_eq!(text.get(locate(text, 1)), Some("0x20"), "{text}");
        }
        for text in [
            "{0x82,,0x20}",
            "{0x82;0x20}",
            "{,}",
            "{}",
            "a=b",
            "= {1}",
            "0x82;0x20",
            "{0x82}}",
            ";",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        for text in [
            "{\"cri\":\"0x82\"}",
            "{}",
            "[0x82]",
            "0x82",
            "Uri-Query: a={0x82}",
            "Uri-Query: a[]={0x82}",
        ] {
            assert!(!is_array(text), "{text}");
        }
    }
}
