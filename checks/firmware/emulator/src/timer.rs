//! Counts time with the processor's own timer. Under `-icount` the timer advances only with executed instructions.

use core::arch::asm;
use core::ptr;

/// SysTick (ARMv7-M Architecture Reference Manual, section B3.3).
const CONTROL: *mut u32 = 0xe000_e010 as *mut u32;
const RELOAD: *mut u32 = 0xe000_e014 as *mut u32;
const CURRENT: *mut u32 = 0xe000_e018 as *mut u32;
/// The timer counts down with the processor's clock.
const ENABLED: u32 = 0b101;
/// The timer has 24 bits.
const MAX: u32 = 0xff_ffff;

/// The ticks that `work` takes, which must be fewer than `MAX`.
#[inline(always)]
pub fn ticks(work: impl FnOnce()) -> u32 {
    // SAFETY: every Cortex-M has these registers, and nothing else in this program uses them.
    unsafe {
        ptr::write_volatile(RELOAD, MAX);
        ptr::write_volatile(CURRENT, 0);
        ptr::write_volatile(CONTROL, ENABLED);
        let start = ptr::read_volatile(CURRENT);
        work();
        start.wrapping_sub(ptr::read_volatile(CURRENT)) & MAX
    }
}

/// Returns a known number of instructions and the ticks that they take.
#[inline(never)]
pub fn calibrate() -> (u32, u32) {
    const ROUNDS: u32 = 4_000_000;
    let ticks = ticks(|| {
        // SAFETY: the loop of two instructions uses only its own register.
        unsafe {
            asm!("2: subs {0}, {0}, #1", "bne 2b", inout(reg) ROUNDS => _, options(nomem, nostack));
        }
    });
    (2 * ROUNDS, ticks)
}
