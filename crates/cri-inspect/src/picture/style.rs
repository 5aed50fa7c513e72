//! Style sheets in the colours of the sections.

use core::fmt;

use crate::color::{Color, Colors};
use crate::section::Section;

/// The style sheet of an SVG document.
pub(super) struct Svg;

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(concat!("\n", include_str!("svg.css")))?;
        shades(f, |colors| colors.light)?;
        f.write_str("@media (prefers-color-scheme: dark) {\n")?;
        shades(f, |colors| colors.dark)?;
        f.write_str("}\n")
    }
}

/// The rules for one colour scheme.
fn shades(f: &mut fmt::Formatter<'_>, shade: impl Fn(Colors) -> Color) -> fmt::Result {
    writeln!(f, "text {{ fill: {} }}", shade(Colors::TEXT))?;
    writeln!(f, ".page {{ fill: {}; stroke: {} }}", shade(Colors::PAGE), shade(Colors::LINE))?;
    writeln!(f, ".small, .label, .type, .offset, .faint {{ fill: {} }}", shade(Colors::FAINT))?;
    writeln!(f, ".line {{ stroke: {} }}", shade(Colors::LINE))?;
    writeln!(f, ".error {{ fill: {} }}", shade(Colors::ERROR))?;
    writeln!(f, ".bar, .frame {{ stroke: {} }}", shade(Colors::ERROR))?;
    for section in Section::ALL {
        writeln!(f, ".{section} {{ fill: {} }}", shade(section.fill()))?;
    }
    Ok(())
}

/// The style sheet of an HTML page.
pub(super) struct Html;

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(concat!("\n", include_str!("page.css")))?;
        f.write_str(":root {\n")?;
        properties(f, |colors| colors.light)?;
        f.write_str("}\n@media (prefers-color-scheme: dark) { :root {\n")?;
        properties(f, |colors| colors.dark)?;
        f.write_str("} }\n")?;
        Section::ALL
            .into_iter()
            .try_for_each(|section| writeln!(f, ".{section} {{ background: var(--{section}) }}"))
    }
}

/// The colours of one colour scheme, as properties.
fn properties(f: &mut fmt::Formatter<'_>, shade: impl Fn(Colors) -> Color) -> fmt::Result {
    for (name, colors) in Colors::NAMED {
        writeln!(f, "--{name}: {};", shade(colors))?;
    }
    Section::ALL
        .into_iter()
        .try_for_each(|section| writeln!(f, "--{section}: {};", shade(section.fill())))
}
