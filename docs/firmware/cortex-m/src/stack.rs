//! The depth of the stack. `cortex-m-rt` paints the stack before `main` runs, and the used part has lost its paint.

use core::ptr;

use cortex_m_rt::STACK_PAINT_VALUE;

unsafe extern "C" {
    /// Defined by the linker script of `cortex-m-rt`: the highest and the lowest address of the stack. Only their addresses
    /// have a meaning.
    static _stack_start: u32;
    static _stack_end: u32;
}

/// The most bytes of stack that the program has used since its start.
pub fn deepest() -> usize {
    let (top, mut at) = (&raw const _stack_start, &raw const _stack_end);
    // SAFETY: both symbols are aligned to words, and all memory between them is readable.
    while at < top && unsafe { ptr::read_volatile(at) } == STACK_PAINT_VALUE {
        at = at.wrapping_add(1);
    }
    top.addr() - at.addr()
}
