//! Measures the depth of the stack: the memory below it is painted first, and the used part has lost its paint.

use core::arch::asm;
use core::ptr;

use cri_footprint::{Probe, Work};

const PAINT: u32 = 0xc5a3_5ac3;
/// The number of painted bytes. A measured depth of this size means this size or more.
pub const PAINTED: u32 = 32 * 1024;

/// Calls the probe. Returns whether it succeeded, and the bytes of stack that it used.
#[inline(never)]
pub fn measure(probe: Probe, work: &mut Work<'_>) -> (bool, u32) {
    let (succeeded, bottom, top): (u32, u32, u32);
    // SAFETY: nothing uses the memory below the stack pointer, the memory is larger than the painted part, and no interrupt
    // is enabled. The call follows the ABI: one pointer in, one boolean out.
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
    // SAFETY: the address lies in the painted memory.
    while at < top && unsafe { ptr::read_volatile(at as *const u32) } == PAINT {
        at += 4;
    }
    (succeeded & 0xff != 0, top - at)
}
