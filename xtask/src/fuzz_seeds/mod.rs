//! The task `fuzz-seeds`: the vectors of the corpus as inputs that fuzzing starts from.

// The fuzz targets use these files to read the seeds, and this task uses them to write the seeds.
#[path = "../../../checks/fuzz/fuzz_targets/conversation.rs"]
mod conversation;
#[path = "../../../checks/fuzz/fuzz_targets/request.rs"]
mod request;
mod seeds;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cri_testvectors::Corpus;
use serde::Deserialize;

use crate::workspace::{read, root};
use seeds::Seed;

/// Runs the task.
pub(crate) fn run() -> Result<(), String> {
    let corpus = Corpus::load().map_err(|error| error.to_string())?;
    for (target, seeds) in by_target(&targets()?, seeds::all(&corpus))? {
        let folder = root().join("checks/fuzz/seeds").join(&target);
        write(&folder, &seeds).map_err(|error| format!("{}: {error}", folder.display()))?;
        println!("checks/fuzz/seeds/{target}: {} seeds", seeds.len());
    }
    Ok(())
}

fn write(folder: &Path, seeds: &[Seed]) -> std::io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    seeds.iter().try_for_each(|seed| fs::write(folder.join(&seed.name), &seed.bytes))
}

/// The names of the fuzz targets.
fn targets() -> Result<Vec<String>, String> {
    #[derive(Deserialize)]
    struct Manifest {
        bin: Vec<Target>,
    }
    #[derive(Deserialize)]
    struct Target {
        name: String,
    }
    let text = read("checks/fuzz/Cargo.toml")?;
    let manifest: Manifest =
        toml::from_str(&text).map_err(|error| format!("checks/fuzz/Cargo.toml: {error}"))?;
    Ok(manifest.bin.into_iter().map(|target| target.name).collect())
}

/// No run of `.ci/run fuzzing` has longer inputs.
const LONGEST: usize = 16384;

/// The seeds of each target. A target without seeds is an error, and so is a seed without a target.
fn by_target(targets: &[String], seeds: Vec<Seed>) -> Result<BTreeMap<String, Vec<Seed>>, String> {
    let mut found: BTreeMap<String, Vec<Seed>> =
        targets.iter().map(|name| (name.clone(), Vec::new())).collect();
    for mut seed in seeds {
        let of_target = found.get_mut(seed.target);
        let of_target = of_target
            .ok_or_else(|| format!("checks/fuzz/Cargo.toml has no target `{}`", seed.target))?;
        // Vectors with the same input show different things, but are one seed.
        if seed.bytes.len() <= LONGEST && of_target.iter().all(|other| other.bytes != seed.bytes) {
            // A vector may have another input in the other revision.
            if of_target.iter().any(|other| other.name == seed.name) {
                seed.name.push_str("-rfc9988");
            }
            of_target.push(seed);
        }
    }
    match found.iter().find(|(_, seeds)| seeds.is_empty()) {
        Some((target, _)) => Err(format!("the fuzz target `{target}` has no seed")),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use cri_coap::aif::{Aif, LocalPart};
    use cri_coap::{EncodedOptions, Transport};
    use cri_testvectors::corpus;

    use super::*;

    fn of(target: &str) -> Vec<Seed> {
        let mut seeds = by_target(&targets().unwrap(), seeds::all(corpus())).unwrap();
        seeds.remove(target).expect("a target")
    }

    #[test]
    fn a_target_without_seeds_is_reported() {
        let seed = |target| Seed { target, name: "a".into(), bytes: vec![0] };
        let targets = ["decode".to_owned(), "other".to_owned()];
        let failure = |seeds| match by_target(&targets, seeds) {
            Err(message) => message,
            found => panic!("{:?}", found.map(|found| found.len())),
        };
        assert_eq!(failure(vec![seed("decode")]), "the fuzz target `other` has no seed");
        assert_eq!(
            failure(vec![seed("unknown")]),
            "checks/fuzz/Cargo.toml has no target `unknown`"
        );
        let found =
            by_target(&targets, vec![seed("decode"), seed("decode"), seed("other")]).unwrap();
        assert!(
            found.values().all(|seeds| seeds.len() == 1),
            "one seed of two with the same bytes"
        );
    }

    #[test]
    fn seeds_of_options_are_options_of_messages() {
        let seeds = of("options");
        let read: Vec<_> =
            seeds.iter().filter_map(|seed| EncodedOptions::decode(&seed.bytes).ok()).collect();
        assert_eq!(read.len(), seeds.len());
        assert!(
            read.iter()
                .any(|(options, payload)| options.into_iter().count() > 3 && payload == b"payload")
        );
        assert!(
            read.iter().any(|(options, _)| options.into_iter().any(|(_, value)| value.len() > 268))
        );
    }

    #[test]
    fn seeds_of_coap_are_read_as_the_vectors_that_they_come_from() {
        let seeds = of("coap");
        let mut compared = 0;
        for vector in &corpus().compose {
            let Some(seed) = seeds.iter().find(|seed| seed.name == vector.id) else { continue };
            compared += 1;
            let (first, rest) = seed.bytes.split_first().expect("an endpoint");
            let endpoint = request::Endpoint::read(*first);
            assert_eq!(
                Transport::ALL[endpoint.transport].name(),
                vector.transport,
                "{}",
                vector.id
            );
            assert_eq!(endpoint.is_ipv6, vector.destination.is_ipv6(), "{}", vector.id);
            assert_eq!(endpoint.has_other_port, vector.destination.port() != 5683, "{}", vector.id);
            assert_eq!(endpoint.has_zone, vector.zone.is_some(), "{}", vector.id);
            let expected: Vec<_> =
                vector.options.iter().map(|option| (option.number, option.value())).collect();
            let expected: Vec<_> =
                expected.iter().map(|(number, value)| (*number, value.as_slice())).collect();
            assert_eq!(request::options(rest), expected, "{}", vector.id);
        }
        assert!(compared > 30, "{compared}");
        assert!(
            seeds
                .iter()
                .any(|seed| Aif::decode(&seed.bytes).is_ok_and(|aif| aif.rules().count() > 0))
        );
        assert!(seeds.iter().any(|seed| {
            LocalPart::decode(&seed.bytes).is_ok_and(|part| part.segments().count() > 1)
        }));
    }

    #[test]
    fn seeds_of_gateway_are_conversations() {
        let seeds = of("gateway");
        assert!(
            seeds.iter().any(|seed| seed.name == "echo") && seeds.len() > 20,
            "{}",
            seeds.len()
        );
        for Seed { name, bytes, .. } in seeds {
            let mut rest = &bytes[1..];
            let mut steps = 0;
            while let Some((step, following)) = conversation::Step::read(rest) {
                assert_eq!(
                    step.write().expect(&name),
                    rest[..rest.len() - following.len()],
                    "{name}"
                );
                (rest, steps) = (following, steps + 1);
            }
            assert!(rest.is_empty() && steps >= 2, "{name}");
        }
    }

    #[test]
    fn numbers_of_options_are_those_that_the_library_reads() {
        assert!(request::NUMBERS.iter().all(|number| cri_coap::option::name(*number).is_some()));
        let named = (0..=u16::MAX).filter(|number| cri_coap::option::name(*number).is_some());
        assert_eq!(named.count(), request::NUMBERS.len());
    }
}
