//! Reference boards of Junqi, written from the text of the rules. A cell is its name: `S53` in a
//! land, `C1` to `C13` between the lands. A route is a list of names.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A board of named cells.
#[derive(Clone, Debug, Default)]
pub struct PlainBoard {
    pub cells: BTreeSet<String>,
    /// The neighbours of each cell along roads.
    pub roads: BTreeMap<String, BTreeSet<String>>,
    /// The neighbours of each cell along rails.
    pub rails: BTreeMap<String, BTreeSet<String>>,
    /// The lines along which a piece may slide.
    pub lines: Vec<Vec<String>>,
    /// All neighbours of each cell.
    pub near: HashMap<String, Vec<String>>,
    /// The routes along which a piece may slide from each cell: the rest of each line through it,
    /// in both directions.
    routes: HashMap<String, Vec<Vec<String>>>,
}

/// Returns true if a cell is one of the five camps of a land.
pub fn is_camp(cell: &str) -> bool {
    !cell.starts_with('C') && ["22", "24", "33", "42", "44"].iter().any(|end| cell.ends_with(end))
}

/// Returns true if a cell is one of the two headquarters of a land.
pub fn is_headquarters(cell: &str) -> bool {
    !cell.starts_with('C') && ["62", "64"].iter().any(|end| cell.ends_with(end))
}

/// Returns the land of a cell by its letters, or `C` between the lands.
pub fn land_of(cell: &str) -> &str {
    cell.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

/// Returns cells of a land: `S51`, `S41` for the land `S` and the endings `51 41`.
fn in_land(land: &str, endings: &str) -> Vec<String> {
    endings.split(' ').map(|ending| format!("{land}{ending}")).collect()
}

/// Joins lists of names.
fn concat<const N: usize>(parts: [Vec<String>; N]) -> Vec<String> {
    parts.concat()
}

/// Returns the words of a text.
fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

impl PlainBoard {
    /// Builds the board of these rules, `two`, `four`, `three` or `six`, with further rail lines.
    pub fn new(kind: &str, extra: &[Vec<String>]) -> Self {
        let mut board = Self::default();
        let lands: &[&str] = match kind {
            "two" => &["S", "N"],
            "three" => &["S", "E", "N"],
            "four" => &["S", "E", "N", "W"],
            _ => &["S", "SE", "NE", "N", "NW", "SW"],
        };
        for land in lands {
            board.add_land(land);
        }
        match kind {
            "two" => board.join_two(),
            "six" => board.join_six(lands),
            _ => board.join_four(lands),
        }
        for line in extra {
            board.add_line(line.clone());
        }
        for cell in board.cells.clone() {
            let next =
                [&board.roads, &board.rails].into_iter().filter_map(|edges| edges.get(&cell));
            let near: BTreeSet<String> = next.flatten().cloned().collect();
            board.near.insert(cell.clone(), near.into_iter().collect());
            let routes = board.routes_from(&cell);
            board.routes.insert(cell, routes);
        }
        board
    }

    /// Returns the routes from a cell.
    fn routes_from(&self, cell: &str) -> Vec<Vec<String>> {
        let mut routes = Vec::new();
        for line in &self.lines {
            if let Some(here) = line.iter().position(|other| other == cell) {
                routes.push(line[here + 1..].to_vec());
                routes.push(line[..here].iter().rev().cloned().collect());
            }
        }
        routes
    }

    /// Joins two cells by a road.
    fn road(&mut self, a: &str, b: &str) {
        self.roads.entry(a.to_owned()).or_default().insert(b.to_owned());
        self.roads.entry(b.to_owned()).or_default().insert(a.to_owned());
    }

    /// Joins two cells by a rail.
    fn rail(&mut self, a: &str, b: &str) {
        self.cells.extend([a.to_owned(), b.to_owned()]);
        self.rails.entry(a.to_owned()).or_default().insert(b.to_owned());
        self.rails.entry(b.to_owned()).or_default().insert(a.to_owned());
    }

    /// Adds a line of rails from cell to cell.
    fn add_line(&mut self, line: Vec<String>) {
        for pair in line.windows(2) {
            self.rail(&pair[0], &pair[1]);
        }
        self.lines.push(line);
    }

    /// Adds the 30 cells of a land with their roads, and the rails inside it.
    fn add_land(&mut self, land: &str) {
        let name = |line: i32, column: i32| format!("{land}{line}{column}");
        let rails = |line: i32| line == 1 || line == 5;
        for (line, column) in (1..=6).flat_map(|line| (1..=5).map(move |column| (line, column))) {
            let here = name(line, column);
            self.cells.insert(here.clone());
            if column < 5 && !rails(line) {
                self.road(&here, &name(line, column + 1));
            }
            let outer = (column == 1 || column == 5) && line < 5;
            if line < 6 && !outer {
                self.road(&here, &name(line + 1, column));
            }
            if is_camp(&here) {
                for (up, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                    self.road(&here, &name(line + up, column + right));
                }
            }
        }
        self.add_line(in_land(land, "11 12 13 14 15"));
        self.add_line(in_land(land, "51 52 53 54 55"));
        for pair in words("11 21 31 41 51").windows(2) {
            self.rail(&format!("{land}{}", pair[0]), &format!("{land}{}", pair[1]));
        }
        for pair in words("15 25 35 45 55").windows(2) {
            self.rail(&format!("{land}{}", pair[0]), &format!("{land}{}", pair[1]));
        }
    }

    /// Joins the fronts of two armies at their columns 1, 3 and 5.
    fn join_two(&mut self) {
        self.add_line(concat([in_land("S", "51 41 31 21 11"), in_land("N", "15 25 35 45 55")]));
        self.add_line(words("S13 N13"));
        self.add_line(concat([in_land("S", "55 45 35 25 15"), in_land("N", "11 21 31 41 51")]));
    }

    /// Joins four armies round nine cells, C1 to C9 row by row from the north-west. East sits to
    /// the right of south. A land that is not on the board is left out of every line.
    fn join_four(&mut self, lands: &[&str]) {
        for row in ["C1 C2 C3", "C4 C5 C6", "C7 C8 C9", "C1 C4 C7", "C2 C5 C8", "C3 C6 C9"] {
            for pair in words(row).windows(2) {
                self.rail(&pair[0], &pair[1]);
            }
        }
        let up = ["51 41 31 21 11", "13", "55 45 35 25 15"];
        let down = ["15 25 35 45 55", "13", "11 21 31 41 51"];
        let middle = [["C7 C4 C1", "C8 C5 C2", "C9 C6 C3"], ["C1 C2 C3", "C4 C5 C6", "C7 C8 C9"]];
        // South's left column runs on to north's right; west's left column is the northern one.
        for column in 0..3 {
            self.add_line_through(
                lands,
                [("S", up[column]), ("", middle[0][column]), ("N", down[column])],
            );
            self.add_line_through(
                lands,
                [("W", up[column]), ("", middle[1][column]), ("E", down[column])],
            );
        }
        for (army, left) in [("S", "W"), ("E", "S"), ("N", "E"), ("W", "N")] {
            if lands.contains(&army) && lands.contains(&left) {
                self.add_line(concat([in_land(army, up[0]), in_land(left, down[0])]));
            }
        }
    }

    /// Adds a line through several parts. A land that is not on the board is left out.
    fn add_line_through(&mut self, lands: &[&str], parts: [(&str, &str); 3]) {
        let parts = parts.into_iter().filter(|(land, _)| land.is_empty() || lands.contains(land));
        self.add_line(parts.flat_map(|(land, endings)| in_land(land, endings)).collect());
    }

    /// Joins six lands round twelve cells and a centre, `C13`.
    fn join_six(&mut self, lands: &[&str]) {
        let between = |number: usize| format!("C{}", (number + 11) % 12 + 1);
        for (number, land) in lands.iter().enumerate() {
            let left = lands[(number + 5) % 6];
            let middle = 2 * number + 1;
            let [left_corner, before_front, right_corner] =
                [between(middle + 11), between(middle), between(middle + 1)];
            self.add_line(concat([in_land(land, "51 41 31 21 11"), vec![left_corner.clone()]]));
            self.add_line(concat([in_land(land, "55 45 35 25 15"), vec![right_corner.clone()]]));
            self.add_line(vec![left_corner, before_front, right_corner]);
            let arc = [in_land(land, "51 41 31 21 11"), in_land(left, "15 25 35 45 55")];
            self.add_line(concat(arc));
        }
        for number in 0..3 {
            let (near, far) = (lands[number], lands[number + 3]);
            let middles = [between(2 * number + 1), "C13".to_owned(), between(2 * number + 7)];
            let spoke = [in_land(near, "13"), middles.to_vec(), in_land(far, "13")];
            self.add_line(concat(spoke));
        }
    }

    /// Returns the cells a piece can reach: one step, or along one line of rails up to and
    /// including the first piece in its way.
    pub fn slides(&self, from: &str, taken: &dyn Fn(&str) -> bool) -> HashSet<&str> {
        let mut reached: HashSet<&str> = self.near[from].iter().map(String::as_str).collect();
        for route in &self.routes[from] {
            for cell in route {
                reached.insert(cell);
                if taken(cell) {
                    break;
                }
            }
        }
        reached
    }

    /// Returns the cells an Engineer can reach: one step, or over empty rails round any corner.
    pub fn turns(&self, from: &str, taken: &dyn Fn(&str) -> bool) -> HashSet<&str> {
        let mut reached: HashSet<&str> = self.near[from].iter().map(String::as_str).collect();
        let mut visited = HashSet::from([from]);
        let mut todo = vec![from];
        while let Some(here) = todo.pop() {
            for next in self.rails.get(here).into_iter().flatten() {
                if visited.insert(next) {
                    reached.insert(next);
                    if !taken(next) {
                        todo.push(next);
                    }
                }
            }
        }
        reached
    }
}
