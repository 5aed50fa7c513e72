//! The ratios as a picture, for light and dark backgrounds.

use std::fmt::Write as _;

use crate::ratios::Measured;
use crate::row::Row;

const WIDTH: f64 = 860.0;
/// The bars begin at `LEFT`; the longest may end at `RIGHT`.
const LEFT: f64 = 210.0;
const RIGHT: f64 = 780.0;
/// The right edge of the printed ratios.
const FIGURES: f64 = 844.0;
const TOP: f64 = 84.0;
/// The distance from one row of two bars to the next.
const PITCH: f64 = 46.0;
const BAR: f64 = 14.0;

const STYLE: &str = "\
  text { font: 13px system-ui, 'DejaVu Sans', sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 }
  .dim { fill: #59636e; font-size: 12px }
  .value { font-size: 12px }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  .peer { stroke: #59636e; stroke-width: 1.5 }
  .corpus { fill: #0b6bcb }
  .unpredictable { fill: #7cb8f0 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .dim { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .peer { stroke: #9198a1 }
    .corpus { fill: #58a6ff }
    .unpredictable { fill: #1f5fa8 }
  }
";

/// Draws two bars per row: one for the corpus, one for unpredictable inputs.
pub(crate) fn draw(measured: &[Measured]) -> String {
    let rows: Vec<Row> =
        Row::ALL.into_iter().filter(|row| find(measured, *row, "corpus").is_some()).collect();
    let most = measured.iter().map(Measured::ratio).fold(1.0, f64::max).ceil();
    let x = |ratio: f64| LEFT + ratio / most * (RIGHT - LEFT);
    let bottom = TOP + PITCH * rows.len() as f64;
    let height = bottom + 34.0;

    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" aria-label=\"How many times as fast as the best peer\">\n\
         <style>\n{STYLE}</style>"
    );
    let _ = writeln!(
        svg,
        "<text class=\"title\" x=\"16\" y=\"26\">How many times as fast as the best peer</text>"
    );
    legend(&mut svg);
    for ratio in 0..=most as u32 {
        let (x, class) = (x(f64::from(ratio)), if ratio == 1 { "peer" } else { "grid" });
        let _ =
            writeln!(svg, "<path class=\"{class}\" d=\"M{x:.1} {:.1}V{bottom:.1}\"/>", TOP - 6.0);
        let y = bottom + 18.0;
        let label = if ratio == 1 { "1 = peer".to_owned() } else { ratio.to_string() };
        let _ = writeln!(
            svg,
            "<text class=\"dim\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>"
        );
    }
    for (at, row) in rows.into_iter().enumerate() {
        let y = TOP + PITCH * at as f64;
        let (end, middle) = (LEFT - 12.0, y + BAR + 5.0);
        let _ = writeln!(
            svg,
            "<text x=\"{end}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>",
            row.title()
        );
        for (work, y) in [("corpus", y), ("unpredictable", y + BAR + 2.0)] {
            let Some(measured) = find(measured, row, work) else { continue };
            let (ratio, baseline) = (measured.ratio(), y + BAR - 3.0);
            let width = x(ratio) - LEFT;
            let _ = writeln!(
                svg,
                "<rect class=\"{work}\" x=\"{LEFT}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BAR}\" rx=\"2\"/>"
            );
            let _ = writeln!(
                svg,
                "<text class=\"value\" x=\"{FIGURES}\" y=\"{baseline:.1}\" text-anchor=\"end\">{ratio:.2}</text>"
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String) {
    let y = 50.0;
    let _ = writeln!(
        svg,
        "<rect class=\"corpus\" x=\"16\" y=\"{:.1}\" width=\"22\" height=\"12\" rx=\"2\"/>",
        y - 10.0
    );
    let _ =
        writeln!(svg, "<text class=\"dim\" x=\"44\" y=\"{y}\">200 URIs, again and again</text>");
    let _ = writeln!(
        svg,
        "<rect class=\"unpredictable\" x=\"204\" y=\"{:.1}\" width=\"22\" height=\"12\" rx=\"2\"/>",
        y - 10.0
    );
    let _ = writeln!(
        svg,
        "<text class=\"dim\" x=\"232\" y=\"{y}\">4,000 mutations of 1 to 4 changes each</text>"
    );
}

fn find<'m>(measured: &'m [Measured], row: Row, work: &str) -> Option<&'m Measured> {
    measured.iter().find(|it| it.row == row && it.work == work)
}
