//! The colours of pictures, as custom properties and classes of CSS.

use std::fmt::Write;

use cri_inspect::{Color, Colors, Section};

/// Custom properties with the colours on a light and on a dark page, and the classes of the sections.
pub(crate) fn css() -> String {
    let classes: String = Section::ALL.into_iter().map(class).collect();
    let light = properties(|colors| colors.light);
    let dark = properties(|colors| colors.dark);
    format!(":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{classes}")
}

fn properties(of: impl Fn(Colors) -> Color) -> String {
    let mut css = String::new();
    let mut set = |name: &str, colors| {
        // Writing to a string never fails.
        let _ = write!(css, "--{name}:{};", of(colors));
    };
    Colors::NAMED.into_iter().for_each(|(name, colors)| set(name, colors));
    for section in Section::ALL {
        set(&format!("{section}-fill"), section.fill());
        set(&format!("{section}-ink"), section.ink());
    }
    css
}

fn class(section: Section) -> String {
    let colors = format!(
        ".piece.{section}{{color:var(--{section}-ink)}}.tile.{section}{{background:var(--{section}-fill)}}\n"
    );
    match section {
        // Brackets and delimiters mean nothing together.
        Section::Structure => colors,
        _ => format!(
            "{colors}[data-hot={section}] code>.piece.{section}{{text-decoration:underline 2px}}\n"
        ),
    }
}

#[cfg(test)]
mod tests {
    use cri_inspect::{Colors, Section};

    use super::css;

    #[test]
    fn colours_are_those_of_pictures() {
        let css = css();
        let page = Colors::PAGE;
        for color in [page.light, page.dark, Section::Path.fill().light, Section::Path.ink().dark] {
            assert!(css.contains(&color.to_string()), "{color}");
        }
    }
}
