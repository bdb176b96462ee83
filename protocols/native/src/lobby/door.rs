//! Meets strangers: everybody who connects has a moment to say who they are.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};

use super::Hall;
use super::pump::carry;
use crate::join::{HANDSHAKE, Join, RefusalCode, ToGuest, tune};
use crate::lines::{Limits, LineReader, Read};
use crate::talk::text_of;
use crate::wire::{PROTOCOL, shorten};

/// How many strangers may stand in the door at once. When one more comes, the one who has stood there longest must
/// go: so a crowd that says nothing cannot shut out somebody who does.
const CROWD: usize = 64;

/// The longest name.
const LONGEST_NAME: usize = 24;

/// Lets people in, for as long as the task lives.
pub(super) async fn accept(listener: TcpListener, hall: Arc<Hall>) {
    let mut strangers = JoinSet::new();
    let mut queue: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = strangers.join_next() => continue,
        };
        match accepted {
            Ok((stream, _)) => {
                queue.retain(|stranger| !stranger.is_finished());
                if queue.len() >= CROWD
                    && let Some(longest) = queue.pop_front()
                {
                    longest.abort();
                }
                let hall = hall.clone();
                queue.push_back(strangers.spawn(async move {
                    let _ = tokio::time::timeout(HANDSHAKE, meet(stream, &hall)).await;
                }));
            }
            // Too many open files, most likely: somebody will hang up soon.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn meet(stream: TcpStream, hall: &Hall) {
    tune(&stream);
    let (read, write) = stream.into_split();
    let mut lines = LineReader::with_limits(read, Limits::STRANGER);
    let admitted = match hear(&mut lines, hall).await {
        Ok(join) => hall.admit(&join),
        Err(refused) => Err(refused),
    };
    match admitted {
        Ok(visit) => {
            lines.set_limits(Limits::GUEST);
            tokio::spawn(carry(lines, write, visit));
        }
        Err((code, reason)) => send_away(write, code, &reason).await,
    }
}

/// The first line of a stranger, if it is a join that fits.
async fn hear(lines: &mut LineReader<OwnedReadHalf>, hall: &Hall) -> Result<Join, (RefusalCode, String)> {
    let not_a_join = |what: &str| {
        let form = r#"send {"type":"join","protocol":1,"name":"…"} as the first line"#;
        (RefusalCode::NotAJoin, format!("{what}; {form}"))
    };
    let line = match lines.next().await {
        Ok(Read::Line(line) | Read::Late(line)) => line,
        Ok(Read::TooLong | Read::Flood) => return Err(not_a_join("the first line is too long")),
        Ok(Read::End) | Err(_) => return Err(not_a_join("nothing was said")),
    };
    let join = Join::read(line).map_err(|error| not_a_join(&error.to_string()))?;
    if join.protocol != PROTOCOL {
        let reason = format!("this host speaks protocol {PROTOCOL}, not {}", join.protocol);
        return Err((RefusalCode::Protocol, reason));
    }
    match &join.game {
        Some(game) if game != hall.game => {
            let reason = format!("this host plays `{}`, not `{}`", hall.game, shorten(game));
            Err((RefusalCode::OtherGame, reason))
        }
        _ => Ok(join),
    }
}

async fn send_away(mut write: OwnedWriteHalf, code: RefusalCode, reason: &str) {
    let line = text_of(&ToGuest::Refused { code, reason }) + "\n";
    let _ = write.write_all(line.as_bytes()).await;
    let _ = write.shutdown().await;
}

/// A name that fits on a screen and does nothing to it.
pub(super) fn called(name: &str, seat: usize) -> String {
    let fits = |c: &char| c.is_alphanumeric() || " -_.'".contains(*c);
    let name: String = name.chars().filter(fits).take(LONGEST_NAME).collect();
    match name.trim() {
        "" => format!("guest {seat}"),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_does_nothing_to_the_screen() {
        assert_eq!(called("Ada Lovelace", 1), "Ada Lovelace");
        assert_eq!(called("سارا", 1), "سارا");
        assert_eq!(called("\u{1b}[2J\u{202e}eve", 1), "2Jeve");
        assert_eq!(called(" \n\t", 3), "guest 3");
        assert_eq!(called(&"x".repeat(999), 1).len(), LONGEST_NAME);
    }
}
