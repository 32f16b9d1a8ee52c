//! When a search thread must end: limits, the clock, and stop flags.

use super::{Budget, Limits, Monitor};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the clock and the stop flags are polled, and after how many
/// nodes at the latest.
const POLL_EVERY: Duration = Duration::from_millis(1);
const MAX_INTERVAL: u64 = 1024;

/// The first iteration may take this long, even if the clock has run out or the search is told to stop.
const FIRST_ITERATION: Duration = Duration::from_millis(10);

/// Data shared by all threads of a search.
#[derive(Debug)]
pub struct Shared<'a> {
    /// The link to the owner of the search.
    pub monitor: &'a Monitor,
    /// Set when the first thread is done.
    pub done: AtomicBool,
}

/// The limits of one search thread, and when to poll the clock.
#[derive(Debug)]
pub struct Timer<'a> {
    shared: &'a Shared<'a>,
    /// See [`Limits::budget`].
    budget: Option<Budget>,
    /// Node limit of this thread.
    pub node_limit: u64,
    /// No iteration begins after this many nodes.
    pub soft_nodes: Option<u64>,
    /// The share of the soft limit to use, as of the last iteration; `None` before the first is finished.
    pub soft_limit_share: Option<f64>,
    /// When this thread began to search.
    begun: Instant,
    /// Nodes reported to the monitor.
    reported: u64,
    /// When the clock was last polled, and the number of nodes until the next poll.
    last_poll: Instant,
    interval: u64,
    next_poll: u64,
    /// Whether a single move may take long to test: pieces that need the interpreter.
    slow_moves: bool,
    /// The time that the search had used at the last poll.
    elapsed_at_poll: Duration,
    /// The longest time between two polls, measured if moves are slow.
    longest_gap: Duration,
}

impl<'a> Timer<'a> {
    /// A timer for one of the threads of a search.
    pub fn new(shared: &'a Shared<'a>, limits: &Limits, slow_moves: bool) -> Self {
        Self {
            shared,
            budget: limits.budget,
            node_limit: limits.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(limits.threads.max(1) as u64)),
            soft_nodes: limits.soft_nodes,
            soft_limit_share: None,
            begun: Instant::now(),
            reported: 0,
            last_poll: Instant::now(),
            interval: 1,
            next_poll: 1,
            slow_moves,
            elapsed_at_poll: Duration::ZERO,
            longest_gap: Duration::ZERO,
        }
    }

    /// The link to the owner of the search.
    pub fn monitor(&self) -> &'a Monitor {
        self.shared.monitor
    }

    /// Whether the clock must be polled after `nodes`.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next_poll
    }

    /// Whether it must be polled before the next move of a node, where a move may take long.
    #[inline]
    pub fn is_due_between_moves(&self) -> bool {
        self.slow_moves && self.last_poll.elapsed() >= POLL_EVERY
    }

    /// Polls the clock and the flags after `nodes` of this thread, and reports these. Returns whether the
    /// search is to end.
    pub fn poll(&mut self, nodes: u64) -> bool {
        let passed = Instant::now().saturating_duration_since(self.last_poll);
        let unreported = nodes - self.reported;
        self.interval = interval_after(self.interval, unreported, passed);
        self.next_poll = nodes + self.interval;
        let granted = self.shared.monitor.poll(unreported).filter(|_| self.budget.is_none());
        self.budget = self.budget.or(granted);
        // The time spent pondering may be enough for the move.
        let enough = granted.is_some() && self.soft_limit_reached();
        // The monitor may have paused this thread.
        self.last_poll = Instant::now();
        self.reported = nodes;
        let monitor = self.shared.monitor;
        let told = monitor.is_stopped() && (monitor.is_abandoned() || self.may_end());
        told || self.shared.done.load(Ordering::Relaxed) || enough || self.is_out_of_time(nodes)
    }

    /// Whether the share of the soft limit set by the last iteration is used up.
    pub fn soft_limit_reached(&self) -> bool {
        let (Some(Budget { soft, hard }), Some(share)) = (self.budget, self.soft_limit_share) else { return false };
        // A fixed time per move is used up, unless there is only one move.
        soft.map_or(share == 0.0, |soft| self.elapsed() >= soft.mul_f64(share).min(hard))
    }

    /// Whether the hard limit has been reached, or may be before the next poll.
    fn is_out_of_time(&mut self, nodes: u64) -> bool {
        let Some(Budget { hard, .. }) = self.budget else { return false };
        let used = self.elapsed();
        if self.slow_moves && nodes > 0 {
            self.longest_gap = self.longest_gap.max(used.saturating_sub(self.elapsed_at_poll));
        }
        self.elapsed_at_poll = used;
        // The next poll may be one gap away, and ending the search takes about as long again.
        let out = used + 2 * self.longest_gap >= hard;
        out && self.may_end()
    }

    /// Whether the first iteration is finished, or has taken long enough: moving without any search would be worse than
    /// moving a little late.
    fn may_end(&self) -> bool {
        self.soft_limit_share.is_some() || self.begun.elapsed() >= FIRST_ITERATION
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.shared.monitor.elapsed()
    }

    /// Nodes of all threads, if this one has searched `nodes`.
    pub fn all_nodes(&self, nodes: u64) -> u64 {
        self.shared.monitor.nodes() + nodes - self.reported
    }
}

/// The number of nodes until the next poll: as many as take
/// [`POLL_EVERY`] at the current speed, and at most twice the last interval.
fn interval_after(last: u64, nodes: u64, passed: Duration) -> u64 {
    let fit = POLL_EVERY.as_nanos() * u128::from(nodes.max(1)) / passed.as_nanos().max(1);
    let most = if nodes > 0 { (last * 2).min(MAX_INTERVAL) } else { last };
    u64::try_from(fit).unwrap_or(u64::MAX).clamp(1, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches nodes of equal duration, and returns the longest time between two polls, ignoring the beginning.
    fn longest_gap(node: Duration) -> Duration {
        let (mut interval, mut longest) = (1, Duration::ZERO);
        for look in 0..40 {
            let passed = node * u32::try_from(interval).expect("a thousand at most");
            if look >= 12 {
                longest = longest.max(passed);
            }
            interval = interval_after(interval, interval, passed);
        }
        longest
    }

    #[test]
    fn the_time_between_polls_is_independent_of_node_speed() {
        let micros = Duration::from_micros;
        assert_eq!(longest_gap(Duration::from_nanos(300)), Duration::from_nanos(300) * MAX_INTERVAL as u32);
        for node in [2, 10, 70, 400, 1_000] {
            assert!(longest_gap(micros(node)) <= POLL_EVERY, "{node} us");
        }
        // A poll after every node.
        assert_eq!(longest_gap(micros(5_000)), micros(5_000));
    }

    #[test]
    fn a_pause_does_not_count_as_a_gap_between_polls() {
        let monitor = Monitor::default();
        let shared = Shared { monitor: &monitor, done: AtomicBool::new(false) };
        let limits = Limits::default().lasting(Some(Duration::from_secs(60)));
        let mut timer = Timer::new(&shared, &limits, true);
        monitor.pause();
        let stopped = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(40));
                monitor.resume();
            });
            timer.poll(1)
        });
        // The pause alone is longer than all the time used.
        assert!(timer.longest_gap <= monitor.elapsed(), "{:?}", timer.longest_gap);
        assert!(!stopped);
    }

    /// Moving without any search is worse than moving a little late.
    #[test]
    fn the_clock_waits_for_the_first_iteration() {
        let monitor = Monitor::default();
        let shared = Shared { monitor: &monitor, done: AtomicBool::new(false) };
        let limits = Limits::default().lasting(Some(Duration::ZERO));
        let mut timer = Timer::new(&shared, &limits, false);
        // However busy the machine is.
        timer.begun = Instant::now() + Duration::from_secs(60);
        assert!(!timer.poll(1));
        timer.soft_limit_share = Some(1.0);
        assert!(timer.poll(2));
        timer.soft_limit_share = None;
        timer.begun = Instant::now() - FIRST_ITERATION;
        assert!(timer.poll(3), "it waits only so long");
        timer.begun = Instant::now() + Duration::from_secs(60);
        monitor.stop();
        assert!(!timer.poll(4), "as who wants a move at once does");
        timer.soft_limit_share = Some(1.0);
        assert!(timer.poll(5));
        timer.soft_limit_share = None;
        monitor.abandon();
        assert!(timer.poll(6), "nobody waits for nothing");
    }

    #[test]
    fn the_polling_interval_shrinks_at_once_and_grows_slowly() {
        assert_eq!(interval_after(1024, 1024, Duration::from_secs(4)), 1);
        assert_eq!(interval_after(1, 1, Duration::from_nanos(200)), 2);
        // Polls without a node in between carry no information.
        assert_eq!(interval_after(8, 0, Duration::ZERO), 8);
    }
}
