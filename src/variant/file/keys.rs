//! The list of all keys, asked from the structures themselves.

use super::*;
use serde::de::{Deserializer, Error, Visitor, value};
use serde::forward_to_deserialize_any;

/// Every key of a variant file, as `board.files`; `ID` and `NAME` stand for
/// what the author chooses.
pub fn known_keys() -> Vec<String> {
    let tables = [
        ("", fields::<VariantFile>()),
        ("cecp", fields::<CecpTable>()),
        ("board", fields::<BoardTable>()),
        ("start", fields::<StartTable>()),
        ("pieces.ID", fields::<PieceTable>()),
        ("pieces.ID.zone_move", fields::<ZoneMoveTable>()),
        ("start.shuffle", fields::<ShuffleTable>()),
        ("start.shuffle.between", fields::<BetweenTable>()),
        ("royalty", fields::<RoyaltyTable>()),
        ("virgin", fields::<VirginTable>()),
        ("capture", fields::<CaptureTable>()),
        ("capture.ban", fields::<BanTable>()),
        ("capture.counterstrike", fields::<CounterstrikeTable>()),
        ("effect", fields::<EffectTable>()),
        ("promotion", fields::<PromotionTable>()),
        ("castling", fields::<CastlingTable>()),
        ("castling.king_to", fields::<KingToTable>()),
        ("hand", fields::<HandTable>()),
        ("drop", fields::<DropTable>()),
        ("gating", fields::<GatingTable>()),
        ("end", fields::<EndTable>()),
        ("end.bare", fields::<BareTable>()),
        ("end.extinction", fields::<ExtinctionTable>()),
        ("end.goal", fields::<GoalTable>()),
        ("repetition", fields::<RepetitionTable>()),
        ("move_rule", fields::<MoveRuleTable>()),
        ("counting", fields::<CountingTable>()),
        ("insufficient", fields::<InsufficientTable>()),
        ("impasse", fields::<ImpasseTable>()),
        ("values", fields::<ValueTable>()),
    ];
    let is_table =
        |path: &str| tables.iter().any(|(table, _)| *table == path || table.starts_with(&format!("{path}.")));
    let mut keys = Vec::new();
    for (table, fields) in &tables {
        for field in *fields {
            let path = if table.is_empty() { (*field).to_owned() } else { format!("{table}.{field}") };
            match path.as_str() {
                "zones" => keys.push("zones.NAME".to_owned()),
                "drop.regions" | "drop.max_per_file" | "promotion.limit" | "values.board" | "values.hand" => {
                    keys.push(format!("{path}.ID"))
                }
                _ if is_table(&path) => {}
                _ => keys.push(path),
            }
        }
    }
    keys
}

/// The keys of one table.
fn fields<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    let mut fields: &'static [&'static str] = &[];
    // It refuses everything; the question itself carries the answer.
    let _ = T::deserialize(Listener(&mut fields));
    fields
}

/// Reads nothing, but notes which fields a structure asks for.
struct Listener<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Listener<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(Error::custom("nothing to read"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
