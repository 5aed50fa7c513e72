//! The shortest circle in a graph.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The nodes to which each node has an arrow.
pub(super) type Arrows = BTreeMap<usize, BTreeSet<usize>>;

/// The shortest circle, from one of its nodes to the last before that node comes again. `None` means
/// that there is no circle.
pub(super) fn shortest_circle(arrows: &Arrows) -> Option<Vec<usize>> {
    arrows.keys().filter_map(|&node| way_back(arrows, node)).min_by_key(Vec::len)
}

/// The shortest way from a node to itself.
fn way_back(arrows: &Arrows, start: usize) -> Option<Vec<usize>> {
    let mut before = BTreeMap::new();
    let mut left = VecDeque::from([start]);
    while let Some(node) = left.pop_front() {
        for &to in arrows.get(&node).into_iter().flatten() {
            if to == start {
                let next = |node: &usize| before.get(node).copied();
                let mut way: Vec<usize> = std::iter::successors(Some(node), next).collect();
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
