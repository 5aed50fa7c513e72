//! The end of a program that panics. The library has one, because it does not have the standard library.

use core::panic::PanicInfo;

/// Stops. No function of this library reaches it, so the static library does not contain it.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
