//! The colours of a picture, on a light and on a dark page.

use core::fmt;

/// A colour: red, green and blue, each in eight bits.
///
/// ```
/// assert_eq!(cri_inspect::Color(0x1f2328).to_string(), "#1f2328");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub u32);

/// Shows the colour as CSS and SVG write it.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// A pair of colours: one for a light page, and one for a dark page.
///
/// ```
/// use cri_inspect::Colors;
///
/// assert_eq!(Colors::PAGE.light.to_string(), "#ffffff");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colors {
    /// The colour on a light page.
    pub light: Color,
    /// The colour on a dark page.
    pub dark: Color,
}

impl Colors {
    /// The background of the page.
    pub const PAGE: Self = Self::new([0xffffff, 0x0d1117]);
    /// Text, on the page and on the [fill](crate::Section::fill) of a section.
    pub const TEXT: Self = Self::new([0x1f2328, 0xf0f6fc]);
    /// Less important text, on the page.
    pub const FAINT: Self = Self::new([0x59636e, 0x9198a1]);
    /// Lines, on the page.
    pub const LINE: Self = Self::new([0xd1d9e0, 0x3d444d]);
    /// Text about an error, on the page.
    pub const ERROR: Self = Self::new([0xb3261e, 0xff7b72]);
    /// The colours that belong to no section, with names that suit CSS.
    pub const NAMED: [(&str, Self); 5] = [
        ("page", Self::PAGE),
        ("text", Self::TEXT),
        ("faint", Self::FAINT),
        ("line", Self::LINE),
        ("error", Self::ERROR),
    ];

    pub(crate) const fn new([light, dark]: [u32; 2]) -> Self {
        Self { light: Color(light), dark: Color(dark) }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::Color;

    /// The relative luminance of a colour (WCAG 2.2).
    fn luminance(Color(rgb): Color) -> f64 {
        let [_, red, green, blue] = rgb.to_be_bytes().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio of two colours (WCAG 2.2), which is 1 to 21.
    pub(crate) fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn black_on_white_has_the_highest_contrast() {
        assert!((contrast(Color(0), Color(0xff_ffff)) - 21.0).abs() < 1e-9);
        // An example that is just readable.
        assert!((contrast(Color(0x76_7676), Color(0xff_ffff)) - 4.54).abs() < 0.01);
    }
}
