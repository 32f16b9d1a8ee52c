//! Keys whose value is one of a few words.

use serde::Deserialize;

/// A key whose value is one of a few words.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($word:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "the words are explained where rules are")]
        pub enum $name { $($word),* }
    )*};
}

words! {
    /// `cecp.trust`
    TrustWord { Xboard, Full }
    /// `board.topology`
    TopologyWord { Plane, Cylinder, Torus }
    /// `start.shuffle.black`
    SymmetryWord { Mirrored, Rotated }
    /// `royalty.mode`
    RoyalModeWord { Each, Last, All, First }
    /// `royalty.check`
    CheckWord { Forbidden, Ignored }
    /// `royalty.giving_check`
    GivingCheckWord { Allowed, Forbidden }
    /// `royalty.facing`
    FacingWord { None, File, FileAndRank }
    /// `virgin.test`
    VirginWord { Square, Unmoved }
    /// `capture.ban.when`
    BanWhen { Always, Distant }
    /// `capture.ban.if`
    BanCondition { Always, Recapturable }
    /// `capture.counterstrike.unless`
    UnlessWord { Never, Unprotected }
    /// `effect.when`
    EffectWhenWord { Capture, Move, Promotion, Turn }
    /// `effect.where`
    EffectPlaceWord { Origin, Destination, Around, Mirrored, Victims, Zone }
    /// `effect.what`
    EffectWord { Remove, BecomeVictim, Become, ChangeSide, Hand, Return, Hole, Appear }
    /// `effect.side`
    WhoseWord { Both, Own, Enemy }
    /// One side or both
    SideWord { Both, White, Black }
    /// `promotion.trigger`
    TriggerWord { Enter, EnterOrWithin, Touch, EnterOrCapture, Capture }
    /// `promotion.mandatory`
    MandatoryWord { Always, Never, Immobile, LastRank }
    /// `promotion.choice`
    ChoiceWord { Any, Movable }
    /// `castling.style`
    CastlingStyle { Betza, Fischer, None }
    /// `castling.check_rule`
    CheckRule { SafePath, Ignore }
    /// `hand.source`
    HandSource { None, Captures, SelfCaptures, OwnLosses, Fixed, Partner }
    /// `gating.mode`
    GatingWord { None, VirginSquare }
    /// Results in `[end]`
    VerdictWord { Loss, Draw, Win }
    /// `end.stalemate`
    StalemateWord { Loss, Draw, Win, CountFewerWins }
    /// `end.bare.when`
    BareWord { Immediate, OpponentTurn }
    /// `end.bare.rebare`
    RebareWord { Draw, None }
    /// `end.goal.when`
    GoalWord { Arrive, Survive, Leave }
    /// `end.goal.last_move`
    LastMoveWord { None, White, Black }
    /// `repetition.result`
    RepetitionWord { Draw, MoverLoses, WhiteLoses, Illegal }
    /// `repetition.perpetual_check`
    PerpetualWord { None, Loss }
    /// `repetition.perpetual_chase`
    ChaseWord { None, Asian }
    /// `move_rule.resets`
    ResetWord { Capture, Pawn, PawnForward }
    /// `move_rule.exclude`
    ExcludeWord { Check, CheckEvasion }
    /// `insufficient.mode`
    InsufficientWord { Helpmate, None, BareKings, NoAttackers, OppositeBishops }
    /// `counting.rule`
    CountingWord { None, Makruk, Cambodian, Asean }
    /// `impasse.rule`
    ImpasseWord { None, Csa27, Csa24 }
}
