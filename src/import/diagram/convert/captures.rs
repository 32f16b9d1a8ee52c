//! Forbidden captures.

use super::Convert;
use crate::import::diagram::lines::Parameter;
use crate::import::diagram::moves;
use crate::import::write::{File, list};

impl Convert<'_> {
    /// Restrictions on trading a kind of piece, as for the warlocks of Elven Chess, on whose page the two parameters
    /// are explained: none captures another if it could be recaptured, and after one was captured by some other piece,
    /// none is captured by the next move.
    pub(super) fn protect(&self, file: &mut File) {
        let (protected, barred) = match (self.lines.get_on("protected"), self.lines.get_on("counterStrike")) {
            (None, None) => return,
            (Some(protected), Some(barred)) => (protected, barred),
            (Some(alone), None) => {
                self.cannot(alone, "what it means without `counterStrike` is not documented");
                return;
            }
            (None, Some(alone)) => {
                self.cannot(alone, "what it means without `protected` is not documented");
                return;
            }
        };
        if protected.value.text != barred.value.text {
            self.cannot(barred, "it names another piece than `protected`, and what that means is not documented");
            return;
        }
        let Some(number) = self.numbered(protected) else { return };
        let piece = || list([self.pieces[number].id.clone()]);
        let mut ban = vec![("attacker", piece()), ("victim", piece()), ("if", "recapturable".into())];
        if moves::captures_on_the_way(&self.pieces[number].moves) {
            // These captures make no difference.
            ban.push(("bridge_exclude", "all".into()));
        }
        file.add("capture.ban", ban);
        file.set("capture.counterstrike", "victim", piece());
    }

    fn numbered(&self, given: &Parameter) -> Option<usize> {
        let Some(line) = self.counted(&given.value.text) else {
            let message = format!("no piece has the number `{}`", given.value.text);
            self.refuse(&given.value.span, message)?;
            return None;
        };
        // The error of an unreadable piece has been reported.
        self.read(line)
    }
}
