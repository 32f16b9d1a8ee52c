//! Mandatory and forbidden captures.

use super::Checker;
use super::complaints::{entry, list, or_default};
use super::kinds::is_empty;
use crate::text::{Report, Span};
use crate::variant::file::{BanTable, CaptureTable, Sides, Spanned};
use crate::variant::{Ban, BanCondition, Captures, Counterstrike};
use crate::xbetza::Term;

impl Checker<'_> {
    pub(super) fn captures(&mut self, table: Option<&Spanned<CaptureTable>>) -> Captures {
        let bans = list(table, |table| &table.ban);
        let counterstrike = entry(table, |table| &table.counterstrike).and_then(|table| {
            let victim = &table.get_ref().victim;
            // An empty list takes an included rule back.
            if victim.as_ref().is_some_and(is_empty) {
                return None;
            }
            let kinds = self.needed_set(&table.span(), victim, "capture.counterstrike.victim");
            Some(Counterstrike { kinds, unless: or_default(table.get_ref().unless.as_ref()) })
        });
        let mut known: Vec<Ban> = Vec::new();
        for table in bans {
            let ban = self.ban(&table.span(), table.get_ref());
            if known.contains(&ban) {
                let report =
                    Report::warning("another table already forbids these captures").help("leave one of them out");
                self.complaints.add(&table.span(), report);
            }
            known.push(ban);
        }
        Captures { mandatory: or_default(entry(table, |table| &table.mandatory)), bans: known, counterstrike }
    }

    fn ban(&mut self, span: &Span, table: &BanTable) -> Ban {
        let condition = or_default(table.r#if.as_ref());
        let exclude = table.recapture_exclude.as_ref();
        let lasting = condition != BanCondition::Recapturable;
        self.complaints.pointless("recapture_exclude", exclude, lasting, "it belongs to `if = \"recapturable\"`");
        let by = self.needed_set(span, &table.attacker, "capture.ban.attacker");
        let bridges = by.iter().any(|kind| self.kinds[kind.index()].terms().any(Term::captures_on_the_way));
        let why = "none of these attackers captures on its way";
        // The moves of some may be faulty.
        let idle = !bridges && !self.complaints.any_error();
        self.complaints.pointless("bridge_exclude", table.bridge_exclude.as_ref(), idle, why);
        let only = self.only_side(Sides::default(), by);
        let zone = table.zone.as_ref().and_then(|zone| self.some_sided(zone, only));
        Ban {
            by,
            of: self.needed_set(span, &table.victim, "capture.ban.victim"),
            zone: zone.unwrap_or_else(|| self.everywhere()),
            when: or_default(table.when.as_ref()),
            condition,
            recapture_exclude: self.set_of(&table.recapture_exclude),
            bridge_exclude: self.set_of(&table.bridge_exclude),
        }
    }
}
