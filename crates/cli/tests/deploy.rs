//! What lies in `deploy/` is read by others' programs, so it is looked at here: whether it can be read, and whether the program knows every command and option
//! in it.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

/// The options that a command has, from its help.
fn options(command: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_meydan")).args([command, "--help"]).output().unwrap();
    assert!(output.status.success(), "there is no command `{command}`");
    String::from_utf8(output.stdout).unwrap()
}

/// Looks at a command line: a command and its options.
fn look(place: &str, words: &[String]) {
    let help = options(&words[0]);
    let known = |option: &str| help.split_whitespace().any(|word| word.trim_end_matches(',') == option);
    let given: Vec<&str> = words
        .iter()
        .filter(|word| word.starts_with("--"))
        .map(|word| word.split('=').next().unwrap())
        .collect();
    assert!(given.len() >= 4, "{place}: {words:?} is no whole command line");
    for option in given {
        assert!(known(option), "{place}: `meydan {}` has no {option}", words[0]);
    }
}

fn documents(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder().join(name)).unwrap();
    let read = |part: &str| serde_saphyr::from_str(part).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.split("\n---\n").map(read).collect()
}

fn words(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_units_start_what_there_is() {
    for name in ["meydan-arena.service", "meydan-worker.service"] {
        let text = std::fs::read_to_string(folder().join(name)).unwrap();
        let mut section = "";
        let mut settings: BTreeMap<(&str, &str), &str> = BTreeMap::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(next) => section = next,
                None => {
                    let (key, value) = line.split_once('=').unwrap_or_else(|| panic!("{name}: {line}"));
                    settings.insert((section, key), value);
                }
            }
        }
        let start = settings[&("Service", "ExecStart")].strip_prefix("/usr/local/bin/meydan ").unwrap();
        look(name, &start.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(settings.contains_key(&("Install", "WantedBy")), "{name} is started by nobody");
        // systemd must not kill a worker that drains.
        let drain = start.split_once("--drain ").map(|(_, rest)| rest.split(' ').next().unwrap());
        if let Some(drain) = drain {
            let patience: u64 = settings[&("Service", "TimeoutStopSec")].parse().unwrap();
            assert!(patience > drain.parse().unwrap(), "{name} is killed while it drains");
        }
    }
}

#[test]
fn the_containers_start_what_there_is() {
    let [compose]: [Value; 1] = documents("compose.yaml").try_into().unwrap();
    let services = compose["services"].as_object().unwrap();
    for name in ["arena", "worker"] {
        look(&format!("compose.yaml: {name}"), &words(&services[name]["command"]));
    }
    for (name, service) in services {
        let after = match &service["depends_on"] {
            Value::Array(names) => names.iter().map(|name| name.as_str().unwrap().to_owned()).collect(),
            Value::Object(names) => names.keys().cloned().collect(),
            _ => Vec::new(),
        };
        assert!(after.iter().all(|other| services.contains_key(other)), "{name} waits for {after:?}");
        // The bucket is made once.
        assert!(name == "bucket" || service["restart"] == "always", "{name} stays down after a reboot");
        for volume in service["volumes"].as_array().into_iter().flatten() {
            let volume = volume.as_str().unwrap().split(':').next().unwrap();
            assert!(compose["volumes"].as_object().unwrap().contains_key(volume), "{name} has no {volume}");
        }
    }
}

#[test]
fn the_manifests_start_and_scale_what_there_is() {
    let documents = documents("kubernetes.yaml");
    let of_kind = |kind: &'static str| documents.iter().filter(move |document| document["kind"] == kind);
    let named = |kind: &'static str, name: &Value| {
        of_kind(kind).any(|document| &document["metadata"]["name"] == name)
    };
    for deployment in of_kind("Deployment").chain(of_kind("StatefulSet")) {
        let template = &deployment["spec"]["template"];
        assert_eq!(deployment["spec"]["selector"]["matchLabels"], template["metadata"]["labels"]);
        for container in template["spec"]["containers"].as_array().unwrap() {
            let args = words(&container["args"]);
            look("kubernetes.yaml", &args);
            let mounted = container["volumeMounts"].as_array().unwrap().iter();
            let volumes = template["spec"]["volumes"].as_array().into_iter().flatten();
            let claims = deployment["spec"]["volumeClaimTemplates"].as_array().into_iter().flatten();
            let names =
                volumes.map(|volume| &volume["name"]).chain(claims.map(|claim| &claim["metadata"]["name"]));
            let names: Vec<&Value> = names.collect();
            for mount in mounted {
                assert!(names.contains(&&mount["name"]), "{mount}");
            }
            if let Some(drain) = args.iter().find_map(|word| word.strip_prefix("--drain=")) {
                let patience = template["spec"]["terminationGracePeriodSeconds"].as_u64().unwrap();
                assert!(patience > drain.parse().unwrap(), "a worker is killed while it drains");
            }
        }
    }
    // What an arena signs with must outlive its pod.
    let arenas = of_kind("StatefulSet").next().unwrap();
    assert_eq!(arenas["spec"]["volumeClaimTemplates"][0]["metadata"]["name"], "data");
    assert_eq!((of_kind("Deployment").count(), of_kind("StatefulSet").count()), (1, 1));
    let scaler = of_kind("HorizontalPodAutoscaler").next().unwrap();
    assert!(named("Deployment", &scaler["spec"]["scaleTargetRef"]["name"]));
    // What it is scaled by is what an arena tells.
    let metric = &scaler["spec"]["metrics"][0]["external"]["metric"];
    let labels = &metric["selector"]["matchLabels"];
    assert_eq!(metric["name"], "meydan_jobs");
    assert_eq!(labels["kind"], "match");
    assert_eq!(labels["state"], "queued");
}
