//! Services of the emulator: writing text and ending the program (Arm semihosting, version 3).

use core::arch::asm;
use core::fmt::Write;

use cri_footprint::Sink;

const SYS_WRITE0: u32 = 0x04;
const SYS_EXIT: u32 = 0x18;
const APPLICATION_EXIT: u32 = 0x2_0026;
const RUN_TIME_ERROR: u32 = 0x2_0023;

/// Writes a line: a word, then numbers.
pub fn line(word: &str, numbers: &[u32]) {
    let mut space = [0; 64];
    let mut text = Sink::new(&mut space);
    let written = text.write_str(word);
    let written = numbers
        .iter()
        .fold(written, |written, number| written.and_then(|()| write!(text, " {number}")));
    // The emulator expects a zero byte at the end.
    if written.and_then(|()| text.write_str("\n\0")).is_ok() {
        call(SYS_WRITE0, text.as_bytes().as_ptr() as u32);
    }
}

/// Ends the emulation.
pub fn exit(success: bool) -> ! {
    call(SYS_EXIT, if success { APPLICATION_EXIT } else { RUN_TIME_ERROR });
    loop {
        core::hint::spin_loop();
    }
}

fn call(operation: u32, argument: u32) {
    // SAFETY: the emulator only reads, and the text ends with a zero byte.
    unsafe {
        asm!("bkpt #0xab", inout("r0") operation => _, in("r1") argument, options(nostack));
    }
}
