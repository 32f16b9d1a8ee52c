//! The rules of a variant beyond the moves of its pieces: small orthogonal
//! concepts, no logic.
//!
//! A rule that a variant file names with a word is read as what it is: the
//! word, its meaning and what authors are told of it stand here and nowhere
//! else. What goes with a word and stands under other keys of the file
//! (`serde(skip)`, `schemars(with = "()")`) is filled in when the file is checked.

use crate::board::{Area, ByColor, Color, PieceKind, Step};
use serde::Deserialize;

/// A set of kinds of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(pub u128);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);

    /// Whether a kind is in the set.
    pub fn has(self, kind: PieceKind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// The kinds, in their order.
    pub fn iter(self) -> impl Iterator<Item = PieceKind> {
        (0..128).map(PieceKind).filter(move |&kind| self.has(kind))
    }

    /// Puts a kind into the set.
    pub fn insert(&mut self, kind: PieceKind) {
        self.0 |= 1 << kind.0;
    }
}

impl FromIterator<PieceKind> for KindSet {
    fn from_iter<I: IntoIterator<Item = PieceKind>>(kinds: I) -> Self {
        let mut set = Self::EMPTY;
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

/// All rules of a variant.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Which of a side's royals must be safe.
    pub royal_mode: RoyalMode,
    /// Whether royals may be left attacked.
    pub leaving_check: LeavingCheck,
    /// Between which royals no open line may run.
    pub facing: Facing,
    /// Whether royals may not pass squares on which they would be attacked.
    pub safe_path: bool,
    /// Whether moves may give check.
    pub giving_check: GivingCheck,
    /// What being unmoved is judged by.
    pub virgin: Virgin,
    /// The names of the rights to moves that a side can make once in the game.
    pub once: Vec<String>,
    /// In which orders the pieces of the first rank may start. Castling rights
    /// then hold wherever a position gives them.
    pub shuffle: Option<Shuffle>,
    /// Promotion rules: the first that fits a kind decides, further ones that fit add choices.
    pub promotions: Vec<Promotion>,
    /// How many pieces of some kinds, a kind and those that remember what they were before they
    /// became it, a side may have on the board for another to be promoted to one.
    pub promotion_limits: Vec<(KindSet, u8)>,
    /// How kings castle.
    pub castling: CastlingRule,
    /// Whether a side that can capture must capture.
    pub must_capture: bool,
    /// What moves do besides.
    pub effects: Vec<Effect>,
    /// Captures that are forbidden.
    pub bans: Vec<Ban>,
    /// Captures that are forbidden right after another.
    pub counterstrike: Option<Counterstrike>,
    /// Where hands come from.
    pub hands: Hands,
    /// How pieces in hand enter the board.
    pub drops: Drops,
    /// Whether pieces of the hand enter where others leave.
    pub gating: Gating,
    /// Result for the side to move when it has no move and is in check.
    pub checkmate: Verdict,
    /// Result for the side to move when it has no move and is not in check.
    pub stalemate: Stalemate,
    /// What being left with few pieces means.
    pub bare: Option<Bare>,
    /// What the loss of pieces means.
    pub extinctions: Vec<Extinction>,
    /// What reaching squares means.
    pub goals: Vec<Goal>,
    /// How many checks win.
    pub checks: Option<u8>,
    /// What repeated positions mean.
    pub repetition: Repetition,
    /// What a long time without progress means.
    pub move_rule: MoveRule,
    /// Moves in which a bare king must be mated.
    pub counting: Counting,
    /// When too little material is left.
    pub insufficient: Insufficient,
    /// Declarations when the royals have entered the enemy camp.
    pub impasse: Impasse,
}

impl Rules {
    /// Most rights to moves that can be made once.
    pub const MAX_ONCE: usize = 8;
}

/// Which of a side's royal pieces must be safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoyalMode {
    /// Every one of them.
    #[default]
    Each,
    /// Only a sole survivor; others are pieces like any other.
    Last,
    /// At least one of them at a time.
    All,
    /// The first one in the order a1, a2, ..., b1, b2, ...; others are pieces like any other.
    First,
}

/// Whether royal pieces may be left attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeavingCheck {
    /// They may not be left attacked.
    #[default]
    Forbidden,
    /// They may, and only their loss counts.
    Ignored,
}

/// Whether moves may attack the enemy's royal pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GivingCheck {
    /// They may.
    #[default]
    Allowed,
    /// A move that gives check is illegal.
    Forbidden,
}

/// When a piece is unmoved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Virgin {
    /// When it stands where one like it stood at the start, and on the two outermost ranks nothing has left or
    /// been captured on the square.
    #[default]
    Square,
    /// When it has never moved itself.
    Unmoved,
}

/// In which orders the pieces of the first rank may start: any that these
/// conditions allow. Pieces that do not take part keep their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// The kinds that take part.
    pub kinds: KindSet,
    /// Of each of these sets, the two pieces stand on unlike shades.
    pub unlike_shades: Vec<KindSet>,
    /// Of each of these sets, no two pieces stand side by side.
    pub apart: Vec<KindSet>,
    /// Pieces of the first set stand between the pieces of the second.
    pub between: Option<(KindSet, KindSet)>,
    /// Whether every piece of the second rank must be protected.
    pub all_protected: bool,
    /// The kinds of White's first rank, by file, in orders that are left out.
    pub except: Vec<Vec<PieceKind>>,
    /// How Black's order follows from White's.
    pub black: Symmetry,
}

/// How Black's start follows from White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// Black's pieces stand on the files of White's.
    #[default]
    Mirrored,
    /// Black's pieces stand where White's do on the board turned by 180 degrees.
    Rotated,
}

/// How pieces castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", schemars(transform = super::file::words_alone))]
pub enum CastlingRule {
    /// As the atom `O` in their moves says, `isO2` for the king of chess.
    Betza(
        #[serde(skip)]
        #[cfg_attr(feature = "cli", schemars(with = "()"))]
        CastlingSafety,
    ),
    /// Pieces with that atom go, from wherever they and their partner stand unmoved on one rank, to fixed
    /// files.
    Fischer(
        #[serde(skip)]
        #[cfg_attr(feature = "cli", schemars(with = "()"))]
        CastlingFiles,
    ),
    /// They do not, whatever their moves say.
    None,
}

impl Default for CastlingRule {
    fn default() -> Self {
        Self::Betza(CastlingSafety::SafePath)
    }
}

/// Whether castling must be safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CastlingSafety {
    /// A royal piece may neither leave, pass nor reach an attacked square.
    #[default]
    SafePath,
    /// Attacks do not matter on the way.
    Ignore,
}

/// The files, from 0, that the castling piece reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingFiles {
    /// With the partner at higher files.
    pub right: u8,
    /// With the partner at lower files.
    pub left: u8,
}

/// What a move does besides going from one square to another and removing
/// what it captures: when, where, to whom, what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// After which moves.
    pub when: EffectWhen,
    /// Moves of these kinds; the ends of turns are anybody's.
    pub by: KindSet,
    /// Captures of these kinds.
    pub of: KindSet,
    /// Where.
    pub place: EffectPlace,
    /// How far from there, as the side that moved sees it.
    pub offset: Step,
    /// Whose pieces.
    pub whose: Whose,
    /// Which of them.
    pub whom: KindSet,
    /// What happens there.
    pub what: EffectKind,
}

/// After which moves there is an effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EffectWhen {
    /// After captures.
    #[default]
    Capture,
    /// After all moves of pieces on the board, captures and castling among them.
    Move,
    /// After promotions.
    Promotion,
    /// After every turn, drops and passes among them.
    Turn,
}

/// Where an effect happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", schemars(transform = super::file::words_alone))]
pub enum EffectPlace {
    /// The square that the piece left, unless it stands there again.
    Origin,
    /// The square on which the piece ends.
    Destination,
    /// The squares around that, up to `radius` king's steps away, but not that one.
    Around(
        #[serde(skip)]
        #[cfg_attr(feature = "cli", schemars(with = "()"))]
        u8,
    ),
    /// The square on the same file that the destination would be if the board were mirrored rank by rank.
    Mirrored,
    /// The squares of the captured pieces, which themselves return or go to a hand.
    Victims,
    /// The squares of `zone`.
    Zone(
        #[serde(skip)]
        #[cfg_attr(feature = "cli", schemars(with = "()"))]
        EffectZone,
    ),
}

/// A zone in which an effect happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EffectZone {
    /// Its squares.
    pub squares: ByColor<Area>,
    /// Whether the effect meets a piece that has entered the zone with this move.
    pub newcomers: bool,
}

/// Whose pieces an effect meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// Those of both sides.
    #[default]
    Both,
    /// Those of the side that moved.
    Own,
    /// Those of the other side.
    Enemy,
}

impl Whose {
    /// Whether pieces of a colour are meant after a move of `mover`.
    pub fn means(self, mover: Color, owner: Color) -> bool {
        match self {
            Self::Both => true,
            Self::Own => owner == mover,
            Self::Enemy => owner != mover,
        }
    }
}

/// What an effect does to the pieces there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", schemars(transform = super::file::words_alone))]
pub enum EffectKind {
    /// They leave the board.
    Remove,
    /// They become what was captured, in their own colour.
    BecomeVictim,
    /// They become the piece of `to`.
    Become(
        #[serde(skip)]
        #[cfg_attr(feature = "cli", schemars(with = "()"))]
        PieceKind,
    ),
    /// They go over to the other side; those that only one side has do not. Royal pieces cannot.
    ChangeSide,
    /// They go to the hand of the side that moved, with `hand.source = "own-losses"` to their owner's; those
    /// that are never in hand leave the board.
    Hand,
    /// They go to a square on which such a piece stood at the start, or leave the board where that is not free.
    Return,
    /// The square itself, be it empty, goes missing for the rest of the game, and with it the piece.
    Hole,
    /// The piece of `to`, one of the side that moved, comes to an empty square there.
    Appear(
        #[serde(skip)]
        #[cfg_attr(feature = "cli", schemars(with = "()"))]
        PieceKind,
    ),
}

impl Rules {
    /// Whether hands get pieces during the game.
    pub fn fills_hands(&self) -> bool {
        let by_effect = || self.effects.iter().any(|effect| effect.what == EffectKind::Hand);
        self.hands.fill() || self.hands.own_losses || by_effect()
    }

    /// Whether squares may go missing during the game.
    pub fn makes_holes(&self) -> bool {
        self.effects.iter().any(|effect| effect.what == EffectKind::Hole)
    }
}

/// Captures that are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// By these kinds.
    pub by: KindSet,
    /// Of these kinds.
    pub of: KindSet,
    /// Of those that stand on these squares, for each capturing side.
    pub zone: ByColor<Area>,
    /// From how far.
    pub when: BanWhen,
    /// On what condition.
    pub condition: BanCondition,
    /// Kinds whose recapture does not count.
    pub recapture_exclude: KindSet,
    /// Kinds whose capture on the way does not lift the ban; that of any other does.
    pub bridge_exclude: KindSet,
}

impl Ban {
    /// Whether it asks for nothing but who captures what, and where: such a
    /// capture is never legal, so that it is no attack either.
    pub fn is_unconditional(&self) -> bool {
        self.when == BanWhen::Always && self.condition == BanCondition::Always
    }
}

/// From how far captures are forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BanWhen {
    /// From any square.
    #[default]
    Always,
    /// Only from farther away than a king's step.
    Distant,
}

/// On what condition captures are forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BanCondition {
    /// Whatever the opponent could do.
    #[default]
    Always,
    /// Only where the opponent could capture back at once.
    Recapturable,
}

/// After a capture of one of these kinds by any other kind the opponent may
/// not capture one of them with the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counterstrike {
    /// The kinds.
    pub kinds: KindSet,
    /// When it does not hold.
    pub unless: CounterstrikeUnless,
}

/// When a piece that is protected by a counterstrike may be captured all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CounterstrikeUnless {
    /// None of them may.
    #[default]
    Never,
    /// When it is not protected.
    Unprotected,
}

/// The result for a side without a legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stalemate {
    /// It has lost.
    Loss,
    /// Nobody has won.
    #[default]
    Draw,
    /// It has won.
    Win,
    /// The side with fewer pieces wins; as many are a draw.
    CountFewerWins,
}

impl Stalemate {
    /// The result where it is always the same.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Loss => Some(Verdict::Loss),
            Self::Draw => Some(Verdict::Draw),
            Self::Win => Some(Verdict::Win),
            Self::CountFewerWins => None,
        }
    }
}

/// What being left with few pieces means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bare {
    /// With so many pieces or fewer a side is bare.
    pub count: u8,
    /// The result for the bare side.
    pub verdict: Verdict,
    /// When it is given.
    pub when: BareWhen,
    /// What it means that both sides are bare.
    pub rebare: Rebare,
    /// What has happened, in the author's words.
    pub text: Option<EndText>,
}

/// What it means that both sides are bare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rebare {
    /// Nobody has won.
    #[default]
    Draw,
    /// The game goes on.
    None,
}

/// When baring decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BareWhen {
    /// At once.
    #[default]
    Immediate,
    /// When it is the opponent's turn, so that the bare side has one reply.
    OpponentTurn,
}

/// What the loss of pieces means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extinction {
    /// Which pieces.
    pub of: Extinct,
    /// Whether those in hand count, too.
    pub in_hand: bool,
    /// Whose; `None` for either side's.
    pub side: Option<Color>,
    /// By whose moves the last of them must be lost; `None` for however.
    pub by: Option<KindSet>,
    /// The result for the side that has lost them.
    pub verdict: Verdict,
    /// What has happened, in the author's words.
    pub text: Option<EndText>,
}

/// Which pieces must be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extinct {
    /// All pieces.
    AllPieces,
    /// All pieces of these kinds.
    All(KindSet),
    /// All pieces of any single one of these kinds.
    Any(KindSet),
}

/// What reaching squares, or leaving them, means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Which pieces.
    pub kinds: KindSet,
    /// Which squares; none for a side without this goal.
    pub squares: ByColor<Area>,
    /// How many of them must be there at once.
    pub count: u8,
    /// When they count.
    pub when: GoalWhen,
    /// The result for the side that has reached it.
    pub verdict: Verdict,
    /// The side that may still follow with its next move, for a draw.
    pub last_move: Option<Color>,
    /// What has happened, in the author's words.
    pub text: Option<EndText>,
}

/// How a game was decided, in the words of its author. [`EndText::SIDE`]
/// stands for the side that the rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndText(pub String);

impl EndText {
    /// The word for which the side's name is put in.
    pub const SIDE: &str = "{side}";

    /// The text about that side.
    pub fn about(&self, side: Color) -> String {
        self.0.replace(Self::SIDE, side.name())
    }
}

/// When pieces have reached their goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GoalWhen {
    /// As soon as they are there.
    #[default]
    Arrive,
    /// When they are still there after the other side's move.
    Survive,
    /// As soon as fewer than `count` are there, moved away or captured.
    Leave,
}

/// Within how many moves a side that is left with its royal piece alone must be mated; otherwise nobody has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// There is no such rule.
    #[default]
    None,
    /// As in Thailand.
    Makruk,
    /// As in Cambodia.
    Cambodian,
    /// By the laws of ASEAN chess.
    Asean,
}

/// Whether royal pieces of the two sides may face each other on an open line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// They may face each other.
    #[default]
    None,
    /// They may not face each other on an open file.
    File,
    /// They may not face each other on an open file or rank.
    FileAndRank,
}

/// How some kinds promote.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// Which kinds.
    pub kinds: KindSet,
    /// What they may become.
    pub to: PromotionTo,
    /// Where.
    pub zone: ByColor<Area>,
    /// By which moves.
    pub trigger: Trigger,
    /// Whether they must.
    pub mandatory: Mandatory,
    /// Which of the choices there are.
    pub choice: PromotionChoice,
}

/// What a promoting piece may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotionTo {
    /// One of these.
    Kinds(Vec<PieceKind>),
    /// Its other face.
    Form,
    /// A piece of its own side's hand, which it leaves.
    Stock,
}

/// By which moves pieces promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// From outside of the zone into it.
    #[default]
    Enter,
    /// Ending in the zone.
    EnterOrWithin,
    /// Beginning or ending in the zone.
    Touch,
    /// From outside of the zone into it, or beginning or ending in it with a capture.
    EnterOrCapture,
    /// Ending in the zone with a capture.
    Capture,
}

/// Whether pieces must promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mandatory {
    /// They must.
    #[default]
    Always,
    /// They need not.
    Never,
    /// They must where they could never move again otherwise.
    Immobile,
    /// They must on the last rank of the zone.
    LastRank,
}

/// Which of the choices a promoting piece has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PromotionChoice {
    /// All of them.
    #[default]
    Any,
    /// Only what could ever move again from the square where the piece ends.
    Movable,
}

/// Where hands come from, besides what a position gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// Captured pieces change sides and go to the captor's hand.
    pub captures: bool,
    /// Own pieces captured by own moves go to the own hand.
    pub self_captures: bool,
    /// Captured pieces, but for royals and those that promote to pieces in hand, go
    /// to their owner's hand.
    pub own_losses: bool,
    /// The positions' hands: there are some from the start, or the GUI fills them.
    pub given: bool,
}

impl Hands {
    /// Whether positions have hands.
    pub fn any(self) -> bool {
        self.captures || self.self_captures || self.own_losses || self.given
    }

    /// Whether captured pieces come to the hand of the side that captures them.
    pub fn fill(self) -> bool {
        self.captures || self.self_captures
    }
}

/// How pieces in hand enter the board.
#[derive(Clone, Debug)]
pub struct Drops {
    /// Whether they do.
    pub enabled: bool,
    /// Where, for each kind and side.
    pub regions: Vec<ByColor<Area>>,
    /// How many of a kind and side may stand on a file, for each kind.
    pub max_per_file: Vec<Option<u8>>,
    /// Whether drops on squares from which the piece could never move are forbidden.
    pub no_immobile: bool,
    /// Kinds that may not mate by a drop.
    pub no_mate: KindSet,
}

/// Whether pieces in hand enter on squares that others leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Gating {
    /// They do not.
    #[default]
    None,
    /// A piece of the own first rank that moves for the first time may be
    /// replaced, on the square it leaves, by one from the hand.
    VirginSquare,
}

/// The result for the side concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// It has won.
    Win,
}

/// What repeated positions mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// At which occurrence of a position, the first counted; 0 for never.
    pub fold: u8,
    /// The result when nobody is to blame.
    pub result: RepetitionResult,
    /// Whether giving check with every move of the cycle is to blame.
    pub perpetual_check: PerpetualCheck,
    /// Whether chasing one piece with every move of the cycle is to blame.
    pub perpetual_chase: PerpetualChase,
    /// Whether a side that gives check is to blame when the other chases.
    pub check_beats_chase: bool,
}

/// What a repetition means for which nobody is to blame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// Nobody has won.
    #[default]
    Draw,
    /// The side that completed the repetition loses.
    MoverLoses,
    /// The side that completed the repetition wins.
    MoverWins,
    /// White, who had the first move, loses.
    WhiteLoses,
    /// The move that would complete the repetition is not possible.
    Illegal,
}

/// Whether perpetual check is to blame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PerpetualCheck {
    /// It is a repetition like any other.
    #[default]
    None,
    /// A side that gave check with every move of the repeated cycle, while the other did not, loses.
    Loss,
}

/// Whether chasing one piece is to blame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PerpetualChase {
    /// It is a repetition like any other.
    #[default]
    None,
    /// A side that attacked one and the same unprotected piece anew with every move of the repeated cycle,
    /// while the other did not, loses.
    Asian,
}

/// What a long time without progress means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// After so many plies; 0 for never.
    pub plies: u16,
    /// What counts as progress.
    pub resets: Resets,
    /// Plies that give check are not counted.
    pub except_checks: bool,
    /// Plies that answer a check are not counted.
    pub except_evasions: bool,
}

/// What counts as progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resets {
    /// Captures.
    pub capture: bool,
    /// Any move of a kind that counts as a pawn.
    pub pawn: bool,
    /// Forward moves of a kind that counts as a pawn.
    pub pawn_forward: bool,
}

/// When too little material is left for a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", schemars(transform = super::file::words_alone))]
pub enum Insufficient {
    /// When no sequence of moves wins any more, be it by mate or by any other rule of the file.
    #[default]
    Helpmate,
    /// Never.
    None,
    /// When only royal pieces are left.
    BareKings,
    /// When nobody has a piece of `attackers`.
    NoAttackers(
        #[serde(skip)]
        #[cfg_attr(feature = "cli", schemars(with = "()"))]
        KindSet,
    ),
    /// When each side has one piece left, those are of one kind that never leaves its shade, and they stand on
    /// unlike shades.
    OppositeBishops,
}

/// Declarations when the royal pieces have entered the enemy camp, as in Japan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Impasse {
    /// There are none.
    #[default]
    None,
    /// The 27-point declaration: 28 points for the first player, 27 for the second.
    Csa27,
    /// The 24-point rule: a draw between 24 and 30 points, a win from 31.
    Csa24,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Pieces were lost on which the game hangs.
    Extinction,
    /// Pieces have reached squares on which the game hangs.
    Goal,
    /// One side has given check often enough.
    #[serde(rename = "n-check")]
    Checks,
    /// A side has too few pieces left.
    BareKing,
    /// No move, in check.
    Checkmate,
    /// No move, not in check.
    Stalemate,
    /// The position has occurred too often.
    Repetition,
    /// One side gave check with every move of a repetition.
    PerpetualCheck,
    /// One side chased a piece with every move of a repetition.
    PerpetualChase,
    /// Too many plies without progress.
    MoveRule,
    /// A bare king was not mated within the moves that are counted.
    Counting,
    /// The royals have entered the enemy camp.
    Impasse,
    /// Nobody can win.
    InsufficientMaterial,
}

impl Reason {
    /// Its name in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Extinction => "extinction",
            Self::Goal => "goal",
            Self::Checks => "n-check",
            Self::BareKing => "bare-king",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::PerpetualChase => "perpetual-chase",
            Self::MoveRule => "move-rule",
            Self::Counting => "counting",
            Self::Impasse => "impasse",
            Self::InsufficientMaterial => "insufficient-material",
        }
    }
}
