//! The engine as a process, with a log of its lines.

use crate::common::alfil;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Why a line did not come.
#[derive(Debug, PartialEq, Eq)]
pub enum Missing {
    /// Not in time.
    Late,
    /// Never: the engine has ended.
    Ended,
}

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Everything sent and received.
    pub log: Vec<String>,
    /// Everything received.
    pub heard: Vec<String>,
}

impl Engine {
    /// Starts the engine.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = alfil()
            .args(arguments)
            .env("HOME", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let output = child.stdout.take().expect("its output is a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if line.is_err() || sender.send(line.unwrap_or_default()).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, log: Vec::new(), heard: Vec::new() }
    }

    /// Sends bytes verbatim.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let shown = &bytes[..bytes.len().min(200)];
        self.log.push(format!("> {:?}", String::from_utf8_lossy(shown)));
        if let Some(input) = &mut self.input {
            // A closed pipe is noticed when an answer is missing.
            let _ = input.write_all(bytes);
        }
    }

    /// Sends text verbatim.
    pub fn send_raw(&mut self, text: &str) {
        self.send_bytes(text.as_bytes());
    }

    /// Sends lines.
    pub fn send(&mut self, text: &str) {
        self.send_raw(&format!("{text}\n"));
    }

    /// Sends the same line again and again, while the engine runs.
    pub fn flood(&mut self, line: &str) {
        let (input, lines) = (self.input.take(), format!("{line}\n").repeat(1000));
        thread::spawn(move || input.map(|mut input| while input.write_all(lines.as_bytes()).is_ok() {}));
    }

    /// The next line, if it comes before `until`.
    pub fn hear(&mut self, until: Instant) -> Result<String, Missing> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.log.push(format!("< {line}"));
                self.heard.push(line.clone());
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(Missing::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Missing::Ended),
        }
    }

    /// All remaining output of an engine that has ended.
    pub fn rest(&mut self) -> Vec<String> {
        while self.hear(Instant::now() + Duration::from_secs(10)).is_ok() {}
        self.heard.clone()
    }

    /// All output from now on of an engine that is about to end.
    pub fn rest_from_here(&mut self) -> Vec<String> {
        let before = self.heard.len();
        self.rest().split_off(before)
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        assert!(sent.is_ok_and(|status| status.success()), "SIG{name} cannot be sent");
    }

    /// The exit status, if the engine has ended or ends in this time.
    pub fn ended(&mut self, within: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + within;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
