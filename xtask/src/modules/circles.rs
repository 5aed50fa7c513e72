//! Circles in a graph: the sets of nodes that all reach each other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The nodes to which each node has an arrow.
pub(super) type Arrows = BTreeMap<usize, BTreeSet<usize>>;

/// The sets of two and more nodes that all reach each other, in order of their first nodes.
pub(super) fn circles(arrows: &Arrows) -> Vec<BTreeSet<usize>> {
    let reach: BTreeMap<usize, BTreeSet<usize>> =
        arrows.keys().map(|&from| (from, reached(arrows, from))).collect();
    let mut found: Vec<BTreeSet<usize>> = Vec::new();
    for (&node, reached) in &reach {
        if reached.contains(&node) && !found.iter().any(|circle| circle.contains(&node)) {
            let back =
                |other: &&usize| reach.get(other).is_some_and(|reached| reached.contains(&node));
            found.push(reached.iter().filter(back).copied().collect());
        }
    }
    found
}

/// The shortest way around a circle, from one of its nodes to the last before that node comes again.
pub(super) fn shortest(arrows: &Arrows, circle: &BTreeSet<usize>) -> Vec<usize> {
    circle
        .iter()
        .filter_map(|&node| way_back(arrows, node))
        .min_by_key(Vec::len)
        .unwrap_or_default()
}

fn next(arrows: &Arrows, node: usize) -> impl Iterator<Item = usize> {
    arrows.get(&node).into_iter().flatten().copied()
}

/// All nodes to which a way leads from `from`.
fn reached(arrows: &Arrows, from: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut left: Vec<usize> = next(arrows, from).collect();
    while let Some(node) = left.pop() {
        if found.insert(node) {
            left.extend(next(arrows, node));
        }
    }
    found
}

/// The shortest way from a node to itself.
fn way_back(arrows: &Arrows, start: usize) -> Option<Vec<usize>> {
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let mut left = VecDeque::from([start]);
    while let Some(node) = left.pop_front() {
        for to in next(arrows, node) {
            if to == start {
                let mut way = vec![node];
                while let Some(&last) = way.last().and_then(|last| before.get(last)) {
                    way.push(last);
                }
                way.reverse();
                return Some(way);
            }
            before.entry(to).or_insert_with(|| {
                left.push_back(to);
                node
            });
        }
    }
    None
}
