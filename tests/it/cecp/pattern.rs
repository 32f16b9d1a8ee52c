//! The subset of regular expressions that the dialogues use: alternatives, groups (also named), classes, counts (also
//! lazy), `^`, `$`, `\b`, `.`, `\d`, `\s`, `\S`. Matching backtracks, which is fast enough for lines.

use std::collections::HashMap;

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    choices: Choices,
}

/// The matches of named groups.
pub type Names = HashMap<String, String>;

type Choices = Vec<Vec<Node>>;

#[derive(Debug)]
enum Node {
    Class(Class),
    Start,
    End,
    WordEdge,
    Group(Choices, Option<String>),
    Repeat { node: Box<Node>, least: usize, most: usize, lazy: bool },
}

#[derive(Debug)]
struct Class {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl Class {
    fn has(&self, c: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&c)) != self.negated
    }
}

impl Pattern {
    /// Compiles a pattern; panics at faults, since the dialogues have none.
    pub fn new(text: &str) -> Self {
        let mut parser = Parser { text: text.chars().collect(), at: 0 };
        let choices = parser.choices();
        assert_eq!(parser.at, parser.text.len(), "`{text}`: unbalanced");
        Self { choices }
    }

    /// Finds the pattern anywhere in a line.
    pub fn find(&self, line: &str) -> Option<Names> {
        let line: Vec<char> = line.chars().collect();
        (0..=line.len()).find_map(|start| {
            let mut names = Names::new();
            let mut found = None;
            choose(&self.choices, &line, start, &mut names, &mut |_, names| {
                found = Some(names.clone());
                true
            });
            found
        })
    }
}

type Rest<'a> = dyn FnMut(usize, &mut Names) -> bool + 'a;

fn choose(choices: &Choices, line: &[char], at: usize, names: &mut Names, rest: &mut Rest) -> bool {
    choices.iter().any(|nodes| sequence(nodes, line, at, names, rest))
}

fn sequence(nodes: &[Node], line: &[char], at: usize, names: &mut Names, rest: &mut Rest) -> bool {
    let Some((node, others)) = nodes.split_first() else { return rest(at, names) };
    one(node, line, at, names, &mut |at, names| sequence(others, line, at, names, rest))
}

fn one(node: &Node, line: &[char], at: usize, names: &mut Names, rest: &mut Rest) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| line.get(at)).is_some_and(|c| c.is_alphanumeric() || *c == '_');
    match node {
        Node::Start => at == 0 && rest(at, names),
        Node::End => at == line.len() && rest(at, names),
        Node::WordEdge => word(at.checked_sub(1)) != word(Some(at)) && rest(at, names),
        Node::Class(class) => line.get(at).is_some_and(|c| class.has(*c)) && rest(at + 1, names),
        Node::Group(choices, name) => choose(choices, line, at, names, &mut |end, names| {
            if let Some(name) = name {
                names.insert(name.clone(), line[at..end].iter().collect());
            }
            rest(end, names)
        }),
        Node::Repeat { node, least, most, lazy } => repeat(node, (*least, *most, *lazy), line, at, names, rest),
    }
}

fn repeat(
    node: &Node,
    (least, most, lazy): (usize, usize, bool),
    line: &[char],
    at: usize,
    names: &mut Names,
    rest: &mut Rest,
) -> bool {
    if least == 0 && lazy && rest(at, names) {
        return true;
    }
    let more = most > 0
        && one(node, line, at, names, &mut |end, names| {
            end > at && repeat(node, (least.saturating_sub(1), most - 1, lazy), line, end, names, rest)
        });
    more || least == 0 && !lazy && rest(at, names)
}

struct Parser {
    text: Vec<char>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> char {
        let c = self.peek().expect("the pattern goes on");
        self.at += 1;
        c
    }

    fn eat(&mut self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let found = self.text[self.at..].starts_with(&text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn choices(&mut self) -> Choices {
        let mut choices = vec![Vec::new()];
        while let Some(c) = self.peek().filter(|c| *c != ')') {
            if c == '|' {
                self.at += 1;
                choices.push(Vec::new());
            } else {
                let node = self.counted();
                choices.last_mut().expect("there is one").push(node);
            }
        }
        choices
    }

    fn counted(&mut self) -> Node {
        let node = Box::new(self.node());
        let (least, most) = match self.peek() {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            Some('{') => return self.braces(node),
            _ => return *node,
        };
        self.at += 1;
        let lazy = self.eat("?");
        Node::Repeat { node, least, most, lazy }
    }

    fn braces(&mut self, node: Box<Node>) -> Node {
        self.at += 1;
        let mut text = String::new();
        while self.peek() != Some('}') {
            text.push(self.next());
        }
        self.at += 1;
        let (least, most) = text.split_once(',').unwrap_or((&text, &text));
        let number = |text: &str| text.parse().expect("a count");
        Node::Repeat { node, least: number(least), most: number(most), lazy: false }
    }

    fn node(&mut self) -> Node {
        match self.next() {
            '^' => Node::Start,
            '$' => Node::End,
            '.' => Node::Class(Class { ranges: Vec::new(), negated: true }),
            '(' => {
                let named = self.eat("?P<");
                let name = named.then(|| std::iter::from_fn(|| Some(self.next()).filter(|c| *c != '>')).collect());
                let choices = self.choices();
                assert!(self.eat(")"), "a group without end");
                Node::Group(choices, name)
            }
            '[' => self.class(),
            '\\' if self.eat("b") => Node::WordEdge,
            '\\' => Node::Class(self.escape()),
            c => Node::Class(Class { ranges: vec![(c, c)], negated: false }),
        }
    }

    fn escape(&mut self) -> Class {
        let blanks = vec![(' ', ' '), ('\t', '\r')];
        match self.next() {
            'd' => Class { ranges: vec![('0', '9')], negated: false },
            's' => Class { ranges: blanks, negated: false },
            'S' => Class { ranges: blanks, negated: true },
            't' => Class { ranges: vec![('\t', '\t')], negated: false },
            c => Class { ranges: vec![(c, c)], negated: false },
        }
    }

    fn class(&mut self) -> Node {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        while !self.eat("]") {
            match self.next() {
                '\\' => ranges.extend(self.escape().ranges),
                first if self.eat("-") => ranges.push((first, self.next())),
                first => ranges.push((first, first)),
            }
        }
        Node::Class(Class { ranges, negated })
    }
}

#[test]
fn patterns_match_like_regular_expressions() {
    let cases = [
        (r"^move ([a-h][1-8][a-h][1-8][qrbn]?|O-O(-O)?)$", "move e7e8q", true),
        (r"^move ([a-h][1-8][a-h][1-8][qrbn]?|O-O(-O)?)$", "move O-O-O", true),
        (r"^move ([a-h][1-8][a-h][1-8][qrbn]?|O-O(-O)?)$", "move e7e8k", false),
        (r"^Illegal move( \([^()]+\))?: e2e5$", "Illegal move (blocked): e2e5", true),
        (r"^Illegal move( \([^()]+\))?: e2e5$", "Illegal move: e2e5", true),
        (r"^\s*\d+\s+-?\d+.*?\ba2a3\b", "12 -30 1 2\ta2a3", true),
        (r"^\s*\d+\s+-?\d+.*?\ba2a3\b", "12 -30 1 2\txa2a3", false),
        (r"^highlight (8|T{8})/.*", "highlight TTTTTTTT/8", true),
        (r"^highlight (8|T{8})/.*", "highlight TTTTTTT/8", false),
        (r"^\d+( \d+){0,3}\t", "1 2 3 4 5\t", false),
        (r"^\d+( \d+){0,3}\t", "1 2 3 4\t", true),
        (r"^$", "", true),
        (r"^$", "x", false),
        (r"draw", "offer draw", true),
    ];
    for (pattern, line, expected) in cases {
        assert_eq!(Pattern::new(pattern).find(line).is_some(), expected, "`{pattern}` in `{line}`");
    }
    let names = Pattern::new(r"^Hint: (?P<h>\S+)").find("Hint: e7e5 x").expect("it matches");
    assert_eq!(names["h"], "e7e5");
}
