//! Promotion rules, and the kinds that they create.

use super::Checker;
use super::complaints::or_default;
use super::hands::Hand;
use super::kinds::{is_empty, means_remembering};
use crate::board::{Area, ByColor, Color, Geometry, Piece, PieceKind};
use crate::text::{Report, Span, enumerate};
use crate::variant::file::{Choices, PromotionTable, Sided, Spanned, TargetWord, Targets, WordOrList};
use crate::variant::squares::SquareReader;
use crate::variant::{
    Kind, KindSet, Mandatory, Promotion, PromotionBan, PromotionChoice, PromotionTo, RoyalMode, Rules, Trigger,
};
use crate::xbetza::Term;

/// The rules of all `[[promotion]]` tables.
pub(super) struct Promotions {
    pub rules: Vec<Promotion>,
    pub limits: Vec<(KindSet, u8)>,
}

/// A kind, and the side if only one side's pieces are meant.
type SidedKind = (PieceKind, Option<Color>);

impl Checker<'_> {
    pub(super) fn promotions(&mut self, list: &[Spanned<PromotionTable>], hand: Hand, mode: RoyalMode) -> Promotions {
        let (mut rules, mut limits) = (Vec::new(), Vec::new());
        for (table, rule) in list.iter().enumerate() {
            let mut made = self.promotion(&rule.span(), rule.get_ref(), hand, mode);
            made.iter_mut().for_each(|rule| rule.table = table);
            self.two_sources(&rule.span(), &made, &rules);
            self.two_ways(&rule.span(), &made, &rules);
            let known = !made.is_empty() && made.iter().all(|rule| rules.iter().any(|other| rule.is_like(other)));
            if known && rule.get_ref().limit.is_none() {
                let report = Report::warning("another table already says the same").help("leave one of them out");
                self.complaints.add(&rule.span(), report);
            } else if !made.is_empty()
                && made.iter().all(|rule| rules.iter().any(|other| differ_idly(rule, other)))
                && rule.get_ref().limit.is_none()
            {
                let report = Report::warning("another table already says the same, with another `mandatory`")
                    .help("the stricter of the two decides: leave the other one out");
                self.complaints.add(&rule.span(), report);
            }
            rules.extend(made);
            self.limits(rule.get_ref(), &mut limits);
        }
        // Only now is it known which kinds remember their kind before promotion.
        for rule in &mut rules {
            let Some(table) = list.get(rule.table) else { continue };
            if table.get_ref().pieces.as_ref().is_some_and(means_remembering) {
                self.cover_remembering(&table.span(), rule);
            }
        }
        let counted = |(kind, most)| (self.with_guises(&[kind]), most);
        Promotions { rules, limits: limits.into_iter().map(counted).collect() }
    }

    /// Reports kinds that promote both from the stock and otherwise: a move does not tell where the promoted piece
    /// comes from.
    fn two_sources(&mut self, span: &Span, rules: &[Promotion], earlier: &[Promotion]) {
        let stock = |rule: &Promotion| rule.to == PromotionTo::Stock;
        let clash = |rule: &Promotion, other: &Promotion| {
            let both = rule.kinds & other.kinds;
            self.numbered().find(|(number, _)| both.has(*number) && stock(rule) != stock(other))
        };
        let found = rules.iter().find_map(|rule| earlier.iter().find_map(|other| clash(rule, other)));
        if let Some((_, kind)) = found {
            let id = kind.written_id();
            let report = Report::error(format!("`{id}` promotes both to pieces from stock and to others"))
                .help("remove it from one of the tables");
            self.complaints.add(span, report);
        }
    }

    /// Reports kinds that promote both in place and by moving: both would be the same move.
    fn two_ways(&mut self, span: &Span, rules: &[Promotion], earlier: &[Promotion]) {
        let clash = |rule: &&Promotion| {
            earlier.iter().any(|other| {
                let squares = |rule: &Promotion, side: Color| rule.everywhere()[side].any();
                let of_one_side = Color::ALL.into_iter().any(|side| squares(rule, side) && squares(other, side));
                let shared = !(rule.kinds & other.kinds).is_empty() && of_one_side;
                shared && rule.trigger.is_in_place() != other.trigger.is_in_place()
            })
        };
        if rules.iter().any(|rule| clash(&rule)) {
            let report = Report::error("a piece promotes in place by one table, but by its moves by another")
                .help("give both tables the same kind of trigger, or different `pieces`");
            self.complaints.add(span, report);
        }
    }

    fn promotion(&mut self, span: &Span, rule: &PromotionTable, hand: Hand, mode: RoyalMode) -> Vec<Promotion> {
        let kinds = match &rule.pieces {
            Some(set) => {
                if is_empty(set) {
                    let report = Report::warning("this list contains no pieces, so the table has no effect")
                        .help("name the pieces that promote, or leave out the whole table");
                    self.complaints.add(&set.span(), report);
                }
                let mut kinds = self.sided_kind_set(set);
                for (kind, side) in kinds.clone() {
                    let unnamed = |face: &PieceKind| !kinds.iter().any(|(other, _)| other == face);
                    let faces: Vec<PieceKind> = self.faces_of(kind).filter(unnamed).collect();
                    kinds.extend(faces.into_iter().map(|face| (face, side)));
                }
                kinds
            }
            None => {
                self.complaints.missing(
                    span,
                    "promotion.pieces",
                    "say which pieces promote, for example `pieces = [\"P\"]`",
                );
                Vec::new()
            }
        };
        let Some(target) = &rule.to else {
            let help = "say what they become, for example `to = [\"Q\"]` or `to = \"promoted-form\"`";
            self.complaints.missing(span, "promotion.to", help);
            return Vec::new();
        };
        let from: Vec<PieceKind> = kinds.iter().map(|(kind, _)| *kind).collect();
        let only = self.promoting_side(rule, &kinds);
        self.idle_promotion_keys(rule, &kinds);
        let lone_zone = rule.lone_zone.as_ref().filter(|_| or_default(rule.trigger.as_ref()).is_in_place());
        let lone_zone = lone_zone.and_then(|lone| self.sided_of(lone, only));
        let places = self.places_to_promote(
            rule.zone.as_ref(),
            target,
            only,
            lone_zone.is_some_and(|zone| has_squares(zone, only)),
        );
        let laid = places.into_iter().flat_map(|(zone, target)| {
            let to = self.promotion_to(&target, &from, hand, mode);
            let (Some(zone), Some(to)) = (zone, to) else { return Vec::new() };
            if or_default(rule.choice.as_ref()) == PromotionChoice::Any {
                self.idle_target(&target.span(), &to, &from);
            }
            let laid = self.promotions_in(span, rule, &kinds, lone_zone, zone, &to);
            self.kept_out(&target, &laid);
            laid
        });
        laid.collect()
    }

    /// Warns of kinds that pieces never promote to because they may not be in the zone, while others of the list may.
    fn kept_out(&mut self, target: &Spanned<Targets>, rules: &[Promotion]) {
        let WordOrList::List(list) = target.get_ref() else { return };
        let (kinds, zones) = (&self.kinds, |color: Color| {
            // By other triggers pieces may end outside the zone.
            let ending =
                |rule: &&Promotion| matches!(rule.trigger, Trigger::Enter | Trigger::EnterOrWithin | Trigger::Capture);
            rules.iter().filter(ending).map(|rule| rule.zone[color]).collect::<Area>()
        });
        let barred = |kind: PieceKind, color: Color| {
            let data = &kinds[kind.index()];
            data.may_belong_to(color) && zones(color).any() && (data.region[color] & zones(color)).is_empty()
        };
        let whose = |kind: PieceKind| {
            let [white, black] = Color::ALL.map(|color| barred(kind, color));
            let both = white && black || kinds[kind.index()].owner.is_some();
            match (white, black) {
                (false, false) => None,
                _ if both => Some(String::new()),
                (true, _) => Some("White's ".to_owned()),
                _ => Some("Black's ".to_owned()),
            }
        };
        let named = list.iter().filter_map(|id| {
            let whose = whose(self.kind(&id.get_ref().to_ascii_uppercase())?)?;
            Some((id.span(), format!("{whose}`{}` may not stand where pieces become it", id.get_ref())))
        });
        let named: Vec<(Span, String)> = named.collect();
        // If the whole list is impossible, it is reported that the pieces never promote.
        for (span, message) in named.iter().filter(|_| named.len() < list.len()) {
            // An included list need not have been written for these pieces.
            let report = match self.complaints.is_own(span) {
                true => Report::warning(message.clone()),
                false => Report::note(message.clone()),
            };
            let report = report.help(
                "the squares lie outside its `region`, so nothing promotes to it there: leave it out, or change one of \
                 the two",
            );
            self.complaints.add(span, report);
        }
    }

    /// The only side whose pieces promote by a table, if not both do.
    fn promoting_side(&self, rule: &PromotionTable, kinds: &[SidedKind]) -> Option<Color> {
        let of_both = kinds.iter().filter(|(_, side)| side.is_none()).map(|(kind, _)| *kind).collect();
        let small = !kinds.is_empty() && kinds.iter().all(|(_, side)| side.is_some());
        let small = small.then_some(Color::Black);
        small.or_else(|| self.only_side(or_default(rule.side.as_ref()), of_both))
    }

    /// The squares of promotions, with their choices. Where there are none, nothing promotes, unless lone pieces promote
    /// elsewhere.
    fn places_to_promote(
        &mut self,
        zone: Option<&Spanned<Sided>>,
        target: &Spanned<Choices>,
        only: Option<Color>,
        elsewhere: bool,
    ) -> Vec<(Option<ByColor<Area>>, Spanned<Targets>)> {
        let table = match target.get_ref() {
            Choices::Everywhere(target_list) => {
                let zone = match zone {
                    Some(zone) if elsewhere => self.sided_of(zone, only),
                    Some(zone) => self.some_sided(zone, only).filter(|zone| has_squares(*zone, only)),
                    None => self.board.map(|board| self.last_rank(board)),
                };
                return vec![(zone, Spanned::new(target.span(), target_list.clone()))];
            }
            Choices::BySquares(table) => table,
        };
        if table.is_empty() {
            self.complaints
                .error(&target.span(), "there is nothing to promote to, expected at least one set of squares");
        }
        let within = zone.map(|zone| self.sided_of(zone, only));
        let place = |(squares, list): (&Spanned<String>, &Spanned<Targets>)| {
            let mut area = self.sided_key(squares, only);
            if let (Some(area), Some(Some(within))) = (&mut area, &within) {
                Color::ALL.into_iter().for_each(|color| area[color] &= within[color]);
            }
            if area.is_some_and(|area| !elsewhere && !has_squares(area, only)) {
                let of = if zone.is_some() { " of `zone`" } else { "" };
                let report =
                    Report::warning(format!("there are no squares{of} in this set, so nothing promotes to these"))
                        .help(format!(
                            "name squares{of}, or leave this out, and the whole table if nothing else is in it"
                        ));
                self.complaints.add(&squares.span(), report);
            }
            (area.filter(|area| elsewhere || has_squares(*area, only)), list.clone())
        };
        table.iter().map(place).collect()
    }

    /// Warns of conditions that do not concern these promotions.
    fn idle_promotion_keys(&mut self, rule: &PromotionTable, kinds: &[SidedKind]) {
        let in_place = or_default(rule.trigger.as_ref()).is_in_place();
        let why = "it belongs to `trigger = \"in-place\"`";
        self.complaints.pointless("lone_zone", rule.lone_zone.as_ref(), !in_place, why);
        let why = "a promotion in place is a move by itself, which is never mandatory";
        self.complaints.pointless("mandatory", rule.mandatory.as_ref(), in_place, why);
        let passing = kinds.iter().any(|kind| self.kinds[kind.0.index()].terms().any(Term::captures_en_passant));
        for ban in rule.forbid.iter().flat_map(Spanned::get_ref) {
            let (key, why) = match ban.get_ref() {
                PromotionBan::EnPassant if in_place => ("en-passant", Some("a promotion in place captures nothing")),
                PromotionBan::EnPassant if !passing => ("en-passant", Some("none of these pieces captures en passant")),
                PromotionBan::EnPassant | PromotionBan::Attack => continue,
                PromotionBan::UncoveredCheck => ("uncovered-check", self.royalless()),
            };
            if let Some(why) = why {
                self.complaints.no_effect(&ban.span(), key, why);
            }
        }
    }

    /// The rules of a table in one zone.
    fn promotions_in(
        &mut self,
        span: &Span,
        rule: &PromotionTable,
        kinds: &[SidedKind],
        lone_zone: Option<ByColor<Area>>,
        zone: ByColor<Area>,
        to: &Target,
    ) -> Vec<Promotion> {
        let trigger = or_default(rule.trigger.as_ref());
        let mandatory = or_default(rule.mandatory.as_ref());
        let choice = or_default(rule.choice.as_ref());
        let forbid: Vec<PromotionBan> =
            rule.forbid.iter().flat_map(Spanned::get_ref).map(|ban| *ban.get_ref()).collect();
        let lone_zone = lone_zone.unwrap_or(zone);
        let only = or_default(rule.side.as_ref()).only();
        let parts = self.by_side(span, kinds, to, only);
        let parts = parts.into_iter().map(|(side, kinds, to)| Promotion {
            kinds,
            to,
            zone: ByColor::from_fn(
                |color| if side.is_none_or(|side| side == color) { zone[color] } else { Area::EMPTY },
            ),
            trigger,
            mandatory,
            choice,
            forbid: forbid.clone(),
            lone_zone: ByColor::from_fn(|color| {
                if side.is_none_or(|side| side == color) { lone_zone[color] } else { Area::EMPTY }
            }),
            table: 0,
        });
        parts.collect()
    }

    /// A rule for both sides, or one for each if they have different kinds.
    fn by_side(
        &mut self,
        span: &Span,
        kinds: &[SidedKind],
        to: &Target,
        only: Option<Color>,
    ) -> Vec<(Option<Color>, KindSet, PromotionTo)> {
        let may = |kind: &SidedKind, color: Color| {
            let owner = self.kinds[kind.0.index()].owner;
            [kind.1, owner].iter().all(|side| side.is_none_or(|side| side == color))
        };
        let part = |color: Color| -> (KindSet, PromotionTo) {
            let of_color = |list: &[SidedKind]| -> Vec<PieceKind> {
                list.iter().filter(|kind| may(kind, color)).map(|(kind, _)| *kind).collect()
            };
            let to = match to {
                Target::Kinds(list) => PromotionTo::Kinds(of_color(list)),
                Target::Form => PromotionTo::Form,
                Target::Stock => PromotionTo::Stock,
            };
            (of_color(kinds).into_iter().collect(), to)
        };
        let to_list = if let Target::Kinds(list) = to { &list[..] } else { &[] };
        let [white, black] = Color::ALL.map(part);
        if only.is_none() && white == black {
            return vec![(None, white.0, white.1)];
        }
        if only.is_none() && !white.0.is_empty() && white.1 != PromotionTo::Kinds(Vec::new()) {
            self.small_letters(span, to_list);
        }
        let mut parts = Vec::new();
        for (color, (kinds, to)) in Color::ALL.into_iter().zip([white, black]) {
            if only.is_some_and(|only| only != color) || kinds.is_empty() {
                continue;
            }
            if to == PromotionTo::Kinds(Vec::new()) {
                let report = self.nothing_to_become(color, to_list);
                self.complaints.add(span, report);
            }
            parts.push((Some(color), kinds, to));
        }
        if let Some(only) = only.filter(|_| parts.is_empty() && !kinds.is_empty()) {
            let message = format!("{} has no such pieces, so this has no effect", only.name());
            self.complaints.add(span, Report::warning(message));
        }
        parts
    }

    /// A note on pieces of both sides that only Black's pieces become, though the rule is for both sides.
    fn small_letters(&mut self, span: &Span, to: &[SidedKind]) {
        let plain = |kind: &&SidedKind| kind.1.is_some() && self.kinds[kind.0.index()].owner.is_none();
        let Some(id) = to.iter().find(plain).map(|kind| self.kinds[kind.0.index()].id.clone()) else { return };
        let small = id.to_ascii_lowercase();
        let report = Report::note(format!("only Black's pieces become `{small}`, which is a small letter"))
            .help(format!("for both sides, write `{id}`; if this is intended, give a table for each side with `side`"));
        self.complaints.add(span, report);
    }

    fn nothing_to_become(&self, color: Color, to: &[SidedKind]) -> Report {
        let report = Report::error(format!("there is nothing that {}'s pieces could promote to here", color.name()));
        // These may be small letters, without need, for pieces that both sides have.
        let plain = |kind: &SidedKind| kind.1.is_some() && self.kinds[kind.0.index()].owner.is_none();
        if to.is_empty() || !to.iter().all(plain) {
            return report.help("give a table for each side, with `side = \"white\"` or `side = \"black\"`");
        }
        let ids: Vec<String> = to.iter().map(|kind| format!("\"{}\"", self.kinds[kind.0.index()].id)).collect();
        let both = ids.join(", ");
        report.help(format!("small letters mean only Black's pieces: for both sides, write `to = [{both}]`"))
    }

    fn limits(&mut self, rule: &PromotionTable, limits: &mut Vec<(PieceKind, u8)>) {
        for (id, most) in rule.limit.iter().flat_map(Spanned::get_ref) {
            let Some(kind) = self.named_kind(&id.span(), id.get_ref()) else { continue };
            let squares = self.board.map_or(usize::MAX, Geometry::squares);
            if !(1..=squares).contains(&usize::from(*most.get_ref())) {
                let message = format!("a limit of {} is not possible, expected 1 to {squares}", most.get_ref());
                self.complaints.error(&most.span(), message);
            }
            match limits.iter().find(|(other, _)| *other == kind) {
                None => limits.push((kind, *most.get_ref())),
                Some((_, other)) if other == most.get_ref() => {}
                Some((_, other)) => {
                    let report = Report::error(format!("`{}` is already limited to {other}", id.get_ref()))
                        .help("a limit applies to all promotions to a piece: give the same number");
                    self.complaints.add(&most.span(), report);
                }
            }
        }
    }

    fn last_rank(&self, board: Geometry) -> ByColor<crate::board::Area> {
        ByColor::from_fn(|owner| {
            SquareReader { board, zones: &self.zones, owner, mirrored: false }.area("last-1").unwrap_or_default()
        })
    }

    /// Reports pieces that should turn over, but have no other face.
    fn faceless(&mut self, span: &Span, kinds: &[PieceKind]) {
        let ids: Vec<String> = kinds.iter().map(|kind| self.kinds[kind.index()].written_id()).collect();
        let Some(first) = ids.first() else { return };
        let all = enumerate(&ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>(), "and");
        let report = match ids.len() {
            1 => Report::error(format!("{all} has no other face to promote to"))
                .help(format!("give {all} a line such as `form = \"+{first}\"`, or remove it from `pieces`")),
            _ => Report::error(format!("{all} have no other faces to promote to"))
                .help(format!("give each of them a line such as `form = \"+{first}\"`, or remove them from `pieces`")),
        };
        let report = report.help("`pieces = \"all-with-form\"` means those with another face");
        self.complaints.add(span, report);
    }

    fn promotion_to(
        &mut self,
        target: &Spanned<Targets>,
        from: &[PieceKind],
        hand: Hand,
        mode: RoyalMode,
    ) -> Option<Target> {
        let span = target.span();
        match target.get_ref() {
            WordOrList::Word(TargetWord::PromotedForm) => {
                let (turning, others): (Vec<PieceKind>, Vec<PieceKind>) =
                    from.iter().partition(|from| self.kinds[from.index()].form.is_some());
                let unread = |kind: &PieceKind| self.unread_forms.contains(kind);
                let faceless: Vec<PieceKind> = others.into_iter().filter(|kind| !unread(kind)).collect();
                self.faceless(&span, &faceless);
                for from in turning {
                    let form = self.kinds[from.index()].form;
                    form.into_iter().for_each(|form| self.gains_royals(&span, &[from], form, mode));
                }
                Some(Target::Form)
            }
            WordOrList::Word(TargetWord::Stock) => {
                if !hand.source.any() {
                    let report = Report::error("nothing is ever in hand in this game, so there is no stock")
                        .help("say where pieces in hand come from, for example `source = \"own-losses\"` in `[hand]`");
                    self.complaints.add(&span, report);
                }
                Some(Target::Stock)
            }
            WordOrList::Word(TargetWord::Unknown(word)) => {
                let report = Report::error(format!("`{word}` is not something to promote to"))
                    .help("write a list of IDs, for example `[\"Q\", \"R\"]`, `\"promoted-form\"` or `\"stock\"`");
                self.complaints.add(&span, report);
                None
            }
            WordOrList::List(list) => Some(Target::Kinds(self.listed_targets(&span, list, from, hand, mode))),
        }
    }

    fn listed_targets(
        &mut self,
        span: &Span,
        list: &[Spanned<String>],
        from: &[PieceKind],
        hand: Hand,
        mode: RoyalMode,
    ) -> Vec<SidedKind> {
        if list.is_empty() {
            self.complaints.error(span, "there is nothing to promote to, expected at least one ID");
        }
        let kinds = self.sided_kinds(list);
        for entry in list {
            if let Some(kind) = self.kind(&entry.get_ref().to_ascii_uppercase()) {
                self.gains_royals(&entry.span(), from, kind, mode);
            }
        }
        if !hand.demote {
            return kinds;
        }
        // If captured pieces lose their rank, a piece promoted to a listed kind
        // must remember what it was: it becomes a kind of its own.
        let remembering = |(kind, side)| Some((self.remembering(span, kind, from)?, side));
        kinds.into_iter().filter_map(remembering).collect()
    }

    /// Warns of pieces that stay what they are.
    fn idle_target(&mut self, span: &Span, to: &Target, from: &[PieceKind]) {
        let Target::Kinds(kinds) = to else { return };
        let itself = |(kind, _): &SidedKind| from == [*kind];
        if !kinds.is_empty() && kinds.iter().all(itself) {
            let id = self.kinds[kinds[0].0.index()].written_id();
            let report = Report::warning(format!("`{id}` would only become what it already is"))
                .help("name other pieces, or leave out the whole table");
            self.complaints.add(span, report);
        }
    }

    /// Reports a promotion by which a side gains a royal piece, if each must be safe.
    fn gains_royals(&mut self, span: &Span, from: &[PieceKind], to: PieceKind, mode: RoyalMode) {
        let royal = |kind: &PieceKind| self.kinds[kind.index()].royal;
        if !royal(&to) || mode != RoyalMode::Each || from.iter().all(royal) {
            return;
        }
        let id = self.kinds[to.index()].written_id();
        let mut report = Report::error(format!("`{id}` is royal, and no piece may promote to a royal one"))
            .help("a side may have more royal pieces with another `mode` in `[royalty]`, for example `mode = \"last\"`, with which only the last one must be safe");
        if !self.complaints.is_own(span) {
            report = report.help(format!("or write a `[[promotion]]` in this file, without `{id}` in `to`"));
        }
        self.complaints.add(span, report);
    }

    /// Reports promotions by which a side loses a royal piece, unless a rule says what its loss means: a game would be
    /// left that nobody can win.
    pub(super) fn royals_stay(&mut self, tables: &[Spanned<PromotionTable>], rules: &Rules) {
        let royals = self.royals();
        let all = royals | rules.royalty.anti;
        let mut lost = Vec::new();
        for rule in &rules.promotions {
            let untold = |kind: &PieceKind| {
                let pieces = Color::ALL.map(|color| Piece::new(*kind, color)).into_iter();
                pieces.filter(|piece| rule.is_for(*piece)).any(|piece| !rules.ends.say_loss_of_royal(piece, all))
            };
            let Some(kind) = (rule.kinds & royals).iter().find(untold) else { continue };
            let to: Vec<Option<PieceKind>> = match &rule.to {
                PromotionTo::Kinds(kinds) => kinds.iter().copied().map(Some).collect(),
                PromotionTo::Form => self.kinds[kind.index()].form.map(Some).into_iter().collect(),
                PromotionTo::Stock => vec![None],
            };
            for to in to.into_iter().filter(|to| to.is_none_or(|to| !royals.has(to))) {
                if !lost.iter().any(|&(table, _, other)| (table, other) == (rule.table, to)) {
                    lost.push((rule.table, kind, to));
                }
            }
        }
        for (table, kind, to) in lost {
            let Some(targets) = tables.get(table).and_then(|table| table.get_ref().to.as_ref()) else { continue };
            let id = self.kinds[kind.index()].written_id();
            let becomes = to.map(|to| self.kinds[to.index()].written_id());
            let becomes = becomes.map_or("a piece from the stock".to_owned(), |id| format!("`{id}`"));
            let report = Report::error(format!("`{id}` is royal and may not become {becomes}, which is not"))
                .help("make both royal in `[royalty]`, or say in `[[end.extinction]]` what the loss means");
            let plain = to.map(|to| self.kinds[to.index()].plain_id());
            let mut spans: Vec<Span> = listed(targets.get_ref())
                .filter(|entry| plain.is_some_and(|plain| entry.get_ref().eq_ignore_ascii_case(plain)))
                .map(Spanned::span)
                .collect();
            if spans.is_empty() {
                spans.push(targets.span());
            }
            spans.iter().for_each(|span| self.complaints.add(span, report.clone()));
        }
    }

    /// The kind that moves like `kind`, but becomes what it was when captured.
    fn remembering(&mut self, span: &Span, kind: PieceKind, from: &[PieceKind]) -> Option<PieceKind> {
        let origin = *from.first()?;
        let base = &self.kinds[kind.index()];
        if base.in_hand != Some(kind) {
            // A promoted face remembers already.
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
            self.several_origins(span, kind, [in_hand, other]);
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

    fn several_origins(&mut self, span: &Span, promoted: PieceKind, held: [Option<PieceKind>; 2]) {
        let [one, other] =
            held.map(|kind| kind.map_or("gone".to_owned(), |kind| self.kinds[kind.index()].written_id()));
        let id = self.kinds[promoted.index()].written_id();
        let id = id.trim_end_matches('~');
        let report = Report::error(format!("a promoted `{id}` could be `{one}` or `{other}` in hand"))
            .help("if captured pieces lose their promotion, each kind must come from only one kind")
            .help("or give each piece a promoted face with `form`, and use `to = \"promoted-form\"`");
        self.complaints.add(span, report);
    }

    /// Reports a kind that remembers what it was and should turn over.
    fn no_other_face(&mut self, span: &Span, kind: PieceKind) {
        let id = self.kinds[kind.index()].plain_id().to_owned();
        let report = Report::error(format!(
            "a pawn or another piece may promote to `{id}` and is what it was again once it is captured: such a `{id}` cannot promote to its own face, too"
        ));
        self.complaints.add(
            span,
            report.help(format!(
                "write `demote = false` in `[hand]`, so that it stays `{id}`, or leave `{id}` out where others promote to it"
            )),
        );
    }

    /// Makes pieces that remember their kind promote like those they move like.
    fn cover_remembering(&mut self, span: &Span, rule: &mut Promotion) {
        let plain: Vec<PieceKind> = rule.kinds.iter().collect();
        let all = self.with_guises(&plain);
        let to = match &rule.to {
            PromotionTo::Kinds(to) => &to[..],
            PromotionTo::Stock => &[],
            PromotionTo::Form => {
                let remembers = |kind: &PieceKind| self.kinds[kind.index()].remembers();
                if let Some(kind) = all.iter().find(|kind| remembers(kind) && !rule.kinds.has(*kind)) {
                    self.no_other_face(span, kind);
                }
                return;
            }
        };
        let held = |kind: PieceKind| self.kinds[kind.index()].in_hand;
        let remembers = |kind: &&PieceKind| self.kinds[kind.index()].remembers();
        let new = || all.iter().filter(|kind| !rule.kinds.has(*kind));
        let clash =
            to.iter().filter(remembers).find_map(|to| Some((*to, new().find(|kind| held(*kind) != held(*to))?)));
        if let Some((to, from)) = clash {
            let held = [to, from].map(held);
            self.several_origins(span, to, held);
            return;
        }
        rule.kinds = all;
    }

    /// A set of kinds in which those that remember their kind are included with the kinds they move like.
    pub(super) fn with_remembering(&self, kinds: &[PieceKind]) -> KindSet {
        let named = |kind: &Kind| kinds.iter().any(|member| self.kinds[member.index()].id == kind.plain_id());
        self.numbered().filter(|(_, kind)| named(kind)).map(|(number, _)| number).collect()
    }

    /// The same, and with the faces under influences of all of them.
    pub(super) fn with_guises(&self, kinds: &[PieceKind]) -> KindSet {
        let all = self.with_remembering(kinds);
        all.iter().flat_map(|kind| self.faces_of(kind)).chain(all.iter()).collect()
    }
}

/// What the pieces of a table promote to.
enum Target {
    Kinds(Vec<SidedKind>),
    Form,
    Stock,
}

/// The entries of all lists in what pieces may promote to.
fn listed(targets: &Choices) -> impl Iterator<Item = &Spanned<String>> {
    let lists = match targets {
        Choices::Everywhere(targets) => vec![targets],
        Choices::BySquares(table) => table.values().map(Spanned::get_ref).collect(),
    };
    lists.into_iter().flat_map(|targets| match targets {
        WordOrList::List(list) => &list[..],
        WordOrList::Word(_) => &[],
    })
}

/// Whether two rules differ only in whether pieces must promote, so that the stricter one makes the other pointless.
fn differ_idly(one: &Promotion, other: &Promotion) -> bool {
    let ends = [Mandatory::Never, Mandatory::Always];
    let nested = [one, other].iter().any(|rule| ends.contains(&rule.mandatory));
    // No promotion in place is mandatory, whatever the table says.
    nested && !one.trigger.is_in_place() && one.is_like(&Promotion { mandatory: one.mandatory, ..other.clone() })
}

/// Whether a set has squares for a side, or for either.
fn has_squares(set: ByColor<Area>, only: Option<Color>) -> bool {
    Color::ALL.into_iter().any(|color| only.is_none_or(|only| only == color) && set[color].any())
}
