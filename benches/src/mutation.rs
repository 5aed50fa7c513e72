//! Mutations of URIs from a seed, so that each run makes the same ones.

/// Pieces that a mutation inserts. Delimiters occur more often than in real URIs.
const PIECES: &str = include_str!("../corpus/pieces.txt");

/// A source of random numbers, and of URIs to take pieces from.
pub(crate) struct Mutator<'c> {
    random: u64,
    corpus: &'c [&'c str],
    pieces: Vec<&'static str>,
}

impl<'c> Mutator<'c> {
    pub(crate) fn new(seed: u64, corpus: &'c [&'c str]) -> Self {
        Self { random: seed, corpus, pieces: PIECES.lines().collect() }
    }

    /// A number below `bound`, by Marsaglia's xorshift64*.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        let word = self.random.wrapping_mul(0x2545_f491_4f6c_dd1d);
        ((u128::from(word) * bound as u128) >> 64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn piece(&mut self) -> &'static str {
        let at = self.below(self.pieces.len());
        self.pieces[at]
    }

    /// The URI after one to `most` changes.
    pub(crate) fn mutate(&mut self, uri: &str, most: usize) -> String {
        let mut mutated = uri.to_owned();
        for _ in 0..=self.below(most) {
            self.change(&mut mutated);
        }
        mutated
    }

    fn change(&mut self, uri: &mut String) {
        let at = self.below(uri.len() + 1);
        let end = uri.len().min(at + 1 + self.below(6));
        match self.below(6) {
            0 => uri.replace_range(at..end, ""),
            1 => uri.replace_range(at..end, self.piece()),
            2 | 3 => uri.insert_str(at, self.piece()),
            4 => {
                let again = uri[at..end].to_owned();
                uri.insert_str(end, &again);
            }
            _ => {
                // The tail of another URI.
                let other = self.pick(self.corpus);
                let from = self.below(other.len());
                uri.truncate(at);
                uri.push_str(&other[from..]);
            }
        }
    }
}
