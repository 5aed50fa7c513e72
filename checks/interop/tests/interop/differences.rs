//! The known differences between the options of two clients and our own, which `differences.txt` lists.

/// An independent client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Client {
    Libcoap,
    Aiocoap,
}

/// The version of libcoap that was compared. The version of aiocoap is in `requirements.txt`.
pub(crate) const LIBCOAP: &str = "4.3.1";

/// One difference: the client, the URI as the list of URIs has it, our options, and the client's.
pub(crate) type Difference = (Client, &'static str, String, String);

/// All known differences.
pub(crate) fn differences() -> impl Iterator<Item = Difference> {
    let lines = include_str!("../../differences.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [client, uri, ours, theirs] = columns[..] else { panic!("four columns: {line}") };
        let client = if client == "libcoap" { Client::Libcoap } else { Client::Aiocoap };
        (client, uri, ours.to_owned(), theirs.to_owned())
    })
}
