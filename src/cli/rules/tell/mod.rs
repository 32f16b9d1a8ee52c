//! The rules of a game in sentences, section by section.
//!
//! Sentences are derived from the compiled game, so that they describe the rules in force, whichever file defined them
//! or left them to a default. Each names the keys that it is about.

mod board;
mod captures;
mod castling;
mod draws;
mod effects;
mod ends;
mod hands;
mod influence;
mod moves;
mod names;
mod pieces;
mod promotion;
mod royalty;

use super::places::Places;
use super::sheet::{Line, Rule, Section, Sheet};
use crate::board::PieceKind;
use crate::game::Game;
use crate::text::{Place, visible};
use crate::variant::{Captures, Draws, Ends, KindSet, Promotion, Royalty, Rules, Variant};
use std::path::Path;

/// Describes the rules of a game.
pub(super) fn sheet(game: &Game) -> Sheet {
    let variant = game.variant();
    let mut teller = Teller::new(variant);
    teller.board();
    teller.pieces(game);
    teller.rules(game);
    teller.finish()
}

/// All that one kind of piece does, may not do and promotes to, in sentences.
pub(in crate::cli) fn about(variant: &Variant, number: PieceKind) -> Vec<String> {
    let teller = Teller::new(variant);
    let own = teller.piece(number, variant.kind(number), None, None).rules.into_iter().map(|rule| rule.text);
    let bans = variant.rules.captures.bans.iter().filter(|ban| ban.by.has(number));
    let bans = bans.map(|ban| teller.ban("it may not", ban));
    let promotions = variant.rules.promotions.iter().filter(|rule| rule.kinds.has(number));
    let alone: KindSet = [variant.face(number)].into_iter().collect();
    let promotions = promotions.map(|rule| teller.promotion(&Promotion { kinds: alone, ..rule.clone() }));
    own.chain(bans).chain(promotions).collect()
}

/// Of a rule that no key of a file sets.
const NO_KEYS: [&str; 0] = [];

/// Collects the rules of a game in sections.
struct Teller<'a> {
    variant: &'a Variant,
    places: Places,
    sections: Vec<Section>,
    /// Rules that the game does not have.
    absent: Vec<Rule>,
}

impl<'a> Teller<'a> {
    fn new(variant: &'a Variant) -> Self {
        let places = Places { board: variant.board, holes: variant.holes, last: "and" };
        Self { variant, places, sections: Vec::new(), absent: Vec::new() }
    }

    /// Begins a section.
    fn section(&mut self, heading: &'static str) -> &mut Section {
        self.sections.push(Section { heading, board: None, rules: Vec::new(), pieces: Vec::new() });
        self.sections.last_mut().expect("it has just been added")
    }

    /// Adds a rule to the current section.
    fn say(&mut self, keys: &[impl AsRef<str>], text: impl Into<String>) {
        let rule = self.rule(keys, text);
        if let Some(section) = self.sections.last_mut() {
            section.rules.push(rule);
        }
    }

    /// Says that the game does not have a rule.
    fn without(&mut self, keys: &[impl AsRef<str>], what: &str) {
        let rule = self.rule(keys, what);
        self.absent.push(rule);
    }

    fn rule(&self, keys: &[impl AsRef<str>], text: impl Into<String>) -> Rule {
        let source_map = &self.variant.source_map;
        let keys: Vec<String> = keys.iter().map(|key| key.as_ref().to_owned()).collect();
        let written = |key: &String| {
            let place = source_map.place(key)?;
            Some(Line { included: !source_map.is_own(key), file: file_name(&place), line: place.line()? })
        };
        let mut lines: Vec<Line> = keys.iter().filter_map(written).collect();
        lines.sort_unstable();
        lines.dedup();
        Rule { text: text.into(), keys, written: lines }
    }

    /// The paths of the tables in the list under a key.
    fn tables(&self, list: &str) -> Vec<String> {
        let paths = (0..).map(|number| format!("{list}.{number}"));
        paths.take_while(|path| self.variant.source_map.place(path).is_some()).collect()
    }

    /// Every rule, in the order in which a player asks for them. A new rule needs its sentence here.
    fn rules(&mut self, game: &Game) {
        let Rules {
            royalty: Royalty { mode, anti, leaving_check, facing, facing_rule, safe_path, initial_moves, giving_check },
            unmoved_test,
            aimed,
            once,
            shuffle,
            promotions,
            promotion_limits,
            castling,
            captures: Captures { mandatory, bans, counterstrike },
            effects,
            influences,
            wall,
            hands,
            drops,
            gating,
            ends: Ends { checkmate, stalemate, bare, extinctions, goals, checks, double_pass, full_board, scoring },
            draws: Draws { repetition, move_rule, counting, insufficient, impasse },
        } = &self.variant.rules;
        self.shuffle(shuffle.as_ref());

        self.section("Promotion");
        self.promotions(promotions, promotion_limits);

        self.section("Special moves");
        self.castling(*castling);
        self.en_passant();
        self.passing();
        self.once(once);
        self.unmoved_test(*unmoved_test);
        self.aimed(*aimed);

        self.section("Check and royal pieces");
        self.royals(*mode, *leaving_check);
        self.anti_royals(*anti);
        self.giving_check(*giving_check);
        self.facing(*facing, *facing_rule);
        self.safe_path(*safe_path);
        self.initial_moves(*initial_moves);

        self.section("Captures");
        self.must_capture(*mandatory);
        self.bans(bans);
        self.counterstrike(*counterstrike);

        self.section("Other effects of moves");
        self.effects(effects);
        self.influences(influences);
        self.wall(wall.as_ref());

        self.section("Pieces in hand");
        self.hands(*hands);
        self.drops(drops);
        self.gating(*gating);

        self.section("The end of the game");
        self.goals(goals);
        self.extinctions(extinctions);
        self.checkmate(*checkmate);
        self.stalemate(*stalemate);
        self.checks(*checks);
        self.bare(bare.as_ref());
        self.double_pass(*double_pass);
        self.full_board(*full_board);
        self.scoring(scoring.as_ref());

        self.section("Repetition and draws");
        self.repetition(*repetition);
        self.move_rule(*move_rule);
        self.counting(*counting, game);
        self.insufficient(*insufficient);
        self.impasse(*impasse);
    }

    fn finish(mut self) -> Sheet {
        self.sections.retain(|section| !section.rules.is_empty() || !section.pieces.is_empty());
        Sheet {
            name: self.variant.name.clone(),
            title: self.variant.title.clone(),
            about: self.variant.about.lines(),
            files: self.variant.source_map.files().map(|file| visible(file).into_owned()).collect(),
            sections: self.sections,
            absent: self.absent,
        }
    }
}

/// The name of a place's file without its directory.
fn file_name(place: &Place) -> String {
    let name = Path::new(place.file()).file_name().and_then(|name| name.to_str());
    visible(name.unwrap_or(place.file())).into_owned()
}
