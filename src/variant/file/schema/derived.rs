//! The schema, derived from the types.

use super::super::{
    Choices, Demotion, ForSides, OneOrMany, RankBase, Sided, Spanned, SquareSet, Targets, VariantFile, WordOrList,
    Words,
};
use super::super::{node::NONE, shapes::BySide};
use super::{SCHEMA, TAKES_BACK};
use indexmap::IndexMap;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::{env, fs};

fn schema() -> Value {
    let mut schema = SchemaSettings::draft07().into_generator().into_root_schema_for::<VariantFile>();
    RecursiveTransform(without_null).transform(&mut schema);
    RecursiveTransform(unwrapped).transform(&mut schema);
    let tables = definitions(&schema);
    RecursiveTransform(|schema: &mut Schema| taken_back(schema, &tables)).transform(&mut schema);
    schema.insert("title".to_owned(), "A variant file of alfil".into());
    schema.to_value()
}

fn definitions(schema: &Schema) -> Map<String, Value> {
    schema.get("definitions").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// TOML has no null: optional values are left out.
fn without_null(schema: &mut Schema) {
    let null = json!({ "type": "null" });
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            schema.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| *choice != null);
        if let [Value::Object(one)] = &choices[..] {
            let one = one.clone();
            schema.remove("anyOf");
            let described = schema.get("description").is_some() && one.contains_key("$ref");
            // In this draft, keys beside a reference are ignored.
            let one = if described { Map::from_iter([("allOf".to_owned(), json!([one]))]) } else { one };
            one.into_iter().for_each(|(key, value)| drop(schema.insert(key, value)));
        }
    }
}

/// Removes line breaks from descriptions where comments of the code have them.
fn unwrapped(schema: &mut Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}

/// Allows the word that removes an included table in place of a table or a list of them.
fn taken_back(schema: &mut Schema, definitions: &Map<String, Value>) {
    let back = json!({ "const": NONE, "description": TAKES_BACK });
    let open = |value: &mut Value| {
        if may_be(value, "object", definitions) && !may_be(value, "string", definitions) {
            let description = value.as_object_mut().and_then(|value| value.remove("description"));
            *value = json!({ "anyOf": [value.take(), back] });
            description.into_iter().for_each(|description| value["description"] = description);
        }
    };
    // Entries with keys that the author chooses are removed in the same way.
    schema.get_mut("additionalProperties").into_iter().for_each(open);
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flat_map(Map::values_mut).for_each(open);
}

/// Whether a value may be of the type `name`, or a list of such values.
fn may_be(schema: &Value, name: &str, definitions: &Map<String, Value>) -> bool {
    let reference = schema["$ref"].as_str().and_then(|path| definitions.get(path.rsplit('/').next()?));
    let choices = ["anyOf", "allOf", "oneOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
    schema["type"] == name
        || schema["type"] == "array" && may_be(&schema["items"], name, definitions)
        || choices.chain(reference).any(|choice| may_be(choice, name, definitions))
}

/// Implements `JsonSchema` for values that can be written in one of several shapes.
macro_rules! shapes {
    ($([$($parameter:ident)?] $name:ty: $generator:ident => [$($shape:expr),* $(,)?];)*) => {$(
        impl$(<$parameter: JsonSchema>)? JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                json_schema!({ "anyOf": [$($shape),*] })
            }
        }
    )*};
}

shapes! {
    [W] WordOrList<W>: generator => [generator.subschema_for::<W>(), generator.subschema_for::<Vec<String>>()];
    [] Sided: generator => [generator.subschema_for::<SquareSet>(), generator.subschema_for::<BySide>()];
    [] Choices: generator => [
        generator.subschema_for::<Targets>(),
        generator.subschema_for::<IndexMap<String, Targets>>(),
    ];
    [] Demotion: generator => [
        generator.subschema_for::<bool>(),
        generator.subschema_for::<IndexMap<String, String>>(),
    ];
    [T] OneOrMany<T>: generator => [generator.subschema_for::<T>(), generator.subschema_for::<Vec<T>>()];
    [T] Words<T>: generator => [generator.subschema_for::<T>(), generator.subschema_for::<Vec<T>>()];
    [] ForSides: generator => [generator.subschema_for::<bool>(), json!({ "enum": ["white", "black"] })];
    [] RankBase: _generator => [
        json!({ "const": "auto", "description": "0 on boards of ten ranks, otherwise 1, as in GUIs." }),
        json!({ "enum": [0, 1] }),
    ];
}

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The schema of words to which other keys add data: in the file, only the word itself is written.
pub fn words_alone(schema: &mut Schema) {
    for choice in schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(choice) = choice.as_object_mut() else { continue };
        let word = choice.remove("properties").and_then(|words| words.as_object()?.keys().next().cloned());
        if let Some(word) = word {
            choice.insert("type".to_owned(), "string".into());
            choice.insert("const".to_owned(), word.into());
            choice.remove("required");
            choice.remove("additionalProperties");
        }
    }
}

/// `ALFIL_WRITE=1 cargo test schema` regenerates the schema.
#[test]
fn the_schema_is_that_of_the_types() {
    let derived = format!("{:#}\n", schema());
    if env::var_os("ALFIL_WRITE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/variant/file/schema/schema.json");
        fs::write(path, &derived).expect("the sources can be written");
    } else {
        assert!(derived == SCHEMA, "types have changed: `ALFIL_WRITE=1 cargo test schema` regenerates their schema");
    }
}
