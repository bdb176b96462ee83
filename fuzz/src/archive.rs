//! No archive makes the intake panic, unfold beyond its budget, or let in a name that leads elsewhere.

use meydan_sandbox::intake::Intake;

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let intake = Intake::default();
    if let Ok(submission) = intake.read(bytes) {
        let total: usize = submission.files.values().map(|file| file.bytes.len()).sum();
        assert!(total as u64 <= intake.total);
        for name in submission.files.keys() {
            assert!(
                !name.starts_with('/') && name.split('/').all(|part| !part.is_empty() && part != ".."),
                "{name}"
            );
        }
    }
}
