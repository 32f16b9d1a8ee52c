//! Promotions: pieces, choices and zones.

use super::{Convert, moves};
use crate::board::Color;
use crate::import::diagram::lines::Parameter;
use crate::import::write::{File, list, table};
use crate::text::{Report, Span};
use toml::Value;

/// Advice if the diagram does not name the choices.
const NAME_CHOICES: &str = "write `promoChoice=` with the IDs, or `maxPromote=0` where nothing promotes";

/// A piece to promote to.
struct Choice {
    /// Its index.
    piece: usize,
    /// Whether it comes from the hand.
    held: bool,
    /// The number of last ranks on which it can be chosen, and below whether the very last is excluded.
    ranks: u8,
    not_last: bool,
    span: Span,
}

/// The form of a piece's promotion.
struct Way<'a> {
    id: &'a str,
    trigger: &'static str,
    /// The most pieces of each kind on the board, for kinds that are limited.
    limits: &'a [(String, i64)],
}

impl Way<'_> {
    fn write(&self, file: &mut File, to: Value, place: Option<String>, mandatory: &str) {
        let limit = self.limits.iter().filter(|(id, _)| tells(&to, id));
        let limit: Vec<(String, Value)> = limit.map(|(id, most)| (id.clone(), Value::from(*most))).collect();
        let mut entries = vec![("pieces", list([self.id])), ("to", to)];
        entries.extend(place.map(|place| ("zone", place.into())));
        entries.push(("trigger", self.trigger.into()));
        entries.push(("mandatory", mandatory.into()));
        if !limit.is_empty() {
            entries.push(("limit", table(limit)));
        }
        file.add("promotion", entries);
    }
}

impl Convert<'_> {
    /// The number of pieces that promote, which are the first ones.
    pub(super) fn promoting(&self) -> usize {
        if self.zone == 0 { 0 } else { usize::from(self.most_promote).min(self.pieces.len()) }
    }

    /// Writes the promotions; returns whether the choices come from the hand.
    pub(super) fn promote(&self, file: &mut File, royal: Option<usize>) -> Option<bool> {
        let holdings = self.lines.get("holdingsType").filter(|given| given.value.text != "0");
        let offset = self.lines.get_on("promoOffset");
        if self.promoting() == 0 {
            if let Some(offset) = offset {
                self.cannot(offset, "no piece promotes");
            }
            if let Some(holdings) = holdings {
                self.cannot(holdings, "no piece promotes, and what else pieces in hand are for is not specified");
            }
            self.refuse_hands(&[]);
            return Some(false);
        }
        if self.lines.get("promoZone").is_none() {
            self.assume("promoZone", "it is 1, only the last rank");
        }
        if self.lines.get("maxPromote").is_none() {
            self.assume("maxPromote", &format!("it is 1, only the first piece: {}", self.pieces[0].line.name.text));
        }
        let Some(offset) = offset else { return self.promote_to_choice(file, royal, holdings) };
        if let Some(given) = self.lines.get("promoChoice").filter(|given| !given.value.text.is_empty()) {
            self.cannot(given, "what it leaves open next to `promoOffset` is not documented");
        }
        if let Some(holdings) = holdings {
            self.cannot(holdings, "where pieces in hand may be dropped is not specified");
        }
        self.refuse_hands(&[]);
        self.turn_over(file, royal, offset)?;
        Some(false)
    }

    /// Writes the promotions if players choose what to promote to.
    fn promote_to_choice(&self, file: &mut File, royal: Option<usize>, holdings: Option<&Parameter>) -> Option<bool> {
        if let Some(holdings) = holdings.filter(|holdings| holdings.value.text != "1") {
            self.cannot(holdings, "only hands of lost pieces, `holdingsType=1`, to which others promote");
        }
        let (key, mut choices) = match self.lines.get("promoChoice") {
            Some(given) if given.value.text.is_empty() => {
                let message = format!("what `{}` promotes to is not specified", self.pieces[0].line.name.text);
                self.refuse_with(&given.key.span, message, Some(NAME_CHOICES.to_owned()))?;
                return None;
            }
            Some(given) => (&given.key.span, self.choices(given)?),
            None => (&self.pieces[0].line.name.span, self.usual_choices()?),
        };
        let held: Vec<usize> = choices.iter().filter(|choice| choice.held).map(|choice| choice.piece).collect();
        match holdings {
            None if !held.is_empty() => {
                self.refuse(key, "`*` names pieces in hand, and without `holdingsType=1` there are none")?;
            }
            Some(holdings) if held.is_empty() => {
                self.cannot(holdings, "without `*` in `promoChoice` it is not specified what pieces in hand are for")?;
            }
            _ => {}
        }
        self.refuse_hands(&held);
        self.refuse_royal(royal, &choices)?;
        let stock = self.is_stock(royal, &choices);
        let limits = if stock { Vec::new() } else { self.limits(&choices)? };
        // A piece that is never available is not a choice.
        let is_never =
            |choice: &Choice| limits.iter().any(|(id, most)| *most == 0 && *id == self.pieces[choice.piece].id);
        choices.retain(|choice| !is_never(choice));
        for number in 0..self.promoting() {
            self.promote_one(file, number, &choices, stock, &limits)?;
        }
        Some(stock)
    }

    fn refuse_royal(&self, royal: Option<usize>, choices: &[Choice]) -> Option<()> {
        if let Some(royal) = royal.filter(|royal| *royal < self.promoting()) {
            let span = &self.pieces[royal].line.name.span;
            return self.refuse(span, "the royal piece is among those that promote");
        }
        match choices.iter().find(|choice| Some(choice.piece) == royal) {
            Some(choice) => self.refuse(&choice.span, "pieces cannot become royal"),
            None => Some(()),
        }
    }

    /// Whether pieces promote to any lost piece, on any rank of the zone.
    fn is_stock(&self, royal: Option<usize>, choices: &[Choice]) -> bool {
        let held = |number| choices.iter().any(|choice| choice.held && choice.piece == number);
        let mut others = choices.iter().filter(|choice| choice.piece >= self.promoting());
        choices.iter().any(|choice| choice.held)
            && (self.promoting()..self.pieces.len()).all(|number| Some(number) == royal || held(number))
            && others.all(|choice| choice.held && self.is_everywhere(choice))
    }

    /// The choices of the diagram's script if `promoChoice` is left out.
    fn usual_choices(&self) -> Option<Vec<Choice>> {
        let ids = ["Q", "N", "R", "B"].into_iter().filter(|id| self.named(id).is_some());
        let ids: Vec<&str> = ids.collect();
        let first = self.pieces[0].line;
        if ids.is_empty() {
            let message = format!(
                "what `{}` promotes to is not specified, and no piece is `Q`, `N`, `R` or `B`",
                first.name.text
            );
            self.refuse_with(&first.name.span, message, Some(NAME_CHOICES.to_owned()))?;
        }
        self.assume("promoChoice", &format!("it is {}", ids.concat()));
        let choice = |piece| {
            let span = first.name.span.clone();
            Choice { piece, held: false, ranks: self.zone, not_last: false, span }
        };
        Some(ids.into_iter().filter_map(|id| self.named(id)).map(choice).collect())
    }

    fn is_everywhere(&self, choice: &Choice) -> bool {
        choice.ranks == self.zone && !choice.not_last
    }

    /// Limits in place of a hand of lost pieces that return only by promotion: the hand has one of a kind while fewer
    /// are on the board than there were at the start, including those in hand.
    fn limits(&self, choices: &[Choice]) -> Option<Vec<(String, i64)>> {
        let mut limits = Vec::new();
        for choice in choices.iter().filter(|choice| choice.held) {
            let piece = &self.pieces[choice.piece];
            let standing = self.standing(choice.piece);
            let [white, black] = Color::ALL.map(|color| {
                usize::from(piece.hand[color]) + standing.iter().filter(|(_, owner)| *owner == color).count()
            });
            if white != black {
                let name = &piece.line.name.text;
                let message = format!(
                    "White has {white} `{name}` and Black {black}, and so what comes from the hand cannot depend on the piece or the rank"
                );
                return self.refuse(&choice.span, message).map(|()| Vec::new());
            }
            limits.push((piece.id.clone(), white as i64));
        }
        Some(limits)
    }

    /// Each of the first pieces promotes to the one whose number is larger by `promoOffset` as soon as it reaches the
    /// zone, without a choice, as the page of Elven Shogi says. It does not say what happens to pieces that start in
    /// the zone and leave it.
    fn turn_over(&self, file: &mut File, royal: Option<usize>, offset: &Parameter) -> Option<()> {
        let (zone, distance) = (self.zone, usize::from(self.offset?));
        for number in 0..self.promoting() {
            let piece = &self.pieces[number];
            let name = &piece.line.name.text;
            let Some(line) = self.lines.pieces.get(number + distance) else {
                let message = format!("no piece has the number {}, which `{name}` would become", number + distance + 1);
                return self.refuse(&offset.value.span, message);
            };
            // The error of an unreadable piece has been reported.
            let becomes = self.read(line)?;
            if [Some(number), Some(becomes)].contains(&royal) {
                return self.refuse(&piece.line.name.span, "royal pieces cannot promote, nor others become royal");
            }
            if self.standing(number).into_iter().any(|(at, color)| self.board.rank_of(!color, at) < zone) {
                let message =
                    format!("whether `{name}` promotes when it leaves the zone in which it starts is not specified");
                return self.refuse(&piece.line.squares.span, message);
            }
            file.add(
                "promotion",
                vec![
                    ("pieces", list([piece.id.clone()])),
                    ("to", list([self.pieces[becomes].id.clone()])),
                    ("zone", format!("last-{zone}").into()),
                    ("trigger", "enter".into()),
                    ("mandatory", "always".into()),
                ],
            );
        }
        Some(())
    }

    /// Refuses pieces in hand that never enter the board.
    fn refuse_hands(&self, held: &[usize]) {
        for (number, piece) in
            self.pieces.iter().enumerate().filter(|(number, piece)| {
                Color::ALL.iter().any(|color| piece.hand[*color] > 0) && !held.contains(number)
            })
        {
            if !held.is_empty() && number < self.promoting() {
                let message = format!("`{}` in hand is left out: nothing can become it", piece.line.name.text);
                let report = Report::warning(message).at(self.source, piece.line.hand.span.clone());
                self.reports.borrow_mut().push(report);
                continue;
            }
            let message = format!("how `{}` enters the board from the hand is not specified", piece.line.name.text);
            self.refuse(&piece.line.hand.span, message);
        }
    }

    /// The pieces of `promoChoice`: `*` for pieces in hand, `!` for not on the last rank, a number for that many last
    /// ranks.
    fn choices(&self, given: &Parameter) -> Option<Vec<Choice>> {
        let zone = self.zone;
        let (text, start) = (&given.value.text, given.value.span.start);
        let mut choices: Vec<Choice> = Vec::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let from = text.len() - rest.len();
            let marks = rest.len() - rest.trim_start_matches(['*', '!']).len();
            let (marks, after) = rest.split_at(marks);
            let length = after.chars().next().map_or(0, char::len_utf8);
            let length = length + usize::from(after[length..].starts_with('\''));
            let (id, after) = after.split_at(length);
            let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (digits, after) = after.split_at(digits);
            let span = start + from..start + text.len() - after.len();
            let ranks = if digits.is_empty() {
                Some(zone)
            } else {
                digits.parse().ok().filter(|ranks| (1..=zone).contains(ranks))
            };
            let (Some(piece), Some(ranks)) = (self.named(id), ranks) else {
                let message = if self.named(id).is_none() {
                    format!("expected the ID of a piece, found `{id}`")
                } else {
                    format!("expected a number from 1 to {zone}, found `{digits}`")
                };
                self.refuse(&span, message)?;
                return None;
            };
            if choices.iter().any(|other| other.piece == piece) {
                self.refuse(&span, format!("`{id}` is named twice"))?;
            }
            choices.push(Choice { piece, held: marks.contains('*'), ranks, not_last: marks.contains('!'), span });
            rest = after;
        }
        Some(choices)
    }

    fn promote_one(
        &self,
        file: &mut File,
        number: usize,
        choices: &[Choice],
        stock: bool,
        limits: &[(String, i64)],
    ) -> Option<()> {
        let piece = &self.pieces[number];
        let stays = choices.iter().find(|choice| choice.piece == number);
        let others: Vec<&Choice> = choices.iter().filter(|choice| choice.piece != number).collect();
        if stays.is_some() && !moves::never_goes_back(&piece.moves) {
            let message =
                format!("whether `{}` promotes when it leaves the zone is not specified", piece.line.name.text);
            return self.refuse(&piece.line.name.span, message);
        }
        if let Some(stays) = stays.filter(|stays| stays.held || stays.ranks < self.zone) {
            return self.refuse(&stays.span, "a piece that stays what it is has no use for `*` or a number");
        }
        let mandatory = match stays {
            Some(stays) if stays.not_last => "last-rank",
            Some(_) => "never",
            None => "always",
        };
        let trigger = if stays.is_some() { "enter-or-within" } else { "enter" };
        let way = Way { id: &piece.id, trigger, limits };
        let mut add = |to, place, mandatory| way.write(file, to, place, mandatory);
        let whole = Some(format!("last-{}", self.zone));
        if stock {
            add("stock".into(), whole, mandatory);
            return Some(());
        }
        if others.iter().all(|choice| self.is_everywhere(choice)) {
            add(self.ids_where(&others, |_| true), whole, mandatory);
            return Some(());
        }
        let mut bands = self.bands(&others);
        let on_last = bands.first().is_some_and(|(back, _)| *back == 1);
        if bands.len() < usize::from(self.zone) && mandatory == "always" || !on_last && mandatory == "last-rank" {
            let span = &others[0].span;
            return self.refuse(span, "on some ranks there is nothing to become, and the piece cannot stay what it is");
        }
        let by_rank = |bands: Vec<(u8, Value)>| {
            table(bands.into_iter().map(|(back, to)| (format!("rank-{}", self.board.ranks() + 1 - back), to)))
        };
        if mandatory != "last-rank" {
            add(by_rank(bands), None, mandatory);
            return Some(());
        }
        let (_, last) = bands.remove(0);
        if !bands.is_empty() {
            add(by_rank(bands), None, "never");
        }
        add(last, Some("last-1".to_owned()), "always");
        Some(())
    }

    fn ids_where(&self, choices: &[&Choice], test: impl Fn(&Choice) -> bool) -> Value {
        list(choices.iter().filter(|choice| test(choice)).map(|choice| self.pieces[choice.piece].id.clone()))
    }

    /// The ranks with choices, from the last one back, each with the choices.
    fn bands(&self, choices: &[&Choice]) -> Vec<(u8, Value)> {
        let band = |back: u8| {
            let there = |choice: &Choice| back <= choice.ranks && !(choice.not_last && back == 1);
            let any = choices.iter().any(|choice| there(choice));
            any.then(|| (back, self.ids_where(choices, there)))
        };
        (1..=self.zone).filter_map(band).collect()
    }
}

/// Whether an ID is in a list, or in any list of a table.
fn tells(to: &Value, id: &str) -> bool {
    match to {
        Value::Table(bands) => bands.values().any(|list| tells(list, id)),
        Value::Array(ids) => ids.iter().any(|other| other.as_str() == Some(id)),
        _ => false,
    }
}
