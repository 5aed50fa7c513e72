//! Random numbers that a seed determines.

/// `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) const fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `of` times.
    pub(crate) const fn once_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub(crate) fn word<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    pub(crate) const fn byte(&mut self) -> u8 {
        self.next().to_be_bytes()[0]
    }

    /// A run of a letter around the lengths at which implementations switch to another code path, half of the time with
    /// one of `specials` somewhere in it.
    pub(crate) fn run_of_letters<T: AsRef<[u8]> + ?Sized>(&mut self, specials: &[&T]) -> Vec<u8> {
        const LENGTHS: [usize; 16] =
            [7, 8, 9, 15, 16, 17, 22, 23, 24, 30, 31, 32, 33, 64, 255, 256];
        let mut run = vec![b'l'; *self.pick(&LENGTHS)];
        if self.once_in(2) {
            let at = self.below(run.len());
            let special = specials[self.below(specials.len())].as_ref();
            run.splice(at..run.len().min(at + special.len()), special.iter().copied());
        }
        run
    }

    /// A character. Half of them are below U+0800, where most capitals are.
    pub(crate) fn character(&mut self) -> char {
        let end = if self.once_in(2) { 0x800 } else { 0x11_0000 };
        u32::try_from(self.below(end)).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
    }
}
