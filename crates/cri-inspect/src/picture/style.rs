//! Style sheets in the colours of the sections.

use core::fmt;

use crate::color::{Color, Colors};
use crate::section::Section;

/// The style sheet of an SVG document.
pub(super) struct Svg;

pub(super) const SVG: Svg = Svg;

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "\n\
             text { font: 14px ui-monospace, monospace }\n\
             .uri { font-size: 18px }\n\
             .title { font-size: 16px; font-weight: 600 }\n\
             .head { font-weight: 700 }\n\
             .heading { font-weight: 600 }\n\
             .type, .offset { font-size: 12px }\n\
             .small { font: 13px system-ui, sans-serif }\n\
             .label { font: 11px system-ui, sans-serif }\n\
             .offset, .end { text-anchor: end }\n\
             .line, .bar, .frame { fill: none }\n\
             .bar { stroke-width: 3px }\n\
             .frame { stroke-width: 2px }\n",
        )?;
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

pub(super) const HTML: Html = Html;

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "\n\
             :root { color-scheme: light dark }\n\
             body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: var(--page); color: var(--text) }\n\
             main { max-width: 46rem; margin: 0 auto; padding: 1rem 1rem 4rem }\n\
             article { margin: 0 0 2rem; padding: 0 0 1rem; border-bottom: 1px solid var(--line) }\n\
             h1 { font-size: 1.1rem }\n\
             h2, code, .dump { font-family: ui-monospace, monospace }\n\
             h2 { font-size: 1.15rem; font-weight: 400; overflow-wrap: anywhere; line-height: 1.8 }\n\
             h2 span, .dump a, code { padding: 2px 3px; border-radius: 4px; box-decoration-break: clone; \
             -webkit-box-decoration-break: clone }\n\
             h2 .structure { padding: 2px 0; background: none; color: var(--faint) }\n\
             .small, th, .type, .offset { color: var(--faint); font-size: .85rem }\n\
             .dump { line-height: 1.9 }\n\
             .dump a { color: inherit; text-decoration: none }\n\
             .dump a:hover, .dump a:focus { outline: 2px solid var(--text) }\n\
             .tip { display: none; position: fixed; left: 0; right: 0; bottom: 0; padding: .6rem 1rem; \
             background: var(--text); color: var(--page); overflow-wrap: anywhere; max-height: 40vh; overflow: hidden }\n\
             a:hover .tip, a:focus .tip { display: block }\n\
             a:hover .tip { z-index: 1 }\n\
             table { border-collapse: collapse; width: 100% }\n\
             th { font-weight: 400; text-align: left }\n\
             th, td { padding: 3px 14px 3px 0; vertical-align: top }\n\
             .offset { text-align: right }\n\
             .bytes { min-width: 13.5rem; max-width: 13.5rem }\n\
             .meaning { width: 100%; overflow-wrap: anywhere }\n\
             .nested { display: block; padding-left: .8rem; margin-left: .2rem; border-left: 2px solid var(--line) }\n\
             .opens { font-weight: 600 }\n\
             .error { color: var(--error) }\n\
             .error td { padding-left: .6rem; border-left: 3px solid var(--error) }\n\
             mark { background: none; color: inherit; outline: 2px solid var(--error); border-radius: 2px }\n\
             tr:target { outline: 2px solid var(--text) }\n\
             @media (max-width: 40rem) {\n\
             .type { display: none }\n\
             .bytes { min-width: 6.8rem; max-width: 6.8rem }\n\
             th, td { padding-right: 9px }\n\
             }\n",
        )?;
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
    writeln!(f, "--page: {};", shade(Colors::PAGE))?;
    writeln!(f, "--text: {};", shade(Colors::TEXT))?;
    writeln!(f, "--faint: {};", shade(Colors::FAINT))?;
    writeln!(f, "--line: {};", shade(Colors::LINE))?;
    writeln!(f, "--error: {};", shade(Colors::ERROR))?;
    Section::ALL
        .into_iter()
        .try_for_each(|section| writeln!(f, "--{section}: {};", shade(section.fill())))
}
