//! Mandatory and forbidden captures.

use super::Teller;
use super::names::sentence;
use crate::board::Color;
use crate::variant::{Ban, BanCondition, BanWhen, Counterstrike, CounterstrikeUnless, KindSet};
use crate::xbetza::Term;

impl Teller<'_> {
    pub(super) fn must_capture(&mut self, must: bool) {
        let keys = ["capture.mandatory"];
        match must {
            true => self.say(&keys, "A side that can capture must do so; it may choose between captures."),
            false => self.without(&keys, "forced captures"),
        }
    }

    pub(super) fn bans(&mut self, bans: &[Ban]) {
        if bans.is_empty() {
            self.without(&["capture.ban"], "forbidden captures");
        }
        for (number, ban) in bans.iter().enumerate() {
            let text = self.ban(&self.may_not(ban.by), ban);
            self.say(&[format!("capture.ban.{number}")], text);
        }
    }

    /// A ban after a prohibition, as `On rank 8, a king may not capture a knight.`
    pub(super) fn ban(&self, may_not: &str, ban: &Ban) -> String {
        let Ban { by, of, zone, when, condition, recapture_exclude, bridge_exclude } = ban;
        let whole = Color::ALL.into_iter().all(|color| self.places.is_all(zone[color]));
        let place = if whole { String::new() } else { format!("on {}, ", self.places.sided(zone)) };
        let far = match when {
            BanWhen::Always => "",
            BanWhen::Distant => " that is not next to it",
        };
        let unsafe_there = match condition {
            BanCondition::Always => String::new(),
            BanCondition::Recapturable if recapture_exclude.is_empty() => {
                " if it could then be captured in turn".to_owned()
            }
            BanCondition::Recapturable => {
                format!(" if something other than {} could then capture it in turn", self.any(*recapture_exclude))
            }
        };
        let chains = self.movers(Term::captures_on_the_way);
        let bridge = match (chains & *by, *bridge_exclude) {
            (KindSet::EMPTY, _) => String::new(),
            (_, all) if self.faces().all(|(kind, _)| all.has(kind)) => {
                ", whatever else it captures on its way".to_owned()
            }
            (_, KindSet::EMPTY) => ", unless it also captures something else on its way".to_owned(),
            (_, but) => format!(", unless it also captures something other than {} on its way", self.any(but)),
        };
        sentence(&format!("{place}{may_not} capture {}{far}{unsafe_there}{bridge}.", self.any(*of)))
    }

    pub(super) fn counterstrike(&mut self, rule: Option<Counterstrike>) {
        let keys = ["capture.counterstrike.victim", "capture.counterstrike.unless"];
        let Some(Counterstrike { kinds, unless }) = rule else {
            return self.without(&keys, "protection against counterstrikes");
        };
        let some = self.any(kinds);
        let unless = match unless {
            CounterstrikeUnless::Never => "",
            CounterstrikeUnless::Unprotected => " that is protected",
        };
        let text = format!(
            "When {some} has been captured by any other piece, the very next move may not capture {some} of the side \
             that captured it{unless}."
        );
        self.say(&keys, text);
    }
}
