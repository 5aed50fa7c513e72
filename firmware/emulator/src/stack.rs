//! How deep the stack goes: what lies below it is painted first, and what lost its paint was used.

use core::arch::asm;
use core::ptr;

use cri_footprint::{Probe, Work};

const PAINT: u32 = 0xc5a3_5ac3;
/// Bytes that are painted. A depth of as many is one of at least as many.
pub const PAINTED: u32 = 32 * 1024;

/// Whether the probe succeeded, and the bytes of stack that it used, its own included.
#[inline(never)]
pub fn measure(probe: Probe, work: &mut Work<'_>) -> (bool, u32) {
    let (succeeded, bottom, top): (u32, u32, u32);
    // SAFETY: what lies below the stack pointer is nobody's, there is that much of it, and no interrupt is enabled.
    // The probe is called as its ABI wants it, one pointer in, one boolean out.
    unsafe {
        asm!(
            "mov r5, sp",
            "sub r4, r5, r8",
            "mov r1, r4",
            "2: str r2, [r1], #4",
            "cmp r1, r5",
            "blo 2b",
            "blx r9",
            inout("r0") ptr::from_mut(work) => succeeded,
            in("r2") PAINT,
            in("r8") PAINTED,
            in("r9") probe,
            out("r4") bottom,
            out("r5") top,
            clobber_abi("C"),
        );
    }
    let mut at = bottom;
    // SAFETY: this reads what was painted.
    while at < top && unsafe { ptr::read_volatile(at as *const u32) } == PAINT {
        at += 4;
    }
    (succeeded & 0xff != 0, top - at)
}
