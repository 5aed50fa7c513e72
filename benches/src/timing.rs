//! Time, measured in interleaved rounds: what disturbs the machine disturbs all that is compared.

use rustix::time::{ClockId, clock_gettime};

/// How long one measurement takes at least, in nanoseconds.
const ENOUGH: f64 = 200_000.0;

/// The times in nanoseconds that one pass of each took, round by round.
pub(crate) fn interleaved<'p>(rounds: usize, passes: &mut [Box<dyn FnMut() + 'p>]) -> Vec<Vec<f64>> {
    let repeats: Vec<u32> = passes.iter_mut().map(|pass| repeats(pass)).collect();
    let mut times = vec![Vec::with_capacity(rounds); passes.len()];
    for round in 0..rounds {
        for turn in 0..passes.len() {
            let at = (round + turn) % passes.len();
            // Peers share their inputs: each would find in the cache what another has read, and ours what nobody
            // has. So each sees its inputs before, and so does the branch predictor.
            passes[at]();
            times[at].push(time(&mut passes[at], repeats[at]));
        }
    }
    times
}

/// Nanoseconds of one pass.
fn time(pass: &mut dyn FnMut(), repeats: u32) -> f64 {
    let start = now();
    for _ in 0..repeats {
        pass();
    }
    (now() - start) / f64::from(repeats)
}

/// Nanoseconds that this thread has run: what others run meanwhile does not count.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// How many passes are long enough to be measured.
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
