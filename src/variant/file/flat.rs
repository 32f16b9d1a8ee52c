//! Writes a variant file, together with all that it includes, as one text in
//! which every key is explained. The explanations are those of the schema,
//! which come from the doc comments of the types.

use super::keys::quoted;
use super::read::Tree;
use super::schema::{TAKES_BACK, schema};
use crate::text::Sources;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The maximal width of a comment.
const WIDTH: usize = 100;
/// The maximal width of a list on one line.
const LIST: usize = 110;

/// The text of a tree, without the keys in `without`; those in tables are given by their path.
pub fn flat(tree: &Tree<'_>, without: &[&str], sources: &Sources) -> String {
    let schema = schema();
    let mut writer = Writer { schema: &schema, sources, without, text: String::new() };
    for (name, about) in object(&schema["properties"]).filter(|(name, _)| !without.contains(&name.as_str())) {
        writer.top(name, about, tree.value(name));
    }
    writer.text
}

/// The shape of a key's value.
enum KeyShape<'s> {
    /// A value on one line.
    Plain,
    /// A table with these keys.
    Keys(&'s Map<String, Value>),
    /// A table with keys that the author chooses, and the keys of each value if that is a table again.
    Chosen(Option<&'s Map<String, Value>>),
    /// A list of tables with these keys.
    List(&'s Map<String, Value>),
}

struct Writer<'s> {
    schema: &'s Value,
    sources: &'s Sources,
    without: &'s [&'s str],
    text: String,
}

impl<'s> Writer<'s> {
    /// Writes a table at the top of the file.
    fn top(&mut self, name: &str, about: &'s Value, value: Option<&DeValue<'_>>) {
        match self.shape(about) {
            KeyShape::Plain => {}
            KeyShape::List(keys) => self.list(name, about, keys, value),
            // A table with a required key changes the game by its mere presence.
            KeyShape::Keys(keys) if value.is_none() && keys.values().any(is_needed) => self.absent(name, about),
            KeyShape::Keys(keys) => {
                self.blank();
                self.comment(description(about));
                self.line(&format!("[{name}]"));
                self.table(name, keys, value.and_then(DeValue::as_table));
            }
            KeyShape::Chosen(keys) => {
                let Some(table) = value.and_then(DeValue::as_table) else { return self.absent(name, about) };
                self.blank();
                self.comment(description(about));
                match keys {
                    None => {
                        self.line(&format!("[{name}]"));
                        table.iter().for_each(|(key, value)| self.entry(key.get_ref(), value));
                    }
                    Some(keys) => {
                        self.meanings(keys);
                        for (key, value) in table.iter() {
                            self.blank();
                            self.line(&format!("[{name}.{}]", quoted(key.get_ref())));
                            let entries = value.get_ref().as_table().into_iter().flat_map(DeTable::iter);
                            entries.for_each(|(key, value)| self.entry(key.get_ref(), value));
                        }
                    }
                }
            }
        }
    }

    /// Writes the keys of a table that occurs once, each below its explanation; missing keys are written as comments.
    fn table(&mut self, path: &str, keys: &'s Map<String, Value>, table: Option<&DeTable<'_>>) {
        let without = self.without;
        let kept = |key: &str| !without.contains(&format!("{path}.{key}").as_str());
        let given = |key: &str| table.filter(|_| kept(key)).and_then(|table| table.get(key));
        let inner = |about: &'s Value| match self.shape(about) {
            KeyShape::Keys(keys) => Some((keys, false)),
            KeyShape::List(keys) => Some((keys, true)),
            // Tables that may be single or a list are written on one line.
            KeyShape::Plain | KeyShape::Chosen(_) => None,
        };
        let (lines, tables): (Vec<_>, Vec<_>) =
            keys.iter().map(|(key, about)| (key, about, inner(about))).partition(|(.., inner)| inner.is_none());
        for (key, about, _) in lines {
            self.comment(&self.meaning(about));
            match (given(key), usual(description(about))) {
                (Some(value), _) => self.entry(key, value),
                (None, Some(usual)) => self.line(&format!("# {key} = {usual}")),
                (None, None) => self.line(&format!("# {key} = ...")),
            }
        }
        for (key, about, inner) in tables {
            let Some((keys, is_list)) = inner else { continue };
            let path = format!("{path}.{key}");
            match given(key).map(Spanned::get_ref) {
                value if is_list => self.list(&path, about, keys, value),
                Some(DeValue::Table(table)) => {
                    self.blank();
                    self.comment(description(about));
                    self.line(&format!("[{path}]"));
                    self.table(&path, keys, Some(table));
                }
                _ => self.absent(&path, about),
            }
        }
    }

    /// Writes tables of one kind, with the explanations of their keys before the first of them.
    fn list(&mut self, path: &str, about: &'s Value, keys: &'s Map<String, Value>, value: Option<&DeValue<'_>>) {
        let tables: Vec<&DeTable<'_>> = match value {
            Some(DeValue::Array(list)) => list.iter().filter_map(|item| item.get_ref().as_table()).collect(),
            _ => Vec::new(),
        };
        if tables.is_empty() {
            return self.absent(path, about);
        }
        self.blank();
        self.comment(description(about));
        self.meanings(keys);
        for table in tables {
            self.blank();
            self.line(&format!("[[{path}]]"));
            table.iter().for_each(|(key, value)| self.entry(key.get_ref(), value));
        }
    }

    /// Writes a comment on a table that the file does not have, and on all tables in it.
    fn absent(&mut self, path: &str, about: &'s Value) {
        let (heading, keys) = match self.shape(about) {
            KeyShape::Keys(keys) => (format!("[{path}]"), Some(keys)),
            KeyShape::List(keys) => (format!("[[{path}]]"), Some(keys)),
            KeyShape::Plain | KeyShape::Chosen(_) => (path.to_owned(), None),
        };
        self.blank();
        self.comment(&format!("None here: `{heading}`. {}", description(about)));
        let (tables, lines): (Vec<_>, Vec<_>) = keys.into_iter().flatten().partition(|(_, about)| self.is_table(about));
        self.meanings(lines);
        for (key, about) in tables {
            self.absent(&format!("{path}.{key}"), about);
        }
    }

    /// Whether a key has a table of its own, or several.
    fn is_table(&self, about: &'s Value) -> bool {
        matches!(self.shape(about), KeyShape::Keys(_) | KeyShape::List(_))
    }

    /// The explanation of a key with its possible words, or with the keys of its table.
    fn meaning(&self, about: &'s Value) -> String {
        let mut listed: Vec<String> = self.words(about).iter().map(|word| format!("`{word}`")).collect();
        // A single word and a list of words offer the same words.
        let mut seen = BTreeSet::new();
        listed.retain(|word| seen.insert(word.clone()));
        let words = if listed.is_empty() { String::new() } else { format!(" Words: {}.", listed.join(", ")) };
        let keys: Vec<String> = self.keys_on_a_line(about).map(|key| format!("`{key}`")).collect();
        let keys =
            if keys.is_empty() { String::new() } else { format!(" As a table it has the keys {}.", keys.join(", ")) };
        format!("{}{words}{keys}", description(about))
    }

    /// The keys of a table that is written on one line, by itself or in a list.
    fn keys_on_a_line(&self, about: &'s Value) -> impl Iterator<Item = &'s String> {
        let choices = self.resolved(about)["anyOf"].as_array();
        let keys = choices
            .into_iter()
            .flatten()
            .find_map(|one| self.keys(one).filter(|_| self.resolved(one)["type"] == "object"));
        keys.into_iter().flat_map(Map::keys)
    }

    /// The words that a value may be, as JSON.
    fn words(&self, about: &'s Value) -> Vec<&'s Value> {
        let about = self.resolved(about);
        if about["description"] == TAKES_BACK {
            return Vec::new();
        }
        let inner = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| about[key].as_array()).flatten();
        let own = about["enum"].as_array().into_iter().flatten().chain(about.get("const"));
        let items = about.get("items").filter(|_| about["type"] == "array");
        own.chain(inner.chain(items).flat_map(|part| self.words(part))).collect()
    }

    fn meanings(&mut self, keys: impl IntoIterator<Item = (&'s String, &'s Value)>) {
        for (key, about) in keys {
            let meaning = self.meaning(about);
            self.comment(&format!("- `{key}`: {meaning}"));
        }
    }

    fn entry(&mut self, key: &str, value: &Spanned<DeValue<'_>>) {
        let key = quoted(key);
        let text = self.value(value);
        self.line(&format!("{key} = {text}"));
    }

    /// A value as the file writes it, with tables in braces.
    fn value(&self, value: &Spanned<DeValue<'_>>) -> String {
        match value.get_ref() {
            DeValue::Table(table) => {
                let entries =
                    table.iter().map(|(key, value)| format!("{} = {}", quoted(key.get_ref()), self.value(value)));
                let entries: Vec<String> = entries.collect();
                if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
            }
            DeValue::Array(list) => {
                let items: Vec<String> = list.iter().map(|item| self.value(item)).collect();
                let line = format!("[{}]", items.join(", "));
                if line.len() <= LIST { line } else { format!("[\n    {},\n]", items.join(",\n    ")) }
            }
            // Numbers and truth values may come from the expansion of `none`, so the text at their place is not theirs.
            DeValue::Integer(number) => number.to_string(),
            DeValue::Boolean(truth) => truth.to_string(),
            _ => self.sources.text(&value.span()).to_owned(),
        }
    }

    fn comment(&mut self, text: &str) {
        let mut line = String::from("#");
        for word in text.split_whitespace() {
            if line.len() + word.len() >= WIDTH {
                self.line(&line);
                line = String::from("#");
            }
            line.push(' ');
            line.push_str(word);
        }
        self.line(&line);
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn blank(&mut self) {
        self.text.push('\n');
    }

    /// The shape of a value that has this schema.
    fn shape(&self, about: &'s Value) -> KeyShape<'s> {
        let about = self.resolved(about);
        let choices: Vec<&Value> = about["anyOf"].as_array().into_iter().flatten().collect();
        match &choices[..] {
            [] if about["type"] == "array" => match self.keys(&about["items"]) {
                Some(keys) => KeyShape::List(keys),
                None => KeyShape::Plain,
            },
            [] => match self.keys(about) {
                Some(keys) => KeyShape::Keys(keys),
                None if about["additionalProperties"].is_object() => {
                    KeyShape::Chosen(self.keys(&about["additionalProperties"]))
                }
                None => KeyShape::Plain,
            },
            _ => KeyShape::Plain,
        }
    }

    fn keys(&self, about: &'s Value) -> Option<&'s Map<String, Value>> {
        self.resolved(about)["properties"].as_object()
    }

    /// The schema that this one refers to, without the alternative of a word that removes an included table.
    fn resolved(&self, about: &'s Value) -> &'s Value {
        if let Some([one, back]) = about["anyOf"].as_array().map(Vec::as_slice)
            && back["description"] == TAKES_BACK
        {
            return self.resolved(one);
        }
        let alone = about["allOf"].as_array().and_then(|all| all.first());
        let reference = alone.unwrap_or(about)["$ref"].as_str();
        reference.and_then(|path| self.schema.pointer(path.trim_start_matches('#'))).unwrap_or(about)
    }
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn description(about: &Value) -> &str {
    about["description"].as_str().unwrap_or_default()
}

/// Whether a table without this key has no effect: its explanation then ends with this word.
fn is_needed(about: &Value) -> bool {
    description(about).ends_with("Needed.")
}

/// The default of a key as a file would write it.
fn usual(description: &str) -> Option<&str> {
    let (_, rest) = description.rsplit_once("Default: `")?;
    // A default that depends on other keys cannot be written as a value.
    rest.split_once('`').filter(|(_, more)| more.starts_with('.')).map(|(value, _)| value)
}
