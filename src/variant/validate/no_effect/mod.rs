//! Parts of a file without effect: rules that are valid, but never have
//! consequences in a game. They are checked for the whole variant.

mod hands;
mod promotion;

use super::castling::{castles_with_rooks, programs_of, rights_field, terms_of};
use super::complaints::{described, entry, list};
use super::start::pieces;
use super::{Checker, Safety};
use crate::board::{Area, ByColor, Color, Piece, PieceKind, Square};
use crate::text::{Report, Span, span_in};
use crate::variant::castling::Castlings;
use crate::variant::file::{Demotion, Progress, Spanned, SquareSet, VariantFile, WordOrList};
use crate::variant::squares::SquareReader;
use crate::variant::{
    Adjudication, Ban, Castling, CastlingRule, CastlingSafety, Effect, EffectKind, Gating, InitialMoves, Kind, KindSet,
    Promotion, PromotionTo, RoyalMode, Setup, UnmovedTest, Variant,
};
use crate::xbetza::{Action, Crossing, Leg, Ray, Term, When};

impl Checker<'_> {
    /// Warns of parts that have no effect even if others are faulty.
    pub(in crate::variant::validate) fn no_effect_despite_errors(
        &mut self,
        file: &VariantFile,
        variant: &Variant,
        safety: Safety,
    ) {
        self.empty_hands(file, variant);
        self.handless_losses(file, variant);
        self.idle_limits(file, variant);
        self.idle_hurdles(file, variant);
        self.idle_royal_mode(file, variant);
        self.idle_move_rule(file, variant);
        self.idle_en_passant(file, variant);
        self.unseen_leaps(file, variant);
        self.unmoved_inside(file, variant, safety);
        self.idle_arrivals(file, variant);
        self.idle_duty(file, variant);
    }

    /// Warns of everything else that has no effect in the finished game.
    pub(in crate::variant::validate) fn no_effect(&mut self, file: &VariantFile, variant: &Variant) {
        self.kept_faces(file, variant);
        self.idle_bans(file, variant);
        self.drops_of_one_side(file, variant);
        self.useless_hands(file, variant);
        self.idle_demotion(file, variant);
        self.idle_gating(file, variant);
        self.idle_rights(file, variant);
        self.idle_passing(file, variant);
        self.idle_once(file, variant);
        self.idle_zones(file);
        self.idle_faces(file, variant);
        self.idle_lots(file, variant);
        self.idle_full_board(file, variant);
        self.idle_castlings(file, variant);
        self.castlings_without_right(file, variant);
        self.idle_effects(file, variant);
        self.idle_initial_moves(file, variant);
    }

    /// Warns of castling moves that lead nowhere from where their pieces start.
    fn idle_castlings(&mut self, file: &VariantFile, variant: &Variant) {
        let fen = entry(file.start.as_ref(), |start| &start.fen).map_or("", |fen| fen.get_ref());
        let letters = rights_field(fen).is_some_and(|field| field != "-");
        let bound = matches!(variant.rules.castling, CastlingRule::Betza(_)) && variant.rules.shuffle.is_none();
        // Letters that give no right are reported at their place.
        if letters || !bound {
            return;
        }
        let castlings = Castlings::new(variant, &variant.start.board);
        let standing = ByColor::from_fn(|color| castlings.standing(&variant.start.board, color));
        let castles = |piece: &Piece| standing[piece.color()].iter().any(|castling| castling.piece == *piece);
        for (id, text, kind) in self.all_moves_here(file, variant) {
            let pieces = Color::ALL.map(|color| Piece::new(kind, color));
            let starts = pieces.iter().any(|piece| variant.start.board.contains(piece));
            let dropped = pieces.iter().any(|piece| variant.rules.drops.all_unmoved(piece.color()).any());
            let mut own = terms_of(variant.kind(kind), text.get_ref()).filter(|term| term.castles());
            let Some(term) = own.next().filter(|term| term.when == When::Unmoved && starts && !dropped) else {
                continue;
            };
            if !pieces.iter().any(castles) && own.all(|term| term.when == When::Unmoved) {
                let place = self.complaints.inside(&text.span(), text.get_ref(), &term.span);
                let zones = variant.kind(kind).zone_moves.iter();
                let mut zones = zones.filter(|extra| extra.notation.0.contains(text.get_ref())).peekable();
                let outside = zones.peek().is_some() && !zones.any(|extra| starts_in(variant, kind, extra.zone));
                let help = match outside {
                    true => "it has this move only in its `zone`, where it does not start",
                    false => {
                        "a piece of its side must stand at the end of its rank, at least as far away as the number after `O`"
                    }
                };
                let mut report = Report::warning(format!("`{id}` can never castle from where it starts")).help(help);
                if pieces.iter().any(|piece| is_confined(variant, *piece)) {
                    report = report.help(REGION_ENDS);
                }
                self.complaints.add(&place, report);
            }
        }
    }

    /// Warns of castlings to which the letters of the start position give no right, though they give some of that side.
    fn castlings_without_right(&mut self, file: &VariantFile, variant: &Variant) {
        let Some(fen) = entry(file.start.as_ref(), |start| &start.fen) else { return };
        // An author who names files knows which ones are left out.
        let usual = |field: &&str| field.chars().all(|letter| "KQkq".contains(letter));
        let Some(field) = rights_field(fen.get_ref()).filter(usual).filter(|_| variant.rules.shuffle.is_none()) else {
            return;
        };
        let mut all = variant.start.clone();
        all.assume_unmoved(variant);
        let [given, laid] = [variant.start.castlings(variant), all.castlings(variant)];
        let squares = |way: &Castling<3>| [way.from, way.to, way.partner_from];
        let sides = Color::ALL.into_iter().filter(|color| !given[*color].is_empty());
        let known = |way: &Castling<3>| given[way.piece.color()].iter().any(|other| squares(other) == squares(way));
        let lost: Vec<&Castling<3>> = sides.flat_map(|color| &laid[color]).filter(|way| !known(way)).collect();
        for (id, text, kind) in self.all_moves_here(file, variant) {
            let data = variant.kind(kind);
            let has = |color: Color| programs_of(data, text.get_ref(), color).next().is_some();
            let own = lost.iter().filter(|way| way.piece.kind() == kind && has(way.piece.color()));
            let partners: Area = own.map(|way| way.partner_from).collect();
            let terms = terms_of(data, text.get_ref()).filter(|term| term.castles());
            let Some(term) = terms.last().filter(|_| partners.any()) else { continue };
            let names: Vec<String> = partners.iter().map(|sq| variant.board.name(sq)).collect();
            let report = Report::warning(format!(
                "`{id}` has no right to castle with the pieces on {}: `{field}` in `start.fen` means others",
                names.join(", ")
            ))
            .help(format!(
                "write `{}` there, which names the files of all partners, or leave the field out with all that follows",
                rights_field(&all.fen(variant)).unwrap_or_default()
            ));
            let place = self.complaints.inside(&text.span(), text.get_ref(), &term.span);
            self.complaints.add(&place, report);
        }
    }

    /// Warns of a rule for a full board if there are not enough pieces to fill it.
    fn idle_full_board(&mut self, file: &VariantFile, variant: &Variant) {
        let rules = &variant.rules;
        let grows = |effect: &Effect| matches!(effect.what, EffectKind::Appear(_) | EffectKind::Hole);
        if rules.wall.is_some() || rules.hands.partner || rules.effects.iter().any(grows) {
            return;
        }
        let full_board = entry(file.end.as_ref(), |end| &end.full_board);
        let squares = variant.board.squares() - variant.holes.iter().count();
        let held: usize = variant.start.hands.0.iter().flatten().map(|count| usize::from(*count)).sum();
        let most = held + Color::ALL.into_iter().map(|color| pieces(variant, color).count()).sum::<usize>();
        let never = rules.ends.full_board != Adjudication::None && most < squares;
        let why = format!("the board has {squares} squares, and the game only {most} pieces");
        self.complaints.pointless("full_board", full_board, never, &why);
    }

    /// Warns of effects that never happen.
    fn idle_effects(&mut self, file: &VariantFile, variant: &Variant) {
        let tables = || file.effect.iter().enumerate();
        let holes = tables().filter(|(number, _)| {
            variant.rules.effects.get(*number).is_some_and(|effect| effect.what == EffectKind::Hole)
        });
        for (_, table) in holes.filter(|(number, _)| variant.finds_nothing(*number)) {
            let (table, why) = (table.get_ref(), "the square that a piece has left is empty: it goes missing anyway");
            self.complaints.pointless("side", table.side.as_ref(), true, why);
            self.complaints.pointless("pieces", table.pieces.as_ref(), true, why);
            self.complaints.pointless("spare", table.spare.as_ref(), true, why);
        }
        let tables = tables();
        for (table, idle) in tables.filter_map(|(number, table)| Some((table, variant.idle_effect(number)?))) {
            let table = table.get_ref();
            let written = |key: &str| match key {
                "when" => table.when.as_ref().map(Spanned::span),
                "where" => table.r#where.as_ref().map(Spanned::span),
                "what" => table.what.as_ref().map(Spanned::span),
                "offset" => table.offset.as_ref().map(Spanned::span),
                "by" => table.by.as_ref().map(Spanned::span),
                "victim" => table.victim.as_ref().map(Spanned::span),
                "side" => table.side.as_ref().map(Spanned::span),
                "pieces" => table.pieces.as_ref().map(Spanned::span),
                "spare" => table.spare.as_ref().map(Spanned::span),
                _ => None,
            };
            let blamed = idle.keys.iter().find_map(|key| Some((*key, written(key)?)));
            if let Some((key, span)) = blamed {
                self.complaints.no_effect(&span, key, idle.why);
            }
        }
    }

    /// Warns of a duty to capture in a game without captures, or one in which every move captures.
    fn idle_duty(&mut self, file: &VariantFile, variant: &Variant) {
        let mandatory = entry(file.capture.as_ref(), |capture| &capture.mandatory);
        let never = variant.rules.captures.mandatory && !self.complaints.any_error() && !variant.has_captures();
        self.complaints.pointless("mandatory", mandatory, never, "nobody can ever capture anything in this game");
        let always = variant.rules.captures.mandatory && !never && variant.always_captures();
        self.complaints.pointless("mandatory", mandatory, always, "every move of this game captures");
    }

    /// Warns of initial moves of pieces that are never unmoved.
    fn idle_initial_moves(&mut self, file: &VariantFile, variant: &Variant) {
        for (id, text, kind) in self.moves_here(file, variant) {
            let ever = Color::ALL.into_iter().any(|color| variant.is_ever_unmoved(kind, color));
            let colors = Color::ALL.into_iter().filter(|color| variant.kind(kind).notation[*color] == *text.get_ref());
            let mut terms = colors.flat_map(|color| &variant.kind(kind).program[color].terms);
            if let Some(term) = terms.find(|term| term.when != When::Always).filter(|_| !ever) {
                let place = self.complaints.inside(&text.span(), text.get_ref(), &term.span);
                let report = Report::warning(format!("`{id}` never has this move, because it is never unmoved"))
                    .help("a piece counts as unmoved where one of its kind stands in `start.fen`, or where `drop.unmoved` says so");
                self.complaints.add(&place, report);
            }
        }
    }

    /// Warns of pieces that take no part in a shuffle but have squares in it, of squares on which no piece is placed,
    /// and of sets that contain all squares on which pieces are placed.
    fn idle_lots(&mut self, file: &VariantFile, variant: &Variant) {
        let tables = list(entry(file.start.as_ref(), |start| &start.shuffle), |shuffle| &shuffle.on);
        let Some(shuffle) = &variant.rules.shuffle else { return };
        if Setup::has_one_order(variant, shuffle)
            && let Some(table) = entry(file.start.as_ref(), |start| &start.shuffle)
        {
            let report = Report::warning("these pieces have only one order, so nothing is shuffled")
                .help("let more pieces take part, give them more squares, or leave the table out");
            self.complaints.add(&table.span(), report);
            return;
        }
        let drawn = variant.shuffled_squares();
        for (table, (_, area)) in tables.iter().zip(&shuffle.on) {
            let table = table.get_ref();
            let takes_part = |id: &str| {
                let kind = variant.kind_by_id(&id.to_ascii_uppercase());
                variant.shuffled_pieces().any(|(_, other)| Some(other) == kind)
            };
            if let Some(WordOrList::List(ids)) = table.pieces.as_ref().map(Spanned::get_ref) {
                for id in ids.iter().filter(|id| !takes_part(id.get_ref())) {
                    let why = "this piece is not shuffled: add it to `pieces` and `squares`, or leave it out";
                    self.complaints.no_effect(&id.span(), id.get_ref(), why);
                }
                if !ids.iter().any(|id| takes_part(id.get_ref())) {
                    continue;
                }
            }
            let Some(squares) = &table.squares else { continue };
            if drawn.within(*area) {
                let why = "no piece is ever placed on any other square: leave out the whole table";
                self.complaints.no_effect(&squares.span(), "squares", why);
                continue;
            }
            self.words_without(squares, drawn);
        }
    }

    /// Warns of words in a set of White's squares that name none on which the shuffle places pieces.
    fn words_without(&mut self, squares: &Spanned<SquareSet>, drawn: Area) {
        let Some(board) = self.board else { return };
        let texts: Vec<(Span, &str)> = match squares.get_ref() {
            WordOrList::Word(text) => vec![(squares.span(), text)],
            WordOrList::List(texts) => texts.iter().map(|text| (text.span(), text.get_ref().as_str())).collect(),
        };
        for (span, text) in texts {
            for word in text.split_ascii_whitespace() {
                let view = SquareReader { board, zones: &self.zones, owner: Color::White, mirrored: false };
                if view.area(word).is_ok_and(|area| (area & drawn).is_empty()) {
                    let place = self.complaints.inside(&span, text, &span_in(text, word));
                    self.complaints.no_effect(&place, word, "no piece is ever placed there: leave it out");
                }
            }
        }
    }

    /// Warns of drops of pieces that count as unmoved, if nothing depends on that.
    fn idle_arrivals(&mut self, file: &VariantFile, variant: &Variant) {
        let entries = file.drop.iter().flat_map(|drop| &drop.get_ref().unmoved);
        if let (CastlingRule::Fischer(_), Some(table)) = (variant.rules.castling, entries.clone().next()) {
            let report =
                Report::error("with `style = \"fischer\"`, castling depends on the start position, not on drops")
                    .help("write `style = \"betza\"` in `[castling]`, or leave `unmoved` out");
            self.complaints.add(&table.span(), report);
            return;
        }
        let castlings = variant.start.castlings(variant);
        for (id, _) in entries.flat_map(Spanned::get_ref) {
            let Some(kind) = variant.kind_by_id(&id.get_ref().to_ascii_uppercase()) else { continue };
            let squares = variant.rules.drops.unmoved[kind.index()];
            let castles = |color: Color| castlings[color].iter().any(|way| (way.unmoved & squares[color]).any());
            let moves = |color: Color| variant.kind(kind).has_initial_moves(color);
            let any = Color::ALL.into_iter().any(|color| castles(color) || moves(color));
            if !any && variant.rules.drops.enabled && squares.0.iter().any(|area| area.any()) {
                let why =
                    "these squares matter for no castling and no initial move: name both pieces of a castling here";
                self.complaints.no_effect(&id.span(), id.get_ref(), why);
            }
        }
    }

    /// Warns of rules about initial moves off the outer ranks, where being unmoved is not a right and the square alone
    /// decides.
    fn unmoved_inside(&mut self, file: &VariantFile, variant: &Variant, safety: Safety) {
        let rules = &variant.rules;
        let outer = |sq: Square| [0, variant.board.ranks() - 1].contains(&variant.board.rank(sq));
        let inside = |kind: PieceKind| {
            let starts = |sq: Square, color: Color| variant.is_home(Piece::new(kind, color), sq);
            let stands = |sq: &Square| !outer(*sq) && Color::ALL.into_iter().any(|color| starts(*sq, color));
            rules.unmoved_test == UnmovedTest::Square && variant.board.all().any(|sq| stands(&sq))
        };
        let bound = entry(file.royalty.as_ref(), |royalty| &royalty.initial_moves)
            .filter(|_| match rules.royalty.initial_moves {
                InitialMoves::AnyTime => false,
                // If there is never a check, that has been reported.
                InitialMoves::NotInCheck => safety.checkless.is_none(),
                InitialMoves::AsCastling => true,
            })
            .map(|initial| {
                (initial.span(), variant.kinds().filter(|(_, kind)| kind.royal).map(|(kind, _)| kind).collect())
            });
        let aimed = entry(file.virgin.as_ref(), |virgin| &virgin.aimed).zip(rules.aimed);
        let aimed = aimed.map(|(table, aimed)| (table.span(), aimed.kinds));
        let castling_is_free = matches!(rules.castling, CastlingRule::Betza(CastlingSafety::Ignore));
        let nobody_castles = rules.castling == CastlingRule::None;
        let moves = |kind: &Kind, is_bound: bool| match is_bound && !castling_is_free || nobody_castles {
            // Nobody castles out of check anyway, or nobody castles at all.
            true => Color::ALL.into_iter().any(|color| kind.has_initial_moves(color)),
            false => depends_on_being_unmoved(kind),
        };
        let all = bound.into_iter().map(|bound| (bound, true)).chain(aimed.into_iter().map(|aimed| (aimed, false)));
        for ((span, kinds), is_bound) in all {
            let kinds: KindSet = kinds;
            if let Some(kind) = kinds.iter().find(|kind| inside(*kind)) {
                let report = Report::error(format!(
                    "`{}` starts inside the board, where only the square decides whether it is unmoved",
                    variant.kind(kind).written_id()
                ))
                .help("write `test = \"unmoved\"` in `[virgin]`");
                self.complaints.add(&span, report);
            } else if !kinds.iter().any(|kind| moves(variant.kind(kind), is_bound)) {
                let report = Report::warning("none of these pieces has initial moves, so this has no effect")
                    .help("mark one of their moves with `i`, or leave this out");
                self.complaints.add(&span, report);
            }
        }
    }

    /// Warns of other faces that nothing turns into or back from.
    fn idle_faces(&mut self, file: &VariantFile, variant: &Variant) {
        let turns = |kind: PieceKind| {
            let promotes = |rule: &Promotion| match &rule.to {
                PromotionTo::Form => rule.kinds.has(kind),
                // A list may name the other face, too.
                PromotionTo::Kinds(kinds) => {
                    kinds.contains(&kind) && variant.kind(kind).form.is_some_and(|base| rule.kinds.has(base))
                }
                PromotionTo::Stock => false,
            };
            variant.rules.promotions.iter().any(promotes) || variant.kind(kind).in_hand.is_some_and(|held| held != kind)
        };
        for (_, kind, table) in described(file, variant) {
            let Some(form) = &table.form else { continue };
            let faces = [Some(kind), variant.kind(kind).form];
            if !faces.into_iter().flatten().any(turns) {
                let why =
                    "nothing turns it over: add a `[[promotion]]` with `to = \"promoted-form\"`, or leave `form` out";
                self.complaints.no_effect(&form.span(), "form", why);
            }
        }
    }

    /// Warns of zones that nothing names.
    fn idle_zones(&mut self, file: &VariantFile) {
        for (name, _) in file.zones.iter().flat_map(Spanned::get_ref) {
            if self.complaints.is_own(&name.span()) && !self.used_zones.contains(name.get_ref()) {
                let report = Report::warning(format!("the zone `{}` is never used", name.get_ref()))
                    .help(format!("write `\"{}\"` where squares are needed, or leave out the zone", name.get_ref()));
                self.complaints.add(&name.span(), report);
            }
        }
    }

    /// Warns of a choice among royal pieces if there is never more than one.
    fn idle_royal_mode(&mut self, file: &VariantFile, variant: &Variant) {
        let Some(mode) = entry(file.royalty.as_ref(), |royalty| &royalty.mode) else { return };
        let any = variant.kinds.iter().any(|kind| kind.royal);
        if any && *mode.get_ref() != RoyalMode::Each && !variant.may_have_several_royals() {
            let why = "neither side ever has more than one royal piece: name more in `pieces`, or leave `mode` out";
            self.complaints.no_effect(&mode.span(), "mode", why);
        }
    }

    /// Warns of conditions for counting moves if nothing is counted.
    fn idle_move_rule(&mut self, file: &VariantFile, variant: &Variant) {
        let table = file.move_rule.as_ref();
        let off = variant.rules.draws.move_rule.plies == 0;
        let why = "with `plies = 0`, moves without progress are not counted";
        self.complaints.pointless("resets", entry(table, |table| &table.resets), off, why);
        self.complaints.pointless("exclude", entry(table, |table| &table.exclude), off, why);
        self.complaints.pointless("result", entry(table, |table| &table.result), off, why);
        let plies = entry(table, |table| &table.plies).filter(|plies| *plies.get_ref() == 50);
        if let Some(plies) = plies.filter(|plies| self.complaints.is_own(&plies.span())) {
            let report = Report::note("50 plies are 25 moves by each side")
                .help("for 50 moves by each side, write `plies = 100`");
            self.complaints.add(&plies.span(), report);
        }
        let resets = entry(table, |table| &table.resets).filter(|_| !off);
        for word in resets.into_iter().flat_map(Spanned::get_ref) {
            let (key, idle, why) = match word.get_ref() {
                Progress::Drop => ("drop", !variant.rules.drops.enabled, "nothing is dropped in this game"),
                Progress::Promotion => {
                    ("promotion", variant.rules.promotions.is_empty(), "nothing promotes in this game")
                }
                Progress::Capture | Progress::Pawn | Progress::PawnForward => continue,
            };
            self.complaints.pointless(key, Some(word), idle, why);
        }
    }

    /// Warns of en passant captures in a game in which no move leaves en passant squares, and of such moves in a game
    /// without en passant captures.
    fn idle_en_passant(&mut self, file: &VariantFile, variant: &Variant) {
        let marks = |term: &Term| match &term.action {
            Action::Walk(legs) => legs.iter().any(|leg| leg.marks_en_passant),
            _ => false,
        };
        let has = |color: Color, test: &dyn Fn(&Term) -> bool| {
            let own = variant.kinds.iter().filter(|kind| kind.may_belong_to(color));
            own.flat_map(|kind| kind.moves(color)).flat_map(|moves| &moves.program.terms).any(test)
        };
        let passers = Color::ALL.into_iter().filter(|color| has(*color, &marks));
        let marked = passers.clone().next().is_some();
        let answered = |color: &Color| has(!*color, &Term::captures_en_passant);
        let unanswered: Vec<Color> = passers.filter(|color| !answered(color)).collect();
        let missing = variant.kinds.iter().any(|kind| {
            let mut moves = Color::ALL.into_iter().flat_map(|color| kind.moves(color));
            moves.any(|moves| !moves.program.unmarked_doubles().is_empty())
        });
        if missing || marked && (unanswered.is_empty() || self.complaints.any_error()) {
            return;
        }
        for (_, text, kind) in self.all_moves_here(file, variant) {
            let kind = variant.kind(kind);
            let mut sides = unanswered.iter().copied().chain([Color::White]);
            let written = |color| Some((color, programs_of(kind, text.get_ref(), color).next()?));
            let Some((color, program)) = sides.find_map(written) else { continue };
            // A piece that captures differently from pawns may be meant to do so.
            let like_pawns = |leg: &Leg| {
                let ahead = leg.opening().iter().any(|ray| ray.step.forward > 0);
                leg.modes.capture && !leg.modes.quiet && ahead
            };
            let mut all = kind.moves(color).flat_map(|moves| &moves.program.terms).filter_map(Term::single_leg);
            let meant = marked && !all.any(like_pawns);
            let of_it = |term: &&Term| if marked { marks(term) && !meant } else { term.captures_en_passant() };
            if let Some(term) = program.terms.iter().find(of_it) {
                let place = self.complaints.inside(&text.span(), text.get_ref(), &term.span);
                let report = match marked {
                    true => Report::note(match unanswered.as_slice() {
                        [passer] => {
                            let other = (!*passer).name();
                            format!("{other} has no piece that could capture this one en passant")
                        }
                        _ => "no piece of this game could capture this one en passant".to_owned(),
                    })
                        .help("give the pawns `e` with their captures, as in `fceF`")
                        .help("for a double step without en passant, write a move of up to two squares, as in `ifmR2`"),
                    false => Report::warning("no move of this game can be answered en passant").help(
                        "leave out `e`, or write a double step that allows it: `ifmnD` in `move`, `fmnnD` in `zone_move`",
                    )
                    .help("for up to three steps, write `ifmnR3` in `move`, or `fmnnR3` in `zone_move`"),
                };
                self.complaints.add(&place, report);
                if marked {
                    return;
                }
            }
        }
    }

    /// Warns of `safe_path` if no royal piece passes squares, and notes royal pieces whose leaps it does not stop.
    fn unseen_leaps(&mut self, file: &VariantFile, variant: &Variant) {
        let Some(path) = entry(file.royalty.as_ref(), |royalty| &royalty.safe_path).filter(|path| *path.get_ref())
        else {
            return;
        };
        let over = |ray: &Ray| {
            let (right, forward) = (ray.step.right.abs(), ray.step.forward.abs());
            right.max(forward) > 1 && (right == forward || right.min(forward) == 0)
        };
        let leaps = |kind: &Kind| {
            let mut legs = kind.program[Color::White].terms.iter().filter_map(Term::single_leg);
            legs.any(|leg| leg.crossing == Crossing::Free && leg.opening().iter().any(over))
        };
        let passes =
            |term: &Term| term.single_leg().is_some_and(|leg| leg.range != Some(1) || leg.crossing == Crossing::Lame);
        // Leaps are treated below.
        let stays = |kind: &Kind| !leaps(kind) && !kind.terms().any(passes);
        let never = variant.rules.royalty.safe_path && variant.kinds.iter().filter(|kind| kind.royal).all(stays);
        let why = "no royal piece passes a square on its way: only rides such as `R2` and lame leaps such as `nD` do";
        let none_wrong = !self.complaints.any_error();
        self.complaints.pointless("safe_path", Some(path), never && none_wrong, why);
        for kind in variant.kinds.iter().filter(|kind| kind.royal && leaps(kind)) {
            let report =
                Report::note(format!("`safe_path` does not stop the leaps of `{}` over squares", kind.written_id()))
                    .help("a leap passes nothing, unless it is lame: write `nD` for `D`, and `nA` for `A`");
            self.complaints.add(&path.span(), report);
        }
    }

    /// Warns of what becomes of captured pieces in a hand if none go to one.
    fn idle_demotion(&mut self, file: &VariantFile, variant: &Variant) {
        let demote = entry(file.hand.as_ref(), |hand| &hand.demote);
        let demote = demote.filter(|demote| !matches!(demote.get_ref(), Demotion::Rank(false)));
        let rules = &variant.rules;
        // Pieces of a reserve may be dropped with the face that they would lose.
        let idle = !rules.fills_hands() && !rules.hands.partner && self.faces_dropped.is_empty();
        let why = "no piece goes to a hand: `source` names none of `captures`, `self-captures`, `own-losses` and \
                   `partner`, and no effect brings pieces there";
        self.complaints.pointless("demote", demote, idle, why);
    }

    /// Warns of bans under which no piece ever gives check.
    fn idle_bans(&mut self, file: &VariantFile, variant: &Variant) {
        let tables = list(file.capture.as_ref(), |capture| &capture.ban);
        let bare = |kind: &PieceKind| !variant.rules.is_face(*kind);
        for (royal, kind) in variant.kinds().filter(|(number, kind)| kind.royal && bare(number)) {
            let everywhere =
                |ban: &Ban| Color::ALL.into_iter().any(|color| variant.board.area().within(ban.zone[color]));
            let bans = variant.rules.captures.bans.iter().zip(tables);
            let mut bans = bans.filter(|(ban, _)| ban.of.has(royal) && ban.is_unconditional() && everywhere(ban));
            let safe = !variant
                .all_pieces()
                .any(|captor| variant.owned_pieces(royal).any(|royal| variant.bans_allow(captor, royal)));
            if let Some((_, table)) = bans.next().filter(|_| safe) {
                let id = kind.written_id();
                let message = format!("nobody may ever capture `{id}`, so it is never in check");
                let report = Report::warning(message).help(format!(
                    "remove `{id}` from `victim`, or remove it from `pieces` in `[royalty]` if something else decides the game"
                ));
                let place = table.get_ref().victim.as_ref().map_or(table.span(), Spanned::span);
                self.complaints.add(&place, report);
            }
        }
    }

    /// Warns of hurdles that are excluded for pieces that need none.
    fn idle_hurdles(&mut self, file: &VariantFile, variant: &Variant) {
        for (_, kind, table) in described(file, variant) {
            let exclude = table.hop_exclude.as_ref();
            let own = exclude.filter(|_| !variant.kind(kind).hop_exclude.is_empty());
            let mut moves = Color::ALL.into_iter().flat_map(|color| variant.kind(kind).moves(color));
            if let Some(exclude) = own.filter(|_| !moves.any(|moves| moves.program.terms.iter().any(Term::hops))) {
                let why = "no move of this piece hops over a hurdle: mark one with `p` or `g`";
                self.complaints.no_effect(&exclude.span(), "hop_exclude", why);
            }
        }
    }

    /// Warns of an en passant square in the start position that no piece can have passed.
    fn idle_passing(&mut self, file: &VariantFile, variant: &Variant) {
        let Some(fen) = entry(file.start.as_ref(), |start| &start.fen) else { return };
        let text = fen.get_ref();
        if let Some(field) = variant.start.idle_passing(text) {
            let place = self.complaints.inside(&fen.span(), text, &span_in(text, field));
            self.complaints.no_effect(
                &place,
                field,
                "no piece of the start position can have passed this square: write `-`",
            );
        }
    }

    /// Warns of a castling field without moves that depend on it, and the other way round.
    fn idle_rights(&mut self, file: &VariantFile, variant: &Variant) {
        let Some(fen) = entry(file.start.as_ref(), |start| &start.fen) else { return };
        let text = fen.get_ref();
        let Some(field) = rights_field(text) else { return };
        let place = self.complaints.inside(&fen.span(), text, &span_in(text, field));
        let castles = variant.kinds().any(|(_, kind)| kind.castles());
        if field != "-" && !variant.has_rights_field() {
            let off = variant.rules.castling == CastlingRule::None && castles;
            let why = match off {
                true => {
                    "`style = \"none\"` in `[castling]` forbids castling: write `style = \"betza\"` there, or `-` here"
                }
                false => "no piece castles, or has initial moves (`i`) and starts on an outermost rank: write `-`",
            };
            self.complaints.no_effect(&place, field, why);
        } else {
            let letters: Vec<(usize, char)> = field.char_indices().filter(|(_, letter)| *letter != '-').collect();
            let idle: Vec<(usize, char)> =
                letters.iter().copied().filter(|(_, letter)| variant.is_idle_right(*letter)).collect();
            // In a game without castling, one report for all letters is enough.
            if !castles && idle.len() == letters.len() && idle.len() > 1 {
                let report = Report::warning(format!("`{field}` gives no rights: no piece of this game castles"))
                    .help("name the files of pieces with initial moves that count as unmoved, or write `-`");
                self.complaints.add(&place, report);
                return;
            }
            for (index, letter) in idle {
                let mut report = Report::warning(format!("`{letter}` gives no right in this position"))
                    .help("a right needs a piece that castles and a partner on that side of it: move them, or leave out the letter");
                let side = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                if Castlings::new(variant, &variant.start.board).castlers(side).any(|piece| is_confined(variant, piece))
                {
                    report = report.help(REGION_ENDS);
                }
                self.complaints.add(&(place.start + index..place.start + index + 1), report);
            }
        }
        let mut all = variant.start.clone();
        all.assume_unmoved(variant);
        let castles = all.castlings(variant).0.iter().any(|castlings| !castlings.is_empty());
        if field == "-" && castles && !all.unmoved.within(variant.start.unmoved) {
            let help = match castles_with_rooks(variant, &all) {
                true => "write the rights, for example `KQkq`, or remove the atom `O` from the moves",
                false => {
                    "remove the atom `O` from the moves: there is no partner, such as a rook, where it would have to stand"
                }
            };
            let report = Report::warning("`-` gives nobody a right to castle, though some pieces have castling moves")
                .help(help);
            self.complaints.add(&place, report);
        } else if variant.rules.gating == Gating::VirginSquare && field.chars().all(|letter| "KQkq-".contains(letter)) {
            // An author who names files knows which ones are left out.
            self.closed_gates(variant, &all, &place);
        }
    }

    /// Warns of one-time rights that the start position gives to neither side.
    fn idle_once(&mut self, file: &VariantFile, variant: &Variant) {
        const FIELD: &str = "once:";
        let Some(fen) = entry(file.start.as_ref(), |start| &start.fen) else { return };
        let text = fen.get_ref();
        let Some(field) = text.split_ascii_whitespace().find(|word| word.starts_with(FIELD)) else { return };
        let place = self.complaints.inside(&fen.span(), text, &span_in(text, field));
        for (number, right) in variant.rules.once.iter().enumerate() {
            let has = |rights: u8| rights >> number & 1 != 0;
            let able = Color::ALL.into_iter().any(|color| has(variant.once(color)));
            if able && !Color::ALL.into_iter().any(|color| has(variant.start.once[color])) {
                let report = Report::warning(format!("nobody has the right `{right}` in this position"))
                    .help("leave out the field for all rights of both sides, or name them, White's in capitals");
                self.complaints.add(&place, report);
            }
        }
    }

    /// Warns of pieces of the first ranks behind which nothing enters, since the castling field does not name them.
    fn closed_gates(&mut self, variant: &Variant, all: &Setup, place: &Span) {
        let closed = all.unmoved & !variant.start.unmoved;
        let names: Vec<String> = closed.iter().map(|sq| variant.board.name(sq)).collect();
        if names.is_empty() {
            return;
        }
        let fen = all.fen(variant);
        let field = rights_field(&fen).unwrap_or_default();
        let message = format!("no piece can enter behind those on {}: they have no right here", names.join(", "));
        let report = Report::warning(message).help(format!(
            "with `[gating]`, the field names the files of all pieces behind which one may enter: write `{field}`, or leave it \
             out with all that follows"
        ));
        self.complaints.add(place, report);
    }
}

/// Whether a piece has moves, castling among them, that it can make only while unmoved.
fn depends_on_being_unmoved(kind: &Kind) -> bool {
    kind.castles() || kind.terms().any(|term| term.when == When::Unmoved)
}

/// Why a region may leave a piece without castling.
const REGION_ENDS: &str =
    "for a piece with a `region`, the rank ends where the region does, so the partner must stand within it";

/// Whether there are squares of the board on which a piece may never stand.
fn is_confined(variant: &Variant, piece: Piece) -> bool {
    variant.board.all().any(|sq| !variant.holes.has(sq) && !variant.kind(piece.kind()).region[piece.color()].has(sq))
}

/// Whether a piece of a kind starts in its side's part of a zone.
fn starts_in(variant: &Variant, kind: PieceKind, zone: ByColor<Area>) -> bool {
    let starts = |color: Color, sq: &Square| variant.start.board.get(sq.index()) == Some(&Piece::new(kind, color));
    Color::ALL.into_iter().any(|color| zone[color].iter().any(|sq| starts(color, &sq)))
}
