//! What a connection is still to hear.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};

use tokio::sync::{Notify, watch};

/// How much may lie unread: lines, and bytes. One line is taken however long it is.
const MOST_LINES: usize = 1000;
const MOST_BYTES: usize = 16 << 20;

/// Lines on their way to one connection.
pub(super) struct Mailbox {
    post: Mutex<Post>,
    wake: Notify,
    closed: watch::Sender<bool>,
    left: watch::Sender<bool>,
}

#[derive(Default)]
struct Post {
    lines: VecDeque<String>,
    bytes: usize,
}

/// More lies unread than is allowed.
#[derive(Debug)]
pub(super) struct Unread;

impl Mailbox {
    pub(super) fn new() -> Mailbox {
        let (closed, left) = (watch::Sender::new(false), watch::Sender::new(false));
        Mailbox { post: Mutex::default(), wake: Notify::new(), closed, left }
    }

    /// Adds a line. What comes after the last word is dropped.
    pub(super) fn put(&self, line: String) -> Result<(), Unread> {
        if *self.closed.borrow() {
            return Ok(());
        }
        let mut post = self.lock();
        let full = post.lines.len() >= MOST_LINES || post.bytes + line.len() > MOST_BYTES;
        if full && !post.lines.is_empty() {
            return Err(Unread);
        }
        post.push(line);
        drop(post);
        self.wake.notify_one();
        Ok(())
    }

    /// Adds a last word, if there is one, and takes no more. Somebody who has too much unread hears only that word.
    pub(super) fn close(&self, word: Option<String>) {
        if let Some(word) = word
            && self.put(word.clone()).is_err()
        {
            let mut post = self.lock();
            *post = Post::default();
            post.push(word);
        }
        self.closed.send_replace(true);
        self.wake.notify_one();
    }

    /// The next line; `None` when nothing more will come. There is one reader only.
    pub(super) async fn next(&self) -> Option<String> {
        loop {
            let closed = *self.closed.borrow();
            if let Some(line) = self.lock().pop() {
                return Some(line);
            }
            if closed {
                return None;
            }
            self.wake.notified().await;
        }
    }

    /// Waits until the last word is in.
    pub(super) async fn closed(&self) {
        // It can only end this way: the sender is ours.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    /// The reader is gone.
    pub(super) fn leave(&self) {
        self.closed.send_replace(true);
        *self.lock() = Post::default();
        self.left.send_replace(true);
    }

    /// Waits until the reader is gone.
    pub(super) async fn left(&self) {
        let _ = self.left.subscribe().wait_for(|left| *left).await;
    }

    fn lock(&self) -> MutexGuard<'_, Post> {
        self.post.lock().expect("nobody panics while holding this lock")
    }
}

impl Post {
    fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.lines.push_back(line);
    }

    fn pop(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.len();
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_leaves_too_much_unread_hears_only_the_last_word() {
        let mail = Mailbox::new();
        for _ in 0..MOST_LINES {
            mail.put("news".to_owned()).unwrap();
        }
        assert!(mail.put("news".to_owned()).is_err());
        mail.close(Some("goodbye".to_owned()));
        assert_eq!(mail.next().await.as_deref(), Some("goodbye"));
        assert_eq!(mail.next().await, None);
    }

    #[tokio::test]
    async fn one_line_is_taken_however_long_it_is() {
        let mail = Mailbox::new();
        mail.put("x".repeat(MOST_BYTES + 1)).unwrap();
        assert!(mail.put("y".to_owned()).is_err());
        assert_eq!(mail.next().await.unwrap().len(), MOST_BYTES + 1);
        mail.put("y".to_owned()).unwrap();
        mail.close(None);
        assert_eq!(mail.next().await.as_deref(), Some("y"));
        assert_eq!(mail.next().await, None);
    }
}
