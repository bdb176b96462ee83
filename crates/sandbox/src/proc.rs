//! What `/proc` says about the processes of this machine.

use std::fs;

/// One process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub(crate) pid: i32,
    pub(crate) parent: i32,
    pub(crate) group: i32,
    pub(crate) session: i32,
    /// It has ended and only waits to be noticed.
    pub(crate) dead: bool,
}

/// All processes. Those that vanish while we look are left out.
pub(crate) fn all() -> Vec<Info> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter_map(info).collect()
}

/// Whether a process's environment holds `variable` (as `NAME=value`).
pub(crate) fn has_variable(pid: i32, variable: &str) -> bool {
    environment(pid, |entry| entry == variable.as_bytes())
}

/// Whether a process's environment has a variable of that name.
pub(crate) fn has_name(pid: i32, name: &str) -> bool {
    environment(pid, |entry| {
        entry.strip_prefix(name.as_bytes()).is_some_and(|rest| rest.first() == Some(&b'='))
    })
}

fn environment(pid: i32, fits: impl Fn(&[u8]) -> bool) -> bool {
    let Ok(environ) = fs::read(format!("/proc/{pid}/environ")) else { return false };
    environ.split(|&byte| byte == 0).any(fits)
}

fn info(pid: i32) -> Option<Info> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name is in parentheses and may hold anything, parentheses and spaces included.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let dead = matches!(fields.next()?, "Z" | "X");
    let mut number = || fields.next()?.parse().ok();
    Some(Info { pid, parent: number()?, group: number()?, session: number()?, dead })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_found() {
        let pid = std::process::id() as i32;
        let me = all().into_iter().find(|info| info.pid == pid).unwrap();
        assert!(!me.dead && me.parent > 0);
    }
}
