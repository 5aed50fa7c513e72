//! The name that was probably meant.

use strsim::osa_distance;

/// The name that differs from `written` in one letter: changed, missing, added, or swapped with the next. Longer names may
/// differ in two.
pub(crate) fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const SHORT: usize = 3;
    const LONG: usize = 8;
    let written = written.to_ascii_lowercase();
    let most = match written.len() {
        ..SHORT => return None,
        SHORT..LONG => 1,
        _ => 2,
    };
    let near = names.filter(|name| name.len().abs_diff(written.len()) <= most);
    let near = near.map(|name| (osa_distance(&written, name), name)).filter(|(distance, _)| *distance <= most);
    // The schemes of CoAP and the like have low numbers, and the first of several is taken.
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_typing_error_is_found() {
        let names = ["coap", "coaps", "http", "https", "mailto", "modbus+tcp"];
        for (written, meant) in [
            ("coapp", Some("coap")),
            ("cap", Some("coap")),
            ("caop", Some("coap")),
            ("HTPP", Some("http")),
            ("coapz", Some("coap")),
            ("modbustpc", Some("modbus+tcp")),
            ("co", None),
            ("gopher", None),
            ("", None),
        ] {
            assert_eq!(nearest(written, names.into_iter()), meant, "{written}");
        }
    }
}
