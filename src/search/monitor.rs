//! The link between a running search and its owner.
//!
//! The owner may stop and pause the search and query its progress. The search
//! polls every millisecond or two ([`Monitor::poll`]); a pause holds
//! its threads there. The monitor's clock stands still during a pause, and
//! hardly moves when the whole process was halted from outside.

use super::Budget;
use crate::lock::lock;
use crate::position::Move;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The polls of a running search are much closer together than this.
const HALTED: Duration = Duration::from_secs(1);
/// A process that was halted computed for less than the gap divided by this; one that
/// merely shares its processor gets more.
const SHARE: u32 = 10;
/// The part of such a gap that counts in addition to the time computed.
const GAP: Duration = Duration::from_millis(100);

/// The clock that measures the time of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timekeeper {
    /// Wall-clock time.
    #[default]
    Wall,
    /// Processor time of the process.
    Processor,
}

/// The progress of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IterationProgress {
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
    abandoned: AtomicBool,
    nodes: AtomicU64,
    progress: Mutex<IterationProgress>,
    watch: Mutex<Stopwatch>,
    resumed: Condvar,
}

impl Default for Monitor {
    fn default() -> Self {
        Self::new(Timekeeper::Wall)
    }
}

impl Monitor {
    /// A monitor whose clock starts now.
    pub fn new(timekeeper: Timekeeper) -> Self {
        let watch = Stopwatch {
            start: Instant::now(),
            computed: processor_time().filter(|_| timekeeper == Timekeeper::Processor),
            skipped: Duration::ZERO,
            told: Duration::ZERO,
            looked: None,
            paused: None,
            granted: None,
        };
        Self {
            stopped: Arc::default(),
            abandoned: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            progress: Mutex::default(),
            watch: Mutex::new(watch),
            resumed: Condvar::new(),
        }
    }

    /// A monitor with wall-clock time, whose stop flag others may set.
    pub fn stopped_by(stopped: Arc<AtomicBool>) -> Self {
        Self { stopped, ..Self::default() }
    }

    /// Makes the search end soon, even if it is paused.
    pub fn stop(&self) {
        // Under the lock, so that no thread falls asleep after it has checked the flag.
        let _watch = self.watch();
        self.stopped.store(true, Ordering::Relaxed);
        self.resumed.notify_all();
    }

    /// Makes a search whose result nobody wants end at once.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Whether nobody wants its result.
    pub(super) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Pauses the search and the clock.
    pub fn pause(&self) {
        let mut watch = self.watch();
        watch.paused = watch.paused.or_else(|| Some(Instant::now()));
    }

    /// Resumes the search and the clock after a pause.
    pub fn resume(&self) {
        let mut watch = self.watch();
        if let Some(since) = watch.paused.take() {
            watch.skipped += since.elapsed();
            watch.looked = None;
            self.resumed.notify_all();
        }
    }

    /// Gives an unlimited search a time budget. Its hard
    /// limit counts from now; the time that the search has used already counts towards the soft one.
    pub fn grant(&self, budget: Budget) {
        let mut watch = self.watch();
        let hard = watch.elapsed() + budget.hard;
        watch.granted = Some(Budget { soft: budget.soft, hard });
    }

    /// The time that the search has used.
    pub fn elapsed(&self) -> Duration {
        self.watch().elapsed()
    }

    /// Nodes searched, as far as the threads have reported them.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The progress of the iteration.
    pub fn progress(&self) -> IterationProgress {
        *lock(&self.progress)
    }

    /// Called by a search thread now and then: reports how many nodes it has
    /// searched since the last call, waits during a pause, and returns the budget
    /// that it was granted meanwhile, if any.
    pub(super) fn poll(&self, nodes: u64) -> Option<Budget> {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let mut watch = self.watch();
        watch.look(PollTime::now());
        while watch.paused.is_some() && !self.is_stopped() {
            watch = self.resumed.wait(watch).unwrap_or_else(PoisonError::into_inner);
        }
        watch.granted
    }

    /// Called when all threads of the search have ended: nobody polls any more.
    pub(super) fn leave(&self) {
        self.watch().looked = None;
    }

    /// Called by the first search thread before each root move.
    pub(super) fn note(&self, progress: IterationProgress) {
        *lock(&self.progress) = progress;
    }

    fn watch(&self) -> MutexGuard<'_, Stopwatch> {
        lock(&self.watch)
    }
}

#[derive(Debug)]
struct Stopwatch {
    start: Instant,
    /// The processor time at the start, if that is what counts.
    computed: Option<Duration>,
    /// Wall-clock time that does not count.
    skipped: Duration,
    /// The time told last: a halt that is noticed later does not turn it back.
    told: Duration,
    /// The last poll of a search thread.
    looked: Option<PollTime>,
    paused: Option<Instant>,
    /// The budget granted, counted from the start.
    granted: Option<Budget>,
}

/// The time of a poll, by both clocks.
#[derive(Clone, Copy, Debug)]
struct PollTime {
    at: Instant,
    /// The processor time by then, if the system provides it.
    computed: Option<Duration>,
}

impl PollTime {
    fn now() -> Self {
        Self { at: Instant::now(), computed: processor_time() }
    }

    /// How long the process was halted from outside between this poll and another. If the system does not provide the
    /// processor time, every long gap is taken for a halt.
    fn halted_until(self, other: Self) -> Duration {
        let gap = other.at.saturating_duration_since(self.at);
        let computed = match (self.computed, other.computed) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => Duration::ZERO,
        };
        if gap > HALTED && computed < gap / SHARE { gap.saturating_sub(GAP + computed) } else { Duration::ZERO }
    }
}

impl Stopwatch {
    fn look(&mut self, now: PollTime) {
        self.skipped += self.halted(now);
        self.looked = Some(now);
    }

    /// How long the process seems to have been halted just now.
    fn halted(&self, now: PollTime) -> Duration {
        let looked = self.looked.filter(|_| self.paused.is_none());
        looked.map_or(Duration::ZERO, |looked| looked.halted_until(now))
    }

    fn elapsed(&mut self) -> Duration {
        let now = PollTime::now();
        let elapsed = match self.computed.zip(now.computed) {
            Some((start, now)) => now.saturating_sub(start),
            None => {
                let halted = self.halted(now);
                let now = self.paused.unwrap_or(now.at);
                now.saturating_duration_since(self.start).saturating_sub(self.skipped + halted)
            }
        };
        self.told = self.told.max(elapsed);
        self.told
    }
}

/// The processor time so far, if the system provides it.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(unix))]
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
    fn time_while_the_process_is_halted_hardly_counts() {
        let monitor = Monitor::default();
        let long_ago = Instant::now().checked_sub(Duration::from_secs(3)).expect("the machine has run a while");
        {
            let mut watch = monitor.watch();
            watch.start = long_ago;
            watch.looked = Some(PollTime { at: long_ago, ..PollTime::now() });
        }
        assert!(monitor.elapsed() < Duration::from_secs(2));
        monitor.poll(0);
        assert!(monitor.elapsed() < Duration::from_secs(2));
        // Once the search has ended, gaps are normal.
        monitor.watch().skipped = Duration::ZERO;
        monitor.leave();
        assert!(monitor.elapsed() >= Duration::from_secs(3));
    }

    /// Gap, time computed in it, and the part of the gap that counts, in milliseconds.
    #[test]
    fn a_slow_search_is_not_taken_for_a_halted_one() {
        let millis = Duration::from_millis;
        let at = Instant::now();
        let counts = |gap: u64, computed: Option<u64>| {
            let before = PollTime { at, computed: computed.map(|_| millis(70)) };
            let after = PollTime { at: at + millis(gap), computed: computed.map(|computed| millis(70 + computed)) };
            (millis(gap) - before.halted_until(after)).as_millis() as u64
        };
        let table = [
            // A slow node: alone on its processor, among four threads, among five processes.
            (4_500, Some(4_490), 4_500),
            (4_500, Some(17_000), 4_500),
            (4_500, Some(900), 4_500),
            // Halted for all of the time, or most of it.
            (4_500, Some(2), 102),
            (60_000, Some(1_500), 1_600),
            // Short gaps are normal.
            (900, Some(0), 900),
            // Without the processor time, every long gap is taken for a halt.
            (4_500, None, 100),
        ];
        for (gap, computed, expected) in table {
            assert_eq!(counts(gap, computed), expected, "{computed:?} of {gap}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn elapsed_time_can_be_processor_time() {
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
        monitor.grant(Budget { soft: Some(millis(100)), hard: millis(400) });
        let budget = monitor.poll(0).expect("it was granted");
        assert!(budget.soft == Some(millis(100)) && budget.hard >= millis(402), "{budget:?}");
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
