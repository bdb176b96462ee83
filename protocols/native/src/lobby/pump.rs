//! Carries lines between a chair and one TCP connection.

use tokio::io::AsyncWriteExt;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

use crate::chair::{PARTING, Visit};
use crate::join::RefusalCode;
use crate::lines::{LineReader, Read};
use crate::outbox::Outbox;

/// Carries until either end has had enough. Leaving is dropping the visit.
pub(super) async fn carry(mut lines: LineReader<OwnedReadHalf>, write: OwnedWriteHalf, mut visit: Visit) {
    let mut outbox = Outbox::new(write);
    let mut over = std::pin::pin!(visit.over());
    loop {
        tokio::select! {
            biased;
            read = lines.next() => match read {
                Ok(Read::Line(line) | Read::Late(line)) => visit.say(line),
                Ok(Read::TooLong | Read::Flood) => {
                    visit.dismiss(RefusalCode::Flood, "a line is too long; come back with your token");
                }
                Ok(Read::End) | Err(_) => return,
            },
            sent = outbox.flush(), if !outbox.is_empty() => if sent.is_err() {
                return;
            },
            // What is not yet sent waits in the chair, where it has a bound.
            line = visit.hear(), if outbox.is_empty() => match line {
                Some(line) => push(&mut outbox, line),
                None => break,
            },
            () = &mut over => break,
        }
    }
    // Not waited for longer: somebody who does not read is not to hold anybody up.
    let _ = timeout(PARTING, part(&mut outbox, &mut visit)).await;
}

/// Sends the rest and hangs up in good order.
async fn part(outbox: &mut Outbox<OwnedWriteHalf>, visit: &mut Visit) -> std::io::Result<()> {
    while let Some(line) = visit.hear().await {
        push(outbox, line);
        outbox.flush().await?;
    }
    outbox.flush().await?;
    match outbox.stream_mut() {
        Some(stream) => stream.shutdown().await,
        None => Ok(()),
    }
}

fn push(outbox: &mut Outbox<OwnedWriteHalf>, line: String) {
    let mut bytes = line.into_bytes();
    bytes.push(b'\n');
    outbox.push(bytes, false);
}

#[cfg(test)]
mod tests {
    use serde_json::value::to_raw_value;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::chair::{Arrival, ChairTerms, chair};
    use crate::lines::Limits;

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_is_let_go() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (read, write) = listener.accept().await.unwrap().0.into_split();
        let (chair, _player) = chair(ChairTerms::default());
        let visit = chair.sit(Arrival { hello: None, watch: true });
        let carrying = tokio::spawn(carry(LineReader::with_limits(read, Limits::GUEST), write, visit));
        let view = to_raw_value(&"x".repeat(1 << 20)).unwrap();
        // What the sockets hold comes on top of what a chair keeps; neither is endless.
        for _ in 0..1000 {
            chair.show(view.clone(), None);
            tokio::task::yield_now().await;
            if !*chair.here().borrow() {
                break;
            }
        }
        assert!(!*chair.here().borrow(), "a gigabyte was kept for it");
        carrying.await.unwrap();
        drop(peer);
    }
}
