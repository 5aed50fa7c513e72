//! The ratios as a picture, for light and dark backgrounds.

use std::fmt::Write as _;

use crate::ratios::Measured;
use crate::row::Row;

/// The picture without its bars, which are filled in.
const PICTURE: &str = include_str!("figure.svg");
/// The bars begin at `LEFT`; the longest may end at `RIGHT`.
const LEFT: f64 = 210.0;
const RIGHT: f64 = 780.0;
/// The right edge of the printed ratios.
const FIGURES: f64 = 844.0;
const TOP: f64 = 84.0;
/// The distance from one row of two bars to the next.
const PITCH: f64 = 46.0;
const BAR: f64 = 14.0;

/// Draws two bars per row: one for the corpus, one for unpredictable inputs.
pub(crate) fn draw(measured: &[Measured]) -> String {
    let find = |row, work| measured.iter().find(|it| it.row == row && it.work == work);
    let rows = Row::ALL.into_iter().filter(|row| find(*row, "corpus").is_some());
    let most = measured.iter().map(Measured::ratio).fold(1.0, f64::max).ceil();
    let x = |ratio: f64| LEFT + ratio / most * (RIGHT - LEFT);
    let bottom = TOP + PITCH * rows.clone().count() as f64;

    let mut svg = String::new();
    for ratio in 0..=most as u32 {
        let (x, class) = (x(f64::from(ratio)), if ratio == 1 { "peer" } else { "grid" });
        let (top, y) = (TOP - 6.0, bottom + 18.0);
        let label = if ratio == 1 { "1 = peer".to_owned() } else { ratio.to_string() };
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{x:.1} {top:.1}V{bottom:.1}\"/>\n\
             <text class=\"dim\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>"
        );
    }
    for (at, row) in rows.enumerate() {
        let y = TOP + PITCH * at as f64;
        let (end, middle, title) = (LEFT - 12.0, y + BAR + 5.0, &row.about().title);
        let _ =
            writeln!(svg, "<text x=\"{end}\" y=\"{middle:.1}\" text-anchor=\"end\">{title}</text>");
        for (work, y) in [("corpus", y), ("unpredictable", y + BAR + 2.0)] {
            let Some(ratio) = find(row, work).map(Measured::ratio) else { continue };
            let (width, baseline) = (x(ratio) - LEFT, y + BAR - 3.0);
            let _ = writeln!(
                svg,
                "<rect class=\"{work}\" x=\"{LEFT}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BAR}\" rx=\"2\"/>\n\
                 <text class=\"value\" x=\"{FIGURES}\" y=\"{baseline:.1}\" text-anchor=\"end\">{ratio:.2}</text>"
            );
        }
    }
    PICTURE.replace("{height}", &(bottom + 34.0).to_string()).replace("{bars}", &svg)
}
