//! Effects of moves.

use super::Checker;
use super::complaints::{or_default, value_or};
use super::kinds::is_empty;
use crate::board::{Color, MAX_FILES, MAX_RANKS, Piece, PieceKind, Step};
use crate::text::{Report, Span};
use crate::variant::file::{EffectTable, Sides, Spanned, UNKNOWN};
use crate::variant::{
    Beside, Effect, EffectKind, EffectPlace, EffectWhen, EffectZone, Ends, Flank, Hands, KindSet, Line, Lines,
    Promotion, Siege, Whose,
};

impl Checker<'_> {
    pub(super) fn effects(
        &mut self,
        list: &[Spanned<EffectTable>],
        hands: Hands,
        ends: &Ends,
        anti: KindSet,
        promotions: &[Promotion],
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut side_changes = Vec::new();
        for table in list {
            if let Some(effect) = self.effect(&table.span(), table.get_ref(), hands) {
                self.may_take_royals(&table.span(), effect, ends, anti);
                let sets = [&table.get_ref().pieces, &table.get_ref().spare];
                let unread = sets.into_iter().flatten().any(|set| self.complaints.any_error_in(&set.span()));
                if effect.what == EffectKind::ChangeSide && !unread {
                    let on_its_square = effect.place == EffectPlace::Destination && effect.offset == Step::new(0, 0);
                    // The piece that moved may have become what it captured, and that may have returned in its place.
                    let replaces = |what| matches!(what, EffectKind::BecomeVictim | EffectKind::Return);
                    let replaced = effects.iter().any(|earlier: &Effect| replaces(earlier.what));
                    let whom = match on_its_square && !replaced {
                        true => effect.whom & self.may_arrive(effect.by, promotions),
                        false => effect.whom,
                    };
                    side_changes.extend(table.get_ref().what.as_ref().map(|what| (what.span(), whom)));
                }
                effects.push(effect);
            }
        }
        self.royals_spared(&side_changes);
        effects
    }

    fn effect(&mut self, span: &Span, table: &EffectTable, hands: Hands) -> Option<Effect> {
        let when = self.effect_when(table);
        let mut by = self.set_or_all(&table.by);
        if when == EffectWhen::Turn {
            // It happens whatever has moved.
            by = self.set_or_all(&None);
        }
        let of = self.set_or_all(&table.victim);
        let pieces = self.set_or_all(&table.pieces);
        let spare = self.set_of(&table.spare);
        let whom = pieces - spare;
        let beside = table.beside.as_ref().map(|_| Beside {
            kinds: self.set_of(&table.beside),
            whose: value_or(table.beside_side.as_ref(), Whose::Own),
        });
        let why = "it belongs to `beside`";
        self.complaints.pointless("beside_side", table.beside_side.as_ref(), beside.is_none(), why);
        let all = "name pieces, or leave out the key to mean all of them";
        let any = "name pieces, or leave out the key if it does not matter what stands beside";
        // What a turn does not depend on is reported as such.
        let movers = if when == EffectWhen::Turn { &None } else { &table.by };
        let sets = [(movers, all), (&table.victim, all), (&table.pieces, all), (&table.beside, any)];
        let sets = sets.into_iter().filter_map(|(set, help)| Some((set.as_ref()?, help)));
        for (set, help) in sets.filter(|(set, _)| is_empty(set)) {
            let report = Report::warning("this list contains no pieces, so the table has no effect").help(help);
            self.complaints.add(&set.span(), report);
        }
        if let Some(span) = table.spare.as_ref().filter(|_| !pieces.is_empty() && whom.is_empty()) {
            let report = Report::warning("all pieces are spared, so the table has no effect")
                .help("remove the pieces that it should affect from `spare`");
            self.complaints.add(&span.span(), report);
        }
        let help = "say where, for example `where = \"destination\"` or `where = \"around\"`";
        let place = self.complaints.needed(span, "effect.where", table.r#where.as_ref(), help)?;
        let help = "say what happens there, for example `what = \"remove\"`";
        let what = self.complaints.needed(span, "effect.what", table.what.as_ref(), help)?;
        if when != EffectWhen::Capture && *place.get_ref() == EffectPlace::Victims {
            let report = Report::error("only captures have victims")
                .help("leave `when` out, or write another place, for example `where = \"destination\"`");
            self.complaints.add(&place.span(), report);
        }
        if when == EffectWhen::Drop && *place.get_ref() == EffectPlace::Origin {
            let report = Report::error("what is dropped has left no square")
                .help("write another place, for example `where = \"destination\"`");
            self.complaints.add(&place.span(), report);
        }
        let only = self.only_side(Sides::default(), by);
        let place = self.effect_place(span, place, table, only)?;
        let what = self.effect_kind(span, what, table, when)?;
        self.fits_victims(table, place, what, hands);
        self.fits_enemies(span, table, place, what);
        let whose = or_default(table.side.as_ref());
        let offset = self.effect_offset(table);
        Some(Effect { when, by, beside, of, place, offset, whose, whom, what })
    }

    fn effect_offset(&mut self, table: &EffectTable) -> Step {
        let Some(offset) = &table.offset else { return Step::new(0, 0) };
        let most = MAX_FILES.max(MAX_RANKS) as i8 - 1;
        let fits = |by: i64| i8::try_from(by).ok().filter(|by| (-most..=most).contains(by));
        if let [right, forward] = offset.get_ref()[..]
            && let (Some(right), Some(forward)) = (fits(right), fits(forward))
        {
            return Step::new(right, forward);
        }
        let message = format!("expected two numbers from -{most} to {most}: files to the right and ranks ahead");
        self.complaints.error(&offset.span(), message);
        Step::new(0, 0)
    }

    fn effect_when(&mut self, table: &EffectTable) -> EffectWhen {
        let when = or_default(table.when.as_ref());
        let [capture, turn] = [when == EffectWhen::Capture, when == EffectWhen::Turn];
        self.complaints.pointless("victim", table.victim.as_ref(), !capture, "it belongs to `when = \"capture\"`");
        self.complaints.pointless("by", table.by.as_ref(), turn, "a turn ends no matter what was moved");
        when
    }

    fn effect_place(
        &mut self,
        span: &Span,
        place: &Spanned<EffectPlace>,
        table: &EffectTable,
        only: Option<Color>,
    ) -> Option<EffectPlace> {
        let place = *place.get_ref();
        let (around, flanked) = (matches!(place, EffectPlace::Around(_)), matches!(place, EffectPlace::Flanked(_)));
        let closed_in = flanked || matches!(place, EffectPlace::Surrounded(_));
        let in_zone = matches!(place, EffectPlace::Zone(_));
        let of_zones = "it belongs to `where = \"zone\"`";
        let of_reach = "it belongs to `where = \"around\"` and `where = \"flanked\"`";
        self.complaints.pointless("radius", table.radius.as_ref(), !around && !flanked, of_reach);
        let of_lines = "it belongs to `where = \"flanked\"` and `where = \"surrounded\"`";
        self.complaints.pointless("lines", table.lines.as_ref(), !closed_in, of_lines);
        self.complaints.pointless("hostile", table.hostile.as_ref(), !closed_in, of_lines);
        self.complaints.pointless("zone", table.zone.as_ref(), !in_zone, of_zones);
        self.complaints.pointless("newcomers", table.newcomers.as_ref(), !in_zone, of_zones);
        self.complaints.pointless("offset", table.offset.as_ref(), in_zone, "a zone cannot be shifted");
        if let Some(met) = word_for_enemies_met(place) {
            let why = format!("the squares of {met} pieces cannot be shifted");
            self.complaints.pointless("offset", table.offset.as_ref(), true, &why);
        }
        Some(match place {
            EffectPlace::Around(_) => EffectPlace::Around(self.radius(table.radius.as_ref())),
            EffectPlace::Flanked(_) | EffectPlace::Surrounded(_) => {
                let lines = self.lines("effect.lines", table.lines.as_ref(), Lines::STRAIGHT);
                let hostile =
                    table.hostile.as_ref().and_then(|squares| self.some_sided(squares, only)).unwrap_or_default();
                if flanked {
                    EffectPlace::Flanked(Flank { most: self.radius(table.radius.as_ref()), lines, hostile })
                } else {
                    EffectPlace::Surrounded(Siege { lines, hostile })
                }
            }
            EffectPlace::Zone(_) => {
                let help = "name the squares, for example `zone = \"ranks 4,5\"`";
                let zone = self.complaints.needed(span, "effect.zone", table.zone.as_ref(), help)?;
                let newcomers = value_or(table.newcomers.as_ref(), true);
                let squares = self.some_sided(zone, only).unwrap_or_default();
                EffectPlace::Zone(EffectZone { squares, newcomers })
            }
            _ => place,
        })
    }

    /// Kinds of lines, at least one.
    pub(super) fn lines(&mut self, path: &str, list: Option<&Spanned<Vec<Line>>>, default: Lines) -> Lines {
        let Some(list) = list else { return default };
        // Unknown words have been reported.
        if list.get_ref().is_empty() && !self.complaints.is_part_dropped(path) {
            let report = Report::error("this list is empty")
                .help("name some of `rank`, `file` and `diagonal`, or leave out the key");
            self.complaints.add(&list.span(), report);
        }
        list.get_ref().iter().copied().collect()
    }

    pub(super) fn radius(&mut self, radius: Option<&Spanned<u8>>) -> u8 {
        let most = MAX_FILES.max(MAX_RANKS) - 1;
        if let Some(radius) = radius.filter(|radius| !(1..=most).contains(radius.get_ref())) {
            let message = format!("a radius of {} is not possible, expected 1 to {most}", radius.get_ref());
            self.complaints.error(&radius.span(), message);
        }
        value_or(radius, 1)
    }

    fn effect_kind(
        &mut self,
        span: &Span,
        what: &Spanned<EffectKind>,
        table: &EffectTable,
        when: EffectWhen,
    ) -> Option<EffectKind> {
        let word = *what.get_ref();
        let appears = matches!(word, EffectKind::Appear(_));
        let names = appears || matches!(word, EffectKind::Become(_));
        let why = "it belongs to `what = \"become\"` and `what = \"appear\"`";
        self.complaints.pointless("to", table.to.as_ref(), !names, why);
        let why = "what appears belongs to the side that moved, and appears only on empty squares";
        self.complaints.pointless("side", table.side.as_ref(), appears, why);
        self.complaints.pointless("pieces", table.pieces.as_ref(), appears, why);
        self.complaints.pointless("spare", table.spare.as_ref(), appears, why);
        Some(match word {
            EffectKind::Become(_) => EffectKind::Become(self.effect_piece(span, table.to.as_ref())?),
            EffectKind::Appear(_) => EffectKind::Appear(self.effect_piece(span, table.to.as_ref())?),
            EffectKind::BecomeVictim => {
                if when != EffectWhen::Capture {
                    let report = Report::error("only captures have victims")
                        .help("leave `when` out, or write `what = \"become\"` with the piece in `to`");
                    self.complaints.add(&what.span(), report);
                } else if table.victim.is_none() && table.by.is_none() && table.pieces.is_none() {
                    let report = Report::warning("without `victim`, every piece becomes what it captures")
                        .help("name the pieces that are contagious, for example `victim = [\"W\"]`");
                    self.complaints.add(span, report);
                }
                word
            }
            _ => word,
        })
    }

    /// Reports an effect that may remove the enemy's royals or anti-royals from the board
    /// if their loss means nothing.
    fn may_take_royals(&mut self, span: &Span, effect: Effect, ends: &Ends, anti: KindSet) {
        // At most the piece that moved is on these squares.
        let own = matches!(effect.place, EffectPlace::Origin | EffectPlace::Destination);
        let own = effect.whose == Whose::Own || own && effect.offset == Step::new(0, 0);
        let takes = !matches!(effect.what, EffectKind::Appear(_) | EffectKind::ChangeSide);
        if own || !takes || effect.place == EffectPlace::Victims {
            return;
        }
        let royals = anti | self.royals();
        let moves = |color: Color| self.numbered().any(|(by, kind)| effect.by.has(by) && kind.may_belong_to(color));
        let told = |kind: PieceKind, color: Color| ends.say_loss_of_royal(Piece::new(kind, color), royals);
        let untold = |kind: PieceKind| {
            let owned = |color: &Color| self.kinds[kind.index()].may_belong_to(*color) && moves(!*color);
            Color::ALL.into_iter().filter(owned).find(|color| !told(kind, *color))
        };
        let mut fatal = royals.iter().filter(|kind| effect.whom.has(*kind));
        if let Some((kind, color)) = fatal.find_map(|kind| Some((kind, untold(kind)?))) {
            let id = self.kinds[kind.index()].written_id();
            let whose = if told(kind, !color) { format!("{}'s", color.name()) } else { "the enemy's".to_owned() };
            let report = Report::error(format!("this may remove {whose} `{id}`, but nothing says what that means"))
                .help(format!("add `[[end.extinction]]` with `pieces = [\"{id}\"]`, or `spare = [\"{id}\"]` here"));
            self.complaints.add(span, report);
        }
    }

    /// Reports effects that cannot happen to captured pieces, and hands that do not exist.
    fn fits_victims(&mut self, table: &EffectTable, place: EffectPlace, what: EffectKind, hands: Hands) {
        let Some(span) = table.what.as_ref().map(Spanned::span) else { return };
        if what == EffectKind::Hand && !hands.any() {
            let report = Report::error("this game has no hands to which pieces could go")
                .help("add `source = \"fixed\"` to `[hand]`");
            self.complaints.add(&span, report);
        }
        if place != EffectPlace::Victims {
            return;
        }
        let fits = [EffectKind::Hand, EffectKind::Return, EffectKind::Hole].contains(&what);
        if !fits && !matches!(what, EffectKind::Appear(_)) {
            let report = Report::error("captured pieces have already left the board").help(
                "possible for them or their squares: `what = \"return\"`, `\"hand\"`, `\"hole\"` or `\"appear\"`",
            );
            self.complaints.add(&span, report);
        }
        let whose = or_default(table.side.as_ref());
        let own = hands.self_captures && whose != Whose::Enemy;
        let enemies = hands.captures && whose != Whose::Own;
        let twice = [EffectKind::Hand, EffectKind::Return].contains(&what) && (enemies || own || hands.own_losses);
        if twice {
            let report = Report::error("captured pieces go to a hand already")
                .help("write another `source` in `[hand]`, for example `source = \"fixed\"`, or leave this out");
            self.complaints.add(&span, report);
        }
    }

    /// Reports settings that do not concern the enemies that a piece attacks, flanks or surrounds.
    fn fits_enemies(&mut self, span: &Span, table: &EffectTable, place: EffectPlace, what: EffectKind) {
        let Some(met) = word_for_enemies_met(place) else { return };
        if matches!(what, EffectKind::Hole | EffectKind::Appear(_)) {
            let span = table.what.as_ref().map_or_else(|| span.clone(), Spanned::span);
            let report = Report::error(format!("this happens to squares, but only pieces can be {met}"))
                .help("write what happens to these pieces, for example `what = \"change-side\"`");
            self.complaints.add(&span, report);
        } else if or_default(table.side.as_ref()) != Whose::Enemy {
            let span = table.side.as_ref().map_or_else(|| span.clone(), Spanned::span);
            let report = Report::error(format!("only enemy pieces can be {met}")).help("write `side = \"enemy\"`");
            self.complaints.add(&span, report);
        }
    }

    /// A kind that pieces of both sides can become, or a report.
    fn effect_piece(&mut self, span: &Span, to: Option<&Spanned<String>>) -> Option<PieceKind> {
        let to = self.complaints.needed(span, "effect.to", to, "say which piece, for example `to = \"W\"`")?;
        let kind = self.named_kind(&to.span(), to.get_ref())?;
        let data = &self.kinds[kind.index()];
        if data.royal || data.owner.is_some() {
            let why = if data.royal { "is royal" } else { "belongs to only one side" };
            let report = Report::error(format!("`{}` {why}, so no piece may become one", to.get_ref()))
                .help("name a piece that is not royal and that both sides can have");
            self.complaints.add(&to.span(), report);
        }
        Some(kind)
    }

    /// What moves of these kinds may end with: they themselves, and what they promote to.
    fn may_arrive(&self, movers: KindSet, promotions: &[Promotion]) -> KindSet {
        let mut arrive: Vec<PieceKind> = movers.iter().collect();
        let all = || self.numbered().map(|(number, _)| number).collect();
        for rule in promotions {
            let promoted = movers.iter().filter(|kind| rule.kinds.has(*kind));
            arrive.extend(promoted.flat_map(|kind| rule.to.kinds(self.kinds[kind.index()].form, all)));
        }
        self.with_guises(&arrive)
    }

    /// Reports all effects by which royal pieces would change sides at once, at the first of them.
    fn royals_spared(&mut self, side_changes: &[(Span, KindSet)]) {
        let royal = |whom: KindSet| {
            let mut royals = self.numbered().filter(|(_, kind)| kind.royal);
            royals.find(|(number, _)| whom.has(*number)).map(|(_, kind)| kind.written_id())
        };
        let found: Vec<(&Span, String)> =
            side_changes.iter().filter_map(|(span, whom)| Some((span, royal(*whom)?))).collect();
        let unread =
            ["pieces", "spare", UNKNOWN].iter().any(|key| self.complaints.is_part_dropped(&format!("effect.{key}")));
        let Some((span, id)) = found.first().filter(|_| !unread) else { return };
        let more = match found.len() - 1 {
            0 => String::new(),
            1 => ", here and at one more place".to_owned(),
            more => format!(", here and at {more} more places"),
        };
        let report = Report::error(format!("royal pieces cannot change sides, but `{id}` is not spared{more}"))
            .help(format!("add it: `spare = [\"{id}\"]`"))
            .help("or remove it from `pieces` in `[royalty]`, and say in `[[end.extinction]]` what its loss means");
        self.complaints.add(span, report);
    }
}

/// The word for the enemies that an effect meets in its place, if it meets no other pieces there.
fn word_for_enemies_met(place: EffectPlace) -> Option<&'static str> {
    match place {
        EffectPlace::Attacked => Some("attacked"),
        EffectPlace::Flanked(_) => Some("flanked"),
        EffectPlace::Surrounded(_) => Some("surrounded"),
        _ => None,
    }
}
