use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::Mutex;

use crate::cgroup::Group;
use crate::errand::{Errand, Room};
use crate::jail::{groups, next_name, path};
use crate::keeper::Keeper;

/// Jails that are ready but for what they hold.
///
/// The kernel can take twenty milliseconds to move a process into a control group. A pool has that done before anybody waits
/// for it: for each jail that is taken it begins the next. It belongs to no runtime, so many can share it. Dropping the pool
/// takes them down. A jail that is held to some
/// cores is not taken from the pool, because its groups are others.
pub struct Pool {
    ready: Mutex<VecDeque<Prepared>>,
}

/// A keeper with its control group entered, waiting to be told what to build.
pub(crate) struct Prepared {
    pub(crate) keeper: Keeper,
    pub(crate) group: Option<Group>,
}

impl Pool {
    /// Begins to prepare this many jails.
    pub fn new(size: usize) -> Result<Pool, String> {
        let ready = (0..size.max(1)).map(|_| Prepared::new(false, false)).collect::<Result<_, _>>()?;
        Ok(Pool { ready: Mutex::new(ready) })
    }

    /// Takes the one that was prepared first, and begins another.
    pub(crate) fn take(&self) -> Result<Prepared, String> {
        let next = Prepared::new(false, false)?;
        let mut ready = self.ready.lock().expect("nobody panics while holding this lock");
        ready.push_back(next);
        Ok(ready.pop_front().expect("one was put in just now"))
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

impl Prepared {
    /// Begins to prepare a jail. It can be given its errand at once; it is quicker if it is given later.
    pub(crate) fn new(pinned: bool, accept_no_groups: bool) -> Result<Prepared, String> {
        let words = |error: io::Error| error.to_string();
        let group = match groups() {
            Ok(groups) => Some(groups.make(&next_name(), pinned).map_err(words)?),
            Err(_) if accept_no_groups => None,
            Err(missing) => {
                return Err(format!("control groups are missing: {missing}; `meydan doctor` tells more"));
            }
        };
        let release = group.iter().flat_map(Group::release);
        let errand = Errand {
            room: Room::Jail,
            groups: group.iter().flat_map(Group::folders).map(path).collect(),
            release: release.flat_map(|(file, word)| [path(&file), word.into()]).collect(),
            ..Errand::default()
        };
        let keeper = Keeper::new().and_then(|keeper| keeper.give(&errand, None).map(|()| keeper));
        match keeper {
            Ok(keeper) => Ok(Prepared { keeper, group }),
            Err(error) => {
                // Only a keeper that has its errand removes the group.
                if let Some(group) = group {
                    let _ = group.remove();
                }
                Err(words(error))
            }
        }
    }
}
