//! Linear time, as a ratio.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The long input is this many times as long as the short one.
const FACTOR: usize = 16;

/// The long input may take less than this many times the time of the short one. With linear time it takes 16 times as
/// long, and with quadratic time 256 times. The margin allows for a busy machine.
const LIMIT: u32 = 64;

/// Work on the short input takes at least this long. In less time, what the system does once, such as the first touch of
/// a page of memory, can outweigh the work.
const SHORTEST: Duration = Duration::from_micros(100);

/// Asserts that `work` takes linear time: for an input of `16 * len` it takes less than 64 times the time for one of
/// `len`.
///
/// `work` gets the length of its input and makes the input itself. Only the time of its own thread counts. `len` is
/// doubled until work on it takes at least 100 microseconds.
///
/// ```
/// cri_testvectors::assert_linear("reversal", 10_000, |len| {
///     let reversed: String = "ab".repeat(len).chars().rev().collect();
///     assert!(reversed.starts_with("ba"));
/// });
/// ```
///
/// # Panics
///
/// Where the ratio is larger in each of five attempts, or work takes less time than that on 65,536 times `len`.
pub fn assert_linear<T>(context: &str, len: usize, work: impl FnMut(usize) -> T) {
    assert_ratio(context, len, work, thread_time);
}

/// Asserts that `work`, which waits for another process, takes linear time. The time of day counts.
///
/// See [`assert_linear`].
///
/// # Panics
///
/// Where the ratio is larger in each of five attempts.
pub fn assert_linear_process<T>(context: &str, len: usize, work: impl FnMut(usize) -> T) {
    let start = Instant::now();
    assert_ratio(context, len, work, || start.elapsed());
}

fn assert_ratio<T>(
    context: &str,
    len: usize,
    mut work: impl FnMut(usize) -> T,
    now: impl Fn() -> Duration,
) {
    let mut time = |len| {
        let start = now();
        black_box(work(len));
        now().saturating_sub(start)
    };
    // Other processes disturb the shortest time least. The first run also loads caches.
    let mut shortest = |runs, len| (0..runs).map(|_| time(len)).min().unwrap_or_default();
    let len = (0..=16).map(|doublings| len << doublings).find(|len| shortest(3, *len) >= SHORTEST);
    let len = len.unwrap_or_else(|| panic!("{context}: the work does not grow with its input"));
    let mut ratios = Vec::new();
    for _ in 0..5 {
        let short = shortest(3, len);
        let long = shortest(1, FACTOR * len);
        if long < short * LIMIT {
            return;
        }
        ratios.push(long.as_secs_f64() / short.as_secs_f64());
    }
    panic!("{context}: an input {FACTOR} times as long takes {ratios:.0?} times the time");
}

/// The processor time that this thread has used. On systems other than Linux, it is the time since some moment.
#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::from_secs(seconds)
        + Duration::from_nanos(u64::try_from(time.tv_nsec).unwrap_or_default())
}

#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::assert_linear;

    #[test]
    fn linear_work_passes() {
        assert_linear("sum", 20_000, |len| (0..len).fold(0_usize, |sum, n| black_box(sum ^ n)));
    }

    #[test]
    #[should_panic(expected = "pairs: an input 16 times as long takes")]
    fn quadratic_work_is_refused() {
        assert_linear("pairs", 200, |len| {
            (0..len)
                .flat_map(|n| (0..len).map(move |m| n ^ m))
                .fold(0_usize, |sum, n| black_box(sum ^ n))
        });
    }
}
