//! Repetition, and games without progress.

use super::Teller;
use super::names::{article, counted, number, ordinal, plural};
use crate::board::{Color, Piece, PieceKind};
use crate::game::{Game, any_size};
use crate::tables::Role;
use crate::text::enumerate;
use crate::variant::{
    Counting, Impasse, Insufficient, KindSet, MoveRule, MoveRuleResult, PerpetualChase, PerpetualCheck, Repetition,
    RepetitionResult, Resets, Stalemate,
};

impl Teller<'_> {
    pub(super) fn repetition(&mut self, repetition: Repetition) {
        let Repetition { fold, result, perpetual_check, perpetual_chase, check_beats_chase } = repetition;
        let keys = ["fold", "result", "perpetual_check", "perpetual_chase", "check_beats_chase"];
        let keys = keys.map(|key| format!("repetition.{key}"));
        if fold == 0 {
            return self.without(&keys, "a rule about repeated positions");
        }
        let time = ordinal(fold.into());
        let deciders = [
            (perpetual_check != PerpetualCheck::None, "perpetual check"),
            (perpetual_chase != PerpetualChase::None, "perpetual chase"),
        ];
        let deciders: Vec<_> =
            deciders.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name.to_owned()).collect();
        let unless = match deciders[..] {
            [] => String::new(),
            _ => format!(", unless {} decides it", enumerate(&deciders, "or")),
        };
        let text = match result {
            RepetitionResult::Draw => format!("The game is a draw when a position occurs for the {time} time{unless}."),
            RepetitionResult::Score => format!("The points decide when a position occurs for the {time} time{unless}."),
            RepetitionResult::MoverLoses => {
                format!("The side whose move brings a position about for the {time} time has lost{unless}.")
            }
            RepetitionResult::MoverWins => {
                format!("The side whose move brings a position about for the {time} time has won{unless}.")
            }
            RepetitionResult::WhiteLoses => {
                format!("White has lost when a position occurs for the {time} time{unless}.")
            }
            RepetitionResult::Illegal => {
                format!("A move that would bring a position about for the {time} time is illegal.")
            }
        };
        if result == RepetitionResult::Illegal {
            // Perpetual checks and chases lose by repetition, which cannot occur here.
            return self.say(&keys, text);
        }
        self.say(&keys[..2], text);
        match perpetual_check {
            PerpetualCheck::None => self.without(&keys[2..3], "a loss by perpetual check"),
            PerpetualCheck::Loss => {
                let text = format!(
                    "Perpetual check: when a position occurs for the {time} time, a side that gave check with every move \
                     since it first occurred, while the other side did not, has lost."
                );
                self.say(&keys[2..3], text);
            }
        }
        match perpetual_chase {
            PerpetualChase::None => self.without(&keys[3..4], "a loss by perpetual chase"),
            PerpetualChase::Asian => {
                let text = format!(
                    "Perpetual chase: when a position occurs for the {time} time, a side that attacked the same unprotected \
                     piece again with every move since it first occurred, while the other side did not, has lost. Royal \
                     pieces and pawns may chase; pawns that have not gained additional moves may be chased, and so may \
                     pieces of the attacker's own kind that could capture in turn. A rook may not be chased by lesser \
                     pieces even if it is protected."
                );
                self.say(&keys[3..4], text);
            }
        }
        let chases = perpetual_chase != PerpetualChase::None;
        if chases && (check_beats_chase || perpetual_check == PerpetualCheck::Loss) {
            let text = "When one side gives check with every move and the other chases with every move, the one that \
                        gives check has lost.";
            self.say(&keys[2..], text);
        } else {
            self.without(&keys[4..], "a rule for perpetual check against perpetual chase");
        }
    }

    pub(super) fn move_rule(&mut self, rule: MoveRule) {
        let MoveRule { plies, resets, except_checks, except_evasions, result } = rule;
        let keys = ["move_rule.plies", "move_rule.resets", "move_rule.exclude", "move_rule.result"];
        if plies == 0 {
            return self.without(&keys, "a limit on moves without progress");
        }
        let Resets { capture, pawn, pawn_forward, drop, promotion } = resets;
        let always = |kind: &crate::variant::Kind| {
            let mut owners = Color::ALL.into_iter().filter(|color| kind.may_belong_to(*color));
            owners.all(|color| kind.counts_as_pawn[color])
        };
        let drops = drop || !self.variant.rules.drops.enabled;
        let pawns_alone = pawn && drops && !self.variant.has_passes() && self.variant.kinds.iter().all(always);
        // Some chains of captures end where they began, like a pass, but they are still captures.
        let captures_alone =
            capture && self.variant.rules.ends.stalemate != Stalemate::Pass && self.variant.always_captures();
        if pawns_alone || captures_alone {
            return self.without(&keys, "a limit on moves without progress, since every move is progress");
        }
        let pawns = self.pawns();
        let any_pawn = !pawns.is_empty();
        let mut progress = Vec::new();
        if capture {
            progress.push("a capture".to_owned());
        }
        if pawn && any_pawn {
            progress.push(format!("a move by {}", self.any(pawns)));
        }
        if pawn_forward && !pawn && any_pawn {
            progress.push(format!("a forward move by {}", self.any(pawns)));
        }
        if drop && self.variant.rules.drops.enabled {
            progress.push("a drop".to_owned());
        }
        if promotion && !self.variant.rules.promotions.is_empty() {
            progress.push("a promotion".to_owned());
        }
        let without = match progress.is_empty() {
            true => String::new(),
            false => format!(" without {}", enumerate(&progress, "or")),
        };
        let moves = match plies % 2 {
            0 => format!("{} by each side", counted((plies / 2).into(), "move")),
            _ if plies == 1 => "one move by either side".to_owned(),
            _ => format!("{plies} moves by both sides together"),
        };
        let end = match result {
            MoveRuleResult::Draw => "The game is a draw",
            MoveRuleResult::Score => "The points decide",
        };
        let mut text = format!("{end} after {moves}{without}.");
        let uncounted = [(except_checks, "give check"), (except_evasions, "answer a check")];
        let uncounted: Vec<String> =
            uncounted.into_iter().filter(|(not, _)| *not).map(|(_, what)| what.to_owned()).collect();
        if !uncounted.is_empty() {
            text += &format!(" Moves that {} are not counted.", enumerate(&uncounted, "or"));
        }
        self.say(&keys, text);
    }

    /// The pieces that count as pawns for at least one side.
    fn pawns(&self) -> KindSet {
        let counts = |kind: &crate::variant::Kind| Color::ALL.into_iter().any(|color| kind.counts_as_pawn[color]);
        self.faces().filter(|(_, kind)| counts(kind)).map(|(kind, _)| kind).collect()
    }

    pub(super) fn counting(&mut self, rule: Counting, game: &Game) {
        let keys = ["counting.rule"];
        const SEVERAL: &str = "two or more";
        const HONOURS: &[(u8, &str, Role)] = &[
            (8, SEVERAL, Role::Rook),
            (16, "one", Role::Rook),
            (22, SEVERAL, Role::Silver),
            (32, SEVERAL, Role::Knight),
            (44, "one", Role::Silver),
        ];
        const ASEAN: &[(u8, &str, Role)] =
            &[(16, "any", Role::Rook), (44, "any", Role::Silver), (64, "any", Role::Knight)];
        let pieces = "the number of pieces on the board";
        let (limits, less, begins, others) = match rule {
            Counting::None => return self.without(&keys, "a limit on moves against a bare king"),
            Counting::Makruk => (HONOURS, 0, pieces, ", 64 otherwise"),
            Counting::Cambodian => (HONOURS, 1, pieces, ", 63 otherwise"),
            Counting::Asean => (ASEAN, 0, "one", ". Against other pieces its moves are not counted"),
        };
        let told = |(limit, count, role): &(u8, &str, Role)| {
            let name = self.name(player(game, *role)?);
            let name = if *count == SEVERAL { plural(&name) } else { name };
            Some(format!("{} with {count} {name}", limit - less))
        };
        let limits: Vec<String> = limits.iter().filter_map(told).collect();
        if limits.is_empty() && rule == Counting::Asean {
            return self.without(&keys, "a limit on moves against a bare king");
        }
        let pawns = match self.pawns() {
            KindSet::EMPTY => String::new(),
            pawns => format!(", and there is no {} on the board", enumerate(&self.names(self.members(pawns)), "or")),
        };
        let text = format!(
            "When a side has only the {} left{pawns}, its moves are counted, beginning with {begins}. The game is a draw \
             if the side is not mated within the limit, which is the first of these that fits the other side's pieces \
             when the count begins: {}{others}.",
            self.the_royal(),
            limits.join(", "),
        );
        self.say(&keys, text);
    }

    pub(super) fn insufficient(&mut self, rule: Insufficient) {
        let keys = ["insufficient.mode", "insufficient.attackers"];
        let text = match rule {
            Insufficient::None => return self.without(&keys, "a draw by insufficient material"),
            Insufficient::Helpmate => {
                "The game is a draw as soon as so little material is left that no sequence of moves leads to a win by \
                 any of these rules."
                    .to_owned()
            }
            Insufficient::BareKings => "The game is a draw when only royal pieces are left.".to_owned(),
            Insufficient::NoAttackers(kinds) => {
                let faces = self.members(kinds);
                format!(
                    "The game is a draw when neither side has {} left.",
                    article(&enumerate(&self.names(faces), "or"))
                )
            }
            Insufficient::OppositeBishops => {
                "The game is a draw when each side has one piece left, both of the same kind that never leaves its \
                 shade, on squares of different shades."
                    .to_owned()
            }
        };
        self.say(&keys, text);
    }

    pub(super) fn impasse(&mut self, rule: Impasse) {
        let keys = ["impasse.rule"];
        let result = match rule {
            Impasse::None => return self.without(&keys, "declarations of impasse"),
            Impasse::Csa27 => "White has won with 28 points, Black with 27",
            Impasse::Csa24 => "It has won with 31 points or more; 24 to 30 points are a draw",
        };
        let camp = match self.variant.board.ranks() / 3 {
            1 => "rank".to_owned(),
            ranks => format!("{} ranks", number(ranks.into())),
        };
        let text = format!(
            "Impasse: when a side is to move and not in check, its {} stands on the last {camp}, and at least ten \
             more of its pieces are there, these pieces and those in its hand are counted: five points for each that \
             slides in at least four directions, one for any other. {result}.",
            self.the_royal()
        );
        self.say(&keys, text);
    }
}

/// The kind of White's piece that has a role.
fn player(game: &Game, role: Role) -> Option<PieceKind> {
    let plays = |kind: &PieceKind| {
        any_size!(game.board(), sized => sized.tables.role(Piece::new(*kind, Color::White))) == Some(role)
    };
    game.variant().kinds().map(|(kind, _)| kind).find(plays)
}
