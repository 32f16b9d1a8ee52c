//! Moves that are more than going from one square to another, and which are
//! forbidden, forced or have further effects.

use super::Teller;
use super::names::{article, number, sentence};
use crate::board::{Color, Piece, PieceKind, Step};
use crate::text::enumerate;
use crate::variant::{
    Aimed, Ban, BanCondition, BanWhen, Castling, CastlingFiles, CastlingRule, CastlingSafety, Counterstrike,
    CounterstrikeUnless, Effect, EffectKind, EffectPlace, EffectWhen, EffectZone, KindSet, LeavingCheck, Mandatory,
    Promotion, PromotionBan, PromotionChoice, PromotionTo, Trigger, UnmovedTest, Whose,
};
use crate::xbetza::{Action, Term, When};

impl Teller<'_> {
    /// The kinds of which some move passes a test, for whichever side.
    fn movers(&self, test: impl Fn(&Term) -> bool) -> KindSet {
        let does = |kind: &crate::variant::Kind| {
            let sides = Color::ALL.into_iter().filter(|color| kind.may_belong_to(*color));
            sides.flat_map(|color| kind.moves(color)).flat_map(|moves| &moves.program.terms).any(&test)
        };
        self.faces().filter(|(_, kind)| does(kind)).map(|(kind, _)| kind).collect()
    }

    /// Whether any move captures.
    pub(super) fn has_captures(&self) -> bool {
        self.movers(Term::captures) != KindSet::EMPTY
    }

    pub(super) fn promotions(&mut self, promotions: &[Promotion], limits: &[(KindSet, u8)]) {
        let keys = self.tables("promotion");
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        if promotions.is_empty() {
            self.without(&["promotion"], "promotion");
        }
        for (number, rule) in promotions.iter().enumerate() {
            let text = self.promotion(rule);
            let own = if keys.len() == promotions.len() { &keys[number..=number] } else { &keys[..] };
            self.say(own, text);
        }
        for (kinds, most) in limits {
            let Some(kind) = kinds.iter().next() else { continue };
            let text = format!(
                "Nothing may be promoted to {} while its side has {} of them on the board.",
                article(&self.name(kind)),
                number((*most).into())
            );
            let limits: Vec<String> = keys.iter().map(|key| format!("{key}.limit")).collect();
            self.say(&limits.iter().map(String::as_str).collect::<Vec<_>>(), text);
        }
    }

    fn promotion(&self, rule: &Promotion) -> String {
        let Promotion { kinds, to, zone, trigger, mandatory, choice, forbid, lone_zone } = rule;
        let side = match Color::ALL.map(|color| zone[color].is_empty()) {
            [false, true] => "white",
            [true, false] => "black",
            _ => "",
        };
        // Those that only remember what they were promote like what they move like.
        let faces: KindSet = self.faces().map(|(kind, _)| kind).filter(|kind| kinds.has(*kind)).collect();
        let listed = *to == PromotionTo::Form;
        let who = match listed {
            true => article(format!("{side} piece").trim_start()),
            false => self.any_after(side, faces),
        };
        let place = self.places.either().sided(zone);
        let when = match trigger {
            Trigger::Enter if place.contains(" ranks") => format!("enters {place}"),
            Trigger::Enter => format!("reaches {place}"),
            Trigger::EnterOrWithin => format!("ends its move on {place}"),
            Trigger::Touch => format!("begins or ends its move on {place}"),
            Trigger::EnterOrCapture => format!("enters {place}, or captures from or to these squares,"),
            Trigger::Capture => format!("captures on {place}"),
            Trigger::InPlace => format!("stands on {place}"),
        };
        let when = match place {
            whole if whole == "the whole board" => match trigger {
                Trigger::Capture | Trigger::EnterOrCapture => "captures".to_owned(),
                Trigger::InPlace => "stands anywhere".to_owned(),
                Trigger::Enter | Trigger::EnterOrWithin | Trigger::Touch => "moves".to_owned(),
            },
            _ => when,
        };
        let verb = match mandatory {
            _ if trigger.is_in_place() => "may",
            Mandatory::Always => "must",
            Mandatory::Never | Mandatory::Immobile | Mandatory::LastRank => "may",
        };
        let becomes = match to {
            PromotionTo::Kinds(list) => {
                format!("promote to {}", article(&enumerate(&self.names(list.iter().copied()), "or")))
            }
            PromotionTo::Form => "turn over".to_owned(),
            PromotionTo::Stock => "promote to a piece from its own side's hand, which leaves the hand".to_owned(),
        };
        let mut text = format!("{who} that {when} {verb} {becomes}");
        text += match mandatory {
            _ if trigger.is_in_place() => {
                " instead of moving; it stays there, or makes a move of what it has become that captures nothing."
            }
            Mandatory::Always | Mandatory::Never => ".",
            Mandatory::Immobile => "; it must where it could never move again otherwise.",
            Mandatory::LastRank => "; on the last rank of these it must.",
        };
        if *to == PromotionTo::Stock && *mandatory != Mandatory::Never {
            text += " Where it must and there is no such piece, it cannot move there.";
        }
        if *choice == PromotionChoice::Movable {
            text += " Only what could ever move again from there can be chosen.";
        }
        if trigger.is_in_place() && lone_zone != zone {
            let place = self.places.either().sided(lone_zone);
            let place = if place == "the whole board" { "anywhere".to_owned() } else { format!("on {place}") };
            text += &format!(" The last of these pieces that its side has may do so {place}.");
        }
        for ban in forbid {
            text += match ban {
                PromotionBan::EnPassant => " A capture en passant does not promote.",
                PromotionBan::Attack => " What it becomes may not attack an enemy piece from there.",
                PromotionBan::UncoveredCheck => " By that it may not open a check of another piece.",
            };
        }
        if listed {
            let faces = self.members(faces).into_iter().filter_map(|kind| {
                Some(format!("{} to {}", self.name(kind), self.name(self.variant.kind(kind).form?)))
            });
            text += &format!(" These turn over: {}.", faces.collect::<Vec<_>>().join(", "));
        }
        sentence(&text)
    }

    pub(super) fn castling(&mut self, castling: CastlingRule) {
        let variant = self.variant;
        let castles = self.movers(|term| matches!(term.action, Action::Castle(_)));
        let keys = ["castling.style", "castling.check_rule", "castling.king_to.h", "castling.king_to.a"];
        if castles == KindSet::EMPTY {
            return self.without(&keys, "castling");
        }
        let castler = enumerate(&self.names(self.members(castles)), "or");
        let laid = variant.start.castlings(variant);
        let (mut text, safe) = match castling {
            CastlingRule::Fischer(CastlingFiles { right, left }) => {
                let partners = laid.0.iter().flatten().map(|way| variant.start.board[way.partner_from.index()].kind());
                let partner = match enumerate(&self.names(partners), "or") {
                    none if none.is_empty() => "partner".to_owned(),
                    names => names,
                };
                let file = |file: u8| char::from(b'a' + file);
                let (right, left) = (file(right), file(left));
                let text = format!(
                    "The {castler} castles with a {partner} on its rank, wherever the two stood at the start: to the \
                     {right}-file with one on its right, which comes to its left, or to the {left}-file with one on its \
                     left, which comes to its right."
                );
                (text, true)
            }
            CastlingRule::Betza(safety) => {
                let told = Color::ALL.into_iter().filter(|color| !laid[*color].is_empty());
                let told: Vec<String> = told
                    .map(|color| format!("{}'s {}", color.name(), self.castlings(&laid[color]).join(", or ")))
                    .collect();
                let text = match told.is_empty() {
                    true => format!("The {castler} can castle, but nobody has the right to it at the start."),
                    false => format!("Castling: {}.", told.join("; ")),
                };
                (text, safety != CastlingSafety::Ignore)
            }
            CastlingRule::None => return self.without(&keys, "castling"),
        };
        text += " Neither of the two may have moved, and nothing may stand between them or in their way.";
        let royals: Vec<PieceKind> =
            self.members(castles).into_iter().filter(|kind| variant.kind(*kind).royal).collect();
        text += &match (royals.is_empty(), safe) {
            (true, _) => String::new(),
            (_, true) => {
                let names = enumerate(&self.names(royals), "or");
                let line = match castling {
                    CastlingRule::Betza(CastlingSafety::SafeLine) => {
                        " Nor may any square between the two be attacked, or that of the partner."
                    }
                    _ => "",
                };
                format!(" The {names} may not castle out of check, nor across or to an attacked square.{line}")
            }
            (_, false) => " Attacks on the way do not matter.".to_owned(),
        };
        self.say(&keys, text);
    }

    /// Castlings by the squares of the two pieces.
    fn castlings(&self, laid: &[Castling<3>]) -> Vec<String> {
        let board = self.variant.board;
        let mut laid = laid.to_vec();
        laid.sort_by_key(|way| std::cmp::Reverse(board.file(way.partner_from)));
        let told = laid.iter().map(|way| {
            let way_of = |name: &str, from, to| format!("{name} {}–{}", board.name(from), board.name(to));
            let piece = way_of(&self.name(way.piece.kind()), way.from, way.to);
            format!("{piece} with {}", way_of(&self.partner(way), way.partner_from, way.partner_to))
        });
        told.collect()
    }

    /// What the partner of a castling is called: what stands there at the start, or may be dropped there.
    fn partner(&self, way: &Castling<3>) -> String {
        let color = way.piece.color();
        let partners = self.faces().map(|(kind, _)| kind);
        let partners = partners.filter(|kind| self.variant.is_home(Piece::new(*kind, color), way.partner_from));
        enumerate(&self.names(partners), "or")
    }

    pub(super) fn en_passant(&mut self) {
        let takers = self.movers(Term::captures_en_passant);
        let passers = self.movers(Term::marks_en_passant);
        if takers == KindSet::EMPTY || passers == KindSet::EMPTY {
            return self.without(&[], "captures en passant");
        }
        let keys = self.move_keys(KindSet(takers.0 | passers.0));
        let text = format!(
            "En passant: after a move of which that is told above, {} can be captured on a square that it has just \
             passed, by {} and with the very next move only.",
            self.any(passers),
            self.any(takers)
        );
        self.say(&keys.iter().map(String::as_str).collect::<Vec<_>>(), text);
    }

    /// The keys of the moves of some kinds.
    fn move_keys(&self, kinds: KindSet) -> Vec<String> {
        let ids = self.members(kinds).into_iter().map(|kind| &self.variant.kind(kind).id);
        let spelled = ids.flat_map(|id| [id.clone(), id.to_ascii_lowercase()]);
        spelled.map(|id| format!("pieces.{id}.move")).collect()
    }

    pub(super) fn passing(&mut self) {
        let passers = self.movers(|term| term.action == Action::Pass);
        if passers == KindSet::EMPTY {
            return self.without(&[], "passing the turn");
        }
        let keys = self.move_keys(passers);
        let text = format!("Instead of moving, {} may stay where it is: that passes the turn.", self.any(passers));
        self.say(&keys.iter().map(String::as_str).collect::<Vec<_>>(), text);
    }

    pub(super) fn once(&mut self, rights: &[String]) {
        for (number, right) in rights.iter().enumerate() {
            let uses =
                |kind: &crate::variant::Kind| kind.zone_moves.iter().any(|extra| extra.once == Some(number as u8));
            let kinds: KindSet = self.faces().filter(|(_, kind)| uses(kind)).map(|(kind, _)| kind).collect();
            let text = format!(
                "Each side has the right to a {right} once in the game: to a further move, told with the piece, of {}.",
                self.any(kinds)
            );
            self.say(&[], text);
        }
    }

    pub(super) fn unmoved_test(&mut self, test: UnmovedTest) {
        let keys = ["virgin.test"];
        let initial = self.movers(|term| term.when == When::Unmoved);
        let castles = self.movers(|term| matches!(term.action, Action::Castle(_)));
        let castles = if self.variant.rules.castling == CastlingRule::None { KindSet::EMPTY } else { castles };
        if initial == KindSet::EMPTY && castles == KindSet::EMPTY {
            return self.without(&keys, "moves of unmoved pieces alone");
        }
        let text = match test {
            UnmovedTest::Square => {
                "A piece counts as unmoved while it stands where one like it stood at the start; on the two outermost \
                 ranks only if nothing has left that square or been captured there."
            }
            UnmovedTest::Unmoved => "A piece counts as unmoved as long as it has not moved itself.",
        };
        self.say(&keys, text);
    }

    pub(super) fn aimed(&mut self, aimed: Option<Aimed>) {
        let keys = ["virgin.aimed.pieces", "virgin.aimed.by"];
        let Some(Aimed { kinds, by }) = aimed else {
            return self.without(&keys, "a loss of initial moves to enemies on the same line");
        };
        let text = format!(
            "{} counts as moved once {} has come to its rank or file, whatever stands between \
             them.",
            self.any_after("unmoved", kinds),
            self.any_after("enemy", by),
        );
        self.say(&keys, sentence(&text));
    }

    pub(super) fn must_capture(&mut self, must: bool) {
        let keys = ["capture.mandatory"];
        match must {
            true => self.say(&keys, "A side that can capture must capture; it may choose which."),
            false => self.without(&keys, "forced captures"),
        }
    }

    pub(super) fn bans(&mut self, bans: &[Ban]) {
        if bans.is_empty() {
            self.without(&["capture.ban"], "forbidden captures");
        }
        for (number, ban) in bans.iter().enumerate() {
            let Ban { by, of, zone, when, condition, recapture_exclude, bridge_exclude } = ban;
            let whole = Color::ALL.into_iter().all(|color| self.places.is_all(zone[color]));
            let place = if whole { String::new() } else { format!(" on {}", self.places.sided(zone)) };
            let far = match when {
                BanWhen::Always => "",
                BanWhen::Distant => " that is not next to it",
            };
            let unsafe_there = match condition {
                BanCondition::Always => String::new(),
                BanCondition::Recapturable if *recapture_exclude == KindSet::EMPTY => {
                    " if it could be captured in turn".to_owned()
                }
                BanCondition::Recapturable => {
                    format!(" if something other than {} could capture it in turn", self.any(*recapture_exclude))
                }
            };
            let chains =
                self.movers(|term| matches!(&term.action, Action::Walk(legs) if legs.len() > 1 && term.captures()));
            let bridge = match (KindSet(chains.0 & by.0), *bridge_exclude) {
                (KindSet::EMPTY, _) => String::new(),
                (_, all) if self.faces().all(|(kind, _)| all.has(kind)) => {
                    ", whatever else it captures on its way".to_owned()
                }
                (_, KindSet::EMPTY) => ", unless it captures something else on its way".to_owned(),
                (_, but) => format!(", unless it captures something other than {} on its way", self.any(but)),
            };
            let text =
                format!("{} may not capture {}{far}{place}{unsafe_there}{bridge}.", self.any(*by), self.any(*of));
            self.say(&[&format!("capture.ban.{number}")], sentence(&text));
        }
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
            "When {some} has been captured by any other piece, the very next move may not capture {some} of the captor's \
             side{unless}."
        );
        self.say(&keys, text);
    }

    pub(super) fn effects(&mut self, effects: &[Effect]) {
        if effects.is_empty() {
            return self.without(&["effect"], "effects of moves");
        }
        for (number, effect) in effects.iter().enumerate() {
            let text = self.effect(effect);
            self.say(&[&format!("effect.{number}")], text);
        }
        let meets = |effect: &&Effect| {
            let royal = self.faces().any(|(number, kind)| kind.royal && effect.whom.has(number));
            royal && !matches!(effect.what, EffectKind::Appear(_))
        };
        let met: Vec<&Effect> = effects.iter().filter(meets).collect();
        let ignored = self.variant.rules.leaving_check == LeavingCheck::Ignored;
        let mut texts = Vec::new();
        if met.iter().any(|effect| effect.whose != Whose::Enemy) {
            let safe = if ignored { "" } else { " that must be safe" };
            texts.push(format!("A move whose effects would cost its own side a royal piece{safe} is illegal."));
        }
        if !ignored && met.iter().any(|effect| effect.whose != Whose::Own) {
            texts.push("A move that wins by taking the enemy's royal piece is legal even in check.".to_owned());
        }
        if !texts.is_empty() {
            self.say(&["effect"], texts.join(" "));
        }
    }

    /// Whether a piece of a set may promote to one outside of it.
    fn promotes_out(&self, set: KindSet) -> bool {
        let variant = self.variant;
        let out = |rule: &Promotion| {
            self.members(KindSet(rule.kinds.0 & set.0)).into_iter().any(|kind| {
                let becomes: Vec<PieceKind> = match &rule.to {
                    PromotionTo::Kinds(kinds) => kinds.clone(),
                    PromotionTo::Form => variant.kind(kind).form.into_iter().collect(),
                    PromotionTo::Stock => {
                        self.faces().map(|(kind, _)| kind).filter(|kind| variant.is_stock(*kind)).collect()
                    }
                };
                becomes.into_iter().any(|becomes| !set.has(becomes))
            })
        };
        variant.rules.promotions.iter().any(out)
    }

    fn effect(&self, effect: &Effect) -> String {
        let Effect { when, by, of, place, offset, whose, whom, what } = *effect;
        let before = match when {
            EffectWhen::Capture | EffectWhen::Move if self.promotes_out(by) => " (as it was before promoting)",
            _ => "",
        };
        let after = match when {
            EffectWhen::Capture => match [by, of].map(|set| self.any(set)) {
                [captor, victim] if captor == victim && victim == "any piece" => "after every capture".to_owned(),
                [captor, victim] if captor == "any piece" => format!("when {victim} is captured"),
                [captor, victim] => format!("when {captor}{before} captures {victim}"),
            },
            EffectWhen::Move => format!("after every move of {}{before}", self.any(by)),
            EffectWhen::Promotion => format!("when {} promotes", self.any(by)),
            EffectWhen::Turn => "after every turn".to_owned(),
        };
        let spot = match place {
            EffectPlace::Origin => "the square that it left".to_owned(),
            EffectPlace::Destination => "the square where the move ends".to_owned(),
            EffectPlace::Around(1) => "the squares next to where the move ends".to_owned(),
            EffectPlace::Around(radius) => {
                format!("the squares up to {} king's steps from where the move ends", number(radius.into()))
            }
            EffectPlace::Mirrored => {
                "the square on the same file that mirrors, rank by rank, where the move ends".to_owned()
            }
            EffectPlace::Victims => "the square of what was captured".to_owned(),
            EffectPlace::Zone(EffectZone { squares, .. }) => self.places.sided(&squares),
        };
        let spot = shifted(offset).map_or(spot.clone(), |by| format!("the square {by} of {spot}"));
        let newcomers = match place {
            EffectPlace::Zone(EffectZone { newcomers: false, .. }) => " that was there before",
            _ => "",
        };
        let side = match whose {
            Whose::Both => "",
            Whose::Own => "own",
            Whose::Enemy => "enemy",
        };
        let mover = place == EffectPlace::Destination && offset == Step::new(0, 0);
        let them = match place {
            EffectPlace::Victims => "what was captured".to_owned(),
            _ if mover => {
                let mover = if when == EffectWhen::Capture { "the captor" } else { "the piece that moved" };
                match self.any(whom).strip_prefix("any piece") {
                    Some("") => mover.to_owned(),
                    Some(but) => format!("{mover} (unless it is{})", but.replacen(" but", "", 1)),
                    None => format!("{mover} (if it is {})", self.any(whom)),
                }
            }
            _ => format!("{} on {spot}{newcomers}", self.any_after(side, whom)),
        };
        let deed = match what {
            EffectKind::Remove => format!("{them} leaves the board, too"),
            EffectKind::BecomeVictim => format!("{them} becomes what was captured, in its own colour"),
            EffectKind::Become(kind) => format!("{them} becomes {}", article(&self.name(kind))),
            EffectKind::ChangeSide => format!("{them} goes over to the other side"),
            EffectKind::Hand if self.variant.rules.hands.own_losses => format!("{them} goes to its owner's hand"),
            EffectKind::Hand => format!("{them} goes to the hand of the side that moved"),
            EffectKind::Return => format!(
                "{them} goes back to a square where such a piece stood at the start (a pawn on the nearest file, others \
                 on the nearest file of the same shade), or leaves the board where that is not free"
            ),
            EffectKind::Hole => {
                format!("{spot} goes missing for the rest of the game, with whatever stands there")
            }
            EffectKind::Appear(kind) => {
                format!(
                    "{} of the side that moved appears on {spot}, if nothing stands there",
                    article(&self.name(kind))
                )
            }
        };
        sentence(&format!("{after}, {deed}."))
    }
}

/// A way by files and ranks in words, if it is one.
fn shifted(offset: Step) -> Option<String> {
    let part = |by: i8, [more, less]: [&str; 2]| {
        (by != 0).then(|| format!("{} {}", number(by.unsigned_abs().into()), if by > 0 { more } else { less }))
    };
    let parts = [part(offset.right, ["to the right", "to the left"]), part(offset.forward, ["ahead", "behind"])];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| enumerate(&parts, "and"))
}
