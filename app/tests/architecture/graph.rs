//! Cycles in a dependency graph.

use std::collections::{BTreeMap, BTreeSet};

/// The dependencies of each node.
pub type Uses = BTreeMap<String, BTreeSet<String>>;

/// Returns the strongly connected components with more than one node.
pub fn circles(uses: &Uses) -> Vec<BTreeSet<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|name| (name.as_str(), reach(uses, name))).collect();
    let comes_to = |from: &str, to: &str| reached.get(from).is_some_and(|all| all.contains(to));
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for name in uses.keys().filter(|name| comes_to(name, name)) {
        if found.iter().all(|circle| !circle.contains(name)) {
            let others = uses.keys().filter(|to| comes_to(name, to) && comes_to(to, name));
            let circle: BTreeSet<String> = others.cloned().collect();
            found.extend((circle.len() > 1).then_some(circle));
        }
    }
    found
}

/// Returns all transitive dependencies of a node.
fn reach<'a>(uses: &'a Uses, name: &str) -> BTreeSet<&'a str> {
    let mut todo = vec![name];
    let mut reached = BTreeSet::new();
    while let Some(next) = todo.pop() {
        for used in uses.get(next).into_iter().flatten() {
            if reached.insert(used.as_str()) {
                todo.push(used);
            }
        }
    }
    reached
}

/// Formats a cycle with the dependencies inside it, one node a line.
pub fn describe(circle: &BTreeSet<String>, uses: &Uses) -> String {
    let lines = circle.iter().map(|name| {
        let used: Vec<&str> = uses[name].intersection(circle).map(String::as_str).collect();
        format!("  {name} uses {}", used.join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn circles_are_found_whole() {
    let pairs = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "e")];
    let mut uses = Uses::new();
    for (from, to) in pairs {
        uses.entry(from.to_owned()).or_default().insert(to.to_owned());
    }
    let circle: BTreeSet<String> = ["a", "b", "c"].map(str::to_owned).into();
    assert_eq!(circles(&uses), std::slice::from_ref(&circle));
    assert_eq!(describe(&circle, &uses), "  a uses b\n  b uses c\n  c uses a");
}
