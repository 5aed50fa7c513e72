//! What is measured of a probe.

use super::emulator::Run;

/// The figures of one probe.
pub(super) struct Measured {
    pub(super) name: &'static str,
    /// What the probe does, for readers of the report.
    pub(super) does: &'static str,
    /// Bytes of .text and .rodata.
    pub(super) code: u64,
    /// Bytes of .data and .bss.
    pub(super) ram: u64,
    /// Names of the functions that panic.
    pub(super) panics: Vec<String>,
    /// What the emulator measured, if there is one.
    pub(super) run: Option<Run>,
}

/// A kind of figure: a column of the report.
#[derive(Clone, Copy)]
pub(super) enum Figure {
    Flash,
    Panics,
    Ram,
    Heap,
    Stack,
    Mean,
    Most,
}

impl Figure {
    /// All figures, in the order of the report's columns.
    pub(super) const ALL: [Self; 7] =
        [Self::Flash, Self::Panics, Self::Ram, Self::Heap, Self::Stack, Self::Mean, Self::Most];

    /// The figure of a probe; `None` if no emulator measured it.
    pub(super) fn of(self, measured: &Measured) -> Option<u64> {
        Some(match self {
            Self::Flash => measured.code,
            Self::Panics => measured.panics.len() as u64,
            Self::Ram => measured.ram,
            Self::Heap => measured.run?.heap,
            Self::Stack => measured.run?.stack,
            Self::Mean => measured.run?.mean,
            Self::Most => measured.run?.most,
        })
    }

    /// The figure as a table shows it.
    pub(super) fn cell(self, measured: &Measured) -> String {
        self.of(measured).map(grouped).unwrap_or_default()
    }

    /// The unit, as it follows a number.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::Flash => "bytes of flash",
            Self::Panics => "panics",
            Self::Ram => "bytes of static RAM",
            Self::Heap => "bytes of heap",
            Self::Stack => "bytes of stack",
            Self::Mean => "instructions",
            Self::Most => "instructions at most",
        }
    }
}

/// A number with commas between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
