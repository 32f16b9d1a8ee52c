//! When a searching thread must end: limits, the clock, and flags that others
//! set.

use super::{Limits, Monitor};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the clock and the stop flags are looked at, and after how many
/// nodes at the latest.
const POLL_EVERY: Duration = Duration::from_millis(1);
const MAX_INTERVAL: u64 = 1024;

/// The first iteration may take so long whatever the clock says.
const FIRST_ITERATION: Duration = Duration::from_millis(10);

/// What all threads of a search share.
#[derive(Debug)]
pub struct Shared<'a> {
    /// The link to the owner of the search.
    pub monitor: &'a Monitor,
    /// Set when the first thread is done.
    pub done: AtomicBool,
}

/// The limits of one searching thread, and when to look at the clock.
#[derive(Debug)]
pub struct Timer<'a> {
    shared: &'a Shared<'a>,
    /// See [`Limits::soft`].
    pub soft: Option<Duration>,
    /// See [`Limits::hard`].
    pub hard: Option<Duration>,
    /// Most nodes of this thread.
    pub node_limit: u64,
    /// No iteration begins after this many nodes.
    pub soft_nodes: Option<u64>,
    /// How much of the soft limit to use, as of the last iteration; `None` before the first is finished.
    pub soft_limit_share: Option<f64>,
    /// When the search of this thread began.
    begun: Instant,
    /// Nodes that the monitor knows of.
    reported: u64,
    /// When the clock was last looked at, and how many nodes later it is again.
    last_poll: Instant,
    interval: u64,
    next_poll: u64,
    /// Whether a single move may take long to test: pieces that need the interpreter.
    slow_moves: bool,
    /// What the search had used at the last poll.
    elapsed_at_poll: Duration,
    /// The longest time between two polls, kept where moves are slow.
    longest_gap: Duration,
}

impl<'a> Timer<'a> {
    /// A timer for one of the threads of a search.
    pub fn new(shared: &'a Shared<'a>, limits: &Limits, slow_moves: bool) -> Self {
        Self {
            shared,
            soft: limits.soft,
            hard: limits.hard,
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

    /// Whether the clock is to be looked at after `nodes`.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next_poll
    }

    /// Whether it is to be looked at before the next move of a node, where one may take long.
    #[inline]
    pub fn is_due_between_moves(&self) -> bool {
        self.slow_moves && self.last_poll.elapsed() >= POLL_EVERY
    }

    /// Looks at the clock and the flags after `nodes` of this thread, and reports these. Returns whether the
    /// search is to end.
    pub fn poll(&mut self, nodes: u64) -> bool {
        let passed = Instant::now().saturating_duration_since(self.last_poll);
        let unreported = nodes - self.reported;
        self.interval = interval_after(self.interval, unreported, passed);
        self.next_poll = nodes + self.interval;
        let granted = self.shared.monitor.poll(unreported).filter(|_| self.soft.is_none());
        if let Some(budget) = granted {
            (self.soft, self.hard) = (Some(budget.soft), Some(budget.hard));
        }
        // What was thought while the opponent did may be enough for the move.
        let enough = granted.is_some() && self.soft_limit_reached();
        // A pause may have been waited out meanwhile.
        self.last_poll = Instant::now();
        self.reported = nodes;
        let stopped = self.shared.monitor.is_stopped() || self.shared.done.load(Ordering::Relaxed);
        stopped || enough || self.is_out_of_time(nodes)
    }

    /// Whether as much of the soft limit has been used as the last iteration asks for.
    pub fn soft_limit_reached(&self) -> bool {
        let (Some(soft), Some(share)) = (self.soft, self.soft_limit_share) else { return false };
        // Time that is given for one move alone is used, unless there is nothing to choose.
        let whole = self.hard.is_some_and(|hard| hard <= soft) && share > 0.0;
        let planned = if whole { soft } else { soft.mul_f64(share) };
        self.elapsed() >= planned.min(self.hard.unwrap_or(Duration::MAX))
    }

    /// Whether the hard limit has come, or may come before the clock is looked at again.
    fn is_out_of_time(&mut self, nodes: u64) -> bool {
        let Some(hard) = self.hard else { return false };
        let used = self.elapsed();
        if self.slow_moves && nodes > 0 {
            self.longest_gap = self.longest_gap.max(used.saturating_sub(self.elapsed_at_poll));
        }
        self.elapsed_at_poll = used;
        // To answer takes about as long again.
        let out = used + 2 * self.longest_gap >= hard;
        // A move without any thought would be worse than one a little late.
        out && (self.soft_limit_share.is_some() || self.begun.elapsed() >= FIRST_ITERATION)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.shared.monitor.elapsed()
    }

    /// Nodes of all threads, where this one has visited `nodes`.
    pub fn all_nodes(&self, nodes: u64) -> u64 {
        self.shared.monitor.nodes() + nodes - self.reported
    }
}

/// After how many nodes the clock is looked at again: as many as take
/// [`POLL_EVERY`] at the present speed, and at most twice the last interval.
fn interval_after(last: u64, nodes: u64, passed: Duration) -> u64 {
    let fit = POLL_EVERY.as_nanos() * u128::from(nodes.max(1)) / passed.as_nanos().max(1);
    let most = if nodes > 0 { (last * 2).min(MAX_INTERVAL) } else { last };
    u64::try_from(fit).unwrap_or(u64::MAX).clamp(1, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits nodes that take so long each, and tells after how much time the
    /// clock was looked at most seldom, the beginning apart.
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
    fn the_clock_is_looked_at_as_often_however_slow_nodes_are() {
        let micros = Duration::from_micros;
        assert_eq!(longest_gap(Duration::from_nanos(300)), Duration::from_nanos(300) * MAX_INTERVAL as u32);
        for node in [2, 10, 70, 400, 1_000] {
            assert!(longest_gap(micros(node)) <= POLL_EVERY, "{node} us");
        }
        // Not even a node may pass then.
        assert_eq!(longest_gap(micros(5_000)), micros(5_000));
    }

    #[test]
    fn a_pause_is_no_gap_between_looks() {
        let monitor = Monitor::default();
        let shared = Shared { monitor: &monitor, done: AtomicBool::new(false) };
        let limits = Limits { hard: Some(Duration::from_secs(60)), ..Limits::default() };
        let mut timer = Timer::new(&shared, &limits, true);
        monitor.pause();
        let stopped = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(40));
                monitor.resume();
            });
            timer.poll(1)
        });
        // All that has been used is less than the pause.
        assert!(timer.longest_gap <= monitor.elapsed(), "{:?}", timer.longest_gap);
        assert!(!stopped);
    }

    /// A move without any thought is worse than one a little late.
    #[test]
    fn the_clock_waits_for_the_first_iteration() {
        let monitor = Monitor::default();
        let shared = Shared { monitor: &monitor, done: AtomicBool::new(false) };
        let limits = Limits { hard: Some(Duration::ZERO), ..Limits::default() };
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
        assert!(timer.poll(4), "who wants an end has one");
    }

    #[test]
    fn a_slow_node_is_answered_at_once_and_a_fast_one_slowly() {
        assert_eq!(interval_after(1024, 1024, Duration::from_secs(4)), 1);
        assert_eq!(interval_after(1, 1, Duration::from_nanos(200)), 2);
        // Looks without a node in between say nothing.
        assert_eq!(interval_after(8, 0, Duration::ZERO), 8);
    }
}
