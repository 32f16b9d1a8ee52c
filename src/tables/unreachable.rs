//! Promotions and goals to which no moves lead.
//!
//! Anything not known to be impossible counts as possible: captures find their
//! victims, and pieces that need the interpreter get anywhere, as do those
//! that may enter the game again.

use super::Tables;
use super::places::PromotionRule;
use super::rights::right_squares;
use crate::board::{Color, Piece, PieceKind, Square, Squares, Step};
use crate::variant::{
    Arrival, DropFaces, Effect, EffectKind, EffectPlace, EffectWhen, Goal, GoalWhen, KindSet, Mandatory, Promotion,
    PromotionChoice, PromotionTo, Stranded, Trigger, Unreachable, UnreachedGoal, UnreachedPromotion,
};
use crate::xbetza::Term;
use std::collections::BTreeSet;

impl<const N: usize> Tables<N> {
    /// Finds the promotions and goals to which no moves lead.
    pub fn unreachable(&self) -> Unreachable {
        Unreachable {
            promotions: self.unreached_promotions(),
            optional: self.optional_promotions(),
            stranded: self.stranded(),
            goals: self.unreached_goals(),
            returning: self.returning(),
        }
    }

    /// The pieces that never promote by a table of promotions, and those that end in its zone without having promoted.
    fn unreached_promotions(&self) -> Vec<UnreachedPromotion> {
        let rules = &self.variant.rules.promotions;
        let roaming = self.roaming();
        let tables: BTreeSet<usize> = rules.iter().map(|rule| rule.table).collect();
        let pairs = tables.into_iter().flat_map(|table| self.pieces().map(move |piece| (table, piece)));
        let found = pairs.filter_map(|(table, piece)| {
            let own: Vec<&Promotion> = rules.iter().filter(|rule| rule.table == table && rule.is_for(piece)).collect();
            let stands = self.stands(piece, roaming);
            // A face may stand on fewer squares than its piece, and promotes only because that does.
            if own.is_empty() || stands.is_empty() || self.variant.rules.is_face(piece.kind()) {
                return None;
            }
            let promotes = own.iter().any(|rule| self.is_promoted(piece, stands, rule));
            // Of pieces that may come to any square, those that are dropped can be followed.
            let followed = match roaming.has(piece.kind()) {
                true => self.dropped_on(piece).map_or(Squares::EMPTY, |squares| self.reached(piece, squares)),
                false => stands,
            };
            let stuck = self.stuck(piece, followed, &own);
            let stuck: Vec<Square> = stuck.iter().filter(|_| promotes).collect();
            (!promotes || !stuck.is_empty()).then_some(UnreachedPromotion { table, piece, stuck })
        });
        found.collect()
    }

    /// The tables whose pieces promote, and must under some condition that is never met.
    fn optional_promotions(&self) -> Vec<usize> {
        let rules = &self.variant.rules.promotions;
        let roaming = self.roaming();
        let conditional = |rule: &&Promotion| matches!(rule.mandatory, Mandatory::Immobile | Mandatory::LastRank);
        let tables: BTreeSet<usize> = rules.iter().filter(conditional).map(|rule| rule.table).collect();
        // Whether a piece promotes by a rule, and whether it ever must.
        let duty = |piece: Piece, rule: &Promotion| {
            let color = piece.color();
            let rank = |sq: Square| self.variant.board.rank_of(color, sq);
            let last = rule.zone[color].iter().map(rank).max();
            let forced = |to: Square| match rule.mandatory {
                Mandatory::Immobile => self.needs_interpreter(piece) || self.goes(piece, to).is_empty(),
                _ => Some(rank(to)) == last,
            };
            let promoting = self.promoting(piece, self.stands(piece, roaming), rule);
            (promoting.any(), promoting.iter().any(forced))
        };
        let is_optional = |table: &usize| {
            let own = || rules.iter().filter(|rule| rule.table == *table);
            let pairs = self.pieces().flat_map(|piece| own().map(move |rule| (piece, rule)));
            let duties: Vec<(bool, bool)> =
                pairs.filter(|(piece, rule)| rule.is_for(*piece)).map(|(piece, rule)| duty(piece, rule)).collect();
            duties.iter().any(|(promotes, _)| *promotes) && !duties.iter().any(|(_, must)| *must)
        };
        tables.into_iter().filter(is_optional).collect()
    }

    /// The pieces that can get to a square from which they never move again, if nothing ends the game. Those that move
    /// there promote by no table.
    fn stranded(&self) -> Vec<Stranded> {
        let roaming = self.roaming();
        let rules = &self.variant.rules;
        // Under an influence, or without it, they may move again.
        let faces: KindSet = rules.influenced_faces().flat_map(|(base, face)| [base, face]).collect();
        let changed = faces | self.changed_by_effects();
        let promotes = |piece: Piece| rules.promotions.iter().any(|rule| rule.is_for(piece));
        let stays = |piece: &Piece| !roaming.has(piece.kind()) && !changed.has(piece.kind()) && !promotes(*piece);
        let pieces = self.pieces().filter(stays);
        let stranded = pieces.filter_map(|piece| {
            let starts = |sq: Square| self.variant.start.board.get(sq.index()) == Some(&piece);
            let reached = self.stands(piece, roaming) & !self.won(piece);
            let square = reached.iter().find(|sq| !starts(*sq) && self.goes(piece, *sq).is_empty())?;
            Some(Stranded { piece, square, arrival: Arrival::Move })
        });
        let dropped = self.pieces().filter_map(|piece| {
            let square = self.dead_drops(piece).filter(|_| !changed.has(piece.kind()))?;
            Some(Stranded { piece, square, arrival: Arrival::Drop })
        });
        let made = rules.effects.iter().enumerate().flat_map(|(number, effect)| {
            let (EffectKind::Become(kind) | EffectKind::Appear(kind)) = effect.what else { return Vec::new() };
            let pieces = Color::ALL.map(|color| Piece::new(kind, color)).into_iter();
            let pieces = pieces.filter(|_| !changed.has(kind));
            let found = pieces.filter_map(|piece| Some((piece, self.dead_end_of_effect(effect, piece, roaming)?)));
            found.map(|(piece, square)| Stranded { piece, square, arrival: Arrival::Effect(number) }).collect()
        });
        stranded.chain(dropped).chain(made).collect()
    }

    /// The kinds that effects other than those of captures may remove from the board, or turn into others.
    fn changed_by_effects(&self) -> KindSet {
        let rules = &self.variant.rules;
        let all = || self.variant.kinds().map(|(kind, _)| kind).collect::<KindSet>();
        // What earlier effects of the same move may have made.
        let mut made = KindSet::EMPTY;
        let mut changed = KindSet::EMPTY;
        for effect in &rules.effects {
            let promotes = rules.promotions.iter().any(|rule| !(rule.kinds & effect.by).is_empty());
            // Only what has just arrived is on that square.
            let met = if is_on_mover(effect) && !promotes { effect.whom & (effect.by | made) } else { effect.whom };
            if effect.when != EffectWhen::Capture && !matches!(effect.what, EffectKind::Appear(_)) {
                changed = changed | met;
            }
            match effect.what {
                EffectKind::Become(kind) => made.insert(kind),
                EffectKind::BecomeVictim | EffectKind::Return => made = all(),
                _ => {}
            }
        }
        changed
    }

    /// A square on which an effect may make a piece that moves elsewhere, and from which it can never move.
    fn dead_end_of_effect(&self, effect: &Effect, piece: Piece, roaming: KindSet) -> Option<Square> {
        let (kind, color) = (piece.kind(), piece.color());
        let becomes = is_on_mover(effect) && matches!(effect.what, EffectKind::Become(_));
        let appears = effect.place == EffectPlace::Origin
            && effect.offset == Step::new(0, 0)
            && matches!(effect.what, EffectKind::Appear(_));
        let in_place =
            self.variant.rules.promotions.iter().any(|rule| rule.is_for(piece) && rule.trigger.is_in_place());
        if in_place || !becomes && !appears {
            return None;
        }
        let movers = self.pieces().filter(|mover| mover.color() == color && effect.by.has(mover.kind()));
        let reached = movers.fold(Squares::EMPTY, |all, mover| {
            let stands = self.stands(mover, roaming);
            if appears {
                return all | stands;
            }
            match effect.whom.has(mover.kind()) {
                true => stands.iter().fold(all, |all, from| all | self.goes(mover, from)),
                false => all,
            }
        });
        let region = self.variant.kind(kind).region[color].resized() & self.board;
        let dead: Squares<N> = region.iter().filter(|sq| self.goes(piece, *sq).is_empty()).collect();
        // A piece that cannot move from most squares is intended.
        let moves = (region & !dead).count() > dead.count();
        (dead & reached & !self.won(piece)).first().filter(|_| moves)
    }

    /// The goals whose squares are not reached by any piece that counts, though the regions of some include them.
    fn unreached_goals(&self) -> Vec<UnreachedGoal> {
        // A swapped piece may come anywhere.
        if self.variant.kinds().any(|(_, kind)| kind.terms().any(Term::swaps)) {
            return Vec::new();
        }
        let roaming = self.roaming();
        let unreached = |(number, goal): (usize, &Goal)| {
            let there = self.pieces().filter(|piece| goal.kinds.has(piece.kind()));
            let aims = there.filter_map(|piece| {
                let region = self.variant.kind(piece.kind()).region[piece.color()];
                let squares = (goal.squares[piece.color()] & region).resized() & self.board;
                let stands = self.stands(piece, roaming);
                (squares.any() && stands.any()).then_some((piece, squares, stands))
            });
            let aims: Vec<(Piece, Squares<N>, Squares<N>)> = aims.collect();
            let never = !aims.is_empty() && aims.iter().all(|(_, squares, stands)| (*squares & *stands).is_empty());
            let promotes = |(piece, squares, stands): &(Piece, Squares<N>, Squares<N>)| {
                stands.iter().any(|from| (self.goes(*piece, from) & *squares).any())
            };
            never.then(|| UnreachedGoal { number, promotes: aims.iter().any(promotes) })
        };
        let goals = self.variant.rules.ends.goals.iter().enumerate();
        goals.filter(|(_, goal)| goal.when != GoalWhen::Leave).filter_map(unreached).collect()
    }

    /// A square on which a piece that moves elsewhere may be dropped, and from which it can never move; of several, the
    /// one nearest to its side.
    fn dead_drops(&self, piece: Piece) -> Option<Square> {
        let variant = &self.variant;
        let in_place = variant.rules.promotions.iter().any(|rule| rule.is_for(piece) && rule.trigger.is_in_place());
        let zone = self.dropped_on(piece).filter(|_| !in_place && !variant.kind(piece.kind()).royal)?;
        let dead: Squares<N> = zone.iter().filter(|sq| self.goes(piece, *sq).is_empty()).collect();
        // Pieces that cannot move from most squares of their drop zone are intended.
        if (zone & !dead).count() <= dead.count() {
            return None;
        }
        (dead & !self.won(piece)).iter().min_by_key(|sq| variant.board.rank_of(piece.color(), *sq))
    }

    /// The squares on which a piece may be dropped, if it can ever be in hand. A player who chooses the face knows what
    /// it does there.
    fn dropped_on(&self, piece: Piece) -> Option<Squares<N>> {
        let variant = &self.variant;
        let (kind, rules) = (piece.kind(), &variant.rules);
        let filled = rules.fills_hands() || rules.hands.partner;
        let enters = self.droppable.contains(&kind)
            && variant.may_hold(kind)
            && (filled || variant.start.hands[piece.color()][kind.index()] > 0);
        let place = self.mover(piece).drop.as_ref().filter(|_| enters && rules.drops.faces != DropFaces::Either);
        place.map(|place| place.zone)
    }

    /// The pieces that have their initial moves on a square to which they come by moving.
    fn returning(&self) -> Vec<(Piece, Square)> {
        let inner = self.board & !right_squares(&self.variant);
        let with_moves = self.pieces().filter(|piece| self.variant.kind(piece.kind()).has_initial_moves(piece.color()));
        let found = with_moves.filter(|piece| !self.needs_interpreter(*piece)).filter_map(|piece| {
            let stands = self.reached(piece, self.placed(piece));
            let returns = |sq: &Square| stands.iter().any(|from| from != *sq && self.goes(piece, from).has(*sq));
            let square = inner.iter().find(|sq| self.is_start(piece, *sq) && returns(sq))?;
            Some((piece, square))
        });
        found.collect()
    }

    /// The squares on which a piece meets a goal of the game.
    fn won(&self, piece: Piece) -> Squares<N> {
        let goals = self.variant.rules.ends.goals.iter().filter(|goal| goal.kinds.has(piece.kind()));
        goals.map(|goal| goal.squares[piece.color()].resized()).collect()
    }

    /// The kinds whose pieces may come to any square: they are created in the game, shuffled at the start, or castle.
    fn roaming(&self) -> KindSet {
        let variant = &self.variant;
        let castlings = variant.start.castlings(variant);
        let pairs = castlings.0.iter().flatten().flat_map(|castling| castling.pair().iter());
        let castling = pairs.filter_map(|sq| variant.start.board.get(sq.index()).filter(|piece| !piece.is_none()));
        let mut roaming = variant.made_anew();
        castling.for_each(|piece| roaming.insert(piece.kind()));
        variant.shuffled_pieces().for_each(|(_, kind)| roaming.insert(kind));
        roaming
    }

    /// The squares where a piece may come to stand without being promoted.
    fn stands(&self, piece: Piece, roaming: KindSet) -> Squares<N> {
        let kind = self.variant.kind(piece.kind());
        if !kind.may_belong_to(piece.color()) {
            return Squares::EMPTY;
        }
        if roaming.has(piece.kind()) {
            return kind.region[piece.color()].resized() & self.board;
        }
        self.reached(piece, self.placed(piece))
    }

    /// The squares on which a piece stands in the start position.
    fn placed(&self, piece: Piece) -> Squares<N> {
        let is_there = |sq: &Square| self.variant.start.board.get(sq.index()) == Some(&piece);
        self.board.iter().filter(is_there).collect()
    }

    /// The squares where a piece from one of these may come to stand without being promoted, with these.
    fn reached(&self, piece: Piece, from: Squares<N>) -> Squares<N> {
        let (mut reached, mut new) = (from, from);
        while let Some(from) = new.first() {
            let targets = self.goes(piece, from);
            let stays = (targets & !self.always_promotes(piece, from, targets)) & !reached;
            reached |= stays;
            new = (new | stays).without(from);
        }
        reached
    }

    /// The destinations of a piece from a square, whatever is around it.
    fn goes(&self, piece: Piece, from: Square) -> Squares<N> {
        if self.needs_interpreter(piece) {
            return self.board;
        }
        (self.reach_on_some_board(piece, from) & self.board).without(from)
    }

    /// Those of these destinations on which a piece always becomes another one, however it gets there.
    fn always_promotes(&self, piece: Piece, from: Square, targets: Squares<N>) -> Squares<N> {
        let always = |rule: &&Promotion| {
            rule.kinds.has(piece.kind())
                && rule.mandatory == Mandatory::Always
                && rule.choice == PromotionChoice::Any
                && rule.forbid.is_empty()
        };
        let rules = self.variant.rules.promotions.iter().filter(always);
        rules.map(|rule| self.laid(piece, rule).may(from, targets, Squares::EMPTY)).collect()
    }

    fn laid(&self, piece: Piece, rule: &Promotion) -> PromotionRule<N> {
        let zone = rule.zone[piece.color()].resized() & self.board;
        PromotionRule::new(rule.trigger, zone, self.open(piece, rule), Squares::EMPTY)
    }

    /// The squares where a piece promoted by a rule may stand.
    fn open(&self, piece: Piece, rule: &Promotion) -> Squares<N> {
        let region = |kind: &PieceKind| self.variant.kind(*kind).region[piece.color()].resized() & self.board;
        let all = |kinds: &[PieceKind]| kinds.iter().map(region).collect();
        match &rule.to {
            PromotionTo::Kinds(kinds) => all(kinds),
            PromotionTo::Form => all(self.variant.kind(piece.kind()).form.as_slice()),
            PromotionTo::Stock => self.board,
        }
    }

    /// Whether a rule promotes a piece that may stand on these squares.
    fn is_promoted(&self, piece: Piece, stands: Squares<N>, rule: &Promotion) -> bool {
        if rule.trigger.is_in_place() {
            let zone = rule.everywhere()[piece.color()];
            return (stands & zone.resized()).any() && self.open(piece, rule).any();
        }
        self.promoting(piece, stands, rule).any()
    }

    /// The squares on which a piece may promote by a move from these.
    fn promoting(&self, piece: Piece, stands: Squares<N>, rule: &Promotion) -> Squares<N> {
        let laid = self.laid(piece, rule);
        stands.iter().fold(Squares::EMPTY, |all, from| {
            let targets = self.goes(piece, from);
            all | laid.may(from, targets, targets)
        })
    }

    /// The squares that a piece reaches without a promotion, and from which it cannot move while the game goes on: by a
    /// move within a zone, in which it should have promoted before, or by one that ends outside of it.
    fn stuck(&self, piece: Piece, stands: Squares<N>, rules: &[&Promotion]) -> Squares<N> {
        if rules.iter().any(|rule| rule.trigger != Trigger::Enter) {
            return Squares::EMPTY;
        }
        let color = piece.color();
        let zone: Squares<N> = rules.iter().map(|rule| rule.zone[color].resized()).collect();
        let won = self.won(piece);
        let promotes = |from: Square, to: Square| {
            let own = self.variant.rules.promotions.iter().filter(|rule| rule.kinds.has(piece.kind()));
            own.into_iter().any(|rule| {
                let target = Squares::of(to);
                rule.trigger.is_in_place() || self.laid(piece, rule).may(from, target, target).any()
            })
        };
        let ends = |origins: Squares<N>, within: Squares<N>| -> Squares<N> {
            let stuck = |from: Square| {
                let targets = self.goes(piece, from) & within & !won;
                targets.iter().filter(move |to| !promotes(from, *to) && self.goes(piece, *to).is_empty())
            };
            origins.iter().flat_map(stuck).collect()
        };
        let inside = ends(stands & zone, zone);
        if inside.any() { inside } else { ends(stands, !zone & self.board) }
    }
}

/// Whether an effect meets only the piece that moved, on the square where it ends.
fn is_on_mover(effect: &Effect) -> bool {
    effect.place == EffectPlace::Destination && effect.offset == Step::new(0, 0)
}
