//! Claims: the rows that a vector or a test says it shows.

use cri_testvectors::Corpus;

/// A row that a vector or a test says it shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) id: String,
    /// The vector, or the file and the line of the comment.
    pub(super) place: String,
    /// The number of rows that the vector or the comment names.
    pub(super) among: usize,
}

/// What begins the place of a vector.
const VECTOR: &str = "the vector ";

impl Claim {
    /// The vector, unless it is a test.
    pub(super) fn vector(&self) -> Option<&str> {
        self.place.strip_prefix(VECTOR)
    }
}

/// The start of a comment that claims rows.
const KEYWORD: &str = "// shows:";

/// The fields `shows` of all vectors.
pub(super) fn of_vectors(corpus: &Corpus) -> Vec<Claim> {
    let claims = corpus.entries().flat_map(|entry| {
        let place = format!("{VECTOR}{}", entry.id);
        let among = entry.shows.len();
        entry.shows.iter().map(move |id| Claim { id: id.clone(), place: place.clone(), among })
    });
    claims.collect()
}

/// Adds the comments `// shows:` of a Rust file, and what is wrong with the places of comments.
pub(super) fn of_tests(
    file: &str,
    text: &str,
    claims: &mut Vec<Claim>,
    problems: &mut Vec<String>,
) {
    let mut lines = (1..).zip(text.lines().map(str::trim)).peekable();
    while let Some((number, line)) = lines.next() {
        let Some(list) = line.strip_prefix(KEYWORD) else { continue };
        let place = format!("{file}:{number}");
        let mut list = list.to_owned();
        // A comma at the end continues the list in the next line.
        while list.ends_with(',') {
            let Some((_, next)) = lines.next_if(|(_, line)| line.starts_with("//")) else { break };
            list.push_str(next.strip_prefix(KEYWORD).unwrap_or(&next[2..]));
        }
        let ids: Vec<&str> = list.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
        let mut attributes = Vec::new();
        while let Some((_, line)) =
            lines.next_if(|(_, line)| !line.is_empty() && !line.contains("fn "))
        {
            attributes.push(line);
        }
        let problem = if ids.is_empty() {
            "names no row"
        } else if !attributes.iter().any(|line| line.starts_with("#[") && line.ends_with("test]")) {
            "does not stand directly above a test; move it there or remove it"
        } else if attributes.iter().any(|line| line.starts_with("#[ignore")) {
            "stands above an ignored test, which shows nothing"
        } else {
            let among = ids.len();
            let claim = |id: &&str| Claim { id: (*id).to_owned(), place: place.clone(), among };
            claims.extend(ids.iter().map(claim));
            continue;
        };
        problems.push(format!("{place}: the comment `{KEYWORD}` {problem}"));
    }
}
