//! Cycles in a dependency graph.

use std::collections::{BTreeMap, BTreeSet};

/// The dependencies of each node.
pub type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// Returns the cycles: the strongly connected components with more than one node.
pub fn cycles(uses: &Dependencies) -> Vec<BTreeSet<String>> {
    let reachable: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|name| (name.as_str(), transitive_dependencies(uses, name))).collect();
    let reaches = |from: &str, to: &str| reachable.get(from).is_some_and(|all| all.contains(to));
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for name in uses.keys().filter(|name| reaches(name, name)) {
        if found.iter().all(|cycle| !cycle.contains(name)) {
            let others = uses.keys().filter(|to| reaches(name, to) && reaches(to, name));
            let cycle: BTreeSet<String> = others.cloned().collect();
            found.extend((cycle.len() > 1).then_some(cycle));
        }
    }
    found
}

/// Returns all transitive dependencies of a node.
fn transitive_dependencies<'a>(uses: &'a Dependencies, name: &str) -> BTreeSet<&'a str> {
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
pub fn describe(cycle: &BTreeSet<String>, uses: &Dependencies) -> String {
    let lines = cycle.iter().map(|name| {
        let used: Vec<&str> = uses[name].intersection(cycle).map(String::as_str).collect();
        format!("  {name} uses {}", used.join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn cycles_are_found_as_a_whole() {
    let pairs = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "e")];
    let mut uses = Dependencies::new();
    for (from, to) in pairs {
        uses.entry(from.to_owned()).or_default().insert(to.to_owned());
    }
    let cycle: BTreeSet<String> = ["a", "b", "c"].map(str::to_owned).into();
    assert_eq!(cycles(&uses), std::slice::from_ref(&cycle));
    assert_eq!(describe(&cycle, &uses), "  a uses b\n  b uses c\n  c uses a");
}
