use core::alloc::{GlobalAlloc, Layout};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that the heap has.
const LEN: usize = 16 * 1024;

/// In a section of its own, so that it does not count as what an operation keeps in static RAM.
#[unsafe(link_section = ".heap")]
static mut ARENA: [u64; LEN / 8] = [0; LEN / 8];
/// Bytes that were given; the harness sets it to 0 before each call.
#[unsafe(link_section = ".heap")]
pub static USED: AtomicUsize = AtomicUsize::new(0);

/// The smallest allocator there is, for the peers that need one: it gives bytes, and takes none back.
pub struct Heap;

// SAFETY: what is given lies in the arena, does not overlap, and is aligned: the arena is for 8 bytes.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.load(Ordering::Relaxed);
        let start = used.wrapping_add(layout.align() - 1) & !(layout.align() - 1);
        if layout.align() > 8 || layout.size() > LEN || start > LEN - layout.size() {
            return ptr::null_mut();
        }
        USED.store(start + layout.size(), Ordering::Relaxed);
        // SAFETY: the sum is within the arena, by the check above.
        unsafe { (&raw mut ARENA).cast::<u8>().add(start) }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
