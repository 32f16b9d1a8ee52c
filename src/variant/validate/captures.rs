//! Captures: which must be, which may not be, and what else they do.

use super::Checker;
use super::complaints::{entry, value_or};
use super::kinds::is_empty;
use crate::board::{MAX_FILES, MAX_RANKS, PieceKind};
use crate::text::{Report, Span};
use crate::variant::file::{
    BanCondition, BanTable, BanWhen, CaptureTable, EffectPlaceWord, EffectTable, EffectWord, Entry, Spanned,
    UnlessWord, WhoseWord,
};
use crate::variant::{Ban, Counterstrike, Effect, EffectKind, EffectPlace, Kind, KindSet, Whose};

/// The rules of `[capture]`.
pub(super) struct Captures {
    pub mandatory: bool,
    pub bans: Vec<Ban>,
    pub counterstrike: Option<Counterstrike>,
}

impl Checker<'_> {
    pub(super) fn captures(&mut self, table: Option<&Spanned<CaptureTable>>) -> Captures {
        let bans = entry(table, |table| &table.ban).map_or(&[][..], |list| list.get_ref());
        let counterstrike = entry(table, |table| &table.counterstrike).and_then(|table| {
            let victim = &table.get_ref().victim;
            // An empty list takes an included rule back.
            if victim.as_ref().is_some_and(is_empty) {
                return None;
            }
            let kinds = self.needed_set(&table.span(), victim, "capture.counterstrike.victim");
            let unless = value_or(table.get_ref().unless.as_ref(), UnlessWord::Never);
            Some(Counterstrike { kinds, unless_unprotected: unless == UnlessWord::Unprotected })
        });
        Captures {
            mandatory: value_or(entry(table, |table| &table.mandatory), false),
            bans: bans.iter().map(|ban| self.ban(&ban.span(), ban.get_ref())).collect(),
            counterstrike,
        }
    }

    fn ban(&mut self, span: &Span, table: &BanTable) -> Ban {
        let recapturable = value_or(table.r#if.as_ref(), BanCondition::Always) == BanCondition::Recapturable;
        if let Some(exclude) = table.recapture_exclude.as_ref().filter(|_| !recapturable) {
            self.complaints.no_effect(&exclude.span(), "recapture_exclude", "it belongs to `if = \"recapturable\"`");
        }
        Ban {
            by: self.needed_set(span, &table.attacker, "capture.ban.attacker"),
            of: self.needed_set(span, &table.victim, "capture.ban.victim"),
            distant: value_or(table.when.as_ref(), BanWhen::Always) == BanWhen::Distant,
            recapturable,
            recapture_exclude: self.set_of(&table.recapture_exclude),
            bridge_exclude: self.set_of(&table.bridge_exclude),
        }
    }

    pub(super) fn effects(&mut self, list: &Entry<Vec<Spanned<EffectTable>>>) -> Vec<Effect> {
        let list = list.as_ref().map_or(&[][..], |list| list.get_ref());
        list.iter().filter_map(|table| self.effect(&table.span(), table.get_ref())).collect()
    }

    fn effect(&mut self, span: &Span, table: &EffectTable) -> Option<Effect> {
        let by = self.set_or_all(&table.attacker);
        let of = self.set_or_all(&table.victim);
        let spare = self.set_of(&table.spare);
        let Some(place) = &table.r#where else {
            let help = "say where, as `where = \"destination\"` or `where = \"around\"`";
            self.complaints.missing(span, "effect.where", help);
            return None;
        };
        let Some(what) = &table.what else {
            let help = "say what happens there, as `what = \"remove\"`";
            self.complaints.missing(span, "effect.what", help);
            return None;
        };
        let place = match (place.get_ref(), &table.radius) {
            (EffectPlaceWord::Destination, radius) => {
                if let Some(radius) = radius {
                    self.complaints.no_effect(&radius.span(), "radius", "it belongs to `where = \"around\"`");
                }
                EffectPlace::Destination
            }
            (EffectPlaceWord::Around, radius) => {
                let most = MAX_FILES.max(MAX_RANKS) - 1;
                if let Some(radius) = radius.as_ref().filter(|radius| !(1..=most).contains(radius.get_ref())) {
                    let message = format!("a radius of {} is not possible, expected 1 to {most}", radius.get_ref());
                    self.complaints.error(&radius.span(), message);
                }
                EffectPlace::Around(value_or(radius.as_ref(), 1))
            }
        };
        let kind = match what.get_ref() {
            EffectWord::Remove => EffectKind::Remove,
            EffectWord::BecomeVictim => EffectKind::BecomeVictim,
            EffectWord::Become => EffectKind::Become(self.becomes(span, table.to.as_ref())?),
            EffectWord::ChangeSide => EffectKind::ChangeSide,
        };
        if let Some(to) = table.to.as_ref().filter(|_| *what.get_ref() != EffectWord::Become) {
            self.complaints.no_effect(&to.span(), "to", "it belongs to `what = \"become\"`");
        }
        if kind == EffectKind::ChangeSide {
            self.royals_spared(&what.span(), spare);
        }
        if kind == EffectKind::BecomeVictim && table.victim.is_none() {
            let report = Report::warning("without `victim` every man becomes what it captures")
                .help("name the pieces that are contagious, as `victim = [\"W\"]`");
            self.complaints.add(span, report);
        }
        let whose = match value_or(table.side.as_ref(), WhoseWord::Both) {
            WhoseWord::Both => Whose::Both,
            WhoseWord::Own => Whose::Own,
            WhoseWord::Enemy => Whose::Enemy,
        };
        Some(Effect { by, of, place, whose, spare, what: kind })
    }

    /// A kind that men of both sides can become, or a complaint.
    fn becomes(&mut self, span: &Span, to: Option<&Spanned<String>>) -> Option<PieceKind> {
        let Some(to) = to else {
            self.complaints.missing(span, "effect.to", "say what they become, as `to = \"W\"`");
            return None;
        };
        let kind = self.named_kind(&to.span(), to.get_ref())?;
        let data = &self.kinds[kind.index()];
        if data.royal || data.owner.is_some() {
            let why = if data.royal { "is royal" } else { "belongs to one side alone" };
            let report = Report::error(format!("`{}` {why}, and nothing may become that", to.get_ref()))
                .help("name a piece that is not royal and that both sides can have");
            self.complaints.add(&to.span(), report);
        }
        Some(kind)
    }

    fn royals_spared(&mut self, span: &Span, spare: KindSet) {
        let royal = |(number, kind): (usize, &Kind)| kind.royal && !spare.has(PieceKind(number as u8));
        let found = self.kinds.iter().enumerate().find(|&entry| royal(entry)).map(|(_, kind)| kind.id.clone());
        if let Some(id) = found {
            let report = Report::error(format!("royal pieces cannot change sides, but `{id}` is not spared"))
                .help(format!("add it, as `spare = [\"{id}\"]`"));
            self.complaints.add(span, report);
        }
    }
}
