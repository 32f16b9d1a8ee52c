//! Promotion rules, and the kinds that they call into being.

use super::Checker;
use super::hands::Hand;
use crate::board::{ByColor, Geometry, PieceKind};
use crate::text::{Report, Span};
use crate::variant::file::{MandatoryWord, PromotionTable, Spanned, TriggerWord, WordOrList};
use crate::variant::squares::View;
use crate::variant::{Kind, KindSet, Mandatory, Promotion, PromotionTo, Trigger};

impl Checker<'_> {
    pub(super) fn promotions(
        &mut self,
        list: Option<&Spanned<Vec<Spanned<PromotionTable>>>>,
        hand: Hand,
    ) -> Vec<Promotion> {
        // Where captured men lose their rank, a man promoted to a listed kind
        // must remember what it was: it becomes a kind of its own.
        let remembers = hand.demote;
        let mut promotions = Vec::new();
        for rule in list.iter().flat_map(|list| list.get_ref()) {
            promotions.extend(self.promotion(&rule.span(), rule.get_ref(), remembers));
        }
        promotions
    }

    fn promotion(&mut self, span: &Span, rule: &PromotionTable, remembers: bool) -> Option<Promotion> {
        let kinds = match &rule.pieces {
            Some(set) => self.kind_set(set),
            None => {
                self.complaints.missing(span, "promotion.pieces", "say which pieces promote, as `pieces = [\"P\"]`");
                Vec::new()
            }
        };
        let zone = match &rule.zone {
            Some(zone) => self.sided(zone),
            None => self.board.map(|board| self.last_rank(board)),
        };
        let Some(target) = &rule.to else {
            let help = "say what they become, as `to = [\"Q\"]` or `to = \"promoted-form\"`";
            self.complaints.missing(span, "promotion.to", help);
            return None;
        };
        let to = self.promotion_to(target, &kinds, remembers)?;
        let trigger = match rule.trigger.as_ref().map(Spanned::get_ref) {
            Some(TriggerWord::Enter) | None => Trigger::Enter,
            Some(TriggerWord::EnterOrWithin) => Trigger::EnterOrWithin,
            Some(TriggerWord::Touch) => Trigger::Touch,
        };
        let mandatory = match rule.mandatory.as_ref().map(Spanned::get_ref) {
            Some(MandatoryWord::Always) | None => Mandatory::Always,
            Some(MandatoryWord::Never) => Mandatory::Never,
            Some(MandatoryWord::Immobile) => Mandatory::Immobile,
        };
        Some(Promotion { kinds: kinds.into_iter().collect::<KindSet>(), to, zone: zone?, trigger, mandatory })
    }

    fn last_rank(&self, board: Geometry) -> ByColor<crate::board::Area> {
        ByColor::from_fn(|owner| {
            View { board, zones: &self.zones, owner, mirrored: false }.area("last-1").unwrap_or_default()
        })
    }

    fn promotion_to(
        &mut self,
        target: &Spanned<WordOrList>,
        from: &[PieceKind],
        remembers: bool,
    ) -> Option<PromotionTo> {
        let span = target.span();
        match target.get_ref() {
            WordOrList::Word(word) if word == "promoted-form" => {
                for kind in
                    from.iter().filter(|kind| self.kinds[kind.index()].form.is_none()).copied().collect::<Vec<_>>()
                {
                    let id = &self.kinds[kind.index()].id;
                    let report = Report::error(format!("`{id}` has no other face to promote to"))
                        .help(format!("give `{id}` a line such as `form = \"+{id}\"`, or leave it out of `pieces`"));
                    self.complaints.add(&span, report);
                }
                Some(PromotionTo::Form)
            }
            WordOrList::Word(word) => {
                let report = Report::error(format!("`{word}` is nothing to promote to"))
                    .help("write a list of IDs, as `[\"Q\", \"R\"]`, or `\"promoted-form\"`");
                self.complaints.add(&span, report);
                None
            }
            WordOrList::List(list) => {
                if list.is_empty() {
                    self.complaints.error(&span, "there is nothing to promote to, expected at least one ID");
                }
                let mut kinds = self.kind_set(target);
                kinds.retain(|kind| !self.refused_royal(list, *kind));
                if remembers {
                    kinds = kinds.into_iter().filter_map(|kind| self.remembering(&span, kind, from)).collect();
                }
                Some(PromotionTo::Kinds(kinds))
            }
        }
    }

    fn refused_royal(&mut self, list: &[Spanned<String>], kind: PieceKind) -> bool {
        let kind = &self.kinds[kind.index()];
        let (royal, id) = (kind.royal, kind.id.clone());
        for entry in list.iter().filter(|entry| royal && *entry.get_ref() == id) {
            let message = format!("`{id}` is royal, and nothing may promote to a royal piece");
            self.complaints.error(&entry.span(), message);
        }
        royal
    }

    /// The kind that moves like `kind`, but becomes what it was when captured.
    fn remembering(&mut self, span: &Span, kind: PieceKind, from: &[PieceKind]) -> Option<PieceKind> {
        let origin = *from.first()?;
        let base = &self.kinds[kind.index()];
        if base.in_hand != kind {
            // A promoted face knows already.
            return Some(kind);
        }
        let id = format!("{}~", base.id);
        let in_hand = self.kinds[origin.index()].in_hand;
        let known = self.kind(&id);
        let other = match known {
            Some(known) if self.kinds[known.index()].in_hand != in_hand => Some(self.kinds[known.index()].in_hand),
            _ => from.iter().map(|kind| self.kinds[kind.index()].in_hand).find(|other| *other != in_hand),
        };
        if let Some(other) = other {
            let [one, other] = [in_hand, other].map(|kind| self.kinds[kind.index()].id.clone());
            let report =
                Report::error(format!("a promoted `{}` could have been `{one}` or `{other}`", &id[..id.len() - 1]))
                    .help("where captured men lose their promotion, each kind must come from one kind only")
                    .help("or give each piece a promoted face with `form`, and use `to = \"promoted-form\"`");
            self.complaints.add(span, report);
            return None;
        }
        if known.is_some() || !self.room(span) {
            return known;
        }
        let number = self.next_kind();
        let base = &self.kinds[kind.index()];
        let remembering = Kind { id, form: None, in_hand, also: Vec::new(), ..base.clone() };
        self.kinds.push(remembering);
        Some(number)
    }

    /// A set of kinds in which those that remember what they were go with
    /// the kinds they move like.
    pub(super) fn with_remembering(&self, kinds: &[PieceKind]) -> KindSet {
        let all = self.kinds.iter().enumerate().filter(|(_, kind)| {
            let plain = kind.id.strip_suffix('~').unwrap_or(&kind.id);
            kinds.iter().any(|member| self.kinds[member.index()].id == plain)
        });
        all.map(|(number, _)| PieceKind(number as u8)).collect()
    }
}
