//! Comparing what was measured with the limits, and with `benches/footprint.toml`.

use super::probes::{FLASH, HEAP, MEAN, Measured, PANICS, RAM, STACK};
use super::record::{Record, grouped};

/// A figure may exceed the record by this many per cent.
const MARGIN: u64 = 3;

/// The most that a probe may take. `""` stands for each of our own probes in Rust.
const LIMITS: [(&str, &str, u64); 6] = [
    ("decode-resolve-iterate", FLASH, 3_450),
    ("decode-resolve-iterate-options", FLASH, 5_150),
    ("uri-to-cri-and-back", FLASH, 11_500),
    ("decode", MEAN, 800),
    ("decode-resolve-encode", STACK, 512),
    ("", STACK, 656),
];

/// What no probe of ours has, in Rust or in C.
const NONE: [&str; 3] = [PANICS, RAM, HEAP];

/// A probe, and one that it must not exceed: a literal costs no flash beyond the bytes of its CRI.
const NOT_LARGER: [&str; 2] = ["literal", "bytes"];

/// An error with these problems, if there are any.
pub(super) fn fail(problems: &[String]) -> Result<(), String> {
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Where one of our own probes in Rust exceeds its limit.
pub(super) fn exceeded(ours: &[Measured]) -> Vec<String> {
    let mut problems = wasteful(ours);
    for (probe, figure, limit) in LIMITS {
        let of_limit = ours.iter().filter(|one| probe.is_empty() || one.name == probe);
        problems.extend(of_limit.flat_map(|one| above(one, figure, limit)));
    }
    let flash = |name| ours.iter().find(|one| one.name == name).map(|one| one.image.flash);
    if let [Some(found), Some(limit)] = NOT_LARGER.map(flash)
        && found > limit
    {
        let [name, other] = NOT_LARGER;
        problems.push(format!("{name}: {found} {FLASH}, and {other} takes {limit}"));
    }
    problems
}

/// The limits that no probe has. A renamed probe would have none.
pub(super) fn without_probe(ours: &[Measured]) -> Vec<String> {
    let limited = LIMITS.iter().map(|(probe, ..)| *probe).chain(NOT_LARGER);
    limited
        .filter(|probe| !probe.is_empty() && ours.iter().all(|one| one.name != *probe))
        .map(|probe| format!("the task limits the probe {probe}, and probes.toml does not have it"))
        .collect()
}

/// Where a probe has static memory, a heap or a panic.
pub(super) fn wasteful(measured: &[Measured]) -> Vec<String> {
    measured.iter().flat_map(|one| NONE.iter().flat_map(|figure| above(one, figure, 0))).collect()
}

fn above(measured: &Measured, figure: &str, limit: u64) -> Option<String> {
    let (_, found) = measured.figures().into_iter().find(|(what, _)| *what == figure)?;
    let found = found.filter(|found| *found > limit).map(grouped)?;
    Some(format!("{}: {found} {figure}, the limit is {}", measured.name, grouped(limit)))
}

/// Where a probe takes more than the record says, or the record says nothing.
pub(super) fn grown(record: &Record, measured: &[Measured]) -> Vec<String> {
    let grown = |measured: &Measured| {
        let name = &measured.name;
        let Some(held) = record.probes.get(name) else {
            return vec![format!(
                "benches/footprint.toml has no probe {name}; `cargo xtask footprint` writes it"
            )];
        };
        let figures = measured.figures().into_iter().zip(held.figures());
        let more = figures.filter_map(|((figure, now), (_, before))| {
            let now = now?;
            let Some(before) = before else {
                return Some(format!("benches/footprint.toml has no {figure} of the probe {name}"));
            };
            (now * 100 > before * (100 + MARGIN)).then(|| {
                let (now, before) = (grouped(now), grouped(before));
                format!(
                    "{name}: {now} {figure}, over {MARGIN} % more than the {before} of the record"
                )
            })
        });
        more.collect()
    };
    measured.iter().flat_map(grown).collect()
}

#[cfg(test)]
mod tests {
    use super::super::emulator::Run;
    use super::super::image::Image;
    use super::*;

    fn probe(name: &str, flash: u64) -> Measured {
        let image = Image { flash, ..Image::default() };
        Measured { name: name.into(), image, run: None }
    }

    fn record(flash: u64) -> Record {
        let mut record = Record::read().expect("a record");
        record.add(vec![probe("decode", flash)]);
        record
    }

    #[test]
    fn a_figure_may_grow_by_the_margin() {
        assert_eq!(grown(&record(1000), &[probe("decode", 1030)]), [""; 0]);
        assert_eq!(
            grown(&record(1000), &[probe("decode", 1031)]),
            ["decode: 1,031 bytes of flash, over 3 % more than the 1,000 of the record"]
        );
        assert_eq!(grown(&record(1000), &[probe("new", 1)]).len(), 1);
        let run = Some(Run { stack: 1, heap: 0, mean: 1, most: 1 });
        let measured = [Measured { run, ..probe("decode", 1000) }];
        assert_eq!(
            grown(&record(1000), &measured)[0],
            "benches/footprint.toml has no bytes of heap of the probe decode"
        );
    }

    #[test]
    fn a_literal_takes_no_more_than_its_bytes() {
        assert_eq!(exceeded(&[probe("bytes", 61), probe("literal", 61)]), [""; 0]);
        assert_eq!(
            exceeded(&[probe("bytes", 61), probe("literal", 62)]),
            ["literal: 62 bytes of flash, and bytes takes 61"]
        );
    }

    #[test]
    fn a_limit_needs_its_probe() {
        let limited = LIMITS.iter().map(|(name, ..)| *name).chain(NOT_LARGER);
        let all: Vec<_> = limited.map(|name| probe(name, 1)).collect();
        assert_eq!(without_probe(&all), [""; 0]);
        assert_eq!(
            without_probe(&all[1..]),
            ["the task limits the probe decode-resolve-iterate, and probes.toml does not have it"]
        );
    }

    #[test]
    fn limits_hold() {
        let name = "decode-resolve-iterate-options";
        assert_eq!(exceeded(&[probe(name, 5_150)]), [""; 0]);
        assert_eq!(
            exceeded(&[probe(name, 5_151)]),
            ["decode-resolve-iterate-options: 5,151 bytes of flash, the limit is 5,150"]
        );
        let mut panics = probe("decode", 1);
        panics.image.panics.push("core::panicking::panic".into());
        assert_eq!(exceeded(&[panics]), ["decode: 1 panics, the limit is 0"]);
    }
}
