//! Times in interleaved rounds. A disturbance of the machine then meets all contenders alike.

use rustix::time::{ClockId, clock_gettime};

/// The shortest measurement, in nanoseconds.
const ENOUGH: f64 = 200_000.0;

/// Times one pass of each contender in each round. Returns nanoseconds, by contender, then by round.
pub(crate) fn interleaved<'p>(
    rounds: usize,
    passes: &mut [Box<dyn FnMut() + 'p>],
) -> Vec<Vec<f64>> {
    let repeats: Vec<u32> = passes.iter_mut().map(|pass| repeats(pass)).collect();
    let mut times = vec![Vec::with_capacity(rounds); passes.len()];
    for round in 0..rounds {
        for turn in 0..passes.len() {
            let at = (round + turn) % passes.len();
            // Peers share their inputs, so each would find in the cache what another peer has read. Our library's
            // inputs are its own. An untimed pass before each timed one gives all of them a warm cache and predictor.
            passes[at]();
            times[at].push(time(&mut passes[at], repeats[at]));
        }
    }
    times
}

/// Nanoseconds per pass.
fn time(pass: &mut dyn FnMut(), repeats: u32) -> f64 {
    let start = now();
    for _ in 0..repeats {
        pass();
    }
    (now() - start) / f64::from(repeats)
}

/// Nanoseconds that this thread has run. The time of other processes does not count.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// The number of passes that are long enough to be measured.
fn repeats(pass: &mut dyn FnMut()) -> u32 {
    let mut repeats = 1;
    loop {
        if time(pass, repeats) * f64::from(repeats) >= ENOUGH {
            return repeats;
        }
        repeats *= 2;
    }
}

pub(crate) fn median(times: impl IntoIterator<Item = f64>) -> f64 {
    let mut times: Vec<f64> = times.into_iter().collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
