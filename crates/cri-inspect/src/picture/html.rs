//! A picture as an article of an HTML page.

use core::fmt::{self, Write};

use crate::item::Item;
use crate::picture::rows::{COLUMNS, Excerpt, Row, Rows};
use crate::picture::style::Html;
use crate::picture::subject::{Heading, Mistake, Picture};
use crate::picture::words::{Caption, Count, ErrorAt, beginning};
use crate::uri_parts::uri_parts;
use crate::xml::Escape;

/// How many bytes of a URI are shown.
const MAX_URI: usize = 400;

/// Writes the start of a page for [articles](crate::Picture::write_html).
///
/// # Errors
///
/// Those of `output`.
pub fn start_page(output: &mut impl Write) -> fmt::Result {
    write!(
        output,
        "<!DOCTYPE html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>CRIs, byte by byte</title>\n\
         <style>{Html}</style>\n\
         </head>\n\
         <body>\n\
         <main>\n\
         <h1>CRIs, byte by byte</h1>\n"
    )
}

/// Writes the end of a page.
///
/// # Errors
///
/// Those of `output`.
pub fn end_page(output: &mut impl Write) -> fmt::Result {
    output.write_str("</main>\n</body>\n</html>\n")
}

/// Writes an article of a page about text that has no bytes to draw: the text, and a message that says why.
///
/// ```
/// let mut article = String::new();
/// cri_inspect::write_failure("coap://<", "'<' cannot stand in a host", &mut article)?;
/// assert!(article.contains("coap://&lt;"));
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
///
/// Those of `output`.
pub fn write_failure(text: &str, message: &str, output: &mut impl Write) -> fmt::Result {
    output.write_str("<article>\n<h2>")?;
    write!(Escape(output), "{}", beginning(text))?;
    output.write_str("</h2>\n<p class=\"error\">error: ")?;
    Escape(output).write_str(message)?;
    output.write_str("</p>\n</article>\n")
}

/// Writes the article with this number.
pub(super) fn write(picture: &Picture<'_>, number: usize, output: &mut impl Write) -> fmt::Result {
    writeln!(output, "<article aria-labelledby=\"cri-{number}\">")?;
    heading(picture, number, output)?;
    writeln!(output, "<p class=\"dump\" aria-label=\"bytes\">")?;
    for row in Rows::of(picture) {
        if let Row::Item(shown) = row {
            dump(&shown, number, output)?;
        }
    }
    let [offset, bytes, kind, meaning] = COLUMNS;
    write!(
        output,
        "</p>\n<table>\n<thead><tr><th class=\"offset\" scope=\"col\">{offset}</th><th scope=\"col\">{bytes}</th>\
         <th class=\"type\" scope=\"col\">{kind}</th><th scope=\"col\">{meaning}</th></tr></thead>\n<tbody>\n",
    )?;
    for row in Rows::of(picture) {
        match row {
            Row::Item(shown) => item(&shown, number, output)?,
            Row::Rest(rest) => {
                let offset = rest.offset;
                writeln!(
                    output,
                    "<tr><td class=\"offset\">{offset}</td><td colspan=\"3\">… {rest}</td></tr>"
                )?;
            }
            Row::Mistake(Mistake { offset, message }) => {
                write!(output, "<tr class=\"error\"><td colspan=\"4\">{}", ErrorAt(offset))?;
                Escape(output).write_str(message)?;
                output.write_str("</td></tr>\n")?;
            }
        }
    }
    output.write_str("</tbody>\n</table>\n</article>\n")
}

/// Writes what stands above the bytes.
fn heading(picture: &Picture<'_>, number: usize, output: &mut impl Write) -> fmt::Result {
    write!(output, "<h2 id=\"cri-{number}\">")?;
    match picture.heading {
        Heading::Uri(uri) => {
            let mut left = MAX_URI;
            for (section, text) in uri_parts(uri) {
                // A URI reference is ASCII.
                let shown = text.get(..left).unwrap_or(text);
                left = left.saturating_sub(shown.len());
                write!(output, "<span class=\"{section}\" title=\"{section}\">")?;
                Escape(output).write_str(shown)?;
                output.write_str(if shown.len() < text.len() {
                    "…</span>"
                } else {
                    "</span>"
                })?;
                if shown.len() < text.len() {
                    break;
                }
            }
        }
        Heading::Text(title) => write!(Escape(output), "{}", beginning(title))?,
    }
    writeln!(output, "</h2>\n<p class=\"small\">{}</p>", Caption(picture))
}

/// Writes the bytes of an item, which lead to its row and show its meaning.
fn dump(shown: &Excerpt<'_>, number: usize, output: &mut impl Write) -> fmt::Result {
    let Item { offset, kind, .. } = shown.item;
    write!(output, "<a class=\"{}\" href=\"#cri-{number}-{offset}\">", shown.item.section())?;
    digits(shown, output)?;
    write!(output, "<span class=\"tip\" role=\"tooltip\">byte {offset}: ")?;
    write!(Escape(output), "{}", shown.meaning())?;
    if let Some(kind) = kind {
        write!(output, " ({kind})")?;
    }
    output.write_str("</span></a>\n")
}

/// Writes the row of an item.
fn item(shown: &Excerpt<'_>, number: usize, output: &mut impl Write) -> fmt::Result {
    let item = &shown.item;
    let Item { offset, depth, opens, .. } = *item;
    write!(
        output,
        "<tr id=\"cri-{number}-{offset}\"><td class=\"offset\">{offset}</td>\
         <td class=\"bytes\"><code class=\"{}\">",
        item.section()
    )?;
    digits(shown, output)?;
    output.write_str("</code>")?;
    if shown.left_out > 0 {
        write!(output, " <span class=\"small\">… {} not shown</span>", Count(shown.left_out))?;
    }
    output.write_str("</td><td class=\"type\">")?;
    if let Some(kind) = item.kind {
        write!(output, "{kind}")?;
    }
    write!(output, "</td><td class=\"meaning{}\">", if opens { " opens" } else { "" })?;
    let levels = depth.saturating_sub(1);
    (0..levels).try_for_each(|_| output.write_str("<span class=\"nested\">"))?;
    write!(Escape(output), "{}", shown.meaning())?;
    (0..levels).try_for_each(|_| output.write_str("</span>"))?;
    output.write_str("</td></tr>\n")
}

/// Writes the digits of an item. Its head is bold, and a wrong byte is marked.
fn digits(shown: &Excerpt<'_>, output: &mut impl Write) -> fmt::Result {
    let head_len = shown.item.head.len();
    for (at, byte) in shown.item.head.iter().chain(shown.body).enumerate() {
        if at > 0 {
            output.write_char(' ')?;
        }
        let (start, end) = if at < head_len { ("<b>", "</b>") } else { ("", "") };
        let (mark, unmark) = if shown.wrong == Some(at) { ("<mark>", "</mark>") } else { ("", "") };
        write!(output, "{start}{mark}{byte:02x}{unmark}{end}")?;
    }
    Ok(())
}
