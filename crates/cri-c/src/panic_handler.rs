//! The end of a program that panics, on machines without an operating system.

use core::panic::PanicInfo;

/// Stops. No function of this library reaches it, and the linker leaves it out.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
