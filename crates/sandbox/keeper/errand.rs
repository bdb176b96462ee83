//! What the library asks of a keeper, and how the two talk. The library and the keeper share this file.
#![allow(dead_code, unreachable_pub, reason = "each side uses its share")]

/// From the keeper: the program runs. Its process id follows, as the room counts.
pub const STARTED: u8 = b'S';
/// From the keeper: the program could not be started. The reason follows.
pub const FAILED: u8 = b'F';
/// From the keeper: the room could not be built. The reason follows.
pub const WALL: u8 = b'W';
/// From the keeper: the program has ended. Its wait status follows.
pub const DONE: u8 = b'D';
/// From the keeper: the room fell in without a word from inside.
pub const GONE: u8 = b'G';
/// From the keeper: a listening socket from inside the room comes with this message.
pub const DOOR: u8 = b'P';
/// From the keeper: a socket comes with this message. For every byte that is written to it, another comes back, with an
/// unconnected socket from inside the room.
pub const DIAL: u8 = b'C';
/// From the keeper: nothing of the tree is left.
pub const EMPTY: u8 = b'E';
/// From the keeper: these processes are still there. The keeper goes on trying.
pub const LEFT: u8 = b'L';
/// To the keeper: end the tree. The end of the socket says the same.
pub const END: u8 = b'X';

/// How the tree is held together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// The keeper inherits orphans and hunts them down. All that is left where namespaces are refused.
    #[default]
    Open,
    /// A process namespace: when its first process dies, the kernel kills the rest.
    Namespace,
    /// The errand has a wrapper that builds the room.
    Jail,
}

/// One program to run, and the room to run it in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Errand {
    /// How the tree is held together.
    pub room: Room,
    /// The program and its arguments.
    pub command: Vec<Vec<u8>>,
    /// The whole environment, as `NAME=value`.
    pub env: Vec<Vec<u8>>,
    /// The folder to run in; empty: the keeper's own.
    pub dir: Vec<u8>,
    /// The program that builds the room around the command, with its arguments. A word `@n` stands for the descriptor of
    /// the n-th file below.
    pub wrapper: Vec<Vec<u8>>,
    /// What stands in small files that the wrapper copies into the room.
    pub files: Vec<Vec<u8>>,
    /// The control groups to enter, and to remove when the tree is gone.
    pub groups: Vec<Vec<u8>>,
    /// Files, each followed by the word to write to it before the tree can be killed: a frozen group must be thawed, and a
    /// group in debt must be let off.
    pub release: Vec<Vec<u8>>,
    /// The user to become; 0: nobody else.
    pub user: u32,
    /// Resource limits, as the kernel numbers them.
    pub limits: Vec<(u32, u64)>,
    /// The program of the system call filter; empty: none.
    pub filter: Vec<u8>,
    /// The port to listen on inside; 0: none. A namespace with a port has a network of its own.
    pub port: u16,
    /// Whether ports inside can be called from outside.
    pub called: bool,
}

impl Errand {
    /// The errand as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![match self.room {
            Room::Open => 0,
            Room::Namespace => 1,
            Room::Jail => 2,
        }];
        for list in [&self.command, &self.env, &self.wrapper, &self.files, &self.groups, &self.release] {
            out.extend((list.len() as u32).to_le_bytes());
            list.iter().for_each(|item| put(&mut out, item));
        }
        put(&mut out, &self.dir);
        put(&mut out, &self.filter);
        out.extend(self.user.to_le_bytes());
        out.extend(self.port.to_le_bytes());
        out.push(u8::from(self.called));
        out.extend((self.limits.len() as u32).to_le_bytes());
        for (resource, value) in &self.limits {
            out.extend(resource.to_le_bytes());
            out.extend(value.to_le_bytes());
        }
        out
    }

    /// Reads what [`Errand::encode`] wrote; `None` where it did not.
    pub fn decode(mut bytes: &[u8]) -> Option<Errand> {
        let bytes = &mut bytes;
        let room = match take(bytes, 1)?.first()? {
            0 => Room::Open,
            1 => Room::Namespace,
            2 => Room::Jail,
            _ => return None,
        };
        let mut lists = [const { Vec::new() }; 6];
        for list in &mut lists {
            for _ in 0..number(bytes)? {
                list.push(get(bytes)?);
            }
        }
        let [command, env, wrapper, files, groups, release] = lists;
        let (dir, filter) = (get(bytes)?, get(bytes)?);
        let user = number(bytes)?;
        let port = u16::from_le_bytes(take(bytes, 2)?.try_into().ok()?);
        let called = *take(bytes, 1)?.first()? == 1;
        let mut limits = Vec::new();
        for _ in 0..number(bytes)? {
            let resource = number(bytes)?;
            limits.push((resource, u64::from_le_bytes(take(bytes, 8)?.try_into().ok()?)));
        }
        bytes.is_empty().then_some(Errand {
            room,
            command,
            env,
            dir,
            wrapper,
            files,
            groups,
            release,
            user,
            limits,
            filter,
            port,
            called,
        })
    }
}

fn put(out: &mut Vec<u8>, item: &[u8]) {
    out.extend((item.len() as u32).to_le_bytes());
    out.extend(item);
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?))
}

fn get(bytes: &mut &[u8]) -> Option<Vec<u8>> {
    let count = number(bytes)?;
    take(bytes, count as usize).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_read_as_it_was_written() {
        let errand = Errand {
            room: Room::Jail,
            command: vec![b"python3".to_vec(), b"".to_vec(), vec![0xff, b'\n']],
            env: vec![b"A=1".to_vec()],
            dir: b"/bot".to_vec(),
            limits: vec![(4, 0), (7, u64::MAX)],
            filter: vec![1; 40],
            user: 70_000,
            port: 8765,
            called: true,
            ..Errand::default()
        };
        let bytes = errand.encode();
        assert_eq!(Errand::decode(&bytes), Some(errand));
        assert_eq!(Errand::decode(&bytes[..bytes.len() - 1]), None);
    }
}
