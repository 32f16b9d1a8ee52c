//! What a running search and its owner tell each other.
//!
//! The owner may stop and pause the search and ask how far it is. The search
//! looks in every millisecond or two ([`Monitor::poll`]); a pause holds
//! its threads there. The monitor's clock stands still during a pause, and
//! hardly moves when the whole process was halted from outside.

use super::Budget;
use super::lock::lock;
use crate::position::Move;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks of a search that runs much less time passes than this.
const HALTED: Duration = Duration::from_secs(1);
/// A process that has computed for less than this part of a longer gap was
/// halted: one that only shares its processor gets more.
const SHARE: u32 = 10;
/// What counts of such a gap besides what was computed.
const GAP: Duration = Duration::from_millis(100);

/// What measures the time that a search takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timekeeper {
    /// The clock on the wall.
    #[default]
    Wall,
    /// The time that the process has spent computing.
    Processor,
}

/// How far an iteration is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The iteration in progress, in plies; 0 before the first.
    pub depth: u32,
    /// Root moves that it has not searched yet.
    pub left: usize,
    /// The root move being searched.
    pub current: Option<Move>,
}

/// The link between a search and its owner.
#[derive(Debug)]
pub struct Monitor {
    stopped: Arc<AtomicBool>,
    nodes: AtomicU64,
    progress: Mutex<Progress>,
    watch: Mutex<Watch>,
    resumed: Condvar,
}

impl Default for Monitor {
    fn default() -> Self {
        Self::new(Timekeeper::Wall)
    }
}

impl Monitor {
    /// A monitor whose clock begins to run.
    pub fn new(timekeeper: Timekeeper) -> Self {
        let watch = Watch {
            start: Instant::now(),
            computed: processor_time().filter(|_| timekeeper == Timekeeper::Processor),
            skipped: Duration::ZERO,
            looked: None,
            paused: None,
            granted: None,
        };
        Self {
            stopped: Arc::default(),
            nodes: AtomicU64::new(0),
            progress: Mutex::default(),
            watch: Mutex::new(watch),
            resumed: Condvar::new(),
        }
    }

    /// The same by the clock on the wall, where somebody else may set what stops the search.
    pub fn stopped_by(stopped: Arc<AtomicBool>) -> Self {
        Self { stopped, ..Self::default() }
    }

    /// Makes the search end soon, even if it is paused.
    pub fn stop(&self) {
        // Under the lock, so that no thread falls asleep after it has looked.
        let _watch = self.watch();
        self.stopped.store(true, Ordering::Relaxed);
        self.resumed.notify_all();
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Holds the search and the clock.
    pub fn pause(&self) {
        let mut watch = self.watch();
        watch.paused = watch.paused.or_else(|| Some(Instant::now()));
    }

    /// Lets the search and the clock go on after a pause.
    pub fn resume(&self) {
        let mut watch = self.watch();
        if let Some(since) = watch.paused.take() {
            watch.skipped += since.elapsed();
            watch.looked = None;
            self.resumed.notify_all();
        }
    }

    /// Gives a search that had all the time in the world a budget. Its hard
    /// limit counts from now; to the soft one counts what the search has used already.
    pub fn grant(&self, budget: Budget) {
        let mut watch = self.watch();
        let hard = watch.elapsed() + budget.hard;
        watch.granted = Some(Budget { soft: budget.soft, hard });
    }

    /// What the search has used up to now.
    pub fn elapsed(&self) -> Duration {
        self.watch().elapsed()
    }

    /// Positions visited, as far as the threads have told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How far the iteration is.
    pub fn progress(&self) -> Progress {
        *lock(&self.progress)
    }

    /// What a search thread does now and then: it tells how many nodes it has
    /// visited since it last did, waits out a pause, and hears of the budget
    /// that it was granted meanwhile, if any.
    pub(super) fn poll(&self, nodes: u64) -> Option<Budget> {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let mut watch = self.watch();
        watch.look(Look::now());
        while watch.paused.is_some() && !self.is_stopped() {
            watch = self.resumed.wait(watch).unwrap_or_else(PoisonError::into_inner);
        }
        watch.granted
    }

    /// All threads of the search have ended: nobody looks in any more.
    pub(super) fn leave(&self) {
        self.watch().looked = None;
    }

    /// What the first search thread does before each root move.
    pub(super) fn note(&self, progress: Progress) {
        *lock(&self.progress) = progress;
    }

    fn watch(&self) -> MutexGuard<'_, Watch> {
        lock(&self.watch)
    }
}

#[derive(Debug)]
struct Watch {
    start: Instant,
    /// The processor's time at the start, if that counts.
    computed: Option<Duration>,
    /// Time on the wall that does not count.
    skipped: Duration,
    /// When a search thread last looked in.
    looked: Option<Look>,
    paused: Option<Instant>,
    /// What was granted, from the start on.
    granted: Option<Budget>,
}

/// When a search thread looked in, on both clocks.
#[derive(Clone, Copy, Debug)]
struct Look {
    at: Instant,
    /// What the process had computed by then, where the system tells.
    computed: Option<Duration>,
}

impl Look {
    fn now() -> Self {
        Self { at: Instant::now(), computed: processor_time() }
    }

    /// For how long the process was halted from outside between this look and
    /// another. Where the system does not tell what it has computed, every
    /// long gap is taken for a halt.
    fn halted_until(self, other: Self) -> Duration {
        let gap = other.at.saturating_duration_since(self.at);
        let computed = match (self.computed, other.computed) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => Duration::ZERO,
        };
        if gap > HALTED && computed < gap / SHARE { gap.saturating_sub(GAP + computed) } else { Duration::ZERO }
    }
}

impl Watch {
    fn look(&mut self, now: Look) {
        self.skipped += self.halted(now);
        self.looked = Some(now);
    }

    /// For how long the process seems to have been halted just now.
    fn halted(&self, now: Look) -> Duration {
        let looked = self.looked.filter(|_| self.paused.is_none());
        looked.map_or(Duration::ZERO, |looked| looked.halted_until(now))
    }

    fn elapsed(&self) -> Duration {
        let now = Look::now();
        match self.computed.zip(now.computed) {
            Some((start, now)) => now.saturating_sub(start),
            None => {
                let halted = self.halted(now);
                let now = self.paused.unwrap_or(now.at);
                now.saturating_duration_since(self.start).saturating_sub(self.skipped + halted)
            }
        }
    }
}

/// What the process has computed so far, where the system tells.
#[cfg(all(unix, feature = "cli"))]
fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(all(unix, feature = "cli")))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn the_clock_stands_still_in_a_pause() {
        let monitor = Monitor::default();
        monitor.pause();
        let before = monitor.elapsed();
        thread::sleep(Duration::from_millis(20));
        monitor.pause();
        assert_eq!(monitor.elapsed(), before);
        monitor.resume();
        thread::sleep(Duration::from_millis(1));
        assert!(monitor.elapsed() > before);
    }

    #[test]
    fn a_halt_hardly_counts() {
        let monitor = Monitor::default();
        let long_ago = Instant::now().checked_sub(Duration::from_secs(3)).expect("the machine has run a while");
        {
            let mut watch = monitor.watch();
            watch.start = long_ago;
            watch.looked = Some(Look { at: long_ago, ..Look::now() });
        }
        assert!(monitor.elapsed() < Duration::from_secs(2));
        monitor.poll(0);
        assert!(monitor.elapsed() < Duration::from_secs(2));
        // Once the search has ended, there is nothing strange about a gap.
        monitor.watch().skipped = Duration::ZERO;
        monitor.leave();
        assert!(monitor.elapsed() >= Duration::from_secs(3));
    }

    /// Gap, computed in it, and what of the gap counts, in milliseconds.
    #[test]
    fn a_slow_search_is_not_taken_for_a_halted_one() {
        let millis = Duration::from_millis;
        let at = Instant::now();
        let counts = |gap: u64, computed: Option<u64>| {
            let before = Look { at, computed: computed.map(|_| millis(70)) };
            let after = Look { at: at + millis(gap), computed: computed.map(|computed| millis(70 + computed)) };
            (millis(gap) - before.halted_until(after)).as_millis() as u64
        };
        let table = [
            // A node that takes long, alone on its processor, among four threads, among five processes.
            (4_500, Some(4_490), 4_500),
            (4_500, Some(17_000), 4_500),
            (4_500, Some(900), 4_500),
            // Halted for all of the time, or most of it.
            (4_500, Some(2), 102),
            (60_000, Some(1_500), 1_600),
            // Short gaps are nothing strange.
            (900, Some(0), 900),
            // Who cannot ask takes every long gap for a halt.
            (4_500, None, 100),
        ];
        for (gap, computed, expected) in table {
            assert_eq!(counts(gap, computed), expected, "{computed:?} of {gap}");
        }
    }

    #[cfg(all(unix, feature = "cli"))]
    #[test]
    fn the_processor_may_keep_the_time() {
        let begun = processor_time().expect("the system tells");
        let monitor = Monitor::new(Timekeeper::Processor);
        let mut sum = 0u64;
        while monitor.elapsed() < Duration::from_millis(5) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        let used = monitor.elapsed();
        assert!(used <= processor_time().expect("the system tells") - begun, "{used:?}");
    }

    #[test]
    fn the_hard_limit_counts_from_when_it_is_granted() {
        let monitor = Monitor::default();
        let millis = Duration::from_millis;
        thread::sleep(millis(2));
        monitor.grant(Budget { soft: millis(100), hard: millis(400) });
        let budget = monitor.poll(0).expect("it was granted");
        assert!(budget.soft == millis(100) && budget.hard >= millis(402), "{budget:?}");
    }

    #[test]
    fn a_paused_thread_waits_and_a_stopped_one_does_not() {
        let monitor = Monitor::default();
        monitor.pause();
        thread::scope(|scope| {
            let held = scope.spawn(|| monitor.poll(7));
            while monitor.nodes() < 7 {
                thread::yield_now();
            }
            assert!(!held.is_finished());
            monitor.resume();
            assert_eq!(held.join().expect("it goes on"), None);
            monitor.pause();
            let stopped = scope.spawn(|| monitor.poll(1));
            monitor.stop();
            assert_eq!(stopped.join().expect("it ends"), None);
        });
        assert_eq!(monitor.nodes(), 8);
    }
}
