//! Advice about a wrong description.

use super::ast::AtomLetter;
use super::error::{BracketFault, Error, ErrorKind, Misplaced, NoDirection};
use crate::text::Report;

impl Error {
    /// The error as a report, without the text it is about.
    pub fn report(&self) -> Report {
        let report = Report::error(self.to_string()).code(self.code());
        self.hint().into_iter().fold(report, Report::help)
    }

    /// Advice for the user, if there is something helpful to say.
    pub fn hint(&self) -> Option<String> {
        let text = match self.kind() {
            ErrorKind::Empty => "name at least one atom, as in `K`",
            ErrorKind::TooLong { .. } => "combine terms that differ only in direction or mode",
            ErrorKind::BadCharacter { found } => return character_hint(*found),
            ErrorKind::UnknownAtom { letter } => return atom_hint(*letter),
            ErrorKind::UnknownModifier { letter: 'w' } => "did you mean `W`? atoms are capitals",
            ErrorKind::UnknownModifier { .. } => return None,
            ErrorKind::MissingAtom { modifiers } => return Some(missing_hint(modifiers)),
            ErrorKind::StrayRange { digits } => {
                let number = Some(digits.trim_start_matches('0')).filter(|digits| !digits.is_empty()).unwrap_or("0");
                return Some(format!("write the number last, as in `R{number}`"));
            }
            ErrorKind::BadRange { atom: 'O', .. } => "write how many squares the castling piece goes, as in `isO2`",
            ErrorKind::BadRange { .. } => "for a move without a limit, leave out the number or write 0",
            ErrorKind::RangeOnDouble { atom } => return Some(format!("write `{atom}` once with its range")),
            ErrorKind::StepTooLong { .. } => return None,
            ErrorKind::SplitDirections { .. } => "move the other modifiers before or after all directions",
            ErrorKind::DuplicateModifier { allowed: 1, .. } => "write it once",
            ErrorKind::DuplicateModifier { letter, allowed } => {
                let most = letter.to_string().repeat(*allowed);
                return Some(format!("write it once, or side by side as `{most}`"));
            }
            ErrorKind::Bracket(fault) => return bracket_hint(*fault),
            ErrorKind::ReservedGroup { leap: Some(leap), .. } => return Some(format!("this leap is `{leap}`")),
            ErrorKind::ReservedGroup { .. } => "write the legs out one by one",
            ErrorKind::MisplacedModifier { why, .. } => return misplaced_hint(*why),
            ErrorKind::BadDirection { why, .. } => return direction_hint(*why),
            ErrorKind::ConflictingModifiers { .. } => "write two terms, one for each",
            ErrorKind::TooLarge(_) => "use fewer legs, or legs of shorter range",
        };
        Some(text.to_owned())
    }
}

fn missing_hint(modifiers: &str) -> String {
    let capital = modifiers.to_ascii_uppercase();
    match capital.parse().ok().and_then(AtomLetter::from_letter) {
        Some(_) => format!("did you mean `{capital}`? atoms are capitals"),
        None => "end it with a capital, as in `fmW`".to_owned(),
    }
}

fn character_hint(found: char) -> Option<String> {
    let text = match found {
        ' ' | '\t' | '\n' | '\r' => "write the description without spaces",
        ',' | ';' | '+' | '|' | '/' => "write the terms one after the other, as in `RF`",
        '@' => "drops are rules of the game, not moves of a piece",
        '*' => "write `0` for a range without limit, as in `N0`",
        '\'' | '!' => "it may be part of the ID of a piece, as in `[pieces.\"N'\"]`, but not in its moves",
        '{' | '}' => "legs with different atoms are written in `[` and `]`",
        _ => return None,
    };
    Some(text.to_owned())
}

fn atom_hint(letter: char) -> Option<String> {
    let text = match letter {
        'E' => "did you mean `F`, the ferz? an elephant is `A` or `nA`",
        'I' => "write out the moves that are to be imitated",
        'M' => "did you mean `N`, the knight? a man is `K`",
        'P' => "a pawn is `fmWfceFifmnD`",
        'S' => "a silver general is `FfW`",
        'T' => "did you mean `R`, the rook?",
        'V' => "small `v` is the direction forward and back",
        'X' => "a giraffe is `FX`",
        'Y' => "an antelope is `NY`",
        _ => return None,
    };
    Some(text.to_owned())
}

fn bracket_hint(fault: BracketFault) -> Option<String> {
    let text = match fault {
        BracketFault::Unclosed => "end the last leg with `]`",
        BracketFault::Outside(_) => "put the legs in brackets, as in `[F?fsR]`",
        BracketFault::Nested => "write all legs in one pair of brackets",
        BracketFault::Prefixed => {
            "put the modifiers inside, before the atom they belong to; Betza's `t[FR]` is `[F?R]`"
        }
        BracketFault::EmptyLeg(_) => "give each leg an atom",
        BracketFault::NoLink(found) if found.is_ascii_whitespace() => return character_hint(found),
        BracketFault::And | BracketFault::NoLink(_) => {
            "separate legs by `-` if all must be made, by `?` if the move may also end between them"
        }
        BracketFault::SingleLeg => "leave out the brackets, or add a leg",
        BracketFault::Atom(_) => "write it as a separate term",
    };
    Some(text.to_owned())
}

fn misplaced_hint(why: Misplaced) -> Option<String> {
    let text = match why {
        Misplaced::InChain => "write it as a separate term",
        Misplaced::OnUniversal | Misplaced::OnCastling | Misplaced::OnPass => return None,
        Misplaced::NotLast => "move it after the last `a`, `-` or `?`",
        Misplaced::SecondHop => "write it once: before another leg, it only jumps over the relay",
        Misplaced::Last => "end the leg with `a` and add what follows, as in `yafsF`",
        Misplaced::NothingToEqual => "give an earlier leg a range, as in `caibR`",
        Misplaced::SecondInitial => "write it only once for a leg of equal length",
    };
    Some(text.to_owned())
}

fn direction_hint(why: NoDirection) -> Option<String> {
    let text = match why {
        NoDirection::Half => "use `fh`, `bh`, `lh`, `rh`, or only `hl` or `hr`, before an oblique atom",
        NoDirection::Nothing => {
            "turns by 45 degrees (`fs`, `bs`) lead from orthogonals to diagonals and back, so the atom must move in both, as in \
             `[mW-fsF]`; without directions a leg goes any way but straight back, as in `[mW-W]`"
        }
        NoDirection::OnUniversal | NoDirection::OnCastling => return None,
    };
    Some(text.to_owned())
}
