//! What makes a piece unmoved, and in which orders pieces may start.

use super::Checker;
use super::complaints::{entry, or_default};
use super::kinds::is_empty;
use crate::board::{Area, Color, PieceKind};
use crate::limits;
use crate::text::Span;
use crate::variant::file::{AimedTable, Entry, OnTable, PieceSet, ShuffleTable, Spanned, SquareSet, VirginTable};
use crate::variant::{Aimed, KindSet, Shuffle, UnmovedTest};

/// What makes a piece unmoved.
pub(super) fn unmoved_test(table: Option<&Spanned<VirginTable>>) -> UnmovedTest {
    or_default(entry(table, |table| &table.test))
}

impl Checker<'_> {
    pub(super) fn aimed(&mut self, table: Option<&Spanned<AimedTable>>) -> Option<Aimed> {
        let span = table.map(Spanned::span)?;
        let table = table?.get_ref();
        // An empty list takes an included rule back.
        if table.pieces.as_ref().is_some_and(is_empty) {
            return None;
        }
        let kinds = self.needed_set(&span, &table.pieces, "virgin.aimed.pieces");
        let by = self.needed_set(&span, &table.by, "virgin.aimed.by");
        Some(Aimed { kinds, by })
    }

    pub(super) fn shuffle(&mut self, table: Option<&Spanned<ShuffleTable>>) -> Option<Shuffle> {
        let span = table.map(Spanned::span)?;
        let table = table?.get_ref();
        // An empty list takes an included rule back.
        if table.pieces.as_ref().is_some_and(is_empty) {
            return None;
        }
        let kinds = self.needed_set(&span, &table.pieces, "start.shuffle.pieces");
        let between = table.between.as_ref().map(|between| {
            let span = between.span();
            let between = between.get_ref();
            let inner = self.needed_set(&span, &between.pieces, "start.shuffle.between.pieces");
            let outer = self.needed_set(&span, &between.ends, "start.shuffle.between.ends");
            (inner, outer)
        });
        let first = self.board.map(|board| board.area_where(|_, rank| rank == 0)).unwrap_or_default();
        let squares = table.squares.as_ref().and_then(|squares| self.whites(squares)).unwrap_or(first);
        let on = self.few(&table.on).iter().map(|on| self.on(&on.span(), on.get_ref())).collect();
        Some(Shuffle {
            kinds,
            squares,
            on,
            unlike_shades: self.sets(&table.unlike_shades),
            apart: self.sets(&table.apart),
            between,
            all_protected: or_default(table.all_protected.as_ref()),
            except: self.orders(&table.except),
            black: or_default(table.black.as_ref()),
        })
    }

    fn on(&mut self, span: &Span, table: &OnTable) -> (KindSet, Area) {
        let kinds = self.needed_set(span, &table.pieces, "start.shuffle.on.pieces");
        if table.squares.is_none() {
            self.complaints.missing(span, "start.shuffle.on.squares", "name squares, as `\"f1 g1\"`");
        }
        // Squares that cannot be read keep nobody anywhere, so that nothing more is said about them.
        let squares = table.squares.as_ref().and_then(|squares| self.whites(squares));
        (kinds, squares.unwrap_or(!Area::EMPTY))
    }

    /// Squares as White names them.
    fn whites(&mut self, squares: &Spanned<SquareSet>) -> Option<Area> {
        self.squares(&squares.span(), squares.get_ref(), Color::White, false)
    }

    /// The conditions of a list, or a complaint that they are too many.
    fn few<'t, T>(&mut self, list: &'t Entry<Vec<Spanned<T>>>) -> &'t [Spanned<T>] {
        let list = list.as_ref().map_or(&[][..], |list| list.get_ref());
        let Some(one_more) = list.get(limits::SHUFFLE_CONDITIONS) else { return list };
        let message = format!("there are too many conditions, expected at most {}", limits::SHUFFLE_CONDITIONS);
        self.complaints.error(&one_more.span(), message);
        &[]
    }

    fn orders(&mut self, list: &Entry<Vec<Spanned<Vec<Spanned<String>>>>>) -> Vec<Vec<PieceKind>> {
        self.few(list).iter().filter_map(|order| self.order(order)).collect()
    }

    /// Kinds for all files of a rank, or a complaint.
    fn order(&mut self, order: &Spanned<Vec<Spanned<String>>>) -> Option<Vec<PieceKind>> {
        let ids = order.get_ref();
        let kinds: Vec<_> = ids.iter().map(|id| self.named_kind(&id.span(), id.get_ref())).collect();
        let files = usize::from(self.board?.files());
        if ids.len() != files {
            let message = format!("expected the IDs of {files} pieces, one for each file, but these are {}", ids.len());
            self.complaints.error(&order.span(), message);
            return None;
        }
        kinds.into_iter().collect()
    }

    fn sets(&mut self, list: &Entry<Vec<Spanned<PieceSet>>>) -> Vec<KindSet> {
        self.few(list).iter().map(|set| self.needed_set(&set.span(), &Some(set.clone()), "start.shuffle")).collect()
    }
}
