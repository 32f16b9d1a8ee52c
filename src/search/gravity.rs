//! History values with the usual gravity: the nearer a value is to its limit, the less it grows.

/// A number that approaches plus and minus `LIMIT` ever more slowly, by at
/// most `MOST` in one update.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gravity<const LIMIT: i32, const MOST: i32>(i16);

impl<const LIMIT: i32, const MOST: i32> Gravity<LIMIT, MOST> {
    #[inline]
    pub fn add(&mut self, bonus: i32) {
        let old = i32::from(self.0);
        let bonus = bonus.clamp(-MOST, MOST);
        self.0 = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }

    #[inline]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_limits() {
        let mut number = Gravity::<1_000, 100>::default();
        for _ in 0..10_000 {
            number.add(100);
        }
        assert!(number.get() > 1_000 * 9 / 10 && number.get() <= 1_000);
        for _ in 0..10_000 {
            number.add(-200);
        }
        assert!(number.get() < -1_000 * 9 / 10 && number.get() >= -1_000);
    }
}
