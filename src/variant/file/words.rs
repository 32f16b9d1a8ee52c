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
    /// `effect.where`
    EffectPlaceWord { Origin, Destination, Around, Mirrored, Victims, Zone }
    /// `effect.what`
    EffectWord { Remove, BecomeVictim, Become, ChangeSide, Hand, Return, Hole, Appear }
    /// One side or both
    SideWord { Both, White, Black }
    /// `castling.style`
    CastlingStyle { Betza, Fischer, None }
    /// `castling.check_rule`
    CheckRule { SafePath, Ignore }
    /// `hand.source`
    HandSource { None, Captures, SelfCaptures, OwnLosses, Fixed, Partner }
    /// `end.stalemate`
    StalemateWord { Loss, Draw, Win, CountFewerWins }
    /// `end.goal.last_move`
    LastMoveWord { None, White, Black }
    /// `move_rule.resets`
    ResetWord { Capture, Pawn, PawnForward }
    /// `move_rule.exclude`
    ExcludeWord { Check, CheckEvasion }
    /// `insufficient.mode`
    InsufficientWord { Helpmate, None, BareKings, NoAttackers, OppositeBishops }
}
