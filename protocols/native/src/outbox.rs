use std::collections::VecDeque;
use std::io;

use tokio::io::{AsyncWrite, AsyncWriteExt};

/// What is still to be sent to a bot. A bot that does not read keeps us waiting only within its own window: what was
/// not sent by then is replaced by newer news, but a message once begun is finished.
pub(crate) struct Outbox<W> {
    /// `None` once it was closed.
    stream: Option<W>,
    messages: VecDeque<Message>,
    /// How much of the first message has been sent.
    sent: usize,
}

struct Message {
    bytes: Vec<u8>,
    /// Whether newer messages make this one worthless.
    perishable: bool,
}

impl<W: AsyncWrite + Unpin> Outbox<W> {
    pub(crate) fn new(stream: W) -> Self {
        Outbox { stream: Some(stream), messages: VecDeque::new(), sent: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Adds a message. One that can no longer be sent is forgotten.
    pub(crate) fn push(&mut self, bytes: Vec<u8>, perishable: bool) {
        if self.stream.is_some() {
            self.messages.push_back(Message { bytes, perishable });
        }
    }

    /// Throws away what perished before it could be sent.
    pub(crate) fn drop_perished(&mut self) {
        let begun = self.sent > 0;
        let mut first = true;
        self.messages.retain(|message| (std::mem::take(&mut first) && begun) || !message.perishable);
    }

    /// Sends until nothing is left. May be dropped and called again.
    pub(crate) async fn flush(&mut self) -> io::Result<()> {
        let Some(stream) = &mut self.stream else { return Ok(()) };
        while let Some(message) = self.messages.front() {
            self.sent += stream.write(&message.bytes[self.sent..]).await?;
            if self.sent == message.bytes.len() {
                self.sent = 0;
                self.messages.pop_front();
            }
        }
        stream.flush().await
    }

    /// The stream itself, to hang up in good order.
    pub(crate) fn stream_mut(&mut self) -> Option<&mut W> {
        self.stream.as_mut()
    }

    /// Sends nothing more: the bot sees the end of its input.
    pub(crate) fn close(&mut self) {
        self.stream = None;
        self.messages.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bot_that_does_not_read_finds_the_newest_message_when_it_does() {
        let (ours, mut theirs) = tokio::io::duplex(8);
        let mut outbox = Outbox::new(ours);
        outbox.push(b"start\n".to_vec(), false);
        outbox.push(b"turn one\n".to_vec(), true);
        outbox.push(b"turn two\n".to_vec(), true);
        let wait = std::time::Duration::from_millis(10);
        assert!(tokio::time::timeout(wait, outbox.flush()).await.is_err(), "the pipe is full");
        outbox.drop_perished();
        outbox.push(b"turn three\n".to_vec(), true);
        let (sent, mut text) = (outbox.flush(), String::new());
        let read = async {
            let mut buffer = [0; 64];
            while !text.ends_with("three\n") {
                let count = tokio::io::AsyncReadExt::read(&mut theirs, &mut buffer).await.unwrap();
                text.push_str(std::str::from_utf8(&buffer[..count]).unwrap());
            }
        };
        let (sent, ()) = tokio::join!(sent, read);
        sent.unwrap();
        assert_eq!(text, "start\nturn one\nturn three\n");
    }
}
